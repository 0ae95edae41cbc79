//! Statistics as one JSON object, as the command line prints them and servers give them out.

use ghostreel_formats::core::Diagnostic;
use ghostreel_formats::json::diagnostics;
use serde::Serialize;

use crate::Statistics;

/// Which definition the statistics follow. It is raised whenever the same replay gives other statistics than before: stored ones of
/// an earlier one are then worked out anew.
pub const STATISTICS_VERSION: u32 = 10;

/// Statistics as one JSON object, then the replay's problems: `docs/json.md` has the members.
///
/// ```
/// use ghostreel_formats::{core::DecodeOptions, open, sample};
///
/// let bytes = sample("beat-saber", None, 1).unwrap();
/// let replay = open(&bytes[..], &DecodeOptions::RECOVER)?;
/// let stats = ghostreel_analysis::stats(&replay).unwrap();
/// let json = serde_json::to_value(ghostreel_analysis::document(&stats, replay.diagnostics())).unwrap();
/// assert_eq!((json["game"].as_str(), json["diagnostics"].as_array().unwrap().len()), (Some("beat-saber"), 0));
/// # Ok::<(), ghostreel_formats::core::Error>(())
/// ```
pub fn document<'a>(stats: &'a Statistics, found: &'a [Diagnostic]) -> impl Serialize + use<'a> {
    Document { stats, diagnostics: diagnostics(found) }
}

#[derive(Serialize)]
struct Document<'a, D> {
    #[serde(flatten)]
    stats: &'a Statistics,
    diagnostics: D,
}
