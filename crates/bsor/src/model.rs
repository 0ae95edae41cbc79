//! A replay as plain data: nothing is interpreted, nothing is lost.

use ghostreel_core::repair::until_sound;
use ghostreel_core::{DecodeOptions, Result};

use crate::layout::{
    ControllerOffsets, Frame, Height, Info, InfoValueMut, Pause, SectionId, UserEntries, Wall,
};
use crate::notes::NoteList;
use crate::version::Version;
use crate::view::View;
use crate::{decode, encode};

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

    /// Makes a damaged replay whole: no records are missing, every required section is there, the bytes that were not
    /// understood are gone, and the lengths of strings are those of their bytes. It is then read strictly without loss.
    ///
    /// # Errors
    /// If nothing of the replay can be read back.
    pub fn repair(&mut self) -> Result<()> {
        let is_sound = |bytes: &[u8]| View::open(bytes, &DecodeOptions::STRICT).map(drop);
        let reread = |bytes: &[u8]| Ok(decode(bytes, &DecodeOptions::RECOVER)?.value);
        let mend = |replay: &mut Self| {
            replay.mend();
            Ok(())
        };
        until_sound(self, mend, encode, is_sound, reread)
    }

    fn mend(&mut self) {
        self.missing = 0;
        self.tail.clear();
        for (_, value) in self.info.fields_mut() {
            if let InfoValueMut::Text(text) = value {
                text.skipped.clear();
                text.declared = i32::try_from(text.bytes.len()).unwrap_or(i32::MAX);
            }
        }
        // Section 6 has no count that could say 0: cut off after its id, it is not there at all.
        let has_offsets = self.controller_offsets.is_some();
        let optional: Vec<SectionId> = self
            .sections
            .iter()
            .copied()
            .filter(|id| !SectionId::REQUIRED.contains(id))
            .filter(|id| has_offsets || *id != SectionId::ControllerOffsets)
            .collect();
        self.sections = SectionId::REQUIRED.into_iter().chain(optional).collect();
        // The length of a note can depend on the bytes after it. The last ones of a cut file had nothing after them, and may
        // look different in front of other sections: those are lost.
        for _ in 0..LAST_NOTES {
            let is_sound = || View::open(encode(self), &DecodeOptions::STRICT).is_ok();
            let Some(last) = self.notes.len().checked_sub(1) else { break };
            if is_sound() {
                break;
            }
            self.notes.truncate(last);
        }
    }
}

/// As many notes as the length of one can depend on.
const LAST_NOTES: usize = 8;
