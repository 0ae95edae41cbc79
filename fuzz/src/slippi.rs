//! The bytes of a peer on the network to a follower of Slippi's games.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::open;
use ghostreel_live::fuzzing::{self, Received, dolphin_host};
use rusty_enet::{Event, Host, HostSettings, MTU_MAX, PacketReceived, Socket};

/// A console's bytes, split in any way, make the same files, which can be looked into.
pub fn slippi_console(bytes: &[u8]) {
    let Some((bytes, pieces)) = crate::pieces(bytes) else { return };
    let whole = fuzzing::console(&[bytes]);
    assert_eq!(whole, fuzzing::console(&pieces), "it depends on how it is split");
    look_into(&whole);
}

/// Any packets of Dolphin, one a line, make files that can be looked into.
pub fn slippi_dolphin(bytes: &[u8]) {
    let packets: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    look_into(&fuzzing::dolphin(&packets));
}

/// ENet reads or passes over any datagrams after those that connect. Two bytes are the length of each.
pub fn slippi_datagrams(bytes: &[u8]) {
    let [to_client, to_server] = [(); 2].map(|()| Queue::default());
    let socket = |from: &Queue, to: &Queue| Wire { from: from.clone(), to: to.clone() };
    let settings = HostSettings { peer_limit: 1, channel_limit: 3, ..HostSettings::default() };
    let mut server = Host::new(socket(&to_server, &to_client), settings).expect("a host");
    let mut client = dolphin_host(socket(&to_client, &to_server), ()).expect("a host");
    let mut is_connected = false;
    for _ in 0..8 {
        let Ok(event) = client.service();
        is_connected |= matches!(event, Some(Event::Connect { .. }));
        let Ok(_) = server.service();
    }
    assert!(is_connected, "the two hosts do not connect");
    let mut rest = bytes;
    while let Some((length, after)) = rest.split_first_chunk() {
        let length = usize::from(u16::from_le_bytes(*length)).min(MTU_MAX).min(after.len());
        let (datagram, after) = after.split_at(length);
        to_client.push(datagram);
        rest = after;
    }
    // A datagram may hold several packets.
    for _ in 0..bytes.len().min(1_000) {
        let Ok(event) = client.service();
        if event.is_none() {
            break;
        }
    }
}

/// Each file can be opened or is refused in a sentence.
fn look_into(Received { files, .. }: &Received) {
    for file in files {
        if let Ok(replay) = open(&file[..], &DecodeOptions::RECOVER) {
            assert!(replay.to_replay().expect("it is not cancelled").encode() == *file);
        }
    }
}

/// Datagrams on their way.
#[derive(Clone, Debug, Default)]
struct Queue(Arc<Mutex<VecDeque<Vec<u8>>>>);

impl Queue {
    fn push(&self, datagram: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_back(datagram.to_vec());
    }

    fn pop(&self) -> Option<Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}

/// One end of a network of two.
#[derive(Debug)]
struct Wire {
    from: Queue,
    to: Queue,
}

impl Socket for Wire {
    type Address = ();
    type Error = Infallible;

    fn send(&mut self, (): (), buffer: &[u8]) -> Result<usize, Infallible> {
        self.to.push(buffer);
        Ok(buffer.len())
    }

    fn receive(
        &mut self,
        buffer: &mut [u8; MTU_MAX],
    ) -> Result<Option<((), PacketReceived)>, Infallible> {
        let Some(datagram) = self.from.pop() else { return Ok(None) };
        buffer[..datagram.len()].copy_from_slice(&datagram);
        Ok(Some(((), PacketReceived::Complete(datagram.len()))))
    }
}
