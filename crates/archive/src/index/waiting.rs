//! Replays that a job still has to work on.

use ghostreel_formats::core::Digest;

/// A job on replays in the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Job {
    /// With which others it agrees.
    Copies,
    /// Whether its motion fits.
    Motion,
    /// The sides of it, and its date.
    Sides,
    /// How it agrees with its map.
    MapMatch,
}

/// A replay that waits for a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) key: i64,
    pub(crate) id: String,
    pub(crate) digest: Digest,
    /// The hash of its map, if it is to be compared with that.
    pub(crate) map: Option<String>,
}
