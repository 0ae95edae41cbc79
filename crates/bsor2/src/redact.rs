//! Taking out who played, when, and on what.

use ghostreel_bsor as bsor;
use ghostreel_core::redact::Removals;
use ghostreel_core::{DecodeOptions, Result};

use crate::convert::is_remains;
use crate::layout::InfoValueMut;
use crate::model::{CustomSection, Replay};

/// The members of INFO that say it, under the specification's names.
const FIELDS: [&str; 10] = [
    "playerUniqueId",
    "playerId",
    "playerName",
    "platform",
    "trackingSystem",
    "hmd",
    "leftController",
    "rightController",
    "timestamp",
    "timestampEnd",
];

/// Takes out the player, the date and the device: these members of INFO become empty or 0. Sections of other writers go, the
/// kept values of version 1 lose the same, and members that a later
/// writer appended, as anything may be in them. Map, score and motion stay: the motion identifies who played nevertheless, and so do the heights, the
/// sabers' offsets and where the room is.
///
/// The file is written anew, in the usual order.
///
/// # Errors
/// None: the result is of the same form as that of other formats.
pub fn redact(replay: &mut Replay) -> Result<Removals> {
    let mut removals = Removals::default();
    for (name, value) in replay.info.fields_mut() {
        if !FIELDS.contains(&name) {
            continue;
        }
        let what = format!("info.{name}");
        match value {
            InfoValueMut::Text(text) => {
                removals.add(&what, text.as_str(), &text.bytes);
                text.bytes.clear();
            }
            InfoValueMut::WideText(text) => {
                removals.add(&what, text.to_text(), &text.bytes);
                text.bytes.clear();
            }
            InfoValueMut::I32(number) if *number != 0 => {
                removals.add(&what, number.to_string(), &number.to_le_bytes());
                *number = 0;
            }
            _ => {}
        }
    }
    let mut remains = Vec::new();
    for section in replay.sections.drain(..) {
        if is_remains(&section)
            && let Some(kept) = without_people(&section, &mut removals)?
        {
            remains.push(kept);
            continue;
        }
        let value = format!("{} bytes of {}", section.bytes.len(), section.name.as_str());
        removals.add("sections", value, &section.bytes);
    }
    replay.sections = remains;
    let mut take = |what: &str, bytes: &mut Vec<u8>| {
        removals.add(what, format!("{} bytes", bytes.len()), bytes);
        bytes.clear();
    };
    take("info", &mut replay.info_appended);
    replay.frames.take_appended(|bytes| take("frames", bytes));
    replay.notes.take_appended(|bytes| take("notes", bytes));
    replay.walls.take_appended(|bytes| take("walls", bytes));
    replay.heights.take_appended(|bytes| take("heights", bytes));
    replay.pauses.take_appended(|bytes| take("pauses", bytes));
    replay.original = Vec::new();
    Ok(removals)
}

/// The kept values of version 1 without the player; `None` if it cannot be read.
fn without_people(
    section: &CustomSection,
    removals: &mut Removals,
) -> Result<Option<CustomSection>> {
    let Ok(kept) = bsor::decode(&section.bytes, &DecodeOptions::RECOVER) else { return Ok(None) };
    let mut kept = kept.value;
    for removal in bsor::redact(&mut kept)?.iter() {
        let what = format!("{}.{}", section.name.as_str(), removal.what);
        removals.add(&what, removal.value.clone(), &removal.bytes);
    }
    Ok(Some(CustomSection::new(section.name, bsor::encode(&kept))))
}
