//! A console of our own, well-behaved and not.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use ghostreel_formats::slp::sample::FileKind;

use super::games_tests::events;
use super::{Patience, Slippi};
use crate::{EndReason, LiveEvent, Source};

pub(super) const PATIENCE: Patience = Patience {
    connect: Duration::from_secs(5),
    silence: Duration::from_secs(1),
    first_pause: Duration::from_millis(10),
    longest_pause: Duration::from_millis(50),
};

fn framed(body: &[u8]) -> Vec<u8> {
    [&(body.len() as u32).to_be_bytes(), body].concat()
}

fn greeting(token: u8, position: u64) -> Vec<u8> {
    let mut body =
        b"{i\x04typeU\x01i\x07payload{i\x04nickSU\x03Wiii\x11nintendontVersionSi\x051.9.9\
        i\x0bclientToken[$U#i\x04\0\0\0"
            .to_vec();
    body.push(token);
    body.extend(b"i\x03pos[$U#i\x08");
    body.extend(position.to_be_bytes());
    body.extend(b"}}");
    framed(&body)
}

fn data(position: u64, is_forced: bool, bytes: &[u8]) -> Vec<u8> {
    let mut body = b"{i\x04typeU\x02i\x07payload{i\x03pos[$U#i\x08".to_vec();
    body.extend(position.to_be_bytes());
    body.extend(b"i\x07nextPos[$U#i\x08");
    body.extend((position + bytes.len() as u64).to_be_bytes());
    body.extend(b"i\x08forcePos");
    body.push(if is_forced { b'T' } else { b'F' });
    body.extend(b"i\x04data[$U#I");
    body.extend((bytes.len() as u16).to_be_bytes());
    body.extend(bytes);
    body.extend(b"}}");
    framed(&body)
}

fn keep_alive() -> Vec<u8> {
    framed(b"{i\x04typeU\x03}")
}

/// All bytes from `position` on, in messages as a console makes them.
fn all(stream: &[u8], base: u64, position: u64) -> Vec<u8> {
    let from = (position - base) as usize;
    let mut at = position;
    let mut messages = Vec::new();
    for bytes in stream[from..].chunks(7_001) {
        messages.extend(data(at, false, bytes));
        messages.extend(keep_alive());
        at += bytes.len() as u64;
    }
    messages
}

/// A connection as the console sees it: where the client goes on, and by which token.
struct Visit {
    stream: TcpStream,
    cursor: u64,
    token: [u8; 4],
}

impl Visit {
    fn accept(listener: &TcpListener) -> Self {
        let (mut stream, _) = listener.accept().expect("a client");
        let mut hello = [0; 83];
        stream.read_exact(&mut hello).expect("a handshake");
        assert_eq!(hello[..13], *b"\0\0\0\x4f{i\x04typeU\x01");
        let cursor = u64::from_be_bytes(hello[37..45].try_into().expect("8 bytes"));
        let token = hello[64..68].try_into().expect("4 bytes");
        Self { stream, cursor, token }
    }

    fn say(&mut self, bytes: &[u8]) {
        // The client may have gone already.
        let _ = self.stream.write_all(bytes);
    }

    /// Keeps the connection until the client leaves.
    fn wait(mut self) {
        let mut rest = Vec::new();
        let _ = self.stream.read_to_end(&mut rest);
        assert!(rest.is_empty(), "a client says nothing after its handshake");
    }
}

/// A console that follows a script, and a source that follows it.
fn console(play: impl FnOnce(TcpListener) + Send + 'static) -> (Slippi, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let thread = std::thread::spawn(move || play(listener));
    (Slippi::console_with(&address, PATIENCE), thread)
}

/// The next file, as a follower collects it, and why it ended.
pub(super) fn collect(source: &mut Slippi) -> (Vec<u8>, EndReason) {
    let deadline = Instant::now() + Duration::from_secs(30);
    let mut file = Vec::new();
    while Instant::now() < deadline {
        match source.next(Duration::from_millis(100)) {
            Some(LiveEvent::Began { name }) => {
                assert!(file.is_empty());
                assert!(name.starts_with("Game_20") && name.ends_with(".slp"), "{name}");
                assert_eq!(name.len(), "Game_YYYYMMDDTHHMMSS.slp".len());
            }
            Some(LiveEvent::Bytes(bytes)) => file.extend(bytes),
            Some(LiveEvent::Rewritten { offset, bytes }) => {
                file[offset..offset + bytes.len()].copy_from_slice(&bytes);
            }
            Some(LiveEvent::Ended(why)) => return (file, why),
            None => {}
        }
    }
    panic!("no file came to its end: {:?}", source.trouble());
}

