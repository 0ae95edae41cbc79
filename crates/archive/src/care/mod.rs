//! Care for the data folder: looking for damage, taking away what nobody needs, packing, and making the index anew.

pub(crate) mod collect;
pub(crate) mod rebuild;
pub(crate) mod repack;
pub(crate) mod scrub;
