//! By which version of the rules verdicts are worked out. Verdicts that are stored with another are worked out again.

use ghostreel_analysis::beat_saber::MOTION_VERSION;
use ghostreel_analysis::beat_saber::map::MATCH_VERSION;

/// That of the motion's.
pub(crate) const MOTION: u32 = MOTION_VERSION;
/// That of those beside maps, which follow from the motion, too.
pub(crate) const MAP_MATCH: u32 = MATCH_VERSION.saturating_mul(1000).saturating_add(MOTION_VERSION);
