//! Diagnostics of opening a file.

use ghostreel_core::{DecodeOptions, Diagnostic, Diagnostics, Error, Mode, Result, Severity};

/// The diagnostics so far, and whether damage is refused.
pub(crate) struct Log {
    mode: Mode,
    diagnostics: Diagnostics,
}

impl Log {
    pub(crate) fn new(options: &DecodeOptions) -> Self {
        Self { mode: options.mode, diagnostics: Diagnostics::default() }
    }

    pub(crate) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics.into_vec()
    }

    /// Something is lost: an error if that is not to be.
    pub(crate) fn damage(&mut self, error: Error) -> Result<()> {
        if self.mode == Mode::Strict {
            return Err(error);
        }
        self.diagnostics.push(error.into());
        Ok(())
    }

    /// Something is odd, and kept as it is.
    pub(crate) fn warn(&mut self, offset: u64, section: &'static str, message: String) {
        self.diagnostics.push(Diagnostic::new(Severity::Warning, offset, section, message));
    }
}
