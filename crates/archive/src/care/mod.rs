//! Care for the data folder: looking for damage, removing what is not needed, packing, and rebuilding the index.

pub(crate) mod collect;
pub(crate) mod rebuild;
pub(crate) mod repack;
pub(crate) mod scrub;
