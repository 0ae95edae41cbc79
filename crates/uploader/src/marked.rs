//! The upload of a game's own file.

use std::path::Path;

use ghostreel_formats::probe;
use ghostreel_mark::{
    Level, MarkError, Marked, SecretKey, Trust, mark_file, signed_reel, verify_file,
};

/// A replay as it is uploaded.
pub(crate) struct Upload {
    pub(crate) game: &'static str,
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Signs a copy of a replay, now, in milliseconds since 1970 UTC. One with a mark that holds keeps it: a recorder may have put it there, with more
/// proof than we have. One with no place for a mark goes into a reel.
pub(crate) fn signed(
    path: &Path,
    bytes: Vec<u8>,
    key: &SecretKey,
    now: i64,
) -> Result<Upload, MarkError> {
    let game = probe(&bytes).map_or("", |format| format.game);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_signed = || {
        let report = verify_file(&bytes, None, &Trust::default());
        report.level >= Level::Signed && report.findings.is_empty()
    };
    if is_signed() {
        return Ok(Upload { game, name, bytes });
    }
    Ok(match mark_file(&bytes, key, now, None)? {
        Marked::Inside(bytes) => Upload { game, name, bytes },
        Marked::Beside(_) => {
            let bytes = signed_reel(&bytes, &name, key)?;
            Upload { game, name: format!("{name}.reel"), bytes }
        }
    })
}
