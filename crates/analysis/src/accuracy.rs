//! The share of the possible points that was made.

use ghostreel_formats::timeline::Timeline;

/// The share of the possible points that were made, from 0 to 1, where the score's running display ends; `None` of a game that is not about points.
///
/// ```
/// use ghostreel_analysis::accuracy;
/// use ghostreel_formats::core::DecodeOptions;
/// use ghostreel_formats::{open, sample};
///
/// let accuracy_of = |game| {
///     let file = sample(game, None, 1).unwrap();
///     accuracy(&open(&file[..], &DecodeOptions::STRICT).unwrap().timeline())
/// };
/// assert!(accuracy_of("beat-saber").is_some_and(|share| share > 0.5 && share <= 1.0));
/// assert_eq!(accuracy_of("melee"), None);
/// ```
pub fn accuracy(timeline: &Timeline<'_>) -> Option<f64> {
    timeline.column("score.accuracy").ok()?.as_f64()?.last().copied()
}
