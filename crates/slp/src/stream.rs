//! A decoder for bytes that arrive in pieces: a file that is still being written, or a socket.

use std::collections::VecDeque;

use ghostreel_core::{DecodeOptions, Diagnostic, Error, PushDecoder, Record, Result};

use crate::layout::{
    FountainPlatform, FrameBookend, FrameStart, GameEnd, ItemUpdate, PayloadSizes, PostFrame,
    PreFrame, StadiumTransformation, WhispyBlow, command, frame_number,
};
use crate::scan::{Scanner, Step};
use crate::ubjson::UbjsonValue;
use crate::version::Version;
use crate::{GameStart, limits};

/// The event of a [`Decoder`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// How long each event of the file is.
    PayloadSizes(PayloadSizes),
    /// The bytes of Game Start; [`GameStart::new`] reads them.
    GameStart(Vec<u8>),
    /// A frame that no rollback can change any more.
    Frame(Box<Frame>),
    /// The end of the game.
    GameEnd(GameEnd),
    /// An event that is not about frames, or that we do not know: its bytes, command included.
    Other(Vec<u8>),
    /// A member after the events, nearly always `metadata`.
    Member {
        /// Its key.
        key: String,
        /// Its value.
        value: UbjsonValue,
    },
}

/// Everything of one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// Frame, from −123.
    pub number: i32,
    /// Its beginning. Since 2.2.
    pub start: Option<FrameStart>,
    /// The characters in the file's order.
    pub characters: Vec<Character>,
    /// Items and projectiles. Since 3.0.
    pub items: Vec<ItemUpdate>,
    /// Platforms of Fountain of Dreams that moved.
    pub fod_platforms: Vec<FountainPlatform>,
    /// Whispy's breath, if it changed.
    pub whispy: Option<WhispyBlow>,
    /// Pokémon Stadium's transformation, if it went on.
    pub stadium: Option<StadiumTransformation>,
    /// Its end. Since 3.0.
    pub bookend: Option<FrameBookend>,
}

/// A character in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Character {
    /// Port, 0 to 3.
    pub port: u8,
    /// Nana.
    pub follower: bool,
    /// Before the frame.
    pub pre: Option<PreFrame>,
    /// After the frame.
    pub post: Option<PostFrame>,
}

/// The number of events that one step reads: their results wait until asked for.
const EVENTS_AT_ONCE: usize = 64;

/// Decodes bytes as they arrive, and gives out frames as soon as they are final.
///
/// It keeps the bytes of the event it is in, of damage until it has found its end, and the frames that a rollback could
/// still change.
#[derive(Clone, Debug)]
pub struct Decoder {
    scanner: Scanner,
    buffer: Vec<u8>,
    /// Bytes of the buffer that were read.
    read: usize,
    sizes: PayloadSizes,
    version: Version,
    /// Frames that are not final, ascending.
    pending: Vec<Frame>,
    /// Frames and what ended the wait for them, to be given out in this order.
    ready: VecDeque<Event>,
    complete: bool,
    error: Option<Error>,
}

impl Decoder {
    /// A decoder at the start of a file or stream.
    pub fn new(options: &DecodeOptions) -> Self {
        Self {
            scanner: Scanner::new(options),
            buffer: Vec::new(),
            read: 0,
            sizes: PayloadSizes::before_0_1(),
            version: Version::default(),
            pending: Vec::new(),
            ready: VecDeque::new(),
            complete: false,
            error: None,
        }
    }

    /// The frames that have arrived and that a rollback could still change.
    pub fn pending(&self) -> &[Frame] {
        &self.pending
    }

