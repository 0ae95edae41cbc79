//! The things kept beside a replay.

use std::cell::OnceCell;

use super::map::Flights;
#[cfg(feature = "maps")]
use super::map_file::MapFile;

/// The things kept beside a replay: its map, and without one the flights towards the player.
#[derive(Clone, Debug, Default)]
pub(crate) struct FurtherData {
    pub(super) flights: OnceCell<Flights>,
    #[cfg(feature = "maps")]
    pub(super) map: Option<MapFile>,
}
