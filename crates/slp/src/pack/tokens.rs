//! The order of things in a part: one token for each event, frame step and stretch of other bytes.

use ghostreel_core::{Error, Fault, Result};

use crate::layout::command;

/// A kind of event whose fields are known. Characters have one each for both of their events.
pub(super) type Slot = u8;

/// After it, Post-Frame Updates; before it, Pre-Frame Updates: port × 2, and 1 more for a follower.
pub(super) const POST: Slot = 16;
pub(super) const FRAME_START: Slot = 32;
pub(super) const ITEM: Slot = 33;
pub(super) const BOOKEND: Slot = 34;
pub(super) const FOUNTAIN_PLATFORM: Slot = 35;
pub(super) const WHISPY_BLOW: Slot = 36;
pub(super) const STADIUM_TRANSFORMATION: Slot = 37;
/// The number of slots.
pub(super) const SLOTS: usize = 38;

/// The frame is one further on.
const STEP: u8 = 38;
/// The frame is another one; its distance follows.
const JUMP: u8 = 39;
/// A full piece of a list: only its data is stored.
const PIECE: u8 = 40;
/// Bytes that are stored; their number follows.
const RAW: u8 = 41;

/// The bytes of a full piece after its data.
pub(super) const PIECE_END: [u8; 4] = [2, 0, command::GECKO_LIST, 0];
pub(super) const PIECE_DATA: usize = 512;
pub(super) const PIECE_LENGTH: usize = 517;

/// The longest event whose fields are coded.
pub(super) const LONGEST: usize = 256;

/// The bytes that a slot's events begin with: command, frame, and port and follower of a character.
pub(super) const fn head_length(slot: Slot) -> usize {
    if slot < FRAME_START { 7 } else { 5 }
}

/// The command of a slot's events.
pub(super) const fn command_of(slot: Slot) -> u8 {
    match slot {
        0..POST => command::PRE_FRAME,
        POST..FRAME_START => command::POST_FRAME,
        FRAME_START => command::FRAME_START,
        ITEM => command::ITEM_UPDATE,
        BOOKEND => command::FRAME_BOOKEND,
        FOUNTAIN_PLATFORM => command::FOUNTAIN_PLATFORM,
        WHISPY_BLOW => command::WHISPY_BLOW,
        _ => command::STADIUM_TRANSFORMATION,
    }
}

/// The commands whose events have slots, in the order in which a part lists their lengths.
pub(super) const COMMANDS: [u8; 8] = [
    command::PRE_FRAME,
    command::POST_FRAME,
    command::FRAME_START,
    command::ITEM_UPDATE,
    command::FRAME_BOOKEND,
    command::FOUNTAIN_PLATFORM,
    command::WHISPY_BLOW,
    command::STADIUM_TRANSFORMATION,
];

/// The lengths of the events that have slots, by command, whole; 0 for one that has none here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lengths([u16; COMMANDS.len()]);

impl Lengths {
    /// From the event sizes of a file.
    pub(super) fn new(sizes: &[u32; 256]) -> Self {
        Self(COMMANDS.map(|code| sizes.get(usize::from(code)).map_or(0, |size| clamp(*size))))
    }

    /// As a part lists them.
    pub(super) fn to_bytes(self) -> [u8; COMMANDS.len()] {
        self.0.map(|length| length.wrapping_sub(1).to_le_bytes()[0])
    }

    /// The inverse of [`to_bytes`](Self::to_bytes).
    pub(super) fn from_bytes(bytes: [u8; COMMANDS.len()]) -> Self {
        Self(
            bytes.map(|byte| {
                clamp(if byte == u8::MAX { 0 } else { u32::from(byte).saturating_add(1) })
            }),
        )
    }

    /// The length of a slot's events.
    pub(super) fn of(&self, slot: Slot) -> usize {
        let place = match slot {
            0..POST => 0,
            POST..FRAME_START => 1,
            _ => slot.wrapping_sub(FRAME_START).wrapping_add(2),
        };
        let length = self.0.get(usize::from(place)).copied().unwrap_or(0).into();
        if length < head_length(slot) { 0 } else { length }
    }
}

/// Leaves lengths that are longer than a command and a frame, and fit into a byte.
fn clamp(size: u32) -> u16 {
    u16::try_from(size).ok().filter(|size| (5..256).contains(size)).unwrap_or(0)
}

/// Where tokens lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Event {
        slot: Slot,
        frame: i32,
    },
    /// A full piece of a list.
    Piece,
    Raw {
        length: usize,
    },
}

/// Guesses each token by those before it in its frame: what followed the last time.
#[derive(Debug)]
struct Guesses {
    following: Vec<u8>,
    context: u32,
}

impl Guesses {
    fn new() -> Self {
        Self { following: vec![STEP; 1 << 12], context: 0 }
    }

    fn slot(&mut self) -> Option<&mut u8> {
        let place = self.context.wrapping_mul(0x9e37_79b1) >> 20;
        self.following.get_mut(place as usize)
    }

    fn guess(&mut self) -> u8 {
        self.slot().map_or(0, |slot| *slot)
    }

