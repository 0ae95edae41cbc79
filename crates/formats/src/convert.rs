//! From one format of a game to another.

use crate::any::{AnyReplay, AnyView};

/// The replay in another format of the same game, and its gaps and assumptions, in plain sentences. `None`
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
    // By way of BSOR, which all others convert to.
    let (bsor, mut missing) = match replay {
        AnyView::Bsor(view) => (view.to_replay(), Vec::new()),
        AnyView::Bsor2(view) => view.to_bsor(),
        AnyView::ScoreSaber(view) => view.to_bsor(),
        AnyView::ScoresaberJson(view) => view.to_bsor(),
        #[allow(unreachable_patterns, reason = "without the other games, these are all")]
        _ => return None,
    };
    let (converted, further) = match format {
        "bsor" => (AnyReplay::Bsor(bsor), Vec::new()),
        "bsor2" => {
            let (draft, assumed) = crate::bsor2::from_bsor(&bsor);
            (AnyReplay::Bsor2(draft), assumed)
        }
        "scoresaber-json" => {
            let (legacy, lost) = crate::scoresaber_json::from_bsor(&bsor);
            (AnyReplay::ScoresaberJson(legacy), lost)
        }
        _ => return None,
    };
    missing.extend(further);
    (converted.format().id != replay.format().id).then_some((converted, missing))
}
