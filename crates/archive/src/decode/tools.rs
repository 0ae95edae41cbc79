//! The settings for all files that are decoded.

use ghostreel_analysis::copies::Secret;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{FormatOption, FormatOptions, OptionError, Options};

/// The settings for all files.
#[derive(Clone, Debug)]
pub(super) struct Tools {
    pub(super) options: Options,
    /// The archive's secret, if copies are looked for.
    pub(super) secret: Option<Secret>,
}

impl Tools {
    pub(super) fn new(
        format_options: &[FormatOption],
        secret: Option<[u8; 16]>,
    ) -> Result<Self, OptionError> {
        let formats = FormatOptions::read(format_options)?;
        let options = Options { decode: DecodeOptions::STRICT, formats };
        Ok(Self { options, secret: secret.map(Secret::new) })
    }
}
