//! The index as one SQLite database.

pub(crate) mod copies;
pub(crate) mod database;
mod fingerprint_cipher;
pub(crate) mod map_matches;
mod maps;
mod migrations;
mod motions;
pub(crate) mod search;
mod statistics;
