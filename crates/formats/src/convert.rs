//! From one format of a game to another.

use crate::any::{AnyReplay, AnyView};

/// The replay in another format of the same game, and what that lacks or what had to be assumed for it, in plain sentences. `None`
/// if there is no way from the one to the other.
///
/// ```
/// use ghostreel_formats::{bsor, convert, core::DecodeOptions, open, sample};
///
/// let replay = open(sample("beat-saber", None, 1).unwrap(), &DecodeOptions::STRICT)?;
/// let (legacy, missing) = convert(&replay, "scoresaber-json").unwrap();
/// assert!(missing.iter().any(|sentence| sentence.contains("pauses")));
///
/// let legacy = open(legacy.encode(), &DecodeOptions::STRICT)?;
/// let (again, _) = convert(&legacy, "bsor").unwrap();
/// assert_eq!(open(again.encode(), &DecodeOptions::STRICT)?.meta().score, replay.meta().score);
/// # Ok::<(), ghostreel_formats::core::Error>(())
/// ```
pub fn convert(replay: &AnyView<'_>, format: &str) -> Option<(AnyReplay, Vec<String>)> {
    match (replay, format) {
        #[cfg(all(feature = "beat-saber", feature = "further-formats"))]
        (AnyView::ScoreSaber(view), "bsor") => {
            let (bsor, missing) = view.to_bsor();
            Some((AnyReplay::Bsor(bsor), missing))
        }
        #[cfg(all(feature = "beat-saber", feature = "further-formats"))]
        (AnyView::ScoresaberJson(view), "bsor") => {
            let (bsor, missing) = view.to_bsor();
            Some((AnyReplay::Bsor(bsor), missing))
        }
        #[cfg(all(feature = "beat-saber", feature = "further-formats"))]
        (AnyView::Bsor(view), "scoresaber-json") => {
            let (legacy, missing) = crate::scoresaber_json::from_bsor(&view.to_replay());
            Some((AnyReplay::ScoresaberJson(legacy), missing))
        }
        #[cfg(all(feature = "beat-saber", feature = "further-formats"))]
        (AnyView::ScoreSaber(view), "scoresaber-json") => {
            let (bsor, mut missing) = view.to_bsor();
            let (legacy, further) = crate::scoresaber_json::from_bsor(&bsor);
            missing.extend(further);
            Some((AnyReplay::ScoresaberJson(legacy), missing))
        }
        _ => None,
    }
}
