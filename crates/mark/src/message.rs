//! The messages, one structure for each kind. `docs/spec/mark.md` has the same tables.

use std::collections::BTreeMap;

use ciborium::Value;
use ghostreel_core::Digest;

use crate::cbor::{self, Members};
use crate::envelope::{self, Message, Signed};
use crate::error::Error;
use crate::key::PublicKey;
use crate::limits;

/// A digest as the 32 bytes that messages have.
pub type DigestBytes = [u8; 32];

/// The number that a server gives a player before a session: the session's header takes it in, so the session is younger than it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The session's number, random.
    pub session: [u8; 16],
    /// Random.
    pub nonce: [u8; 32],
    /// The player's key: no other can answer.
    pub key: PublicKey,
    /// The game, e.g. `beat-saber`.
    pub game: String,
    /// The map that is to be played, if the server knows it.
    pub map: Option<String>,
    /// When it was made, in milliseconds since 1970 UTC, by the server's clock.
    pub issued: i64,
    /// Until when the first head must have come.
    pub expires: i64,
}

impl Message for Challenge {
    const KIND: &'static str = "challenge";

    fn members(&self) -> Members {
        Members::new(Self::KIND)
            .with("session", cbor::of_bytes(self.session))
            .with("nonce", cbor::of_bytes(self.nonce))
            .with("key", cbor::of_bytes(self.key.as_bytes()))
            .with("game", self.game.as_str())
            .with_some("map", self.map.as_deref())
            .with("issued", self.issued)
            .with("expires", self.expires)
    }

    fn read(members: &Members, _: PublicKey) -> Result<Self, Error> {
        Ok(Self {
            session: members.required("session", cbor::array)?,
            nonce: members.required("nonce", cbor::array)?,
            key: members.required("key", cbor::key)?,
            game: members.required("game", cbor::text)?,
            map: members.optional("map", cbor::text)?,
            issued: members.required("issued", cbor::int)?,
            expires: members.required("expires", cbor::int)?,
        })
    }
}

/// The message that a player signs every two seconds: the chain up to there.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// The digest of the challenge message; `None` for a session that was recorded without a server.
    pub challenge: Option<DigestBytes>,
    /// The number of the head in the session, from 0.
    pub number: u64,
    /// The number of chunks of the reel that it covers.
    pub chunks: u64,
    /// The hash of the last of them.
    pub hash: [u8; 32],
    /// The greatest time that their heads have, in seconds; 0 if they have none.
    pub time: f64,
}

impl Message for Head {
    const KIND: &'static str = "head";

    fn members(&self) -> Members {
        Members::new(Self::KIND)
            .with_some("challenge", self.challenge.map(cbor::of_bytes))
            .with("number", self.number)
            .with("chunks", self.chunks)
            .with("hash", cbor::of_bytes(self.hash))
            .with("time", self.time)
    }

    fn read(members: &Members, _: PublicKey) -> Result<Self, Error> {
        Ok(Self {
            challenge: members.optional("challenge", cbor::array)?,
            number: members.required("number", cbor::uint)?,
            chunks: members.required("chunks", cbor::uint)?,
            hash: members.required("hash", cbor::array)?,
            time: members.required("time", cbor::float)?,
        })
    }
}

/// A server's answer to a head or a close: when it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The session's number, as in the challenge.
    pub session: [u8; 16],
    /// The digest of the message that is answered.
    pub message: DigestBytes,
    /// The number of the head; of a close, how many heads there were.
    pub number: u64,
    /// When it came, in milliseconds since 1970 UTC, by the server's clock.
    pub received: i64,
}

impl Message for Receipt {
    const KIND: &'static str = "receipt";

    fn members(&self) -> Members {
        Members::new(Self::KIND)
            .with("session", cbor::of_bytes(self.session))
            .with("message", cbor::of_bytes(self.message))
            .with("number", self.number)
            .with("received", self.received)
    }

    fn read(members: &Members, _: PublicKey) -> Result<Self, Error> {
        Ok(Self {
            session: members.required("session", cbor::array)?,
            message: members.required("message", cbor::array)?,
            number: members.required("number", cbor::uint)?,
            received: members.required("received", cbor::int)?,
        })
    }
}

/// A file that the recorder wrote beside the reel: the game's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// The format, e.g. `bsor`.
    pub format: String,
    /// The SHA-256 of the file without a mark.
    pub sha256: DigestBytes,
}

