//! A decoder for bytes that arrive in pieces: a file that is still being written, or a socket.

use ghostreel_core::io::Reader;
use ghostreel_core::{
    DecodeOptions, Diagnostic, Error, Fault, Mode, PushDecoder, Record, Result, Severity,
};

use crate::index::Head;
use crate::layout::{
    FountainPlatform, FrameBookend, FrameStart, GameEnd, ItemUpdate, PayloadSizes, PostFrame,
    PreFrame, StadiumTransformation, WhispyBlow, command, command_name, frame_number,
};
use crate::ubjson::{Value, read_key, read_value};
use crate::version::Version;
use crate::{GameStart, limits};

/// What comes out of a [`Decoder`].
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
    /// A member behind the events, nearly always `metadata`.
    Member {
        /// Its key.
        key: String,
        /// Its value.
        value: Value,
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

/// How far a rollback can reach back where the file does not say what is final.
const LONGEST_ROLLBACK: i32 = 7;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Head,
    Events,
    Members,
    End,
}

/// Decodes bytes as they arrive, and gives out frames as soon as they are final.
///
/// It keeps the bytes of the event it is in and the frames that a rollback could still change, at most a second's worth.
#[derive(Clone, Debug)]
pub struct Decoder {
    mode: Mode,
    state: State,
    buffer: Vec<u8>,
    /// Bytes of the buffer that were read, and bytes of the input in front of the buffer.
    read: usize,
    base: u64,
    sizes: PayloadSizes,
    version: Version,
    /// Frames that are not final, ascending.
    pending: Vec<Frame>,
    /// Frames and what ended the wait for them, to be given out in this order.
    ready: std::collections::VecDeque<Event>,
    complete: bool,
    events: u64,
    diagnostics: Vec<Diagnostic>,
    error: Option<Error>,
}

impl Decoder {
    /// A decoder at the start of a file or stream.
    pub fn new(options: &DecodeOptions) -> Self {
        Self {
            mode: options.mode,
            state: State::Head,
            buffer: Vec::new(),
            read: 0,
            base: 0,
            sizes: PayloadSizes::before_0_1(),
            version: Version::default(),
            pending: Vec::new(),
            ready: std::collections::VecDeque::new(),
            complete: false,
            events: 0,
            diagnostics: Vec::new(),
            error: None,
        }
    }

    /// The frames that have arrived and that a rollback could still change.
    pub fn pending(&self) -> &[Frame] {
        &self.pending
    }

    fn rest(&self) -> &[u8] {
        self.buffer.get(self.read..).unwrap_or_default()
    }

    fn offset(&self) -> u64 {
        self.base.saturating_add(self.read as u64)
    }

