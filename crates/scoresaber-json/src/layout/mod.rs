//! The members of the file, one source file for each: its content, reading and writing together.

mod frame;
mod height;
mod info;
mod note_info;
mod section;

pub(crate) use frame::{
    FramePlaces, NO_PLACES, frame_values, read_frame, write_frame, write_frame_value,
};
pub(crate) use height::{HeightPlaces, height_values, read_height, write_height};
pub use info::{Info, InfoValue, InfoValueMut};
pub(crate) use info::{InfoPlaces, MEMBERS as INFO_MEMBERS, read_info, write_info, write_value};
pub use note_info::{NoteInfo, NoteInfos};
pub use section::SectionId;

use crate::cursor::{Cursor, Parsed, Place};

/// Findings while an element was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Findings {
    /// Whether there is to be nothing to find: reading then stops at the first thing that is odd, and costs little.
    pub(crate) is_strict: bool,
    /// Members that the format does not know or has already: the name and the value.
    pub(crate) unknown: Vec<(Place, Place)>,
    /// The number of more such members.
    pub(crate) more_unknown: usize,
    /// The places of values of the wrong kind, and the names of their members.
    pub(crate) wrong: Vec<(usize, &'static str)>,
    /// The place of a loss, and the expected content.
    pub(crate) lost: Option<(usize, &'static str)>,
}

impl Findings {
    /// Steps over the value of a member that the format does not know or has already.
    pub(crate) fn skip_unknown(&mut self, cursor: &mut Cursor<'_>, name: &Place) -> Parsed<()> {
        if self.is_strict {
            return cursor.odd("a member of the format");
        }
        let value = cursor.skip()?;
        self.add_unknown(name.clone(), value);
        Ok(())
    }

    /// The place of a number; `None` if something else stands there, which is stepped over.
    pub(crate) fn number(&self, cursor: &mut Cursor<'_>) -> Parsed<Option<Place>> {
        if self.is_strict && matches!(cursor.peek()?, b'"' | b'[' | b'{') {
            return cursor.odd("a number");
        }
        cursor.scalar()
    }

    pub(crate) fn add_unknown(&mut self, name: Place, value: Place) {
        if self.unknown.len() < crate::limits::UNKNOWN_MEMBERS {
            self.unknown.push((name, value));
        } else {
            self.more_unknown = self.more_unknown.saturating_add(1);
        }
    }
}

/// The value of a number, by its bits, as a record stores them.
pub(crate) type Bits = [u8; 4];
