//! The findings about copies of a replay.

use ghostreel_analysis::copies::Fingerprint;

use crate::records::pair::{Copy, Review};

/// The findings about copies of a replay.
#[derive(Clone, Debug, Default)]
pub(crate) struct CopyFinding {
    pub(crate) fingerprint: Option<Fingerprint>,
    /// Whether all that may be copies were compared with it.
    pub(crate) is_compared: bool,
    pub(crate) copies: Vec<Copy>,
    /// Whether it is neither listed nor given out.
    pub(crate) is_held: bool,
}

/// The decision about a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) id: String,
    pub(crate) review: Review,
    /// In milliseconds since 1970.
    pub(crate) reviewed_at: i64,
}
