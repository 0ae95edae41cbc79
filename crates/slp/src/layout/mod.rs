//! One file per event of the specification: its byte table, which gives reading, writing and columns.
//!
//! Offsets are those of the specification and count the command byte. Fields exist as far as the file's payload size
//! for the event reaches.

use ghostreel_core::{Endian, Field, FieldValue, Record};

mod event_payloads;
mod frame_events;
mod game_end;
mod game_start;
mod gecko;
mod item_update;
mod post_frame;
mod pre_frame;
pub(crate) mod shift_jis;
mod stage_events;

pub use event_payloads::PayloadSizes;
pub use frame_events::{FrameBookend, FrameStart};
pub use game_end::GameEnd;
pub use game_start::{GameStart, PlayerStart, PlayerType};
pub use gecko::{GeckoCode, gecko_codes};
pub use item_update::ItemUpdate;
pub use post_frame::PostFrame;
pub use pre_frame::{BUTTONS, PreFrame};
pub use stage_events::{FountainPlatform, StadiumTransformation, WINDS, WhispyBlow};

/// The first frame of every game; the timer starts at frame 0.
pub const FIRST_FRAME: i32 = -123;

/// The command bytes of the events.
pub mod command {
    /// A piece of a message that is too long for one event.
    pub const MESSAGE_SPLITTER: u8 = 0x10;
    /// The sizes of all other events; always the first.
    pub const EVENT_PAYLOADS: u8 = 0x35;
    /// Everything about the game's settings.
    pub const GAME_START: u8 = 0x36;
    /// A character before a frame is computed.
    pub const PRE_FRAME: u8 = 0x37;
    /// A character after a frame was computed.
    pub const POST_FRAME: u8 = 0x38;
    /// The end of the game.
    pub const GAME_END: u8 = 0x39;
    /// The beginning of a frame. Since 2.2.
    pub const FRAME_START: u8 = 0x3a;
    /// An item or projectile after a frame. Since 3.0.
    pub const ITEM_UPDATE: u8 = 0x3b;
    /// The end of a frame. Since 3.0.
    pub const FRAME_BOOKEND: u8 = 0x3c;
    /// The Gecko codes, nearly always in pieces. Since 3.3.
    pub const GECKO_LIST: u8 = 0x3d;
    /// A platform of Fountain of Dreams moved. Since 3.18.
    pub const FOUNTAIN_PLATFORM: u8 = 0x3f;
    /// Whispy of Dream Land blows. Since 3.18.
    pub const WHISPY_BLOW: u8 = 0x40;
    /// Pokémon Stadium transforms. Since 3.18.
    pub const STADIUM_TRANSFORMATION: u8 = 0x41;

    /// All of them.
    pub const ALL: [u8; 13] = [
        MESSAGE_SPLITTER,
        EVENT_PAYLOADS,
        GAME_START,
        PRE_FRAME,
        POST_FRAME,
        GAME_END,
        FRAME_START,
        ITEM_UPDATE,
        FRAME_BOOKEND,
        GECKO_LIST,
        FOUNTAIN_PLATFORM,
        WHISPY_BLOW,
        STADIUM_TRANSFORMATION,
    ];
}

/// The frame that an event belongs to: all events about frames have it after the command byte.
pub(crate) fn frame_number(event: &[u8]) -> Option<i32> {
    i32::load(event.get(1..)?, Endian::Big)
}

/// The byte table of an event's record; `None` for the events that are no records of fixed fields.
pub fn command_fields(code: u8) -> Option<&'static [Field]> {
    Some(match code {
        command::PRE_FRAME => PreFrame::FIELDS,
        command::POST_FRAME => PostFrame::FIELDS,
        command::GAME_END => GameEnd::FIELDS,
        command::FRAME_START => FrameStart::FIELDS,
        command::ITEM_UPDATE => ItemUpdate::FIELDS,
        command::FRAME_BOOKEND => FrameBookend::FIELDS,
        command::FOUNTAIN_PLATFORM => FountainPlatform::FIELDS,
        command::WHISPY_BLOW => WhispyBlow::FIELDS,
        command::STADIUM_TRANSFORMATION => StadiumTransformation::FIELDS,
        _ => return None,
    })
}

/// The name of an event in messages and JSON.
pub fn command_name(code: u8) -> Option<&'static str> {
    Some(match code {
        command::MESSAGE_SPLITTER => "messageSplitter",
        command::EVENT_PAYLOADS => "eventPayloads",
        command::GAME_START => "gameStart",
        command::PRE_FRAME => "preFrameUpdate",
        command::POST_FRAME => "postFrameUpdate",
        command::GAME_END => "gameEnd",
        command::FRAME_START => "frameStart",
        command::ITEM_UPDATE => "itemUpdate",
        command::FRAME_BOOKEND => "frameBookend",
        command::GECKO_LIST => "geckoList",
        command::FOUNTAIN_PLATFORM => "fodPlatform",
        command::WHISPY_BLOW => "dreamlandWhispy",
        command::STADIUM_TRANSFORMATION => "stadiumTransformation",
        _ => return None,
    })
}
