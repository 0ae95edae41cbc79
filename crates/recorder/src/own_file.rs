//! The game's own file, made of a reel's content.

use ghostreel_formats::{CODECS, Options, native_file, open_with, probe};
use ghostreel_reel::{Reel, WholeTables};

/// A game's own file.
#[derive(Debug, PartialEq)]
pub(crate) struct OwnFile {
    pub(crate) extension: String,
    /// The format's name, e.g. `slp`; empty if it is not known.
    pub(crate) format: String,
    pub(crate) bytes: Vec<u8>,
}

/// Makes the game's own file of a reel that is all written but for its end; `has_lost` rows or bytes, perhaps after its last. `None` if the reel holds none, and none can be made of its tables.
///
/// # Errors
/// Why none is made: one sentence. A file that something is missing in would look like a whole one.
pub(crate) fn own_file(reel: &[u8], has_lost: bool) -> Result<Option<OwnFile>, String> {
    let reel = Reel::open(reel).map_err(|error| error.to_string())?;
    let said = |error: ghostreel_formats::core::Error| error.to_string();
    if let Some((bytes, missing)) = reel.original(CODECS).map_err(said)? {
        let declared = reel.header().original().map(|(_, original)| original.format.clone());
        if bytes.is_empty() {
            return Ok(None);
        }
        if has_lost || !missing.is_empty() {
            return Err("bytes of the game's own file were lost, so it is not written".into());
        }
        return Ok(Some(named(declared.unwrap_or_default(), with_lengths(bytes))));
    }
    let tables = WholeTables::of(&reel);
    let file = native_file(&reel.header().game, &|table, columns| tables.read(table, columns));
    let is_whole = !has_lost && tables.missing().is_empty();
    match file {
        None => Ok(None),
        Some(Err(error)) => Err(format!("no file of the game's own can be made: {error}")),
        Some(Ok(_)) if !is_whole => {
            Err("rows were lost, so the game's own file is not written".into())
        }
        Some(Ok(bytes)) => Ok(Some(named(String::new(), bytes))),
    }
}

fn named(declared: String, bytes: Vec<u8>) -> OwnFile {
    let info = probe(&bytes);
    let format = info.map_or(declared, |info| info.id.to_owned());
    let extension = info.and_then(|info| info.extensions.first().copied()).unwrap_or("bin");
    OwnFile { extension: extension.to_owned(), format, bytes }
}

/// The bytes with lengths and checksums that a game fills in at the end, where that is all there is to put right.
fn with_lengths(bytes: Vec<u8>) -> Vec<u8> {
    let options = Options::default();
    let repaired =
        open_with(&bytes, &options).and_then(|replay| replay.repaired(&options)).ok().flatten();
    repaired.filter(|repaired| repaired.len() == bytes.len()).unwrap_or(bytes)
}
