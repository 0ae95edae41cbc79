//! Taking in and removing: what an upload goes through, with its original and its row.

pub(crate) mod maps;
pub(crate) mod replays;
