//! A stretch of time of a reel, as a reel of its own.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Range;

use ghostreel_core::Error;

use crate::copying::{Copying, tables};
use crate::header::{Header, Stream};
use crate::reel::{Missing, Reel};
use crate::settings::Settings;
use crate::writer::{WriteError, Writer};

const SOURCE: &str = "cut.source";
const FROM: &str = "cut.from";
const TO: &str = "cut.to";

/// The result of cutting a reel.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// Other content of the reel, in words.
    pub left_out: Vec<String>,
    /// Rows of the span that are missing in the reel that was cut, by table. Their numbers are missing in the new one too.
    pub missing: Vec<(String, Missing)>,
}

/// Why a reel cannot be cut.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CutError {
    /// The end is not after the beginning.
    #[error("seconds {0} to {1} are no span of the reel")]
    NoSpan(f64, f64),
    /// Nothing has a time.
    #[error("a game's own file cannot be cut by time, and this reel has no tables besides")]
    NoTables,
    /// The rows take up more than they may for a file of its length.
    #[error(transparent)]
    Read(#[from] Error),
    /// The content read cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Writes the rows of all tables in a span of seconds into a reel of its own, and passes on its bytes as they come.
///
/// States and steps have the last row in front of the span too, so that what holds at its beginning is known. Rows are numbered anew and
/// keep their times. The chain of hashes begins anew; the header names the original and the span. A game's own file cannot be cut by
/// time, and is left out.
///
/// # Errors
/// If the span is empty, the reel has no tables, its rows take up more than [`limits::UNPACKED_PER_BYTE`](crate::limits::UNPACKED_PER_BYTE) allows,
/// or the writer of the bytes fails.
pub fn cut<E: From<CutError>>(
    reel: &Reel<'_>,
    span: Range<f64>,
    mut append: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<Cut, E> {
    let (tables, left_out) = tables(reel.header());
    if tables.is_empty() {
        return Err(CutError::NoTables.into());
    }
    let before = Origin::of(reel.header());
    let origin = match before {
        // A reel that was cut twice comes of the first reel.
        Some(Origin { source, span: Range { start, end } }) => {
            Origin { source, span: span.start.max(start)..span.end.min(end) }
        }
        None => Origin { source: reel.digest().to_string(), span },
    };
    // NaN is no span either.
    if origin.span.start.partial_cmp(&origin.span.end) != Some(Ordering::Less) {
        return Err(CutError::NoSpan(origin.span.start, origin.span.end).into());
    }
    let mut header = reel.header().clone();
    header.streams = tables.into_iter().map(Stream::Table).collect();
    // It says nothing about other chunks.
    header.mark = None;
    origin.write(&mut header.properties);
    let mut writer = Writer::new(header, Settings::default()).map_err(CutError::Write)?;
    let mut copying = Copying::new(reel, &origin.span, true);
    for chunk in reel.chunks() {
        copying.write::<CutError>(reel, chunk, &mut writer)?;
        append(&writer.take())?;
    }
    append(&writer.finish())?;
    Ok(Cut { left_out, missing: copying.missing() })
}

/// The origin of a cut reel, as its header has it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Origin {
    /// The digest of the reel.
    pub(crate) source: String,
    /// The seconds.
    pub(crate) span: Range<f64>,
}

impl Origin {
    /// `None` for a reel that was not cut.
    pub(crate) fn of(header: &Header) -> Option<Self> {
        let source = header.properties.get(SOURCE)?.clone();
        let seconds = |name, open: f64| {
            let given = header.properties.get(name).and_then(|text| text.parse().ok());
            given.unwrap_or(open)
        };
        Some(Self { source, span: seconds(FROM, f64::NEG_INFINITY)..seconds(TO, f64::INFINITY) })
    }

    pub(crate) fn write(&self, properties: &mut BTreeMap<String, String>) {
        properties.insert(SOURCE.to_owned(), self.source.clone());
        for (name, second) in [(FROM, self.span.start), (TO, self.span.end)] {
            if second.is_finite() {
                properties.insert(name.to_owned(), second.to_string());
            } else {
                properties.remove(name);
            }
        }
    }

    /// The properties of a session, without those about its reel.
    pub(crate) fn without(properties: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        let mut properties = properties.clone();
        properties.retain(|name, _| ![SOURCE, FROM, TO].contains(&name.as_str()));
        properties
    }
}
