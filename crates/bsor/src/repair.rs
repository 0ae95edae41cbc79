//! Makes damaged replays whole.

use ghostreel_core::repair::until_whole;
use ghostreel_core::{DecodeOptions, Result};

use crate::layout::{InfoValueMut, SectionId};
use crate::model::Replay;
use crate::view::View;
use crate::{decode, encode};

impl Replay {
    /// Makes a damaged replay whole: no records are missing, every required section is there, the bytes that were not
    /// understood are gone, and the lengths of strings are those of their bytes. It is then read strictly without loss.
    ///
    /// # Errors
    /// If nothing of the replay can be read back.
    pub fn repair(&mut self) -> Result<()> {
        let is_whole = |bytes: &[u8]| View::open(bytes, &DecodeOptions::STRICT).map(drop);
        let reread = |bytes: &[u8]| Ok(decode(bytes, &DecodeOptions::RECOVER)?.value);
        let mend = |replay: &mut Self| {
            replay.mend();
            Ok(())
        };
        until_whole(self, mend, encode, is_whole, reread)
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
            let is_whole = || View::open(encode(self), &DecodeOptions::STRICT).is_ok();
            let Some(last) = self.notes.len().checked_sub(1) else { break };
            if is_whole() {
                break;
            }
            self.notes.truncate(last);
        }
    }
}

/// As many notes as the length of one can depend on.
const LAST_NOTES: usize = 8;