    fn advance(&mut self) -> Result<Option<Event>> {
        let mut commands = Vec::with_capacity(EVENTS_AT_ONCE);
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Ok(Some(event));
            }
            commands.clear();
            let rest = self.buffer.get(self.read..).unwrap_or_default();
            let step = self.scanner.step(rest, self.complete, EVENTS_AT_ONCE, &mut commands)?;
            let start = self.read;
            self.read = start.saturating_add(step.length());
            match step {
                Step::NeedMore => return Ok(None),
                Step::Head(head) => {
                    self.sizes = head.sizes;
                    self.ready.push_back(Event::PayloadSizes(self.sizes.clone()));
                }
                Step::Events { .. } => self.take_all(start, &commands),
                Step::Gap { .. } => {}
                Step::Rest { .. } => self.finish_frames(),
                Step::Member { member, .. } => {
                    self.finish_frames();
                    let key = String::from_utf8_lossy(&member.key).into_owned();
                    self.ready.push_back(Event::Member { key, value: member.value });
                }
                Step::Tail { .. } => self.finish_frames(),
                Step::End => {
                    self.finish_frames();
                    if self.ready.is_empty() {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Takes in the events of these commands, which begin at `start` in the buffer.
    fn take_all(&mut self, start: usize, commands: &[u8]) {
        let buffer = std::mem::take(&mut self.buffer);
        let mut rest = buffer.get(start..).unwrap_or_default();
        for &code in commands {
            let size = self.sizes.event_size(code).unwrap_or(0);
            let Some((event, after)) = rest.split_at_checked(size) else { break };
            self.take(code, event);
            rest = after;
        }
        self.buffer = buffer;
    }

    fn take(&mut self, code: u8, event: &[u8]) {
        match code {
            command::GAME_START => {
                self.version = GameStart::new(event).version();
                self.ready.push_back(Event::GameStart(event.to_vec()));
            }
            command::FRAME_START => {
                self.frame(event, true, |frame, start| frame.start = Some(start))
            }
            command::PRE_FRAME | command::POST_FRAME
                if event.get(5).is_some_and(|&port| port >= limits::PORTS) => {}
            command::PRE_FRAME => self.frame(event, false, |frame, pre: PreFrame| {
                frame.character(pre.player_index, pre.is_follower).pre = Some(pre);
            }),
            command::POST_FRAME => self.frame(event, false, |frame, post: PostFrame| {
                frame.character(post.player_index, post.is_follower).post = Some(post);
            }),
            command::ITEM_UPDATE => {
                self.frame(event, false, |frame, item| push_some(&mut frame.items, item))
            }
            command::FOUNTAIN_PLATFORM => {
                self.frame(event, false, |frame, event| push_some(&mut frame.fod_platforms, event))
            }
            command::WHISPY_BLOW => {
                self.frame(event, false, |frame, event| frame.whispy = Some(event))
            }
            command::STADIUM_TRANSFORMATION => {
                self.frame(event, false, |frame, event| frame.stadium = Some(event))
            }
            command::FRAME_BOOKEND => {
                self.frame(event, false, |frame, bookend| frame.bookend = Some(bookend));
                if let Some(bookend) = FrameBookend::read(event) {
                    let says = self.version >= Version::FINALIZED_FRAMES;
                    let safe = bookend.frame.saturating_sub(limits::ROLLBACK);
                    self.give_out(if says { bookend.latest_finalized_frame } else { safe });
                }
            }
            command::GAME_END => {
                self.finish_frames();
                self.ready.extend(GameEnd::read(event).map(Event::GameEnd));
            }
            _ => self.ready.push_back(Event::Other(event.to_vec())),
        }
    }

    /// Adds an event to its frame, which it may begin anew. `restart`: it begins it even if it is the current one.
    fn frame<R: Record>(&mut self, event: &[u8], restart: bool, add: impl FnOnce(&mut Frame, R)) {
        let Some(number) = frame_number(event) else { return };
        let current = self.pending.last().map(|frame| frame.number);
        if current != Some(number) || restart {
            while self.pending.last().is_some_and(|frame| frame.number >= number) {
                self.pending.pop();
            }
            // Before Frame Start and Bookend, a new frame says that the one before it is over.
            if self.sizes.event_size(command::FRAME_BOOKEND).is_none() {
                self.give_out(number.saturating_sub(1));
            }
            if self.pending.len() >= limits::PENDING {
                // Half of them at once: each that goes alone would have all others move up.
                let oldest = self.pending.drain(..limits::PENDING / 2);
                self.ready.extend(oldest.map(|frame| Event::Frame(Box::new(frame))));
            }
            self.pending.push(Frame { number, ..Frame::default() });
        }
        if let (Some(frame), Some(record)) = (self.pending.last_mut(), R::read(event)) {
            add(frame, record);
        }
    }

    /// Gives out the frames up to a number.
    fn give_out(&mut self, last: i32) {
        let count = self.pending.iter().take_while(|frame| frame.number <= last).count();
        self.ready.extend(self.pending.drain(..count).map(|frame| Event::Frame(Box::new(frame))));
    }

    fn finish_frames(&mut self) {
        self.give_out(i32::MAX);
    }
}

/// Adds a record to those of a frame, up to the most that a frame keeps.
fn push_some<T>(records: &mut Vec<T>, record: T) {
    if records.len() < limits::RECORDS_OF_FRAME {
        records.push(record);
    }
}

impl Frame {
    fn character(&mut self, port: u8, follower: u8) -> &mut Character {
        let follower = follower != 0;
        let index = self.characters.iter().position(|c| c.port == port && c.follower == follower);
        let at = index.unwrap_or_else(|| {
            self.characters.push(Character { port, follower, ..Character::default() });
            self.characters.len().saturating_sub(1)
        });
        // `at` was found or just made.
        #[allow(clippy::indexing_slicing, reason = "see above")]
        &mut self.characters[at]
    }
}

impl PushDecoder for Decoder {
    type Event = Event;

    fn push(&mut self, bytes: &[u8]) {
        if self.scanner.is_at_end() {
            return;
        }
        self.buffer.drain(..self.read.min(self.buffer.len()));
        self.read = 0;
        self.buffer.extend_from_slice(bytes);
    }

    fn finish(&mut self) {
        self.complete = true;
    }

    fn next_event(&mut self) -> Result<Option<Event>> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        self.advance().inspect_err(|error| self.error = Some(error.clone()))
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        self.scanner.diagnostics()
    }
}
