//! The report of a decoder's panic.

use std::any::Any;

use ghostreel_formats::core::{Error as FormatError, Fault};

/// Our own mistake, as the error that decoders return for theirs.
pub(super) fn bug(what: String) -> FormatError {
    FormatError::new(Fault::Bug, 0, "decoder", "no panic", what)
}

/// The text of a panic.
pub(super) fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".into())
}
