//! Taking out who played, when, and on what.

use ghostreel_core::Result;
use ghostreel_core::redact::Removals;

use crate::layout::{InfoValueMut, SectionId, Text, UserEntries};
use crate::model::Replay;

/// The fields of the info that say it, under the specification's names.
const FIELDS: [&str; 7] =
    ["timestamp", "playerID", "playerName", "platform", "trackingSystem", "hmd", "controller"];

/// Takes out who played, when, and on what: the fields of the info that say it become empty, and section 7 goes, as other mods may store anything in it; a mark is
/// there, too. Map, score and motion stay: the motion identifies who played nevertheless, and so do the heights and the controllers' offsets.
///
/// # Errors
/// None: the result is of the same form as that of other formats.
pub fn redact(replay: &mut Replay) -> Result<Removals> {
    let mut removals = Removals::default();
    for (name, value) in replay.info.fields_mut() {
        // Bytes in front of a text are the end of another whose length was wrong: of a name, as a rule.
        if let InfoValueMut::Text(text) = value {
            removals.add(&format!("info.{name}"), "bytes that belong to nothing", &text.skipped);
            text.skipped.clear();
            if FIELDS.contains(&name) {
                removals.add(&format!("info.{name}"), text.as_str(), &text.bytes);
                *text = Text::default();
            }
        }
    }
    for entry in replay.user_data.iter() {
        let value = format!("{} bytes of {}", entry.bytes.len(), entry.key.as_str());
        removals.add("userData", value, &entry.bytes);
    }
    replay.user_data = UserEntries::default();
    replay.sections.retain(|section| *section != SectionId::UserData);
    removals.add("tail", format!("{} bytes", replay.tail.len()), &replay.tail);
    replay.tail.clear();
    Ok(removals)
}
