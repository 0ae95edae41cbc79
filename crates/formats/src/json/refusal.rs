//! Why a file cannot be read, as JSON.

use ghostreel_core::Error;
use serde::Serialize;

/// The members of an [`Error`], and in `error` all of them in a sentence.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "as in the error")]
pub struct Refusal<'e> {
    pub error: String,
    #[cfg_attr(test, ts(as = "super::typescript::Fault"))]
    pub fault: &'static str,
    pub offset: u64,
    pub section: &'e str,
    pub expected: &'e str,
    pub found: &'e str,
}

impl<'e> From<&'e Error> for Refusal<'e> {
    fn from(error: &'e Error) -> Self {
        Self {
            error: error.to_string(),
            fault: error.fault.name(),
            offset: error.offset,
            section: &error.section,
            expected: &error.expected,
            found: &error.found,
        }
    }
}
