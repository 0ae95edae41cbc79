//! What the archive wants to know of a file, from its bytes.

use crate::formats::core::{Error as FormatError, Fault, FormatInfo, Outcome, Severity};
use crate::formats::{self, AnyView, Options};
use crate::summary::Summary;

/// Decodes a file and sums up what it is.
///
/// # Errors
/// If it is no replay, or a damaged one.
pub(super) fn summarise(bytes: Vec<u8>, options: &Options) -> Result<Summary, FormatError> {
    let replay = formats::open_with(bytes, options)?;
    refuse_damage(&replay)?;
    let extension = extension(replay.format());
    let diagnostics = replay.diagnostics().to_vec();
    let diagnostic_count = diagnostics.len() as u64;
    Ok(Summary { meta: replay.meta(), extension, diagnostics, diagnostic_count })
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
