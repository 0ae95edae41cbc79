//! What every handler shares.

use std::sync::Arc;

use ghostreel_archive::Archive;
use tokio::sync::Semaphore;

use crate::Config;
use crate::live::Live;
use crate::metrics::Metrics;

/// The archive, the settings and the numbers. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) archive: Archive,
    pub(crate) config: Arc<Config>,
    pub(crate) metrics: Arc<Metrics>,
    /// One permit for each upload that may be in progress.
    pub(crate) uploads: Arc<Semaphore>,
    /// What is being followed, if anything.
    pub(crate) live: Arc<Live>,
    /// One permit for each viewer of it.
    pub(crate) viewers: Arc<Semaphore>,
}
