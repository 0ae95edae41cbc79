//! The bits of a network stream on their way: read where they are packed, written where they are unpacked.

use crate::attributes::{Attribute, AttributeType, Context, RigidBody, Rotator8, Vector};
use crate::bits::{BitReader, BitWriter, Bound};

/// One of the ways. Reading returns nothing where bits are written, and writing does nothing where they are read.
pub(super) trait Port {
    /// Whether bits are written.
    const IS_OUTPUT: bool;

    /// The next bits, at most 57.
    fn read(&mut self, bits: u32) -> u64;
    /// The next integer below a bound.
    fn read_bounded(&mut self, bound: Bound) -> u32;
    /// The next body.
    fn read_body(&mut self, context: &Context) -> RigidBody;
    /// The next bits, in bytes; nothing where there are fewer.
    fn read_bytes(&mut self, bits: usize, bytes: &mut Vec<u8>);
    /// How many bits the value is long that comes next.
    fn length(&mut self, kind: AttributeType, context: &Context) -> usize;

    /// How many bits the place of an actor that appears is long, and its rotation, if there is one.
    fn trajectory_length(&mut self, has_rotation: bool, context: &Context) -> usize;

    fn write(&mut self, value: u64, bits: u32);
    fn write_bounded(&mut self, value: u32, bound: Bound);
    fn write_body(&mut self, body: &RigidBody, context: &Context);
    fn write_bytes(&mut self, bytes: &[u8], bits: usize);

    /// Whether everything was there, or has room.
    fn is_sound(&self) -> bool;
    /// Bits that may still come.
    fn left(&self) -> usize;
}

impl Port for BitReader<'_> {
    const IS_OUTPUT: bool = false;

    #[inline(always)]
    fn read(&mut self, bits: u32) -> u64 {
        self.bits(bits)
    }

    #[inline(always)]
    fn read_bounded(&mut self, bound: Bound) -> u32 {
        self.bounded(bound)
    }

    #[inline]
    fn read_body(&mut self, context: &Context) -> RigidBody {
        RigidBody::read(self, context)
    }

    fn read_bytes(&mut self, bits: usize, bytes: &mut Vec<u8>) {
        bytes.clear();
        if bits > self.left() {
            self.refuse();
            return;
        }
        let mut left = bits;
        while left > 0 {
            let count = u32::try_from(left.min(8)).unwrap_or(8);
            bytes.push(u8::try_from(self.bits(count)).unwrap_or(0));
            left = left.saturating_sub(8);
        }
    }

    fn length(&mut self, kind: AttributeType, context: &Context) -> usize {
        let mut ahead = self.clone();
        kind.skip(&mut ahead, context);
        if !ahead.is_sound() {
            self.refuse();
            return 0;
        }
        ahead.position().saturating_sub(BitReader::position(self))
    }

    fn trajectory_length(&mut self, has_rotation: bool, context: &Context) -> usize {
        let mut ahead = self.clone();
        Vector::read(&mut ahead, context);
        if has_rotation {
            Rotator8::read(&mut ahead, context);
        }
        ahead.position().saturating_sub(BitReader::position(self))
    }

    #[inline(always)]
    fn write(&mut self, _: u64, _: u32) {}
    #[inline(always)]
    fn write_bounded(&mut self, _: u32, _: Bound) {}
    #[inline(always)]
    fn write_body(&mut self, _: &RigidBody, _: &Context) {}
    #[inline(always)]
    fn write_bytes(&mut self, _: &[u8], _: usize) {}

    #[inline(always)]
    fn is_sound(&self) -> bool {
        BitReader::is_sound(self)
    }

    #[inline(always)]
    fn left(&self) -> usize {
        BitReader::left(self)
    }
}

/// Writes bits up to a length.
#[derive(Debug)]
pub(super) struct Output {
    pub(super) bits: BitWriter,
    /// The number of bits to be.
    pub(super) length: usize,
}

impl Port for Output {
    const IS_OUTPUT: bool = true;

    #[inline(always)]
    fn read(&mut self, _: u32) -> u64 {
        0
    }

    #[inline(always)]
    fn read_bounded(&mut self, _: Bound) -> u32 {
        0
    }

    #[inline(always)]
    fn read_body(&mut self, _: &Context) -> RigidBody {
        RigidBody::default()
    }

    fn read_bytes(&mut self, _: usize, bytes: &mut Vec<u8>) {
        bytes.clear();
    }

    #[inline(always)]
    fn length(&mut self, _: AttributeType, _: &Context) -> usize {
        0
    }

    fn trajectory_length(&mut self, _: bool, _: &Context) -> usize {
        0
    }

    #[inline(always)]
    fn write(&mut self, value: u64, bits: u32) {
        self.bits.bits(value, bits);
    }

    #[inline(always)]
    fn write_bounded(&mut self, value: u32, bound: Bound) {
        self.bits.bounded(value, bound);
    }

    #[inline]
    fn write_body(&mut self, body: &RigidBody, context: &Context) {
        body.write(&mut self.bits, context);
    }

    fn write_bytes(&mut self, bytes: &[u8], bits: usize) {
        let mut left = bits;
        for byte in bytes {
            self.bits.bits(u64::from(*byte), u32::try_from(left.min(8)).unwrap_or(8));
            left = left.saturating_sub(8);
        }
    }

    #[inline(always)]
    fn is_sound(&self) -> bool {
        self.bits.position() <= self.length
    }

    #[inline(always)]
    fn left(&self) -> usize {
        self.length.saturating_sub(self.bits.position())
    }
}
