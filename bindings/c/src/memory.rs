//! Memory that C lends: the only unsafe blocks of the crate.
#![allow(unsafe_code, reason = "each block says why it is sound")]

use std::ffi::{CStr, c_char};
use std::slice;

use crate::failure::Failure;

/// A text that ends with a zero byte. It is lent for the length of a call, and no longer, so callers copy the texts that they keep.
pub(crate) fn text<'call>(text: *const c_char) -> Result<&'call str, Failure> {
    if text.is_null() {
        return Err(Failure::argument("a text is NULL"));
    }
    // SAFETY: it is not null, and only exports call this, with what C gave them. The header asks for a text that ends with a zero byte, and
    // that no thread changes during the call.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|_| Failure::argument("a text is no UTF-8"))
}

/// As [`text`], where NULL is no text.
pub(crate) fn text_or_empty<'call>(given: *const c_char) -> Result<&'call str, Failure> {
    if given.is_null() { Ok("") } else { text(given) }
}

/// Bytes, lent for the length of a call. NULL is none, if the length is 0.
pub(crate) fn bytes<'call>(bytes: *const u8, length: usize) -> Result<&'call [u8], Failure> {
    if length == 0 {
        return Ok(&[]);
    }
    if bytes.is_null() || length > isize::MAX as usize {
        return Err(Failure::argument("there are no bytes of that length"));
    }
    // SAFETY: it is not null, the length is one that a slice can have, and only exports call this, with what C gave them. The header asks for so
    // many bytes that can be read, and that no thread changes during the call. Bytes need no alignment.
    Ok(unsafe { slice::from_raw_parts(bytes, length) })
}
