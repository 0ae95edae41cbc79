//! A replay as plain data: nothing is interpreted, nothing is lost.

use crate::layout::{ControllerOffsets, Frame, Height, Info, Pause, SectionId, UserEntries, Wall};
use crate::notes::NoteList;
use crate::version::Version;

/// One `.bsor` file.
///
/// The lists hold what the file holds, in its order. [`encode`](crate::encode()) returns the very bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// Version of the format.
    pub version: Version,
    /// Section 0.
    pub info: Info,
    /// Section 1.
    pub frames: Vec<Frame>,
    /// Section 2, in the order scored.
    pub notes: NoteList,
    /// Section 3.
    pub walls: Vec<Wall>,
    /// Section 4.
    pub heights: Vec<Height>,
    /// Section 5.
    pub pauses: Vec<Pause>,
    /// Section 6.
    pub controller_offsets: Option<ControllerOffsets>,
    /// Section 7.
    pub user_data: UserEntries,
    /// The sections after the info, in the file's order. A section that is not listed is not written; one that is
    /// listed and empty is not the same as one that is absent.
    pub sections: Vec<SectionId>,
    /// How many records the last section promises beyond those that are there. Not 0 only in damaged files.
    pub missing: u32,
    /// The bytes after the last record that was understood.
    pub tail: Vec<u8>,
}

impl Replay {
    /// A complete replay with empty lists.
    pub fn new(info: Info) -> Self {
        Self {
            version: Version::V1,
            info,
            frames: Vec::new(),
            notes: NoteList::default(),
            walls: Vec::new(),
            heights: Vec::new(),
            pauses: Vec::new(),
            controller_offsets: None,
            user_data: UserEntries::default(),
            sections: SectionId::REQUIRED.to_vec(),
            missing: 0,
            tail: Vec::new(),
        }
    }

    /// Length of the recording: the time of the last frame, in seconds of the song.
    pub fn duration(&self) -> f32 {
        self.frames.last().map_or(0.0, |frame| frame.time)
    }
}
