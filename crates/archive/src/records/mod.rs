//! The records of replays and maps.

pub(crate) mod delete_token;
pub(crate) mod kind;
pub(crate) mod map;
pub(crate) mod orphans;
pub(crate) mod pair;
pub(crate) mod replay;
pub(crate) mod summary;
pub(crate) mod usage;
pub(crate) mod version;