/// The message that a player signs at the end: the whole session.
#[derive(Clone, Debug, PartialEq)]
pub struct Close {
    /// The digest of the challenge message; `None` for a session that was recorded without a server.
    pub challenge: Option<DigestBytes>,
    /// The number of heads.
    pub number: u64,
    /// The number of chunks of the reel that it covers.
    pub chunks: u64,
    /// The hash of the last of them.
    pub hash: [u8; 32],
    /// The greatest time that their heads have, in seconds; 0 if they have none.
    pub time: f64,
    /// By stream: the number of rows, with those lost while recording; of an original, of bytes.
    pub rows: Vec<u64>,
    /// The game's own files that the recorder wrote.
    pub files: Vec<NamedFile>,
    /// The result of the session, e.g. a score, by name.
    pub result: BTreeMap<String, String>,
}

impl Message for Close {
    const KIND: &'static str = "close";

    fn members(&self) -> Members {
        let file = |file: &NamedFile| {
            Members::new(Self::KIND)
                .with("format", file.format.as_str())
                .with("sha256", cbor::of_bytes(file.sha256))
                .value()
        };
        let result = (!self.result.is_empty()).then(|| {
            let mut members: Vec<_> = self.result.iter().collect();
            members.sort_by_key(|(name, _)| (name.len(), *name));
            let text = |text: &String| Value::Text(text.clone());
            Value::Map(members.iter().map(|(name, value)| (text(name), text(value))).collect())
        });
        Members::new(Self::KIND)
            .with_some("challenge", self.challenge.map(cbor::of_bytes))
            .with("number", self.number)
            .with("chunks", self.chunks)
            .with("hash", cbor::of_bytes(self.hash))
            .with("time", self.time)
            .with("rows", self.rows.iter().map(|rows| Value::from(*rows)).collect::<Vec<_>>())
            .with("files", self.files.iter().map(file).collect::<Vec<_>>())
            .with_some("result", result)
    }

    fn read(members: &Members, _: PublicKey) -> Result<Self, Error> {
        let file = |value: &Value| {
            let members = Members::of(Self::KIND, value)?;
            let format = members.required("format", cbor::text).ok()?;
            Some(NamedFile { format, sha256: members.required("sha256", cbor::array).ok()? })
        };
        Ok(Self {
            challenge: members.optional("challenge", cbor::array)?,
            number: members.required("number", cbor::uint)?,
            chunks: members.required("chunks", cbor::uint)?,
            hash: members.required("hash", cbor::array)?,
            time: members.required("time", cbor::float)?,
            rows: members.required("rows", |value| cbor::list(value, cbor::uint))?,
            files: members.required("files", |value| cbor::list(value, file))?,
            result: members
                .optional("result", Members::texts)?
                .unwrap_or_default()
                .into_iter()
                .collect(),
        })
    }
}

/// A session that names a file: that it is the file's is the player's word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The challenge message.
    pub challenge: Vec<u8>,
    /// The heads, in order.
    pub heads: Vec<Vec<u8>>,
    /// The receipts.
    pub receipts: Vec<Vec<u8>>,
    /// The close, which names the file.
    pub close: Vec<u8>,
}

/// The mark of a file: who vouches for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileMark {
    /// The format, e.g. `bsor`.
    pub format: String,
    /// The SHA-256 of the file without its mark.
    pub sha256: DigestBytes,
    /// When it was marked, in milliseconds since 1970 UTC, by the player's clock.
    pub made: i64,
    /// A session whose close names this file.
    pub evidence: Option<Evidence>,
}

impl Message for FileMark {
    const KIND: &'static str = "file";
    const LIMIT: usize = limits::FILE_MESSAGE;

    fn members(&self) -> Members {
        let list = |messages: &[Vec<u8>]| messages.iter().map(cbor::of_bytes).collect::<Vec<_>>();
        let evidence = self.evidence.as_ref().map(|evidence| {
            Members::new(Self::KIND)
                .with("challenge", cbor::of_bytes(&evidence.challenge))
                .with("heads", list(&evidence.heads))
                .with("receipts", list(&evidence.receipts))
                .with("close", cbor::of_bytes(&evidence.close))
                .value()
        });
        Members::new(Self::KIND)
            .with("format", self.format.as_str())
            .with("sha256", cbor::of_bytes(self.sha256))
            .with("made", self.made)
            .with_some("evidence", evidence)
    }

