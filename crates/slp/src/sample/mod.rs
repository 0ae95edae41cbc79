//! Synthetic replays: the same seed gives the same bytes on every machine.
//!
//! A short game of two players who run at each other, jump and hit, with every event the format knows, rollbacks, items,
//! stage events, an unknown event, and a Gecko list in pieces.
#![allow(clippy::arithmetic_side_effects, reason = "all numbers are our own and small")]

mod fight;
mod script;

use ghostreel_core::io::Writer;
use ghostreel_core::{Random, Record};

use crate::layout::{
    FountainPlatform, FrameBookend, FrameStart, GameEnd, ItemUpdate, PayloadSizes, PostFrame,
    PreFrame, StadiumTransformation, WhispyBlow, command,
};
use crate::model::{Member, Replay, Wrapper};
use fight::Fight;

/// The file to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Chooses how the fight goes.
    pub seed: u64,
    /// Frames of play after frame −123.
    pub frames: u16,
    /// The kind of file.
    pub kind: FileKind,
}

/// A kind of file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileKind {
    /// Version 3.18 on Fountain of Dreams, online, with rollbacks.
    #[default]
    Online,
    /// Ice Climbers: two characters in one port.
    IceClimbers,
    /// Dream Land, offline, with Whispy.
    Whispy,
    /// Pokémon Stadium, offline, with its transformations.
    Stadium,
    /// As version 0.1 wrote it: shorter events, no items.
    Old,
    /// Still being written: no length, no Game End, no metadata.
    Unfinished,
    /// Two Game Ends.
    DuplicateEnd,
    /// Doubles online on Pokémon Stadium with every event there is, those of other stages too: items of many kinds, rollbacks, a
    /// shield, a ledge, lost stocks.
    Everything,
}

impl FileKind {
    fn is_online(self) -> bool {
        matches!(self, Self::Online | Self::Everything)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1, frames: 1_200, kind: FileKind::Online }
    }
}

/// Ready-made options by name.
pub fn variants() -> Vec<(&'static str, Options)> {
    let short = |kind| Options { frames: 240, kind, ..Options::default() };
    vec![
        ("online", Options::default()),
        ("small", Options { frames: 20, ..Options::default() }),
        ("ice-climbers", short(FileKind::IceClimbers)),
        ("whispy", short(FileKind::Whispy)),
        ("stadium", short(FileKind::Stadium)),
        ("old", short(FileKind::Old)),
        ("unfinished", short(FileKind::Unfinished)),
        ("duplicate-end", short(FileKind::DuplicateEnd)),
        ("everything", Options { frames: 420, kind: FileKind::Everything, ..Options::default() }),
    ]
}

/// The variant of that name.
pub fn variant(name: &str) -> Option<Options> {
    variants().into_iter().find_map(|(known, options)| (known == name).then_some(options))
}

/// An event that no version knows.
const UNKNOWN: u8 = 0x5f;

fn sizes(kind: FileKind) -> PayloadSizes {
    let payload = |size: usize| u16::try_from(size - 1).unwrap_or(u16::MAX);
    let entries = match kind {
        FileKind::Old => vec![
            (command::GAME_START, 0x140),
            (command::PRE_FRAME, 0x3a),
            (command::POST_FRAME, 0x21),
            (command::GAME_END, 1),
        ],
        _ => vec![
            (command::GAME_START, 760),
            (command::PRE_FRAME, payload(PreFrame::SIZE)),
            (command::POST_FRAME, payload(PostFrame::SIZE)),
            (command::GAME_END, payload(GameEnd::SIZE)),
            (command::FRAME_START, payload(FrameStart::SIZE)),
            (command::ITEM_UPDATE, payload(ItemUpdate::SIZE)),
            (command::FRAME_BOOKEND, payload(FrameBookend::SIZE)),
            // Too long for its 16 bits, as in real files: the list comes in pieces anyway.
            (command::GECKO_LIST, 700),
            (command::MESSAGE_SPLITTER, 516),
            (command::FOUNTAIN_PLATFORM, payload(FountainPlatform::SIZE)),
            (command::WHISPY_BLOW, payload(WhispyBlow::SIZE)),
            (command::STADIUM_TRANSFORMATION, payload(StadiumTransformation::SIZE)),
            (UNKNOWN, 4),
        ],
    };
    PayloadSizes { entries, extra: Vec::new() }
}

