//! A replay as plain data: nothing is interpreted, nothing is lost.

use ghostreel_core::Result;

use crate::layout::Frame;

/// One file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// Frames a second, never 0.
    pub rate: u8,
    /// When play began, in seconds since 1970; 0 if nobody noted it.
    pub started_at: u32,
    /// The left player's name, and the right player's. At most 255 bytes of each are written.
    pub names: [Vec<u8>; 2],
    /// How many frames the file says that it has: more than are there in one that was cut off.
    pub declared_frames: u32,
    /// The frames that are there.
    pub frames: Vec<Frame>,
    /// What other programs left. At most 65,535 bytes of each are written.
    pub notes: Vec<Vec<u8>>,
    /// Bytes after all that was understood.
    pub tail: Vec<u8>,
}

impl Replay {
    /// Makes the number of frames true.
    pub fn update_lengths(&mut self) {
        self.declared_frames = u32::try_from(self.frames.len()).unwrap_or(u32::MAX);
    }

    /// Makes a damaged replay whole: what was not understood is dropped.
    ///
    /// # Errors
    /// None: the result is of the same form as that of other formats.
    pub fn repair(&mut self) -> Result<()> {
        self.tail.clear();
        self.update_lengths();
        Ok(())
    }
}
