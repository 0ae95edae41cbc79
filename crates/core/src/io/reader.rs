//! A bounds-checked cursor over a byte slice.

use crate::{Error, Fault, Result};

/// Reads forward through a slice and knows, for its errors, where in the file and in which section
/// it is.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
    base: u64,
    section: &'static str,
    /// The name of the part that the bytes end with, for errors.
    end: &'static str,
}

macro_rules! numbers {
    ($($number:ty: $le:ident $be:ident,)*) => {$(
        #[doc = concat!("The next `", stringify!($number), "`, least significant byte first; `what` names it in the error.")]
        #[inline]
        pub fn $le(&mut self, what: &str) -> Result<$number> {
            self.array(what).map(<$number>::from_le_bytes)
        }

        #[doc = concat!("The next `", stringify!($number), "`, most significant byte first; `what` names it in the error.")]
        #[inline]
        pub fn $be(&mut self, what: &str) -> Result<$number> {
            self.array(what).map(<$number>::from_be_bytes)
        }
    )*};
}

impl<'a> Reader<'a> {
    /// A reader at the start of `bytes`, which is the start of the file.
    pub fn new(bytes: &'a [u8], section: &'static str) -> Self {
        Self { bytes, position: 0, base: 0, section, end: "the input" }
    }

    /// The same reader for bytes that begin at `base` in the file.
    pub fn with_base(mut self, base: u64) -> Self {
        self.base = base;
        self
    }

    /// The same reader for bytes that are all of a part, after which the file goes on: `the header`.
    pub fn with_end(mut self, end: &'static str) -> Self {
        self.end = end;
        self
    }

    /// Names the section for the errors that follow.
    pub fn enter(&mut self, section: &'static str) {
        self.section = section;
    }

    /// The section last [entered](Self::enter).
    pub fn section(&self) -> &'static str {
        self.section
    }

    /// Bytes read so far from the slice.
    #[inline]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Where the next byte is in the file.
    pub fn offset(&self) -> u64 {
        self.base.saturating_add(self.position as u64)
    }

    /// The bytes not yet read.
    #[inline]
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    /// Whether everything was read.
    pub fn is_empty(&self) -> bool {
        self.rest().is_empty()
    }

    /// The next `length` bytes; `what` names them in the error.
    #[inline]
    pub fn take(&mut self, length: usize, what: &str) -> Result<&'a [u8]> {
        let end = self.position.saturating_add(length);
        match self.bytes.get(self.position..end) {
            Some(taken) => {
                self.position = end;
                Ok(taken)
            }
            None => Err(self.truncated(length, what)),
        }
    }

    /// The next `N` bytes; `what` names them in the error.
    #[inline]
    pub fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N]> {
        match self.rest().first_chunk::<N>() {
            Some(chunk) => {
                self.position = self.position.saturating_add(N);
                Ok(*chunk)
            }
            None => Err(self.truncated(N, what)),
        }
    }

    /// The next byte; `what` names it in the error.
    pub fn u8(&mut self, what: &str) -> Result<u8> {
        self.array(what).map(|[byte]| byte)
    }

    numbers! {
        u16: u16_le u16_be,
        u32: u32_le u32_be,
        u64: u64_le u64_be,
        i16: i16_le i16_be,
        i32: i32_le i32_be,
        i64: i64_le i64_be,
        f32: f32_le f32_be,
        f64: f64_le f64_be,
    }

    /// An error at this place: the input ends too soon for `needed` bytes of `what`.
    #[cold]
    pub fn truncated(&self, needed: usize, what: &str) -> Error {
        let left = self.rest().len();
        self.error(
            Fault::Truncated,
            format!("{what} ({needed} byte{})", if needed == 1 { "" } else { "s" }),
            match left {
                0 => format!("the end of {}", self.end),
                1 => format!("1 byte before the end of {}", self.end),
                _ => format!("{left} bytes before the end of {}", self.end),
            },
        )
    }

    /// An error at this place.
    #[cold]
    pub fn error(
        &self,
        fault: Fault,
        expected: impl Into<std::borrow::Cow<'static, str>>,
        found: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Error {
        Error::new(fault, self.offset(), self.section, expected, found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_byte_orders_and_stops_at_the_end() {
        let mut reader = Reader::new(&[1, 2, 3, 4, 0xff, 0xfe, 9], "test").with_base(100);
        assert_eq!(reader.u16_le("a"), Ok(0x0201));
        assert_eq!(reader.u16_be("b"), Ok(0x0304));
        assert_eq!(reader.i16_be("c"), Ok(-2));
        assert_eq!(reader.offset(), 106);
        let error = reader.f32_le("d").unwrap_err();
        assert_eq!((error.offset, error.fault), (106, Fault::Truncated));
        assert_eq!(reader.take(usize::MAX, "e").unwrap_err().offset, 106);
        assert_eq!(reader.u8("f"), Ok(9));
        assert!(reader.is_empty());
    }

    #[test]
    fn floats_keep_every_bit() {
        for bits in [0x7fc0_0001_u32, 0xffa0_0000, 0x8000_0000, 1] {
            let value = Reader::new(&bits.to_le_bytes(), "test").f32_le("float").unwrap();
            assert_eq!(value.to_bits(), bits);
        }
    }
}
