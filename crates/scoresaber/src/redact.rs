//! Taking out the platform.

use ghostreel_core::Result;
use ghostreel_core::redact::Removals;

use crate::layout::Text;
use crate::model::{Payload, Replay};
use crate::recording::Part;

/// Takes out the platform, and bytes that are no section, as anything may be in them. The player and the date are
/// not in the file; its name often has the player, as it begins with the id. Map, score and motion stay: the motion identifies who
/// played nevertheless, and so do the heights and how the room is set up.
///
/// The file is compressed anew.
///
/// # Errors
/// None: the result is of the same form as that of other formats.
pub fn redact(replay: &mut Replay) -> Result<Removals> {
    let mut removals = Removals::default();
    match &mut replay.payload {
        Payload::Sections(recording) => {
            let platform = &mut recording.metadata.platform;
            removals.add("metadata.platform", platform.as_str(), &platform.bytes);
            *platform = Text::default();
            for part in &recording.parts {
                if let Part::Raw(bytes) = part {
                    removals.add("raw", format!("{} bytes", bytes.len()), bytes);
                }
            }
            recording.parts.retain(|part| matches!(part, Part::Section { .. }));
            recording.update_pointers();
        }
        // The library's name and the graph's ids go; they say which plugin wrote it.
        Payload::Legacy(data) => *data = data.iter().collect(),
    }
    // Bytes after the stream, and a damaged magic, are not in the payload.
    replay.original = Vec::new();
    Ok(removals)
}
