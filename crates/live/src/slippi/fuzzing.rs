//! Input from the network without a network, for fuzz targets.

use chrono::DateTime;
use rusty_enet::{Host, Socket};

use super::{Arrival, Slippi, console, dolphin};
use crate::LiveEvent;

/// The result of bytes from the network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Received {
    /// The files that a follower has of it, in their order.
    pub files: Vec<Vec<u8>>,
    /// Why the connection was given up; `None` if it would go on.
    pub lost: Option<String>,
}

/// A host that begins to connect to a Dolphin by a socket.
///
/// # Errors
/// If ENet refuses it: a sentence's end.
pub fn dolphin_host<S: Socket>(socket: S, to: S::Address) -> Result<Host<S>, String> {
    dolphin::host(socket, to)
}

/// The result of a console or relay that sends these pieces.
pub fn console(pieces: &[&[u8]]) -> Received {
    received(console::arrivals(pieces))
}

/// The result of a Dolphin that sends these packets.
pub fn dolphin(packets: &[&[u8]]) -> Received {
    received(dolphin::arrivals(packets))
}

fn received((arrivals, lost): (Vec<Arrival>, Option<String>)) -> Received {
    let mut source = Slippi::start(|_, _| ());
    let mut files: Vec<Vec<u8>> = Vec::new();
    for arrival in arrivals {
        source.arrived(arrival, DateTime::UNIX_EPOCH);
    }
    for event in source.stop() {
        match (event, files.last_mut()) {
            (LiveEvent::Began { .. }, _) => files.push(Vec::new()),
            (LiveEvent::Bytes(bytes), Some(file)) => file.extend(bytes),
            (LiveEvent::Rewritten { offset, bytes }, Some(file)) => {
                file[offset..offset + bytes.len()].copy_from_slice(&bytes);
            }
            (LiveEvent::Ended(_), Some(_)) => {}
            (event, file) => panic!("{event:?} of {file:?}"),
        }
    }
    Received { files, lost }
}
