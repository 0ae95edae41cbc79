//! Bytes to model.

use ghostreel_core::{DecodeOptions, Decoded, Result};

use crate::model::Replay;
use crate::view::View;

/// Decodes a whole file.
///
/// # Errors
/// As [`View::open`].
pub fn decode(bytes: &[u8], options: &DecodeOptions) -> Result<Decoded<Replay>> {
    let view = View::open(bytes, options)?;
    let diagnostics = view.diagnostics().to_vec();
    Ok(Decoded { value: view.into_replay(), diagnostics })
}
