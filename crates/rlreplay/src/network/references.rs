//! Whether references are to actors and objects that can exist.

use super::Segment;
use crate::attributes::Rows;

impl Segment {
    /// Whether all references are to actors and objects that can exist, as in every replay that a game wrote. If not, a layout is
    /// wrong, even if all bits could be read.
    pub(crate) fn has_valid_references(&self, objects: usize, channels: u32) -> bool {
        self.rows.iter().all(|rows| match rows {
            Rows::ObjectRef(references) => {
                references.iter().all(|reference| match usize::try_from(reference.index) {
                    Err(_) => reference.index == -1,
                    Ok(index) if reference.is_actor => index < channels as usize,
                    Ok(index) => index < objects,
                })
            }
            _ => true,
        })
    }
}
