//! The connection to Dolphin: JSON messages in ENet's packets over UDP.

use std::net::{SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use data_encoding::BASE64;
use rusty_enet::{Event, Host, HostSettings, Packet, Socket};
use serde::Deserialize;

use super::address::look_up;
use super::{Arrival, Arrived, Link, Patience, Pauses};

/// The greeting of Slippi's own programs when they connect. Dolphin ignores it.
const GREETING: u32 = 1337;
/// They ask for so many channels. All messages come in the first.
const CHANNELS: usize = 3;
/// How often it is looked for packets.
const PERIOD: Duration = Duration::from_millis(4);

/// A message of Dolphin. Other messages are about menus.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Message {
    ConnectReply {
        #[serde(default)]
        nick: String,
        cursor: u64,
    },
    StartGame {
        next_cursor: u64,
    },
    GameEvent {
        cursor: u64,
        next_cursor: u64,
        #[serde(default)]
        payload: String,
    },
    EndGame {
        next_cursor: u64,
        #[serde(default)]
        dolphin_closed: bool,
    },
    #[serde(other)]
    Other,
}

/// Why a connection is over.
enum Over {
    /// The source is gone.
    Unneeded,
    /// A sentence's end: the action of the other side.
    Lost(String),
}

/// Keeps a connection to `address` until the source is gone.
pub(super) fn run(address: &str, patience: Patience, link: &Link, arrived: Arrived<'_>) {
    let mut cursor = None;
    let mut pauses = Pauses::new(patience);
    while !link.is_over() {
        let mut connection = Connection {
            patience,
            link,
            arrived: &mut *arrived,
            cursor: &mut cursor,
            has_come: false,
        };
        let Over::Lost(reason) = connection.follow(address) else { return };
        if connection.has_come {
            pauses.reset();
        }
        link.set_trouble(Some(format!("{address} {reason}")));
        link.sleep(pauses.next());
    }
}

struct Connection<'a> {
    patience: Patience,
    link: &'a Link,
    arrived: Arrived<'a>,
    /// The number of the message that is to come next, once Dolphin has said it.
    cursor: &'a mut Option<u64>,
    /// Dolphin has answered.
    has_come: bool,
}

impl Connection<'_> {
    fn follow(&mut self, address: &str) -> Over {
        let mut host = match connect(address) {
            Ok(host) => host,
            Err(reason) => return Over::Lost(format!("cannot be reached: {reason}")),
        };
        let started = Instant::now();
        loop {
            if self.link.is_over() {
                host.peers_mut().for_each(|peer| peer.disconnect_now(0));
                return Over::Unneeded;
            }
            if !self.has_come && started.elapsed() >= self.patience.connect {
                return Over::Lost("does not answer".to_owned());
            }
            let result = match host.service() {
                Ok(Some(Event::Connect { peer, .. })) => {
                    let cursor = self.cursor.unwrap_or(0);
                    let request = format!(r#"{{"type":"connect_request","cursor":{cursor}}}"#);
                    let sent = peer.send(0, &Packet::reliable(request.as_bytes()));
                    peer.ping();
                    sent.map_err(|error| Over::Lost(format!("is gone: {error}")))
                }
                Ok(Some(Event::Receive { packet, .. })) => self.message(packet.data()),
                Ok(Some(Event::Disconnect { .. })) => {
                    Err(Over::Lost("has closed the connection".to_owned()))
                }
                Ok(None) => {
                    std::thread::sleep(PERIOD);
                    Ok(())
                }
                Err(error) => Err(Over::Lost(format!("is gone: {error}"))),
            };
            if let Err(over) = result {
                host.peers_mut().for_each(|peer| peer.disconnect_now(0));
                return over;
            }
        }
    }

    fn message(&mut self, packet: &[u8]) -> Result<(), Over> {
        let message = serde_json::from_slice(packet)
            .map_err(|error| Over::Lost(format!("sent a message that is none: {error}")))?;
        match message {
            Message::ConnectReply { nick, cursor } => {
                self.has_come = true;
                self.link.set_trouble(None);
                if self.cursor.is_some_and(|expected| expected != cursor) {
                    self.send(Arrival::Elsewhere)?;
                }
                *self.cursor = Some(cursor);
                self.send(Arrival::Nick(nick))
            }
            Message::StartGame { next_cursor } => {
                *self.cursor = Some(next_cursor);
                self.send(Arrival::Elsewhere)
            }
            Message::GameEvent { cursor, next_cursor, payload } => {
                match *self.cursor {
                    // It came before.
                    Some(expected) if cursor < expected => return Ok(()),
                    Some(expected) if cursor > expected => self.send(Arrival::Gap)?,
                    _ => {}
                }
                let bytes = BASE64.decode(payload.as_bytes()).map_err(|error| {
                    Over::Lost(format!("sent bytes that are no base64: {error}"))
                })?;
                if bytes.is_empty() {
                    return Err(Over::Lost("has ended the connection".to_owned()));
                }
                *self.cursor = Some(next_cursor);
                self.send(Arrival::Bytes(bytes))
            }
            Message::EndGame { next_cursor, dolphin_closed } => {
                *self.cursor = Some(next_cursor);
                self.send(Arrival::Elsewhere)?;
                match dolphin_closed {
                    true => Err(Over::Lost("was closed".to_owned())),
                    false => Ok(()),
                }
            }
            Message::Other => Ok(()),
        }
    }

    fn send(&mut self, arrival: Arrival) -> Result<(), Over> {
        if (self.arrived)(arrival) { Ok(()) } else { Err(Over::Unneeded) }
    }
}

/// Begins to connect. The error is a sentence's end.
fn connect(address: &str) -> Result<Host<UdpSocket>, String> {
    let addresses = look_up(address).map_err(|error| error.to_string())?;
    // Dolphin listens on IPv4.
    let to = addresses.iter().find(|address| address.is_ipv4()).or(addresses.first());
    let to = *to.ok_or("it has no address")?;
    let any: SocketAddr = match to {
        SocketAddr::V4(_) => ([0, 0, 0, 0], 0).into(),
        SocketAddr::V6(_) => ([0_u16; 8], 0).into(),
    };
    let socket = UdpSocket::bind(any).map_err(|error| error.to_string())?;
    host(socket, to)
}

/// Begins to connect by a socket.
pub(super) fn host<S: Socket>(socket: S, to: S::Address) -> Result<Host<S>, String> {
    let settings = HostSettings { peer_limit: 1, channel_limit: CHANNELS, ..Default::default() };
    let mut host = Host::new(socket, settings).map_err(|error| error.to_string())?;
    host.connect(to, CHANNELS, GREETING).map_err(|error| error.to_string())?;
    Ok(host)
}

/// The input of these packets, and the way the connection is lost if it is: for the fuzzer.
#[cfg(feature = "fuzzing")]
pub(super) fn arrivals(packets: &[&[u8]]) -> (Vec<Arrival>, Option<String>) {
    let mut arrivals = Vec::new();
    let mut connection = Connection {
        patience: Patience::USUAL,
        link: &Link::default(),
        arrived: &mut |arrival| {
            arrivals.push(arrival);
            true
        },
        cursor: &mut None,
        has_come: false,
    };
    let lost = packets.iter().find_map(|packet| match connection.message(packet) {
        Err(Over::Lost(reason)) => Some(reason),
        _ => None,
    });
    (arrivals, lost)
}
