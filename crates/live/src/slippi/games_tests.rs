//! Games split out of a stream.

use chrono::DateTime;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::slp::sample::{FileKind, Options, generate};
use ghostreel_formats::slp::{Replay, Wrapper, decode, encode};

use super::games::{Games, Step};
use crate::EndReason;

/// The bare events of a sample.
pub(super) fn events(kind: FileKind) -> Vec<u8> {
    let sample = generate(&Options { frames: 60, kind, ..Options::default() });
    let bare = Wrapper::Bare { has_sizes: true };
    encode(&Replay { wrapper: bare, members: Vec::new(), tail: Vec::new(), ..sample })
}

/// The games of a stream that comes in pieces of that many bytes.
fn split(stream: &[u8], piece: usize) -> Vec<(Vec<u8>, Option<EndReason>)> {
    let mut games = Games::default();
    let mut steps = Vec::new();
    for bytes in stream.chunks(piece) {
        games.push(bytes, DateTime::UNIX_EPOCH, "Wii", &mut steps);
    }
    let mut games_of_stream: Vec<(Vec<u8>, Option<EndReason>)> = Vec::new();
    for step in steps {
        match step {
            Step::Began(_) => games_of_stream.push((Vec::new(), None)),
            Step::Events(bytes) => games_of_stream.last_mut().expect("a game").0.extend(bytes),
            Step::Ended { why, .. } => games_of_stream.last_mut().expect("a game").1 = Some(why),
        }
    }
    games_of_stream
}

#[test]
fn games_are_the_same_in_pieces_of_any_length() {
    let (one, two, three) =
        (events(FileKind::Online), events(FileKind::Unfinished), events(FileKind::Old));
    let helo: &[u8] = b"HELO\0";
    // Bytes of no game, keep-alives, a game that breaks off, and the start of one more.
    let stream =
        [b"\x39\0\x38", helo, &one, helo, helo, &two, helo, &three, b"\0\x01", &one[..900]]
            .concat();
    let expected = split(&stream, stream.len());
    assert_eq!(expected.len(), 4);
    assert_eq!(expected[0], (one.clone(), Some(EndReason::Finished)));
    assert_eq!(expected[1], (two, Some(EndReason::Replaced)));
    assert_eq!(expected[2], (three, Some(EndReason::Finished)));
    assert_eq!(expected[3].1, None);
    assert!(one.starts_with(&expected[3].0));
    for piece in [1, 2, 3, 5, 64, 1_000] {
        assert_eq!(split(&stream, piece), expected, "pieces of {piece}");
    }
}

#[test]
fn the_members_after_the_events_say_who_played() {
    let stream = events(FileKind::Online);
    let mut games = Games::default();
    let mut steps = Vec::new();
    let now = DateTime::from_timestamp_millis(1_767_225_600_123).expect("a date");
    games.push(&stream, now, "Wii im Flur ü", &mut steps);
    let Some(Step::Ended { recording, .. }) = steps.pop() else { panic!("no end") };
    let (_, length) = recording.length_field();
    let head = Wrapper::HEAD;
    let file = [head.as_slice(), &length, &stream, &recording.metadata()].concat();
    let decoded = decode(&file, &DecodeOptions::STRICT).expect("a whole file");
    assert!(decoded.diagnostics.is_empty(), "{:?}", decoded.diagnostics);
    let metadata = &decoded.value.members[0].value;
    let text = |key: &str| metadata.get(key).and_then(|value| value.as_text());
    assert_eq!(text("startAt").as_deref(), Some("2026-01-01T00:00:00.123Z"));
    assert_eq!(text("consoleNick").as_deref(), Some("Wii im Flur ü"));
    assert_eq!(text("playedOn").as_deref(), Some("network"));
    let last = metadata.get("lastFrame").and_then(|value| value.as_int());
    assert_eq!(last, Some(-124 + 60));
    let player = metadata.get("players").and_then(|players| players.get("0")).expect("a player");
    let code = player.get("names").and_then(|names| names.get("code")).expect("a code");
    assert!(code.as_text().is_some_and(|code| code.contains('#')), "{code:?}");
    assert_eq!(encode(&decoded.value), file);
}

/// A peer at a console's port may send anything, and each game is a file.
#[test]
fn random_bytes_begin_no_game() {
    let mut random = ghostreel_formats::core::Random::new(1);
    let bytes: Vec<u8> = (0..1 << 22).map(|_| random.between(0, 255) as u8).collect();
    assert!(split(&bytes, 1 << 16).is_empty());
    // In the midst of a game, too.
    let game = events(FileKind::Unfinished);
    let stream = [&game[..], &bytes].concat();
    assert_eq!(split(&stream, 1 << 16).len(), 1);
}
