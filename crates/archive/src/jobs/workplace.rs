//! The tools of jobs.

use std::sync::Arc;

use crate::decode::decoder::Decoder;
use crate::index::Index;
use crate::jobs::copy_finder::CopyFinder;
use crate::originals::Originals;
use crate::records::kind::Kind;
use crate::store::data_folder::Lock;

/// The originals, the index and the decoders. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Workplace {
    pub(crate) replays: Arc<Originals>,
    pub(crate) maps: Arc<Originals>,
    pub(crate) index: Arc<dyn Index>,
    pub(crate) decoder: Decoder,
    /// `None` if copies are not looked for.
    pub(crate) copies: Option<Arc<CopyFinder>>,
    /// Two servers on one folder would empty each other's `incoming/`. The system lets go of the lock when the process ends, however
    /// it ends.
    pub(crate) _lock: Arc<Lock>,
}

impl Workplace {
    pub(crate) fn originals(&self, kind: Kind) -> &Arc<Originals> {
        match kind {
            Kind::Replay => &self.replays,
            Kind::Map => &self.maps,
        }
    }
}
