//! The addresses of maps, one file each.

pub(super) mod delete;
pub(super) mod file;
pub(super) mod list;
pub(super) mod record;
pub(super) mod upload;
