//! Makes damaged replays whole.

use ghostreel_core::repair::until_whole;
use ghostreel_core::{DecodeOptions, Result};

use crate::model::Replay;
use crate::sections::Sections;
use crate::{decode, encode};

impl Replay {
    /// Makes a damaged replay whole: the readable parts are written in the usual order, and then read strictly without loss. One
    /// that is whole already stays as it is.
    ///
    /// # Errors
    /// If nothing of the replay can be read back.
    pub fn repair(&mut self) -> Result<()> {
        let is_whole = |bytes: &[u8]| Sections::open(bytes, &DecodeOptions::STRICT).map(drop);
        if is_whole(&encode(self)).is_ok() {
            return Ok(());
        }
        let reread = |bytes: &[u8]| Ok(decode(bytes, &DecodeOptions::RECOVER)?.value);
        let mend = |replay: &mut Self| {
            replay.original = Vec::new();
            Ok(())
        };
        until_whole(self, mend, encode, is_whole, reread)
    }
}
