//! Game replays of every format that Ghostreel knows: opened, asked, measured, repaired. This is the library to add to a program;
//! it stands on the other crates of the project.
//!
//! ```
//! # let path = tempfile::tempdir()?.keep().join("a.bsor");
//! # std::fs::write(&path, ghostreel::sample("beat-saber", None, 1).unwrap())?;
//! let replay = ghostreel::open(&path)?;
//! println!("{} played {:.0} s", replay.meta().players[0].name, replay.meta().duration_s);
//!
//! // The columns of some seconds, with their times …
//! let head = replay.frames(["head.pos.x", "head.pos.y"], 10.0..12.0)?;
//! let heights = head.column("head.pos.y")?.as_f32();
//!
//! // … the events of a kind, one by one …
//! for note in replay.events("notes")?.rows().take(3) {
//!     println!("{} s: {} m/s", note.cell("event_time")?, note.cell("cut.saber_speed")?);
//! }
//!
//! // … or typed rows of any table.
//! use ghostreel::beat_saber::{EventType, Note};
//! let is_miss = |note: &&Note| note.event_type() == Some(EventType::Miss);
//! let misses = replay.rows::<Note>()?.iter().filter(is_miss).count();
//! # std::fs::remove_dir_all(path.parent().unwrap())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to get | ask |
//! |---|---|
//! | a replay | [`open`], [`open_with`], [`read`] |
//! | many replays, by all processors | [`collection()`] |
//! | players, map and time | [`Replay::meta`] |
//! | oddities and losses | [`Replay::diagnostics`], [`Replay::outcome`] |
//! | all of that and a list of all tables, as JSON | [`Replay::description`] |
//! | columns over time | [`Replay::frames`], [`Replay::columns`] |
//! | states at given times, or at a fixed rate | [`Replay::at`] |
//! | events | [`Replay::events`] |
//! | the rows around events, and just before or after them | [`Replay::around`], [`Replay::joined`] |
//! | events that follow each other | [`sequence`] |
//! | a list of all tables | [`Replay::timeline`]: tables, columns, units, meanings |
//! | typed rows | [`Replay::rows`], with the types in [`beat_saber`], [`melee`] and [`rocket_league`] |
//! | a format in its own terms | [`Replay::as_bsor`], [`Replay::as_slp`], [`Replay::as_rlreplay`] |
//! | statistics | [`Replay::stats`]; as columns, the tables `player_stats`, `team_stats` and `match_stats` of [`Replay::columns`] |
//! | goals, kills, misses and what else is worth a look | [`Replay::moments`] |
//! | whether motion, cuts and the map's notes fit | [`Replay::motion`], [`Replay::set_map`], [`Replay::with_map`] |
//! | who vouches for it, and whether it was changed | [`verify()`] |
//! | further answers of its game | [`Replay::ask`] |
//! | JSON, and a file out of it | [`Replay::write_json`], [`from_json`] |
//! | a whole file | [`Replay::repaired`] |
//! | a changed copy, or one that does not say who played | [`Replay::edited`], [`Replay::redacted`] |
//! | a reel with the file in it | [`Replay::packed`] |
//! | Rocket League decoded sooner | [`Replay::decode_with`] |
//!
//! **Errors** are of one type, [`Error`], and each is one sentence. A damaged file is no error unless it was opened strictly: it
//! gives everything before the damage, and [`Replay::diagnostics`] lists the losses. **Units** are in the schemas: seconds,
//! metres, Rocket League's uu. The game's own time counts, not the player's clock: a table's times begin where its game's do (Melee
//! at −2.05 s). **Memory**: a replay holds its file's bytes; each answer is computed when it is asked for, so keep what is
//! asked for often.
//!
//! Ten small programs in `examples/` show each of these at work; `cargo run -p ghostreel --example meta` is the first.

mod at;
pub mod beat_saber;
mod beside_events;
#[cfg(not(target_family = "wasm"))]
pub mod collection;
mod columns;
mod edits;
mod error;
pub mod melee;
mod misspelt;
mod replay;
pub mod rocket_league;
mod row;
#[cfg(not(target_family = "wasm"))]
pub mod threads;
pub mod verify;

pub use at::Times;
pub use beside_events::{Beside, sequence};
#[cfg(not(target_family = "wasm"))]
pub use collection::{Answer, Answers, Collection, collection};
pub use columns::Columns;
pub use edits::{Edited, Edits, Redacted, from_json};
pub use error::{Error, Result};
pub use ghostreel_analysis as analysis;
pub use ghostreel_analysis::{Moment, Statistics};
pub use ghostreel_formats::bsor;
pub use ghostreel_formats::core::{DecodeOptions, Diagnostic, FormatInfo, Outcome, Severity};
pub use ghostreel_formats::rlreplay;
pub use ghostreel_formats::slp;
pub use ghostreel_formats::timeline::{
    self, Column, ColumnSchema, Data, Meta, Schema, TableKind, Timeline, Type,
};
pub use ghostreel_formats::{self as formats, FORMATS, Options, sample, sample_variants};
pub use ghostreel_mark as mark;
pub use ghostreel_reel::Level;
pub use misspelt::most_alike;
pub use replay::{Replay, open, open_with, read};
pub use row::{Cell, Row};
pub use verify::verify;

/// The README's example is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
