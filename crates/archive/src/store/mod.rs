//! Where the originals are: files under their digest, as they came or packed, in a folder that nothing leads out of.

pub(crate) mod data_folder;
pub(crate) mod folder;
pub(crate) mod objects;
pub(crate) mod packed;
pub(crate) mod secret;
pub(crate) mod spool;
pub(crate) mod verified;
pub(crate) mod within;
