//! The base of every Ghostreel codec: reading and writing slices without
//! ever stepping outside them, errors that say where and what, named limits,
//! and the [`Format`] trait that `ghostreel-formats` registers.
//!
//! Nothing here does I/O: bytes come in as slices and leave as vectors.
//!
//! ```
//! use ghostreel_core::{Fault, io::Reader};
//!
//! let mut reader = Reader::new(&[1, 0, 0], "header");
//! let error = reader.u32_le("magic number").unwrap_err();
//! assert_eq!(error.fault, Fault::Truncated);
//! assert_eq!(
//!     error.to_string(),
//!     "header, offset 0: expected magic number (4 bytes), found 3 bytes before the end of the input"
//! );
//! ```
#![deny(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation
)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::indexing_slicing))]

pub mod codec;
pub mod date;
pub mod diagnostic;
pub mod digest;
pub mod error;
pub mod io;
pub mod limits;
pub mod random;
pub mod record;
pub mod redact;
pub mod repair;
mod whole_file;
pub mod work;

pub use codec::{DecodeOptions, Decoded, Format, FormatInfo, Mode, OptionInfo, Probe, PushDecoder};
pub use diagnostic::{Diagnostic, Diagnostics, Outcome, Severity};
pub use digest::Digest;
pub use error::{Error, Fault, Result, brief};
pub use random::Random;
pub use record::{Endian, Field, FieldType, FieldValue, Record};
pub use whole_file::{WholeFileDecoder, WholeFileEvent};
