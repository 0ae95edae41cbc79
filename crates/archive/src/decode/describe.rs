//! The description of a file for the archive, from its bytes.

use ghostreel_analysis::beat_saber::documents::Motion as Judgement;
use ghostreel_analysis::copies::{Fingerprint, Lookup, Motion, Recording};
use ghostreel_formats::AnyView;
use ghostreel_formats::core::{Error as FormatError, Fault, FormatInfo, Outcome, Severity};

use crate::decode::tools::Tools;
use crate::records::summary::Summary;

/// The description of a file for the archive.
#[derive(Debug)]
pub(crate) struct Described {
    pub(crate) summary: Summary,
    /// The data to find copies; `None` if none are looked for, or not in this game.
    pub(crate) copy_search: Option<CopySearch>,
}

/// The data to find copies of a replay.
#[derive(Debug)]
pub(crate) struct CopySearch {
    /// The fingerprint that is stored, for replays that come later.
    pub(crate) fingerprint: Fingerprint,
    /// The lookup among those that are there.
    pub(crate) lookup: Lookup,
}

/// Decodes a file and sums up what it is.
///
/// # Errors
/// If it is no replay, or a damaged one.
pub(super) fn describe(bytes: Vec<u8>, tools: &Tools) -> Result<Described, FormatError> {
    let replay = open_whole(bytes, tools)?;
    let copy_search = tools.secret.as_ref().and_then(|secret| {
        let motion = Motion::of(&Recording::of(&replay)?)?;
        let fingerprint = Fingerprint::of(&motion, secret);
        Some(CopySearch { fingerprint, lookup: Lookup::of(&motion, secret) })
    });
    Ok(Described { summary: summarise(&replay), copy_search })
}

/// Opens a replay that must be undamaged.
pub(super) fn open_whole(bytes: Vec<u8>, tools: &Tools) -> Result<AnyView<'static>, FormatError> {
    let replay = ghostreel_formats::open_with(bytes, &tools.options)?;
    refuse_damage(&replay)?;
    Ok(replay)
}

fn summarise(replay: &AnyView) -> Summary {
    let extension = extension(replay.format());
    let diagnostics = replay.diagnostics().to_vec();
    let diagnostic_count = diagnostics.len() as u64;
    let motion = Judgement::judge(replay);
    let accuracy = ghostreel_analysis::accuracy(&replay.timeline());
    let sides = ghostreel_analysis::sides(replay);
    let occasion = ghostreel_analysis::occasion(replay);
    Summary {
        meta: replay.meta(),
        extension,
        diagnostics,
        diagnostic_count,
        motion,
        accuracy,
        sides,
        occasion,
    }
}

/// Strict decoding refuses damage by itself; the archive does not depend on every format doing so.
fn refuse_damage(replay: &AnyView) -> Result<(), FormatError> {
    if replay.outcome() == Outcome::Ok {
        return Ok(());
    }
    let lost = replay.diagnostics().iter().find(|d| d.severity == Severity::Error);
    let (offset, section, found) = match lost {
        Some(lost) => (lost.offset, lost.section.clone(), lost.message.clone()),
        None => (0, "file".into(), "damage".into()),
    };
    Err(FormatError::new(Fault::Malformed, offset, section, "an undamaged file", found))
}

/// The usual file name extension of a format.
pub(super) fn extension(format: &FormatInfo) -> &'static str {
    format.extensions.first().copied().unwrap_or("replay")
}
