//! Makes damaged replays whole.

use ghostreel_core::repair::until_whole;
use ghostreel_core::{DecodeOptions, Result};

use crate::model::{Payload, Replay};
use crate::view::View;
use crate::{decode, encode};

impl Replay {
    /// Makes a damaged replay whole: all sections are there and in their usual order, no records are missing, and the bytes that were
    /// not understood are gone. It is compressed anew, and then read strictly without loss. One that is so already stays as it is.
    ///
    /// # Errors
    /// If nothing of the replay can be read back.
    pub fn repair(&mut self) -> Result<()> {
        let is_whole = |bytes: &[u8]| View::open(bytes, &DecodeOptions::STRICT).map(drop);
        if is_whole(&encode(self)).is_ok() {
            return Ok(());
        }
        let reread = |bytes: &[u8]| Ok(decode(bytes, &DecodeOptions::RECOVER)?.value);
        let mend = |replay: &mut Self| {
            replay.mend();
            Ok(())
        };
        until_whole(self, mend, encode, is_whole, reread)
    }

    fn mend(&mut self) {
        self.original = Vec::new();
        match &mut self.payload {
            Payload::Sections(recording) => {
                recording.metadata.complete();
                recording.mend();
            }
            Payload::Legacy(data) => *data = data.iter().collect(),
        }
    }
}