/// The events of a file, by the length that it gives.
pub(super) fn inner(file: &[u8]) -> &[u8] {
    assert!(file.starts_with(b"{U\x03raw[$U#l") && file.ends_with(b"}}"));
    let length = u32::from_be_bytes(file[11..15].try_into().expect("4 bytes"));
    &file[15..15 + length as usize]
}

#[test]
fn two_games_of_a_console_become_two_files() {
    let (one, two) = (events(FileKind::Online), events(FileKind::IceClimbers));
    let stream = [one.clone(), two.clone()].concat();
    let (mut source, thread) = console(move |listener| {
        let mut visit = Visit::accept(&listener);
        assert_eq!((visit.cursor, visit.token), (0, [0; 4]));
        visit.say(&greeting(7, 1_000));
        visit.say(&all(&stream, 1_000, 1_000));
        visit.wait();
    });
    for expected in [one, two] {
        let (file, why) = collect(&mut source);
        assert_eq!(why, EndReason::Finished);
        assert!(inner(&file) == expected);
    }
    assert_eq!(source.trouble(), None);
    drop(source);
    thread.join().expect("the console");
}

#[test]
fn bytes_that_come_one_by_one_make_the_same_file() {
    let game = events(FileKind::Old);
    let expected = game.clone();
    let (mut source, thread) = console(move |listener| {
        let mut visit = Visit::accept(&listener);
        visit.stream.set_nodelay(true).expect("no delay");
        let messages = [greeting(7, 0), all(&game, 0, 0)].concat();
        messages.chunks(1).for_each(|byte| visit.say(byte));
        visit.wait();
    });
    assert!(inner(&collect(&mut source).0) == expected);
    drop(source);
    thread.join().expect("the console");
}

/// Plays a game whose first connection goes wrong in its middle, by what `spoil` makes of the message that follows.
fn check_reconnects(spoil: impl FnOnce(u64, &[u8]) -> Vec<u8> + Send + 'static) {
    let game = events(FileKind::Online);
    let expected = game.clone();
    let (mut source, thread) = console(move |listener| {
        let mut visit = Visit::accept(&listener);
        visit.say(&greeting(7, 50));
        visit.say(&data(50, false, &game[..5_000]));
        visit.say(&spoil(5_050, &game[5_000..9_000]));
        drop(visit);
        let mut visit = Visit::accept(&listener);
        assert_eq!((visit.cursor, visit.token), (5_050, [0, 0, 0, 7]), "it goes on where it was");
        visit.say(&greeting(7, visit.cursor));
        visit.say(&all(&game, 50, visit.cursor));
        visit.wait();
    });
    let (file, why) = collect(&mut source);
    assert_eq!(why, EndReason::Finished);
    assert!(inner(&file) == expected);
    drop(source);
    thread.join().expect("the console");
}

#[test]
fn a_message_that_is_cut_is_sent_again() {
    check_reconnects(|at, bytes| data(at, false, bytes)[..2_000].to_vec());
}

#[test]
fn bytes_from_another_place_are_not_taken() {
    check_reconnects(|at, bytes| data(at + 100, false, bytes));
}

#[test]
fn bytes_that_came_before_are_not_taken_again() {
    check_reconnects(|at, bytes| data(at - 50, false, bytes));
}

#[test]
fn a_giant_length_ends_the_connection() {
    check_reconnects(|_, _| vec![0xff; 64]);
}

#[test]
fn an_invalid_message_ends_the_connection() {
    check_reconnects(|_, _| framed(b"{i\x04typeU\x02i\x07payload{}}"));
}

#[test]
fn a_console_that_lost_bytes_leaves_a_gap_in_the_file() {
    let game = events(FileKind::Online);
    let whole = game.clone();
    let (mut source, thread) = console(move |listener| {
        let mut visit = Visit::accept(&listener);
        visit.say(&greeting(7, 0));
        visit.say(&data(0, false, &game[..5_000]));
        let resumed_at = game.len() - 3_000;
        visit.say(&data(resumed_at as u64, true, &game[resumed_at..]));
        visit.wait();
    });
    let mut has_reported = false;
    let mut file = Vec::new();
    loop {
        let event = source.next(Duration::from_secs(5));
        has_reported |= source.trouble().is_some();
        match event {
            Some(LiveEvent::Bytes(bytes)) => file.extend(bytes),
            Some(LiveEvent::Ended(why)) => break assert_eq!(why, EndReason::Finished),
            Some(_) => {}
            None => panic!("the game does not end"),
        }
    }
    assert!(has_reported);
    assert!(file.len() < whole.len());
    drop(source);
    thread.join().expect("the console");
}

