//! One byte range of a download (RFC 9110, section 14).

use std::ops::Range;

use http_range_header::{RangeUnsatisfiableError, parse_range_header};

/// The bytes that a `Range` header asks for, given the length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RequestedRange {
    /// Everything: no range, one we do not understand, or several at once, which may be ignored.
    Whole,
    /// These bytes, never none.
    Part(Range<u64>),
    /// A range that begins after the end.
    Unsatisfiable,
}

/// Reads the value of a `Range` header for `size` bytes.
pub(crate) fn wanted(value: &str, size: u64) -> RequestedRange {
    let Ok(asked) = parse_range_header(value) else { return RequestedRange::Whole };
    if asked.len() > 1 {
        return RequestedRange::Whole;
    }
    match asked.validate(size).as_deref() {
        Ok([range]) => RequestedRange::Part(*range.start()..range.end().saturating_add(1)),
        Err(RangeUnsatisfiableError::Unsatisfiable) => RequestedRange::Unsatisfiable,
        Ok(_) | Err(_) => RequestedRange::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_the_rfc_says() {
        let cases = [
            ("bytes=0-0", RequestedRange::Part(0..1)),
            ("bytes=2-4", RequestedRange::Part(2..5)),
            ("bytes=5-", RequestedRange::Part(5..10)),
            ("bytes=-3", RequestedRange::Part(7..10)),
            ("bytes=-99", RequestedRange::Part(0..10)),
            ("bytes=8-99999999999999999999999", RequestedRange::Part(8..10)),
            ("BYTES=9-9", RequestedRange::Part(9..10)),
            ("bytes=10-", RequestedRange::Unsatisfiable),
            ("bytes=-0", RequestedRange::Unsatisfiable),
            ("bytes=4-2", RequestedRange::Whole),
            ("bytes=-", RequestedRange::Whole),
            ("bytes=a-b", RequestedRange::Whole),
            ("bytes=+1-2", RequestedRange::Whole),
            ("bytes=0-1,3-4", RequestedRange::Whole),
            ("bytes=10-11,3-4", RequestedRange::Whole),
            ("lines=0-1", RequestedRange::Whole),
            ("bytes", RequestedRange::Whole),
            ("", RequestedRange::Whole),
        ];
        for (value, expected) in cases {
            assert_eq!(wanted(value, 10), expected, "{value}");
        }
        assert_eq!(wanted("bytes=0-", 0), RequestedRange::Unsatisfiable);
        assert_eq!(wanted("bytes=-1", 0), RequestedRange::Whole);
    }
}
