//! Repairing, for every format.

use crate::{Error, Fault, Result};

/// How often a mended file is read and mended again. A part that made sense only beside damage may make none without it, and is
/// lost in the next round; real files need one round, changed ones have needed three.
pub const ROUNDS: usize = 8;

/// Mends a replay until its file is read whole.
///
/// `mend` removes unreadable parts and corrects the values about the rest; `is_whole` reads the file strictly,
/// `reread` as far as it can be.
///
/// # Errors
/// If the replay cannot be mended so that it is read without loss. `replay` is then left in no useful state.
pub fn until_whole<R>(
    replay: &mut R,
    mend: impl Fn(&mut R) -> Result<()>,
    encode: impl Fn(&R) -> Vec<u8>,
    is_whole: impl Fn(&[u8]) -> Result<()>,
    reread: impl Fn(&[u8]) -> Result<R>,
) -> Result<()> {
    let mut trouble = None;
    for _ in 0..ROUNDS {
        mend(replay)?;
        let bytes = encode(replay);
        let Err(error) = is_whole(&bytes) else { return Ok(()) };
        *replay = reread(&bytes)?;
        trouble = Some(error);
    }
    let Error { offset, section, found, .. } =
        trouble.unwrap_or_else(|| Error::new(Fault::Bug, 0, "file", "a round", "none"));
    Err(Error::new(Fault::Malformed, offset, section, "damage that can be repaired", found))
}
