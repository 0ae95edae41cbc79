//! The index as one SQLite database.

mod appearances;
mod copies;
pub(crate) mod database;
mod fingerprint_cipher;
mod jobs;
mod map_matches;
mod maps;
mod migrations;
mod motions;
mod replays;
mod rows;
mod search;
mod statistics;
