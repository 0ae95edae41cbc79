//! What a recorder in the game writes into a reel: Slippi's events as they are, a table for each.
//!
//! `docs/spec/reel-melee.md` says why each column is there.

use ghostreel_core::Record;
use ghostreel_timeline::{Schema, TableKind, record_columns, row_columns, rows};

use crate::layout::{
    FountainPlatform, FrameBookend, FrameStart, GameEnd, ItemUpdate, PostFrame, PreFrame,
    StadiumTransformation, WhispyBlow,
};

rows! {
    /// When an event was written.
    pub struct ArrivalRow {
        time: f64, "s", "Real time since the moment that the header gives as started: never less than in the row before, also where a rollback makes frames run again";
    }

    /// A byte of an event that is no fixed structure.
    pub struct ByteRow {
        byte: u8, "", "The next byte";
    }
}

/// The tables of a session, in the order of their streams.
pub fn schemas() -> Vec<Schema> {
    vec![
        Schema::of::<ByteRow>(
            "game_start",
            TableKind::Events,
            None,
            "a byte of the event Game Start, its command byte included",
        ),
        Schema::of::<ByteRow>(
            "gecko_codes",
            TableKind::Events,
            None,
            "a byte of the list of Gecko codes, its parts put together",
        ),
        Schema::of::<ByteRow>(
            "metadata",
            TableKind::Events,
            None,
            "a byte of the file's metadata in UBJSON, the braces included",
        ),
        event::<FrameStart>("frame_starts", "the event Frame Start"),
        event::<PreFrame>("pre_frames", "the event Pre-Frame Update"),
        event::<PostFrame>("post_frames", "the event Post-Frame Update"),
        event::<ItemUpdate>("items", "the event Item Update"),
        event::<FrameBookend>("bookends", "the event Frame Bookend"),
        event::<FountainPlatform>("fod_platforms", "the event of Fountain of Dreams' platforms"),
        event::<WhispyBlow>("whispy", "the event of Whispy"),
        event::<StadiumTransformation>("stadium", "the event of Pokémon Stadium's changes"),
        event::<GameEnd>("game_end", "the event Game End"),
    ]
}

/// A table of an event: when it was written, and its fields.
fn event<R: Record>(name: &'static str, meaning: &'static str) -> Schema {
    let columns = row_columns::<ArrivalRow>().into_iter().chain(record_columns::<R>()).collect();
    Schema { name: name.into(), kind: TableKind::Events, time: Some("time"), meaning, columns }
}
