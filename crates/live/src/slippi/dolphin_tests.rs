//! A Dolphin of our own.

use std::net::UdpSocket;
use std::time::{Duration, Instant};

use data_encoding::BASE64;
use ghostreel_formats::slp::sample::FileKind;
use rusty_enet::{Event, Host, HostSettings, Packet};
use serde_json::{Value, json};

use super::console_tests::{PATIENCE, collect, inner};
use super::games_tests::events;
use super::{Slippi, Source};
use crate::EndReason;

/// The course of one connection: the messages that follow the request, and whether Dolphin then leaves.
struct Visit {
    /// The cursor that the request must have.
    cursor: u64,
    messages: Vec<Value>,
}

/// A Dolphin that plays these connections, and a source that follows it.
fn dolphin(visits: Vec<Visit>) -> (Slippi, std::thread::JoinHandle<()>) {
    let socket = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let address = socket.local_addr().expect("an address").to_string();
    let thread = std::thread::spawn(move || {
        let settings = HostSettings { peer_limit: 4, channel_limit: 2, ..Default::default() };
        let mut host = Host::new(socket, settings).expect("a host");
        let mut visits = visits.into_iter().peekable();
        let deadline = Instant::now() + Duration::from_secs(30);
        while Instant::now() < deadline {
            match host.service().expect("a network") {
                Some(Event::Receive { peer, packet, .. }) => {
                    let request: Value = serde_json::from_slice(packet.data()).expect("JSON");
                    let visit = visits.next().expect("a visit");
                    assert_eq!(request, json!({"type": "connect_request", "cursor": visit.cursor}));
                    for message in &visit.messages {
                        let text = message.to_string();
                        peer.send(0, &Packet::reliable(text.as_bytes())).expect("room");
                    }
                    if visits.peek().is_some() {
                        peer.disconnect_later(0);
                    }
                }
                Some(Event::Disconnect { .. }) if visits.peek().is_none() => return,
                Some(_) => {}
                None => std::thread::sleep(Duration::from_millis(1)),
            }
        }
        panic!("the client does not leave");
    });
    (Slippi::dolphin_with(&address, PATIENCE), thread)
}

fn reply(cursor: u64) -> Value {
    json!({"type": "connect_reply", "nick": "Slippi Online", "version": "3.4.0", "cursor": cursor})
}

fn start(cursor: u64) -> Value {
    json!({"type": "start_game", "cursor": cursor, "next_cursor": cursor + 1})
}

fn event(cursor: u64, bytes: &[u8]) -> Value {
    let payload = BASE64.encode(bytes);
    json!({"type": "game_event", "cursor": cursor, "next_cursor": cursor + 1, "payload": payload})
}

fn end(cursor: u64) -> Value {
    json!({"type": "end_game", "cursor": cursor, "next_cursor": cursor + 1, "dolphin_closed": false})
}

/// The messages of a whole game, the first with this cursor.
fn game(bytes: &[u8], cursor: u64) -> Vec<Value> {
    let mut messages = vec![start(cursor)];
    messages.extend((cursor + 1..).zip(bytes.chunks(900)).map(|(at, bytes)| event(at, bytes)));
    messages.push(end(cursor + messages.len() as u64));
    messages
}

fn check(visits: Vec<Visit>, expected: &[(EndReason, &[u8])]) {
    let (mut source, thread) = dolphin(visits);
    for (why, events) in expected {
        let (file, found) = collect(&mut source);
        assert_eq!(found, *why);
        assert!(inner(&file) == *events);
    }
    assert_eq!(source.next(Duration::from_millis(50)), None);
    drop(source);
    thread.join().expect("Dolphin");
}

#[test]
fn games_of_dolphin_become_files() {
    let (one, two) = (events(FileKind::Online), events(FileKind::Old));
    let menu = json!({"type": "menu_event", "payload": "PgA="});
    let first = game(&one, 0);
    let second = game(&two, first.len() as u64);
    let messages = [vec![reply(0), menu], first, second].concat();
    let expected = [(EndReason::Finished, &one[..]), (EndReason::Finished, &two[..])];
    check(vec![Visit { cursor: 0, messages }], &expected);
}

#[test]
fn a_lost_connection_goes_on_where_it_was_and_drops_what_came_before() {
    let bytes = events(FileKind::Online);
    let whole = game(&bytes, 10);
    let first = [vec![reply(10)], whole[..5].to_vec()].concat();
    // Two messages come once more.
    let second = [vec![reply(15)], whole[3..].to_vec()].concat();
    let visits = vec![Visit { cursor: 0, messages: first }, Visit { cursor: 15, messages: second }];
    check(visits, &[(EndReason::Finished, &bytes)]);
}

#[test]
fn a_game_that_dolphin_ends_early_is_broken_off() {
    let bytes = events(FileKind::Online);
    let whole = game(&bytes, 0);
    let messages = [vec![reply(0)], whole[..5].to_vec(), vec![end(5)], game(&bytes, 6)].concat();
    let (mut source, thread) = dolphin(vec![Visit { cursor: 0, messages }]);
    let (file, why) = collect(&mut source);
    assert_eq!(why, EndReason::Replaced);
    assert!(bytes.starts_with(inner(&file)));
    assert!(inner(&collect(&mut source).0) == bytes);
    drop(source);
    thread.join().expect("Dolphin");
}