/// Makes a replay.
pub fn generate(options: &Options) -> Replay {
    let mut random = Random::new(options.seed);
    let mut stream = Stream::new(options.kind);
    stream.raw(command::GAME_START, &script::game_start(options.kind));
    if options.kind != FileKind::Old {
        script::gecko_pieces(&mut random)
            .iter()
            .for_each(|piece| stream.raw(command::MESSAGE_SPLITTER, piece));
        stream.raw(UNKNOWN, &[UNKNOWN, 1, 2, 3, 4]);
    }
    let mut fight = Fight::new(options.kind, &mut random);
    let mut frame = crate::layout::FIRST_FRAME;
    let last = frame + i32::from(options.frames);
    while frame < last {
        script::frame(&mut stream, &fight, frame, options.kind);
        let rollback = options.kind.is_online() && frame > 0 && frame % 97 == 0;
        if rollback {
            // The other's input was guessed wrong: three frames are played and sent again.
            for again in frame - 2..=frame {
                script::frame(&mut stream, &fight, again, options.kind);
            }
        }
        fight.step(frame, &mut random);
        frame += 1;
    }
    if options.kind != FileKind::Unfinished {
        stream.record(command::GAME_END, &fight.end());
        if options.kind == FileKind::DuplicateEnd {
            stream.record(command::GAME_END, &fight.end());
        }
    }
    stream.finish(options.kind, last - 1)
}

/// The events as they come.
pub(crate) struct Stream {
    sizes: PayloadSizes,
    order: Vec<u8>,
    events: std::collections::BTreeMap<u8, Vec<u8>>,
}

impl Stream {
    fn new(kind: FileKind) -> Self {
        Self { sizes: sizes(kind), order: Vec::new(), events: std::collections::BTreeMap::new() }
    }

    /// Whether files of this kind have such events.
    fn has(&self, code: u8) -> bool {
        self.sizes.event_size(code).is_some()
    }

    /// Adds an event, cut or filled up to its size; nothing where files of this kind have no such events.
    fn raw(&mut self, code: u8, bytes: &[u8]) {
        let Some(size) = self.sizes.event_size(code) else { return };
        self.order.push(code);
        let table = self.events.entry(code).or_default();
        let end = table.len() + size;
        table.push(code);
        table.extend(bytes.iter().skip(1).take(size - 1));
        table.resize(end, 0);
    }

    fn record<R: Record>(&mut self, code: u8, record: &R) {
        let mut bytes = vec![0; R::SIZE];
        record.write(&mut bytes);
        self.raw(code, &bytes);
    }

    fn finish(self, kind: FileKind, last_frame: i32) -> Replay {
        let mut replay = Replay {
            wrapper: Wrapper::Ubjson { raw_length: 0 },
            payload_sizes: self.sizes,
            order: self.order,
            events: self.events,
            gaps: Vec::new(),
            rest: Vec::new(),
            members: Vec::new(),
            tail: Vec::new(),
        };
        if kind != FileKind::Unfinished {
            replay.members = Member::read_all(&script::metadata(last_frame)).unwrap_or_default();
            // It begins with Game Start.
            let _ = replay.mend();
        }
        replay
    }
}

/// Writes UBJSON texts and numbers as Dolphin does.
pub(crate) fn ubjson_text(writer: &mut Writer, text: &str) {
    writer.u8(b'U');
    writer.u8(u8::try_from(text.len()).unwrap_or(u8::MAX));
    writer.bytes(text.as_bytes());
}
