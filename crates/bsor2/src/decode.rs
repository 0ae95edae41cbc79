//! Bytes to model.

use ghostreel_core::{DecodeOptions, Decoded, Result};

use crate::model::Replay;
use crate::sections::Sections;

/// Decodes a whole file.
///
/// # Errors
/// As [`Sections::open`].
pub fn decode(bytes: &[u8], options: &DecodeOptions) -> Result<Decoded<Replay>> {
    let sections = Sections::open(bytes, options)?;
    let diagnostics = sections.diagnostics().to_vec();
    Ok(Decoded { value: sections.into_replay(), diagnostics })
}
