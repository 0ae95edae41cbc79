//! Replays as JSON: the whole file, exactly, and back; or a description of a timeline's tables.
//!
//! Names are those of each format's specification. Floats are written in the shortest form that gives the same bits
//! again; those that JSON cannot write (NaN, infinities) are their bits as a text, `"0x7fc00000"`. Bytes are
//! hexadecimal texts. A string of the file that is not plain UTF-8 of the declared length is an object
//! `{text, declared, skipped, bytes}`. The members are listed in `docs/json.md`.

#[cfg(feature = "beat-saber")]
mod bsor;
#[cfg(feature = "drafts")]
mod bsor2;
mod describe;
mod description;
#[allow(dead_code, reason = "one game may need less than another")]
mod float;
// For tools that know all games; the page has tables.
#[cfg(all(feature = "beat-saber", feature = "melee"))]
mod frame;
mod hex;
mod metered;
mod refusal;
#[cfg(feature = "rocket-league")]
mod rlreplay;
#[cfg(feature = "further-formats")]
mod scoresaber;
#[cfg(feature = "further-formats")]
mod scoresaber_json;
#[cfg(feature = "melee")]
mod slp;
#[cfg(test)]
mod typescript;
#[allow(dead_code, reason = "one game may need less than another")]
mod utf8;

use std::io;

use serde::de::{IgnoredAny, MapAccess};
use serde::{Deserialize, Serialize, Serializer};

use ghostreel_core::{Format as _, brief};

use crate::{AnyReplay, AnyView};

pub use describe::{LaterTables, describe, describe_table, diagnostics};
pub use description::{AboutReel, Column, Description, Details, Diagnostic, OriginalFile, Table};
#[cfg(all(feature = "beat-saber", feature = "melee"))]
pub use frame::Frame;
use metered::Metered;
pub use refusal::Refusal;

/// JSON that is no replay, or that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{}", brief(.0.to_string().into()))]
pub struct JsonError(#[from] serde_json::Error);

macro_rules! games {
    ($($game:literal: $module:ident = $crate_name:ident, $format:ident, $doc:literal;)*) => {
        /// Writes a replay as JSON, streaming: records are decoded one by one as they are written.
        ///
        /// `summary` leaves out the frames; the result is for reading by people and cannot be made into a replay again.
        ///
        /// # Errors
        /// If `out` fails, or the replay's meter was cancelled.
        pub fn write(
            view: &AnyView<'_>,
            out: impl io::Write,
            summary: bool,
        ) -> Result<(), JsonError> {
            let mut out = Metered::new(out, view.meter());
            out.report().map_err(serde_json::Error::io)?;
            match view {
                $(
                    #[cfg(feature = $game)]
                    AnyView::$format(view) => {
                        serde_json::to_writer(&mut out, &$module::Document { view, summary })?;
                    }
                )*
            }
            out.report().map_err(serde_json::Error::io)?;
            Ok(())
        }

        /// Reads what [`write()`] wrote.
        ///
        /// # Errors
        /// If it is not JSON, names no known format, or lacks something that the file needs.
        pub fn read(json: &[u8]) -> Result<AnyReplay, JsonError> {
            #[derive(Deserialize)]
            struct Head {
                format: String,
            }
            let Head { format } = serde_json::from_slice(json)?;
            match format.as_str() {
                $(
                    #[cfg(feature = $game)]
                    id if id == crate::$module::$format::INFO.id => {
                        Ok(AnyReplay::$format($module::read(json)?))
                    }
                )*
                other => {
                    Err(JsonError(serde::de::Error::custom(format!("format {other:?} is not known"))))
                }
            }
        }
    };
}

with_formats!(games);

/// An array from an iterator that can be started again.
struct List<F>(F);

impl<I: Iterator<Item: Serialize>, F: Fn() -> I> Serialize for List<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// Reads over a member.
#[allow(dead_code, reason = "one game may need less than another")]
fn skip<'de, M: MapAccess<'de>>(map: &mut M) -> Result<(), M::Error> {
    map.next_value::<IgnoredAny>().map(|_| ())
}
