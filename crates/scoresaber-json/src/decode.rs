//! Bytes to model.

use ghostreel_core::{DecodeOptions, Decoded, Diagnostic, Result};

use crate::layout::SectionId;
use crate::model::Replay;
use crate::scan::{Scanner, Step};

/// Decodes a whole file.
///
/// # Errors
/// In strict mode on any damage; in recover mode if nothing of a replay can be read.
pub fn decode(bytes: &[u8], options: &DecodeOptions) -> Result<Decoded<Replay>> {
    let (mut value, diagnostics) = decode_values(bytes, options)?;
    value.layout = Some(bytes.to_vec());
    Ok(Decoded { value, diagnostics })
}

/// The values of a whole file, without its layout.
pub(crate) fn decode_values(
    bytes: &[u8],
    options: &DecodeOptions,
) -> Result<(Replay, Vec<Diagnostic>)> {
    let mut scanner = Scanner::new(options);
    let mut replay = Replay::default();
    let mut position = 0_usize;
    loop {
        let rest = bytes.get(position..).unwrap_or_default();
        let step = scanner.step(rest, true)?;
        position = position.saturating_add(step.length());
        match step {
            Step::Info { info, .. } => replay.info = *info,
            Step::Section { id, .. } => {
                make_room(&mut replay, id, bytes.get(position..).unwrap_or_default());
            }
            Step::Item { id, item, .. } => replay.add(id, item),
            Step::Between { .. } => {}
            // The whole input is here, so a step that needs more has nothing to come.
            Step::NeedMore | Step::End => break,
        }
    }
    Ok((replay, scanner.into_diagnostics()))
}

/// Makes room for a list of numbers at once: an element can be two bytes of text, and a list that grows by doubling takes three
/// times its content.
fn make_room(replay: &mut Replay, id: SectionId, list: &[u8]) {
    let is_list_of_numbers =
        matches!(id, SectionId::Scores | SectionId::Combos | SectionId::NoteTime);
    if !is_list_of_numbers {
        return;
    }
    let inside = list.iter().take_while(|byte| **byte != b']');
    let count = inside.filter(|byte| **byte == b',').count().saturating_add(1);
    match id {
        SectionId::Scores => replay.scores.reserve_exact(count),
        SectionId::Combos => replay.combos.reserve_exact(count),
        _ => replay.note_times.reserve_exact(count),
    }
}