    fn learn(&mut self, token: u8) {
        if let Some(slot) = self.slot() {
            *slot = token;
        }
        self.context = match token {
            STEP | JUMP => 1,
            _ => self
                .context
                .wrapping_mul(0x2f0b_4c47)
                .wrapping_add(u32::from(token))
                .wrapping_add(1),
        };
    }
}

/// Writes tokens: how many were as guessed, and then the one that was not.
#[derive(Debug)]
pub(super) struct TokenWriter {
    guesses: Guesses,
    hits: u64,
    frame: Option<i32>,
    bytes: Vec<u8>,
}

impl TokenWriter {
    pub(super) fn new() -> Self {
        Self { guesses: Guesses::new(), hits: 0, frame: None, bytes: Vec::new() }
    }

    fn token(&mut self, token: u8) {
        if self.guesses.guess() == token {
            self.hits = self.hits.wrapping_add(1);
        } else {
            put(&mut self.bytes, self.hits);
            self.bytes.push(token);
            self.hits = 0;
        }
        self.guesses.learn(token);
    }

    /// Writes the content of the next place.
    pub(super) fn place(&mut self, place: Place) {
        match place {
            Place::Event { slot, frame } => {
                let last = self.frame.replace(frame);
                let step = frame.wrapping_sub(last.unwrap_or(0));
                if last.is_none() || step != 0 {
                    if step == 1 {
                        self.token(STEP);
                    } else {
                        self.token(JUMP);
                        let zigzag = ghostreel_pack::integers::zigzag(step.cast_unsigned());
                        // In front of the hits that follow.
                        self.value(zigzag.into());
                    }
                }
                self.token(slot);
            }
            Place::Piece => self.token(PIECE),
            Place::Raw { length } => {
                self.token(RAW);
                self.value(length as u64);
            }
        }
    }

    /// A value after a token: the token is written first, be it guessed or not.
    fn value(&mut self, value: u64) {
        if self.hits > 0 {
            put(&mut self.bytes, self.hits.wrapping_sub(1));
            self.bytes.push(GUESSED);
            self.hits = 0;
        }
        put(&mut self.bytes, value);
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Stands for a token that was guessed, where a value follows it.
const GUESSED: u8 = 255;

/// Reads tokens.
#[derive(Debug)]
pub(super) struct TokenReader<'a> {
    guesses: Guesses,
    /// The number of tokens as guessed, and the next one.
    hits: u64,
    next: Option<u8>,
    is_begun: bool,
    frame: i32,
    bytes: &'a [u8],
}

impl<'a> TokenReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { guesses: Guesses::new(), hits: 0, next: None, is_begun: false, frame: 0, bytes }
    }

    fn refill(&mut self) -> Result<()> {
        // After the last token that was not guessed, all are.
        self.is_begun = true;
        if self.bytes.is_empty() {
            self.hits = u64::MAX;
            self.next = None;
            return Ok(());
        }
        self.hits = take(&mut self.bytes)?;
        self.next = Some(take_byte(&mut self.bytes)?);
        Ok(())
    }

    fn token(&mut self) -> Result<u8> {
        if !self.is_begun {
            self.refill()?;
        }
        let guess = self.guesses.guess();
        let token = if self.hits > 0 {
            self.hits = self.hits.wrapping_sub(1);
            guess
        } else {
            self.is_begun = false;
            match self.next.take() {
                Some(GUESSED) | None => guess,
                Some(token) => token,
            }
        };
        self.guesses.learn(token);
        Ok(token)
    }

    /// The content of the next place.
    pub(super) fn place(&mut self) -> Result<Place> {
        for _ in 0..2 {
            match self.token()? {
                STEP => self.frame = self.frame.wrapping_add(1),
                JUMP => {
                    let zigzag = u32::try_from(take(&mut self.bytes)?).unwrap_or(0);
                    let step = ghostreel_pack::integers::from_zigzag(zigzag);
                    self.frame = self.frame.wrapping_add(step.cast_signed());
                }
                PIECE => return Ok(Place::Piece),
                RAW => {
                    let length = take(&mut self.bytes)?;
                    if length == 0 {
                        return Err(malformed("no bytes"));
                    }
                    let length = usize::try_from(length).unwrap_or(usize::MAX);
                    return Ok(Place::Raw { length });
                }
                slot if usize::from(slot) < SLOTS => {
                    return Ok(Place::Event { slot, frame: self.frame });
                }
                other => return Err(malformed(format!("token {other}"))),
            }
        }
        Err(malformed("two steps in a row"))
    }
}

pub(super) fn malformed(found: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(Fault::Malformed, 0, "packed slp", "a packed part", found)
}

/// Appends an integer, seven bits a byte, the lowest first.
pub(super) fn put(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    bytes.push(value.to_le_bytes()[0]);
}

pub(super) fn take_byte(bytes: &mut &[u8]) -> Result<u8> {
    let (first, rest) = bytes.split_first().ok_or_else(|| malformed("its end"))?;
    *bytes = rest;
    Ok(*first)
}

/// Takes what [`put`] appended.
pub(super) fn take(bytes: &mut &[u8]) -> Result<u64> {
    let mut value = 0;
    for shift in (0..63).step_by(7) {
        let byte = take_byte(bytes)?;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(value);
        }
    }
    Err(malformed("an integer of ten bytes"))
}
