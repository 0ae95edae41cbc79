//! A place in a sorted list, as an opaque text.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::index::sort::{Sort, SortKey};
use crate::records::replay::Record;

/// The last record of a page: its sort value and id. New records do not move it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cursor {
    pub(crate) sort: Sort,
    pub(crate) value: SortValue,
    pub(crate) id: String,
}

/// The value that a record is sorted by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SortValue {
    Missing,
    Integer(i64),
    Real(f64),
}

/// A text that is not a cursor of this archive, or belongs to another order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a cursor that a list in this order returned as `next`")]
pub struct BadCursor;

impl Cursor {
    /// After `record` in the given order.
    pub(crate) fn after(record: &Record, sort: Sort) -> Self {
        let value = match sort.key {
            SortKey::UploadedAt => SortValue::Integer(record.uploaded_at),
            SortKey::StartedAt => record.started_at.into(),
            SortKey::Score => record.score.into(),
            SortKey::Accuracy => record.accuracy.map_or(SortValue::Missing, SortValue::Real),
            SortKey::Duration => SortValue::Real(record.duration_s),
        };
        Self { sort, value, id: record.id.clone() }
    }

    /// Reads a cursor back for a list in the order `sort`.
    ///
    /// # Errors
    /// If the text is not a cursor, or one of a list in another order.
    pub fn parse(text: &str, sort: Sort) -> Result<Self, BadCursor> {
        let cursor: Self = text.parse()?;
        if cursor.sort == sort { Ok(cursor) } else { Err(BadCursor) }
    }
}

impl From<Option<i64>> for SortValue {
    fn from(value: Option<i64>) -> Self {
        value.map_or(Self::Missing, Self::Integer)
    }
}

/// `sort:value:id` in base64. A real number goes by its bits, so that it comes back exactly.
impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = match self.value {
            SortValue::Missing => "-".to_owned(),
            SortValue::Integer(value) => format!("i{value}"),
            SortValue::Real(value) => format!("r{:x}", value.to_bits()),
        };
        f.write_str(&URL_SAFE_NO_PAD.encode(format!("{}:{value}:{}", self.sort, self.id)))
    }
}

impl FromStr for Cursor {
    type Err = BadCursor;

    fn from_str(text: &str) -> Result<Self, BadCursor> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| BadCursor)?;
        let text = String::from_utf8(bytes).map_err(|_| BadCursor)?;
        let [sort, value, id] =
            text.split(':').collect::<Vec<_>>().try_into().map_err(|_| BadCursor)?;
        let sort: Sort = sort.parse().map_err(|_| BadCursor)?;
        let value = match value.split_at_checked(1) {
            Some(("-", "")) if sort.key.is_optional() => SortValue::Missing,
            Some(("i", digits)) if !sort.key.is_real() => {
                SortValue::Integer(digits.parse().map_err(|_| BadCursor)?)
            }
            Some(("r", digits)) if sort.key.is_real() => {
                let bits = u64::from_str_radix(digits, 16).map_err(|_| BadCursor)?;
                SortValue::Real(f64::from_bits(bits))
            }
            _ => return Err(BadCursor),
        };
        if id.is_empty() || !id.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(BadCursor);
        }
        Ok(Self { sort, value, id: id.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cursor(sort: &str, value: SortValue) -> Cursor {
        Cursor { sort: sort.parse().unwrap(), value, id: "0af3".into() }
    }

    #[test]
    fn cursors_come_back_exactly() {
        for cursor in [
            cursor("-uploaded_at", SortValue::Integer(i64::MAX)),
            cursor("started_at", SortValue::Integer(-7)),
            cursor("-score", SortValue::Missing),
            cursor("duration", SortValue::Real(0.1 + 0.2)),
            cursor("-accuracy", SortValue::Real(0.9)),
            cursor("accuracy", SortValue::Missing),
        ] {
            assert_eq!(Cursor::parse(&cursor.to_string(), cursor.sort), Ok(cursor));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let good = cursor("-score", SortValue::Integer(1));
        assert_eq!(Cursor::parse(&good.to_string(), Sort::default()), Err(BadCursor));
        let texts = [
            "-score:i1",
            "-score:i1:xyz",
            "-score:r1:ab",
            "-duration:i1:ab",
            "-accuracy:i1:ab",
            "score::ab",
            "-uploaded_at:-:ab",
            "-score:i99999999999999999999:ab",
            "size:i1:ab",
            "-score:i1:ab:c",
        ];
        for text in texts {
            let encoded = URL_SAFE_NO_PAD.encode(text);
            assert_eq!(encoded.parse::<Cursor>(), Err(BadCursor), "{text}");
        }
        for text in ["", "!", "AAAA", "====", "ü"] {
            assert_eq!(text.parse::<Cursor>(), Err(BadCursor), "{text}");
        }
    }
}
