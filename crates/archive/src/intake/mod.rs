//! Taking in and removing: the steps of an upload, with its original and its row.

pub(crate) mod maps;
pub(crate) mod replays;