    fn advance(&mut self) -> Result<Option<Event>> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Ok(Some(event));
            }
            let moved = match self.state {
                State::Head => self.head()?,
                State::Events => self.event()?,
                State::Members => self.member()?,
                State::End => false,
            };
            if !moved {
                return Ok(None);
            }
        }
    }

    /// Reads what the stream begins with.
    fn head(&mut self) -> Result<bool> {
        match Head::read(self.rest()) {
            Err(error) if error.fault == Fault::Truncated && !self.complete => Ok(false),
            Err(error) => Err(error),
            Ok(head) => {
                self.read = self.read.saturating_add(head.events);
                self.sizes = head.sizes.clone();
                self.ready.push_back(Event::PayloadSizes(head.sizes));
                self.state = State::Events;
                Ok(true)
            }
        }
    }

    /// Takes in the next event; `false` if it is not all there.
    fn event(&mut self) -> Result<bool> {
        let Some(&code) = self.rest().first() else {
            if self.complete {
                self.finish_frames();
                self.state = State::End;
            }
            return Ok(self.complete);
        };
        let Some(size) = self.sizes.event_size(code) else {
            self.finish_frames();
            self.state = State::Members;
            if !matches!(code, b'U' | b'}') {
                let found = format!(
                    "command {code:#04x} behind {} others; what follows is not read",
                    self.events
                );
                self.damage("raw", "one of the declared events", found)?;
                self.state = State::End;
            }
            return Ok(true);
        };
        let Some(event) = self.rest().get(..size).map(<[u8]>::to_vec) else {
            if self.complete {
                let name = command_name(code).unwrap_or("unknown");
                let found = format!("{} bytes of it and the end of the input", self.rest().len());
                self.finish_frames();
                self.damage("raw", &format!("a whole {name} event"), found)?;
                self.state = State::End;
            }
            return Ok(self.complete);
        };
        self.read = self.read.saturating_add(size);
        self.events = self.events.saturating_add(1);
        self.take(code, event);
        Ok(true)
    }

    fn take(&mut self, code: u8, event: Vec<u8>) {
        match code {
            command::GAME_START => {
                self.version = GameStart::new(&event).version();
                self.ready.push_back(Event::GameStart(event));
            }
            command::FRAME_START => {
                self.frame(&event, true, |frame, start| frame.start = Some(start))
            }
            command::PRE_FRAME | command::POST_FRAME
                if event.get(5).is_some_and(|&port| port >= limits::PORTS) => {}
            command::PRE_FRAME => self.frame(&event, false, |frame, pre: PreFrame| {
                frame.character(pre.player_index, pre.is_follower).pre = Some(pre);
            }),
            command::POST_FRAME => self.frame(&event, false, |frame, post: PostFrame| {
                frame.character(post.player_index, post.is_follower).post = Some(post);
            }),
            command::ITEM_UPDATE => self.frame(&event, false, |frame, item| frame.items.push(item)),
            command::FOUNTAIN_PLATFORM => {
                self.frame(&event, false, |frame, event| frame.fod_platforms.push(event))
            }
            command::WHISPY_BLOW => {
                self.frame(&event, false, |frame, event| frame.whispy = Some(event))
            }
            command::STADIUM_TRANSFORMATION => {
                self.frame(&event, false, |frame, event| frame.stadium = Some(event))
            }
            command::FRAME_BOOKEND => {
                self.frame(&event, false, |frame, bookend| frame.bookend = Some(bookend));
                if let Some(bookend) = FrameBookend::read(&event) {
                    let says = self.version >= Version::FINALIZED_FRAMES;
                    let safe = bookend.frame.saturating_sub(LONGEST_ROLLBACK);
                    self.give_out(if says { bookend.latest_finalized_frame } else { safe });
                }
            }
            command::GAME_END => {
                self.finish_frames();
                self.ready.extend(GameEnd::read(&event).map(Event::GameEnd));
            }
            _ => self.ready.push_back(Event::Other(event)),
        }
    }

    /// Adds an event to its frame, which it may begin anew. `restart`: it begins it even if it is the current one.
    fn frame<R: Record>(&mut self, event: &[u8], restart: bool, add: impl FnOnce(&mut Frame, R)) {
        let number = frame_number(event).unwrap_or(0);
        let current = self.pending.last().map(|frame| frame.number);
        if current != Some(number) || restart {
            while self.pending.last().is_some_and(|frame| frame.number >= number) {
                self.pending.pop();
            }
            // Before Frame Start and Bookend, a new frame says that the one before it is over.
            if self.sizes.event_size(command::FRAME_BOOKEND).is_none() {
                self.give_out(number.saturating_sub(1));
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

    /// Reads a member behind the events.
    fn member(&mut self) -> Result<bool> {
        let offset = self.offset();
        let mut reader = Reader::new(self.rest(), "metadata").with_base(offset);
        match reader.rest().first() {
            Some(b'}') => {
                self.state = State::End;
                return Ok(true);
            }
            None if !self.complete => return Ok(false),
            _ => {}
        }
        let member = read_key(&mut reader).and_then(|(_, key)| Ok((key, read_value(&mut reader)?)));
        match member {
            Ok((key, value)) => {
                self.read = self.read.saturating_add(reader.position());
                let key = String::from_utf8_lossy(&key).into_owned();
                self.ready.push_back(Event::Member { key, value });
                Ok(true)
            }
            Err(error)
                if error.fault == Fault::Truncated
                    && !self.complete
                    && self.rest().len() < limits::METADATA =>
            {
                Ok(false)
            }
            Err(error) => {
                self.state = State::End;
                self.note(error)?;
                Ok(true)
            }
        }
    }

    fn damage(&mut self, section: &'static str, expected: &str, found: String) -> Result<()> {
        self.note(Error::new(Fault::Malformed, self.offset(), section, expected.to_owned(), found))
    }

    fn note(&mut self, error: Error) -> Result<()> {
        match self.mode {
            Mode::Strict => Err(error),
            Mode::Recover => {
                self.diagnostics.push(error.into());
                Ok(())
            }
        }
    }
}

impl Frame {
    fn character(&mut self, port: u8, follower: u8) -> &mut Character {
        let follower = follower != 0;
        let known = self.characters.iter().position(|c| c.port == port && c.follower == follower);
        let at = known.unwrap_or_else(|| {
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
        if self.state == State::End {
            return;
        }
        self.base = self.offset();
        self.buffer.drain(..self.read.min(self.buffer.len()));
        self.read = 0;
        self.buffer.extend_from_slice(bytes);
    }

    fn finish(&mut self) {
        self.complete = true;
        if self.state == State::Events && self.rest().is_empty() {
            let message =
                "the input ends behind the events: the recording was cut, or is still going on";
            self.diagnostics.push(Diagnostic::new(
                Severity::Warning,
                self.offset(),
                "raw",
                message,
            ));
        }
    }

    fn next_event(&mut self) -> Result<Option<Event>> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        self.advance().inspect_err(|error| self.error = Some(error.clone()))
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}
