//! A replay as plain data: nothing is interpreted, nothing is lost.

use ghostreel_core::repair::until_sound;
use ghostreel_core::{DecodeOptions, Result};

use crate::container::Container;
use crate::nrbf::SavedData;
use crate::recording::Recording;
use crate::view::View;
use crate::{decode, encode};

/// One `.dat` file.
///
/// [`encode`](crate::encode()) returns the very bytes: no other program compresses as the plugin does, so the file is kept as it was, and
/// written as it was while it still holds the payload.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The file that it was decoded from; empty for one that was not.
    pub original: Vec<u8>,
    /// The unpacked content.
    pub payload: Payload,
    /// Whether it unpacks to more, which was not looked at as the work was cancelled.
    pub is_cancelled: bool,
}

/// The unpacked content of a file.
#[derive(Clone, Debug, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "one at a time is held, and its lists are on the heap anyway"
)]
pub enum Payload {
    /// Version 2 and 3.
    Sections(Recording),
    /// Before version 2.
    Legacy(SavedData),
}

impl Payload {
    /// The container that it is written in.
    pub const fn container(&self) -> Container {
        match self {
            Self::Sections(_) => Container::Sections,
            Self::Legacy(_) => Container::Legacy,
        }
    }
}

impl Replay {
    /// A replay that is in no file yet.
    pub const fn new(payload: Payload) -> Self {
        Self { original: Vec::new(), payload, is_cancelled: false }
    }

    /// Makes a damaged replay whole: all sections are there and in their usual order, no records are missing, and the bytes that were
    /// not understood are gone. It is compressed anew, and then read strictly without loss. One that is so already stays as it is.
    ///
    /// # Errors
    /// If nothing of the replay can be read back.
    pub fn repair(&mut self) -> Result<()> {
        let is_sound = |bytes: &[u8]| View::open(bytes, &DecodeOptions::STRICT).map(drop);
        if is_sound(&encode(self)).is_ok() {
            return Ok(());
        }
        let reread = |bytes: &[u8]| Ok(decode(bytes, &DecodeOptions::RECOVER)?.value);
        let mend = |replay: &mut Self| {
            replay.mend();
            Ok(())
        };
        until_sound(self, mend, encode, is_sound, reread)
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
