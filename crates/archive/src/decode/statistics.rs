//! What a replay's statistics are.

use ghostreel_analysis::{document, stats};
use ghostreel_formats::Options;
use ghostreel_formats::core::{DecodeOptions, Error as FormatError, Fault};

use crate::decode::bug::bug;
use crate::decode::tools::Tools;

/// The most bytes of the statistics of one replay, as JSON. The longest games have a fiftieth of it.
pub(super) const MOST_BYTES: u64 = 4 << 20;

/// The statistics of a replay as one JSON object; `None` if there are none for its game. Of a damaged replay they are of what can be
/// read: a stored one was whole once, but to a decoder of that time.
///
/// # Errors
/// If it is no replay, or has more statistics than any game that was ever played.
pub(super) fn statistics(bytes: Vec<u8>, tools: &Tools) -> Result<Option<Vec<u8>>, FormatError> {
    let decode =
        DecodeOptions { meter: tools.options.decode.meter.clone(), ..DecodeOptions::RECOVER };
    let options = Options { decode, formats: tools.options.formats.clone() };
    let replay = ghostreel_formats::open_with(bytes, &options)?;
    let Some(stats) = stats(&replay) else { return Ok(None) };
    let json = serde_json::to_vec(&document(&stats, replay.diagnostics()));
    let json = json.map_err(|error| bug(error.to_string()))?;
    if json.len() as u64 > MOST_BYTES {
        let expected = format!("statistics of at most {MOST_BYTES} bytes");
        let found = format!("{} bytes", json.len());
        return Err(FormatError::new(Fault::Limit, 0, "statistics", expected, found));
    }
    Ok(Some(json))
}
