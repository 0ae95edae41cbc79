//! What the originals are about, and queries over it.

pub(crate) mod cursor;
pub(crate) mod map_query;
pub(crate) mod mode;
pub(crate) mod query;
pub(crate) mod sort;
pub(crate) mod sqlite;