    fn read(members: &Members, _: PublicKey) -> Result<Self, Error> {
        let evidence = |value: &Value| {
            let members = Members::of(Self::KIND, value)?;
            let list = |value: &Value| cbor::list(value, cbor::blob);
            Some(Evidence {
                challenge: members.required("challenge", cbor::blob).ok()?,
                heads: members.required("heads", list).ok()?,
                receipts: members.required("receipts", list).ok()?,
                close: members.required("close", cbor::blob).ok()?,
            })
        };
        Ok(Self {
            format: members.required("format", cbor::text)?,
            sha256: members.required("sha256", cbor::array)?,
            made: members.required("made", cbor::int)?,
            evidence: members.optional("evidence", evidence)?,
        })
    }
}

/// The statement of an old key that a new one is the same player's. The new key must [accept](Accept).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rotate {
    /// The key that signs this.
    pub old: PublicKey,
    /// The key that takes its place.
    pub new: PublicKey,
    /// When, in milliseconds since 1970 UTC, by the player's clock.
    pub made: i64,
}

impl Message for Rotate {
    const KIND: &'static str = "rotate";

    fn members(&self) -> Members {
        Members::new(Self::KIND)
            .with("old", cbor::of_bytes(self.old.as_bytes()))
            .with("new", cbor::of_bytes(self.new.as_bytes()))
            .with("made", self.made)
    }

    fn read(members: &Members, signer: PublicKey) -> Result<Self, Error> {
        let old = members.required("old", cbor::key)?;
        check_signer(Self::KIND, old, signer)?;
        Ok(Self {
            old,
            new: members.required("new", cbor::key)?,
            made: members.required("made", cbor::int)?,
        })
    }
}

/// The consent of a new key to a [rotation](Rotate) to it, so that another's key cannot be made a successor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accept {
    /// The rotation, as the old key signed it.
    pub rotate: Vec<u8>,
}

impl Accept {
    /// The rotation that is accepted.
    ///
    /// # Errors
    /// If it is no rotation. A message that was [read](envelope::open) has one.
    pub fn rotation(&self) -> Result<Signed<Rotate>, Error> {
        envelope::open(&self.rotate)
    }
}

impl Message for Accept {
    const KIND: &'static str = "accept";

    fn members(&self) -> Members {
        Members::new(Self::KIND).with("rotate", cbor::of_bytes(&self.rotate))
    }

    fn read(members: &Members, signer: PublicKey) -> Result<Self, Error> {
        let accept = Self { rotate: members.required("rotate", cbor::blob)? };
        check_signer(Self::KIND, accept.rotation()?.message.new, signer)?;
        Ok(accept)
    }
}

/// The revocation of a key by itself: its signatures no longer count, except those that a server received before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revoke {
    /// The key that signs this.
    pub key: PublicKey,
    /// When, in milliseconds since 1970 UTC, by its owner's clock.
    pub made: i64,
    /// Why, e.g. `stolen`.
    pub reason: Option<String>,
}

impl Message for Revoke {
    const KIND: &'static str = "revoke";

    fn members(&self) -> Members {
        Members::new(Self::KIND)
            .with("key", cbor::of_bytes(self.key.as_bytes()))
            .with("made", self.made)
            .with_some("reason", self.reason.as_deref())
    }

    fn read(members: &Members, signer: PublicKey) -> Result<Self, Error> {
        let key = members.required("key", cbor::key)?;
        check_signer(Self::KIND, key, signer)?;
        let reason = members.optional("reason", cbor::text)?;
        Ok(Self { key, made: members.required("made", cbor::int)?, reason })
    }
}

/// The statement of a server's old key about its new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerRotation {
    /// The key that signs this.
    pub old: PublicKey,
    /// The key that makes challenges from then on.
    pub new: PublicKey,
    /// From when on, in milliseconds since 1970 UTC, by the server's clock.
    pub from: i64,
}

impl Message for ServerRotation {
    const KIND: &'static str = "server";

    fn members(&self) -> Members {
        Members::new(Self::KIND)
            .with("old", cbor::of_bytes(self.old.as_bytes()))
            .with("new", cbor::of_bytes(self.new.as_bytes()))
            .with("from", self.from)
    }

    fn read(members: &Members, signer: PublicKey) -> Result<Self, Error> {
        let old = members.required("old", cbor::key)?;
        check_signer(Self::KIND, old, signer)?;
        Ok(Self {
            old,
            new: members.required("new", cbor::key)?,
            from: members.required("from", cbor::int)?,
        })
    }
}

/// The digest by which other messages name a message.
pub fn digest(message: &[u8]) -> DigestBytes {
    *Digest::of(message).as_bytes()
}

fn check_signer(kind: &'static str, expected: PublicKey, found: PublicKey) -> Result<(), Error> {
    if expected == found { Ok(()) } else { Err(Error::OtherKey { kind, expected, found }) }
}
