//! One byte range of a download (RFC 9110, section 14).

use std::ops::Range;

use http_range_header::{RangeUnsatisfiableError, parse_range_header};

/// The bytes that a `Range` header asks for, given the length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Everything: no range, one we do not understand, or several at once, which may be ignored.
    Whole,
    /// These bytes, never none.
    Part(Range<u64>),
    /// A range that begins after the end.
    Unsatisfiable,
}

/// Reads the value of a `Range` header for `size` bytes.
pub(crate) fn wanted(value: &str, size: u64) -> Wanted {
    let Ok(asked) = parse_range_header(value) else { return Wanted::Whole };
    if asked.len() > 1 {
        return Wanted::Whole;
    }
    match asked.validate(size).as_deref() {
        Ok([range]) => Wanted::Part(*range.start()..range.end().saturating_add(1)),
        Err(RangeUnsatisfiableError::Unsatisfiable) => Wanted::Unsatisfiable,
        Ok(_) | Err(_) => Wanted::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_the_rfc_says() {
        let cases = [
            ("bytes=0-0", Wanted::Part(0..1)),
            ("bytes=2-4", Wanted::Part(2..5)),
            ("bytes=5-", Wanted::Part(5..10)),
            ("bytes=-3", Wanted::Part(7..10)),
            ("bytes=-99", Wanted::Part(0..10)),
            ("bytes=8-99999999999999999999999", Wanted::Part(8..10)),
            ("BYTES=9-9", Wanted::Part(9..10)),
            ("bytes=10-", Wanted::Unsatisfiable),
            ("bytes=-0", Wanted::Unsatisfiable),
            ("bytes=4-2", Wanted::Whole),
            ("bytes=-", Wanted::Whole),
            ("bytes=a-b", Wanted::Whole),
            ("bytes=+1-2", Wanted::Whole),
            ("bytes=0-1,3-4", Wanted::Whole),
            ("bytes=10-11,3-4", Wanted::Whole),
            ("lines=0-1", Wanted::Whole),
            ("bytes", Wanted::Whole),
            ("", Wanted::Whole),
        ];
        for (value, expected) in cases {
            assert_eq!(wanted(value, 10), expected, "{value}");
        }
        assert_eq!(wanted("bytes=0-", 0), Wanted::Unsatisfiable);
        assert_eq!(wanted("bytes=-1", 0), Wanted::Whole);
    }
}
