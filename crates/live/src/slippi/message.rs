//! The messages of the console: u32 big-endian length, then as many bytes of UBJSON.

use ghostreel_formats::core::io::Reader;
use ghostreel_formats::slp::ubjson::{UbjsonValue, read_value};

/// The most bytes of a message. A console sends 25,000 of the game at once, and little about them.
const LONGEST: usize = 64 << 10;
/// The beginning of a console's first message, after its length. A peer that begins otherwise sends bare events.
const REPLY: &[u8; 9] = b"{i\x04typeU\x01";

/// A message of a console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// The answer to who we are.
    Handshake {
        nick: String,
        token: [u8; 4],
        /// Where the console goes on.
        position: u64,
    },
    /// Bytes of the game.
    Data {
        position: u64,
        next: u64,
        /// The console lost bytes: `position` is not where the last message ended.
        is_forced: bool,
        bytes: Vec<u8>,
    },
    KeepAlive,
}

/// The kind of a peer by the first bytes it sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Console,
    /// Bare events, of a relay or an old console.
    Raw,
}

impl Kind {
    /// `None`: there are too few bytes to decide.
    pub(super) fn of(first: &[u8]) -> Option<Self> {
        let after = first.get(4..).unwrap_or_default();
        if after.starts_with(REPLY) {
            Some(Self::Console)
        } else if REPLY.starts_with(after) {
            None
        } else {
            Some(Self::Raw)
        }
    }
}

/// Our token and position: our first and only message. A console reads it by fixed offsets.
pub(super) fn handshake(cursor: u64, token: [u8; 4]) -> Vec<u8> {
    let mut body = b"{i\x04typeU\x01i\x07payload{i\x06cursor[$U#i\x08".to_vec();
    body.extend(cursor.to_be_bytes());
    body.extend(b"i\x0bclientToken[$U#i\x04");
    body.extend(token);
    // Bytes as soon as there are any.
    body.extend(b"i\x0aisRealtimeT}}");
    let mut message = (body.len() as u32).to_be_bytes().to_vec();
    message.extend(body);
    message
}

/// Takes the next message from bytes that came in: how many bytes it took, and the message. `Ok(None)`: its rest is
/// still to come. The error is a sentence's end: the action of the peer.
pub(super) fn read(bytes: &[u8]) -> Result<Option<(usize, Message)>, String> {
    let Some((length, rest)) = bytes.split_first_chunk::<4>() else { return Ok(None) };
    let length = u32::from_be_bytes(*length) as usize;
    if length > LONGEST {
        return Err(format!("sent a message of {length} bytes, {LONGEST} are the most"));
    }
    let Some(body) = rest.get(..length) else { return Ok(None) };
    let value = read_value(&mut Reader::new(body, "message"))
        .map_err(|error| format!("sent a message that is none: {error}"))?;
    let message = message(&value).ok_or("sent a message that lacks something")?;
    Ok(Some((4 + length, message)))
}

fn message(value: &UbjsonValue) -> Option<Message> {
    let payload = value.get("payload");
    Some(match value.get("type")?.as_int()? {
        1 => Message::Handshake {
            nick: payload?.get("nick").and_then(UbjsonValue::as_text).unwrap_or_default(),
            token: bytes(payload?, "clientToken")?.try_into().ok()?,
            position: position(payload?, "pos")?,
        },
        2 => Message::Data {
            position: position(payload?, "pos")?,
            next: position(payload?, "nextPos")?,
            is_forced: payload?.get("forcePos") == Some(&UbjsonValue::Bool(true)),
            bytes: bytes(payload?, "data")?.to_vec(),
        },
        3 => Message::KeepAlive,
        _ => return None,
    })
}

fn bytes<'a>(payload: &'a UbjsonValue, key: &str) -> Option<&'a [u8]> {
    match payload.get(key)? {
        UbjsonValue::Bytes { bytes, .. } => Some(bytes),
        _ => None,
    }
}

fn position(payload: &UbjsonValue, key: &str) -> Option<u64> {
    Some(u64::from_be_bytes(bytes(payload, key)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_handshake_has_its_fields_where_a_console_reads_them() {
        let message = handshake(0x0102_0304_0506_0708, [9, 10, 11, 12]);
        assert_eq!(message.len(), 83);
        let (length, body) = message.split_at(4);
        assert_eq!(length, [0, 0, 0, 0x4f]);
        assert_eq!(body[8], 1);
        assert_eq!(body[33..41], [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(body[60..64], [9, 10, 11, 12]);
        assert_eq!(body[76], b'T');
        assert!(read_value(&mut Reader::new(body, "handshake")).is_ok());
    }

    #[test]
    fn a_peer_is_known_by_its_first_bytes_however_few_come_at_once() {
        let reply = b"\0\0\0\x20{i\x04typeU\x01i";
        assert_eq!(Kind::of(&reply[..12]), None);
        assert_eq!(Kind::of(reply), Some(Kind::Console));
        assert_eq!(Kind::of(b"HELO"), None);
        assert_eq!(Kind::of(b"HELO\0"), Some(Kind::Raw));
        assert_eq!(Kind::of(b"\x35\x10\x36\x02\xf8\x37"), Some(Kind::Raw));
    }

    #[test]
    fn a_length_beyond_reason_is_refused_before_its_bytes_come() {
        assert!(read(&[0xff; 4]).is_err());
        assert_eq!(read(&[0, 0, 0, 9, b'{']), Ok(None));
    }
}
