//! The statistics of a replay.

use ghostreel_analysis::{document, stats};
use ghostreel_formats::core::{DecodeOptions, Error as FormatError, Fault};
use ghostreel_formats::{AnyView, Options};

use crate::decode::bug::bug;
use crate::decode::tools::Tools;

/// The most bytes of the statistics of one replay, or of another answer, as JSON. The longest games have a fiftieth of it.
pub(super) const MOST_BYTES: u64 = 4 << 20;

/// The statistics of a replay as one JSON object; `None` if there are none for its game. Of a damaged replay they are of the part that can be
/// read: a stored replay was whole once, but to a decoder of that time.
///
/// # Errors
/// If it is no replay, or has more statistics than any game that was ever played.
pub(super) fn statistics(bytes: Vec<u8>, tools: &Tools) -> Result<Option<Vec<u8>>, FormatError> {
    let replay = open_stored(bytes, tools)?;
    let Some(stats) = stats(&replay) else { return Ok(None) };
    let json = serde_json::to_vec(&document(&stats, replay.diagnostics()));
    within_limit(json.map_err(|error| bug(error.to_string()))?, "statistics").map(Some)
}

/// Opens a stored replay: a damaged one as far as it can be read.
pub(super) fn open_stored(bytes: Vec<u8>, tools: &Tools) -> Result<AnyView<'static>, FormatError> {
    let decode =
        DecodeOptions { meter: tools.options.decode.meter.clone(), ..DecodeOptions::RECOVER };
    let options = Options { decode, formats: tools.options.formats.clone() };
    ghostreel_formats::open_with(bytes, &options)
}

/// JSON, unless it is too long.
pub(super) fn within_limit(json: Vec<u8>, what: &'static str) -> Result<Vec<u8>, FormatError> {
    if json.len() as u64 > MOST_BYTES {
        let expected = format!("{what} of at most {MOST_BYTES} bytes");
        let found = format!("{} bytes", json.len());
        return Err(FormatError::new(Fault::Limit, 0, what, expected, found));
    }
    Ok(json)
}
