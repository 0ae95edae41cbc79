//! The connection to a console, or to a relay that sends bare events.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Instant;

use super::address::look_up;
use super::message::{self, Kind, Message};
use super::{Arrival, Arrived, LOOK, Link, Patience, Pauses};

/// The most bytes that are read at once.
const PIECE: usize = 32 << 10;

/// The token by which a console knows us, and our position in its stream.
#[derive(Debug, Default)]
struct Session {
    token: [u8; 4],
    /// Position after the last byte that came, once the console has said where it is.
    cursor: Option<u64>,
}

/// The state of one connection's input.
#[derive(Default)]
struct Incoming {
    /// The beginning of a message whose rest is still to come.
    bytes: Vec<u8>,
    kind: Option<Kind>,
    /// The console has answered to who we are.
    has_answered: bool,
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
    let mut session = Session::default();
    let mut pauses = Pauses::new(patience);
    while !link.is_over() {
        let mut connection = Connection {
            patience,
            link,
            arrived: &mut *arrived,
            session: &mut session,
            has_come: false,
        };
        let Over::Lost(reason) = connection.run(address) else { return };
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
    session: &'a mut Session,
    /// Something that makes sense came in.
    has_come: bool,
}

impl Connection<'_> {
    fn run(&mut self, address: &str) -> Over {
        match self.follow(address) {
            Ok(never) => match never {},
            Err(over) => over,
        }
    }

    fn follow(&mut self, address: &str) -> Result<std::convert::Infallible, Over> {
        let mut stream = self.connect(address)?;
        let hello = message::handshake(self.session.cursor.unwrap_or(0), self.session.token);
        stream.write_all(&hello).map_err(|error| Over::Lost(format!("is gone: {error}")))?;
        let mut incoming = Incoming::default();
        loop {
            self.read(&mut stream, &mut incoming.bytes)?;
            self.take(&mut incoming)?;
        }
    }

    /// Takes the input apart, and leaves the beginning of an incomplete item.
    fn take(&mut self, incoming: &mut Incoming) -> Result<(), Over> {
        let Incoming { bytes, kind, has_answered } = incoming;
        *kind = kind.or_else(|| Kind::of(bytes));
        match kind {
            None => {}
            Some(Kind::Raw) => {
                if !self.has_come {
                    // A peer that sends bare events begins with the game's first, whatever was sent before.
                    self.greeted();
                    self.send(Arrival::Elsewhere)?;
                }
                self.send(Arrival::Bytes(std::mem::take(bytes)))?;
            }
            Some(Kind::Console) => {
                while let Some((length, message)) = message::read(bytes).map_err(Over::Lost)? {
                    bytes.drain(..length);
                    self.message(message, has_answered)?;
                }
            }
        }
        Ok(())
    }

    fn message(&mut self, message: Message, has_answered: &mut bool) -> Result<(), Over> {
        match message {
            Message::Handshake { nick, token, position } => {
                if std::mem::replace(has_answered, true) {
                    return Err(Over::Lost("greeted twice".to_owned()));
                }
                self.greeted();
                if self.session.cursor.is_some_and(|cursor| cursor != position) {
                    self.send(Arrival::Elsewhere)?;
                }
                *self.session = Session { token, cursor: Some(position) };
                self.send(Arrival::Nick(nick))
            }
            Message::Data { position, next, is_forced, bytes } => {
                let Some(cursor) = self.session.cursor.filter(|_| *has_answered) else {
                    return Err(Over::Lost("sent bytes before its greeting".to_owned()));
                };
                if position.checked_add(bytes.len() as u64) != Some(next) {
                    let what = format!("counts {} bytes from {position} to {next}", bytes.len());
                    return Err(Over::Lost(what));
                }
                if position != cursor {
                    if !is_forced {
                        let what = format!("sent what is at {position} in place of {cursor}");
                        return Err(Over::Lost(what));
                    }
                    self.send(Arrival::Gap)?;
                }
                self.session.cursor = Some(next);
                if bytes.is_empty() { Ok(()) } else { self.send(Arrival::Bytes(bytes)) }
            }
            Message::KeepAlive => Ok(()),
        }
    }

    fn connect(&self, address: &str) -> Result<TcpStream, Over> {
        let cannot = |error| Over::Lost(format!("cannot be reached: {error}"));
        let mut last = None;
        for address in look_up(address).map_err(cannot)? {
            match TcpStream::connect_timeout(&address, self.patience.connect) {
                Ok(stream) => {
                    // Only the pace of the one message that we send depends on it.
                    let _ = stream.set_nodelay(true);
                    stream.set_read_timeout(Some(LOOK)).map_err(cannot)?;
                    stream.set_write_timeout(Some(self.patience.silence)).map_err(cannot)?;
                    return Ok(stream);
                }
                Err(error) => last = Some(error),
            }
        }
        Err(last.map_or_else(|| Over::Lost("has no address".to_owned()), cannot))
    }

    /// Reads the available bytes, waiting for some.
    fn read(&self, stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Result<(), Over> {
        let started = Instant::now();
        let mut piece = [0; PIECE];
        loop {
            if self.link.is_over() {
                return Err(Over::Unneeded);
            }
            match stream.read(&mut piece) {
                Ok(0) => return Err(Over::Lost("has closed the connection".to_owned())),
                Ok(length) => {
                    buffer.extend_from_slice(&piece[..length]);
                    return Ok(());
                }
                Err(error) => match error.kind() {
                    ErrorKind::Interrupted => {}
                    ErrorKind::WouldBlock | ErrorKind::TimedOut => {
                        if started.elapsed() >= self.patience.silence {
                            return Err(Over::Lost("has been silent for too long".to_owned()));
                        }
                    }
                    _ => return Err(Over::Lost(format!("is gone: {error}"))),
                },
            }
        }
    }

    /// The other side is what we look for.
    fn greeted(&mut self) {
        self.has_come = true;
        self.link.set_trouble(None);
    }

    fn send(&mut self, arrival: Arrival) -> Result<(), Over> {
        if (self.arrived)(arrival) { Ok(()) } else { Err(Over::Unneeded) }
    }
}

/// The input of one connection that sends these pieces, and the way it is lost if it is: for the fuzzer.
#[cfg(feature = "fuzzing")]
pub(super) fn arrivals(pieces: &[&[u8]]) -> (Vec<Arrival>, Option<String>) {
    let mut arrivals = Vec::new();
    let mut connection = Connection {
        patience: Patience::USUAL,
        link: &Link::default(),
        arrived: &mut |arrival| {
            arrivals.push(arrival);
            true
        },
        session: &mut Session::default(),
        has_come: false,
    };
    let mut incoming = Incoming::default();
    let lost = pieces.iter().find_map(|piece| {
        incoming.bytes.extend_from_slice(piece);
        match connection.take(&mut incoming) {
            Err(Over::Lost(reason)) => Some(reason),
            _ => None,
        }
    });
    (arrivals, lost)
}
