//! Events as the game sends them, split into games and those into files.

use std::ops::Range;

use chrono::{DateTime, Utc};
use ghostreel_formats::core::io::Reader;
use ghostreel_formats::slp::layout::{PayloadSizes, command};

use super::recording::Recording;
use crate::EndReason;

/// The message of consoles and relays while nothing happens.
pub(super) const KEEP_ALIVE: &[u8; 5] = b"HELO\0";

/// A step of a stream.
#[derive(Debug)]
pub(super) enum Step {
    /// A game begins; the name of its file.
    Began(String),
    /// Its next events, whole, never none.
    Events(Vec<u8>),
    /// It has ended, and this is what its file needs.
    Ended { why: EndReason, recording: Recording },
}

/// Splits a stream of events into games.
///
/// Bytes may come in pieces of any length. Bytes before the first game, and between the end of one and the start of
/// the next, belong to none.
#[derive(Debug, Default)]
pub(super) struct Games {
    /// The beginning of an event whose rest is still to come, shorter than the longest event.
    buffer: Vec<u8>,
    game: Option<Game>,
}

#[derive(Debug)]
struct Game {
    sizes: PayloadSizes,
    recording: Recording,
}

/// The item at the beginning of the buffer.
enum Found {
    /// Its rest is still to come.
    Part,
    KeepAlive,
    Start(PayloadSizes, usize),
    Event(usize),
    /// A byte that begins no event: the next one may.
    Stray,
}

impl Games {
    /// Takes in the next bytes. `now`: the date of a game that begins in them. `nick`: the console's name for
    /// itself.
    pub(super) fn push(
        &mut self,
        bytes: &[u8],
        now: DateTime<Utc>,
        nick: &str,
        out: &mut Vec<Step>,
    ) {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.extend_from_slice(bytes);
        let mut at = 0;
        // Events of a game that were found and not given out yet.
        let mut given: Range<usize> = 0..0;
        loop {
            let rest = &buffer[at..];
            let item = self.find(rest);
            let length = match &item {
                Found::Part => break,
                Found::KeepAlive => KEEP_ALIVE.len(),
                Found::Start(_, length) | Found::Event(length) => *length,
                Found::Stray => 1,
            };
            let is_event = matches!(item, Found::Event(_));
            match item {
                Found::Start(sizes, _) => {
                    self.give(&buffer[given.clone()], out);
                    self.end(EndReason::Replaced, out);
                    let recording = Recording::new(now, nick);
                    out.push(Step::Began(recording.file_name()));
                    self.game = Some(Game { sizes, recording });
                    given = at..at + length;
                }
                Found::KeepAlive => {
                    self.give(&buffer[given.clone()], out);
                    given = at + length..at + length;
                }
                _ => given.end = at + length,
            }
            if let Some(game) = &mut self.game {
                if is_event {
                    game.recording.note(&rest[..length]);
                }
                let is_end = is_event && rest[0] == command::GAME_END;
                if is_end || game.recording.is_full() {
                    self.give(&buffer[given.clone()], out);
                    self.end(EndReason::Finished, out);
                    given = at + length..at + length;
                }
            }
            at += length;
        }
        self.give(&buffer[given.clone()], out);
        buffer.drain(..at);
        self.buffer = buffer;
    }

    /// Marks a gap: the next bytes do not follow those before.
    pub(super) fn skip(&mut self) {
        self.buffer.clear();
    }

    /// Ends the game that is being played, if there is one: the rest of it will not come.
    pub(super) fn break_off(&mut self, out: &mut Vec<Step>) {
        self.buffer.clear();
        self.end(EndReason::Replaced, out);
    }

    fn find(&self, rest: &[u8]) -> Found {
        let Some(&code) = rest.first() else { return Found::Part };
        if KEEP_ALIVE.starts_with(rest) && rest.len() < KEEP_ALIVE.len() {
            return Found::Part;
        }
        if rest.starts_with(KEEP_ALIVE) {
            return Found::KeepAlive;
        }
        if code == command::EVENT_PAYLOADS {
            let Some(&size) = rest.get(1) else { return Found::Part };
            let length = 1 + usize::from(size);
            if rest.len() < length {
                return Found::Part;
            }
            // In the midst of events, a byte may look like the start of a game.
            return match PayloadSizes::read(&mut Reader::new(rest, "events")) {
                Ok(sizes) if sizes.extra.is_empty() && is_game(&sizes) => match rest.get(length) {
                    None => Found::Part,
                    Some(&command::GAME_START) => Found::Start(sizes, length),
                    Some(_) => Found::Stray,
                },
                _ => Found::Stray,
            };
        }
        match self.game.as_ref().and_then(|game| game.sizes.event_size(code)) {
            Some(size) if rest.len() < size => Found::Part,
            Some(size) => Found::Event(size),
            None => Found::Stray,
        }
    }

    /// Gives out bytes of the game, if there are any and there is one.
    fn give(&mut self, bytes: &[u8], out: &mut Vec<Step>) {
        let Some(game) = self.game.as_mut().filter(|_| !bytes.is_empty()) else { return };
        game.recording.add_length(bytes.len());
        out.push(Step::Events(bytes.to_vec()));
    }

    fn end(&mut self, why: EndReason, out: &mut Vec<Step>) {
        if let Some(Game { recording, .. }) = self.game.take() {
            out.push(Step::Ended { why, recording });
        }
    }
}

/// Whether these are sizes of a game's events, and no bytes that happen to look like them: far from what any version has, and those to come may have.
fn is_game(sizes: &PayloadSizes) -> bool {
    [
        (command::GAME_START, 321..=8_192),
        (command::POST_FRAME, 30..=1_024),
        (command::GAME_END, 2..=256),
    ]
    .into_iter()
    .all(|(code, usual)| sizes.event_size(code).is_some_and(|size| usual.contains(&size)))
}