#[test]
fn a_console_that_starts_anew_ends_the_game_that_was_played() {
    let game = events(FileKind::Online);
    let expected = game.clone();
    let (mut source, thread) = console(move |listener| {
        let mut visit = Visit::accept(&listener);
        visit.say(&greeting(7, 900));
        visit.say(&data(900, false, &game[..5_000]));
        drop(visit);
        let mut visit = Visit::accept(&listener);
        visit.say(&greeting(8, 0));
        visit.say(&all(&game, 0, 0));
        visit.wait();
    });
    let (file, why) = collect(&mut source);
    assert_eq!(why, EndReason::Replaced);
    assert!(expected.starts_with(inner(&file)));
    let (file, why) = collect(&mut source);
    assert_eq!(why, EndReason::Finished);
    assert!(inner(&file) == expected);
    drop(source);
    thread.join().expect("the console");
}

#[test]
fn endless_keep_alives_block_no_reader() {
    let (mut source, thread) = console(move |listener| {
        let mut visit = Visit::accept(&listener);
        visit.say(&greeting(7, 0));
        let many = keep_alive().repeat(1_000);
        while visit.stream.write_all(&many).is_ok() {}
    });
    let started = Instant::now();
    assert_eq!(source.next(Duration::from_millis(300)), None);
    assert!(started.elapsed() < Duration::from_secs(5));
    drop(source);
    thread.join().expect("the console");
}

#[test]
fn silence_is_reported_and_ended() {
    let (mut source, thread) = console(move |listener| {
        let first = Visit::accept(&listener);
        let second = Visit::accept(&listener);
        first.wait();
        second.wait();
    });
    assert_eq!(source.next(Duration::from_millis(1_500)), None);
    let trouble = source.trouble().expect("a sentence");
    assert!(trouble.ends_with("has been silent for too long"), "{trouble}");
    drop(source);
    thread.join().expect("the console");
}

#[test]
fn a_relay_sends_the_game_to_those_who_come_late_too() {
    let game = events(FileKind::Online);
    let expected = game.clone();
    let (mut source, thread) = console(move |listener| {
        let mut visit = Visit::accept(&listener);
        visit.say(b"HELO\0");
        visit.say(&game[..6_000]);
        std::thread::sleep(Duration::from_millis(500));
        visit.say(&game[6_000..]);
        visit.wait();
    });
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let relay = listener.local_addr().expect("an address").to_string();
    source.relay_to(listener).expect("a relay");
    let mut early = Slippi::console_with(&relay, PATIENCE);
    let began = source.next(Duration::from_secs(5));
    assert!(matches!(began, Some(LiveEvent::Began { .. })), "{began:?}");
    let mut late = Slippi::console_with(&relay, PATIENCE);
    let mut file = Vec::new();
    loop {
        match source.next(Duration::from_secs(5)) {
            Some(LiveEvent::Ended(_)) => break,
            Some(LiveEvent::Bytes(bytes)) => file.extend(bytes),
            Some(_) => {}
            None => panic!("the game does not end"),
        }
    }
    for client in [&mut early, &mut late] {
        assert!(inner(&collect(client).0) == expected);
    }
    drop(source);
    thread.join().expect("the console");
}

#[test]
fn a_game_that_is_stopped_is_a_file() {
    let game = events(FileKind::Online);
    let expected = game.clone();
    let (mut source, thread) = console(move |listener| {
        let mut visit = Visit::accept(&listener);
        visit.say(&game[..6_000]);
        visit.wait();
    });
    let mut file = Vec::new();
    while file.len() < 5_000 {
        if let Some(LiveEvent::Bytes(bytes)) = source.next(Duration::from_secs(5)) {
            file.extend(bytes);
        }
    }
    for event in source.stop() {
        match event {
            LiveEvent::Bytes(bytes) => file.extend(bytes),
            LiveEvent::Rewritten { offset, bytes } => {
                file[offset..offset + bytes.len()].copy_from_slice(&bytes);
            }
            other => assert_eq!(other, LiveEvent::Ended(EndReason::Replaced)),
        }
    }
    assert!(expected.starts_with(inner(&file)));
    thread.join().expect("the console");
}
