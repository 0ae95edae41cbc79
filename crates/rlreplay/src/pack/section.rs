//! Stretches of bytes in a packed part, each packed by zstd where that is shorter.

use std::borrow::Cow;

use ghostreel_core::{Error, Fault, Result};
use ghostreel_pack::general;

const NAME: &str = "packed Rocket League replay";

/// An error of packed bytes.
pub(super) fn damaged(offset: usize, expected: &'static str) -> Error {
    Error::new(Fault::Malformed, offset as u64, NAME, expected, "something else")
}

/// Appends a stretch: how it is packed, its length, the length packed, the bytes.
pub(super) fn write(bytes: &[u8], level: i32, packed: &mut Vec<u8>) {
    let is_even = bytes.iter().all(|byte| *byte == 0);
    if is_even {
        packed.push(ZEROS);
        write_number(bytes.len(), packed);
        return;
    }
    let (packing, content) = general::pack(bytes, level);
    packed.push(packing);
    write_number(bytes.len(), packed);
    write_number(content.len(), packed);
    packed.extend_from_slice(&content);
}

/// Nothing but zeros.
const ZEROS: u8 = 2;

/// Appends a number, seven bits a byte, the lowest first; the last byte has its highest bit clear.
pub(super) fn write_number(number: usize, packed: &mut Vec<u8>) {
    let mut rest = number as u64;
    while rest > 0x7f {
        packed.push(u8::try_from(rest & 0x7f | 0x80).unwrap_or(0));
        rest >>= 7;
    }
    packed.push(u8::try_from(rest).unwrap_or(0));
}

/// Reads sections written one after the other.
#[derive(Debug)]
pub(super) struct Sections<'a> {
    packed: &'a [u8],
    at: usize,
    /// Bytes that all stretches together may still have.
    left: usize,
}

impl<'a> Sections<'a> {
    /// The sections of packed bytes that unpack to at most `left`.
    pub(super) const fn new(packed: &'a [u8], left: usize) -> Self {
        Self { packed, at: 0, left }
    }

    /// Lets all stretches from here on have at most so many bytes.
    pub(super) const fn limit(&mut self, left: usize) {
        self.left = left;
    }

    pub(super) fn byte(&mut self) -> Result<u8> {
        let byte = self.packed.get(self.at).copied().ok_or_else(|| damaged(self.at, "a byte"))?;
        self.at = self.at.saturating_add(1);
        Ok(byte)
    }

    pub(super) fn number(&mut self) -> Result<usize> {
        let mut number = 0_u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return usize::try_from(number).map_err(|_| damaged(self.at, "a number"));
            }
        }
        Err(damaged(self.at, "a number"))
    }

    /// The next stretch.
    pub(super) fn next(&mut self) -> Result<Cow<'a, [u8]>> {
        let start = self.at;
        let packing = self.byte()?;
        let length = self.number()?;
        self.left =
            self.left.checked_sub(length).ok_or_else(|| damaged(start, "a shorter stretch"))?;
        if packing == ZEROS {
            return Ok(vec![0; length].into());
        }
        let size = self.number()?;
        let end = self.at.saturating_add(size);
        let content = self.packed.get(self.at..end);
        let content = content.ok_or_else(|| damaged(start, "the bytes of a stretch"))?;
        self.at = end;
        general::unpack(packing, content, length, start as u64, NAME)
    }

    /// All bytes that are left.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.packed.get(self.at..).unwrap_or_default()
    }
}
