//! A replay as plain data: nothing is interpreted, nothing is lost.

use ghostreel_core::Result;

use crate::layout::{Info, NoteInfos, SectionId};
use crate::scan::Item;
use crate::{Frame, Height};

/// One legacy replay.
///
/// The lists hold what the file holds, in its order. [`encode`](crate::encode()) returns the very bytes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replay {
    /// The map and the settings.
    pub info: Info,
    /// Poses of head and hands: the same record as BSOR's.
    pub frames: Vec<Frame>,
    /// Score of each note: −4 bomb, −3 miss, −2 bad cut, up to 115 for a good one. After the notes, −5 for each wall.
    pub scores: Vec<i32>,
    /// Combo after each note.
    pub combos: Vec<i32>,
    /// When each note was cut or missed, in seconds of the song.
    pub note_times: Vec<f32>,
    /// Place and kind of each note.
    pub note_infos: NoteInfos,
    /// Automatic heights.
    pub dynamic_heights: Vec<Height>,
    /// The file that the replay was decoded from: the text of its numbers, its white space, members unknown to the format,
    /// and damage.
    pub(crate) layout: Option<Vec<u8>>,
}

impl Replay {
    /// Takes in the next element of a list.
    pub(crate) fn add(&mut self, id: SectionId, item: Item) {
        match (id, item) {
            (_, Item::Frame(frame)) => self.frames.push(frame),
            (_, Item::Height { height, .. }) => self.dynamic_heights.push(height),
            (_, Item::Float { value, .. }) => self.note_times.push(value),
            // A text that has no room has no room in the file either: there, too, 4 GiB are the limit.
            (_, Item::Text { text, .. }) => drop(self.note_infos.push(&text)),
            (SectionId::Combos, Item::Whole { value, .. }) => self.combos.push(value),
            (_, Item::Whole { value, .. }) => self.scores.push(value),
        }
    }

    /// The file whose text is used for all that was not changed; `None`: everything is written in the usual way.
    pub fn layout(&self) -> Option<&[u8]> {
        self.layout.as_deref()
    }

    /// Writes the values into the text of that file: those that differ from its own take their places. Where they do not fit, as
    /// there are more or fewer of them, everything is written in the usual way.
    pub fn set_layout(&mut self, file: Option<Vec<u8>>) {
        self.layout = file;
    }

    /// Makes a damaged replay whole: it is written in the usual way, with nothing but its values.
    ///
    /// # Errors
    /// None: the result is of the same form as that of other formats.
    pub fn repair(&mut self) -> Result<()> {
        self.layout = None;
        Ok(())
    }
}
