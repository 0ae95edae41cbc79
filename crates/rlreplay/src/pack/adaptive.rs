//! Fields by their probabilities in several mixed contexts: short.

use ghostreel_pack::coder::{Coder, Decoder, Encoder};
use ghostreel_pack::mixer::Mixer;
use ghostreel_pack::model::Bit;

use super::fields::{Contexts, Field, Fields};

/// Models by hash of field and context.
const TABLE: usize = 1 << 16;

/// Mixers of a field.
const MIXERS: usize = 64;

/// Codes fields by the statistics of those before.
#[derive(Debug)]
pub(super) struct Adaptive<C> {
    coder: C,
    tables: [Vec<Bit>; 4],
    mixers: Vec<Mixer<4>>,
    /// By field and length, the bits after a number's first.
    high: Vec<Bit>,
    /// By field, signs.
    signs: Vec<Bit>,
}

impl<C: Coder> Adaptive<C> {
    pub(super) fn new(coder: C) -> Self {
        let table = || vec![Bit::default(); TABLE];
        Self {
            coder,
            tables: [table(), table(), table(), table()],
            mixers: vec![Mixer::default(); Field::COUNT.wrapping_mul(MIXERS)],
            high: vec![Bit::default(); Field::COUNT << 8],
            signs: vec![Bit::default(); Field::COUNT << 8],
        }
    }

    /// Where the models of a field in its contexts begin.
    #[inline]
    fn places(field: Field, contexts: Contexts, part: u32) -> [usize; 4] {
        let salt = u64::from(field.0) << 40 | u64::from(part) << 48;
        let place = |context: u32| {
            let hash = (u64::from(context) ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let hash = (hash ^ hash >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            usize::try_from(hash >> 40).unwrap_or(0) & !31
        };
        let [a, b, c, d] = contexts;
        [place(a), place(b), place(c), place(d)]
    }

    #[inline]
    fn bit(&mut self, places: [usize; 4], node: usize, mixer: usize, bit: bool) -> bool {
        let mask = TABLE.wrapping_sub(1);
        let at = |place: usize| place.wrapping_add(node) & mask;
        let [a, b, c, d] = places;
        let (a, b, c, d) = (at(a), at(b), at(c), at(d));
        let [of_a, of_b, of_c, of_d] = &mut self.tables;
        let models = (of_a.get_mut(a), of_b.get_mut(b), of_c.get_mut(c), of_d.get_mut(d));
        let mixer = self.mixers.get_mut(mixer);
        match (models, mixer) {
            ((Some(a), Some(b), Some(c), Some(d)), Some(mixer)) => {
                mixer.code(&mut self.coder, bit, [a, b, c, d])
            }
            _ => bit,
        }
    }

    /// The length of a number, step by step from the one that is expected.
    #[inline]
    fn length(&mut self, field: Field, places: [usize; 4], length: u32, expected: u32) -> u32 {
        let mixers = usize::from(field.0).wrapping_mul(MIXERS);
        let mut at = expected.min(LONGEST);
        let mut node = 0_usize;
        if at > 0 && !self.bit(places, node, mixers, length >= at) {
            // Nodes of shorter numbers are odd, of longer ones even.
            at = at.wrapping_sub(1);
            while at > 0 {
                node = node.wrapping_add(1).min(14);
                let here = node << 1 | 1;
                if self.bit(places, here, mixers.wrapping_add(here), length == at) {
                    break;
                }
                at = at.wrapping_sub(1);
            }
            return at;
        }
        while at < LONGEST {
            node = node.wrapping_add(1).min(15);
            let here = node << 1;
            if self.bit(places, here, mixers.wrapping_add(here), length == at) {
                break;
            }
            at = at.wrapping_add(1);
        }
        at
    }

    /// A number below `1 << bits`, at most 32.
    #[inline]
    fn small(&mut self, field: Field, places: [usize; 4], bits: u32, number: u32) -> u32 {
        let mixers = usize::from(field.0).wrapping_mul(MIXERS);
        let mut node = 1_u32;
        for place in (0..bits).rev() {
            let bit = number >> place & 1 == 1;
            let at = node as usize;
            let bit = self.bit(places, at, mixers.wrapping_add(at), bit);
            node = node << 1 | u32::from(bit);
        }
        node ^ 1_u32.wrapping_shl(bits)
    }
}

impl Adaptive<Encoder> {
    pub(super) fn finish(self) -> Vec<u8> {
        self.coder.finish()
    }
}

/// The greatest length of a number that has a model of its own.
const LONGEST: u32 = 31;

impl<C: Coder> Fields for Adaptive<C> {
    const IS_UNPACKING: bool = C::IS_DECODER;
    const IS_DRY: bool = false;
    const LEARNS: bool = true;

    #[inline]
    fn flag(&mut self, field: Field, contexts: Contexts, flag: bool) -> bool {
        let places = Self::places(field, contexts, 0);
        self.bit(places, 0, usize::from(field.0).wrapping_mul(MIXERS), flag)
    }

    #[inline]
    fn symbol(&mut self, field: Field, contexts: Contexts, symbol: u8, bits: u32) -> u8 {
        let symbol = u32::from(symbol);
        let places = Self::places(field, contexts, 0);
        if bits <= 5 {
            return u8::try_from(self.small(field, places, bits, symbol)).unwrap_or(0);
        }
        let high = self.small(field, places, 4, symbol >> 4);
        let places = Self::places(field, contexts, high.wrapping_add(1));
        let low = self.small(field, places, 4, symbol & 15);
        u8::try_from(high << 4 | low).unwrap_or(0)
    }

    #[inline]
    fn number(&mut self, field: Field, contexts: Contexts, number: i32, expected: u32) -> i32 {
        let size = number.unsigned_abs();
        let length = 32_u32.wrapping_sub(size.leading_zeros()).min(LONGEST);
        let length = self.length(field, Self::places(field, contexts, 0), length, expected);
        if length == 0 {
            return 0;
        }
        let base = usize::from(field.0) << 8;
        let [.., context] = contexts;
        let at = base | (length as usize) << 2 | (context & 3) as usize;
        let is_negative = match self.signs.get_mut(at) {
            Some(sign) => sign.code(&mut self.coder, number < 0),
            None => number < 0,
        };
        let size = if length == LONGEST {
            u32::try_from(self.coder.raw(size.into(), 32)).unwrap_or(0)
        } else {
            let mut left = length.wrapping_sub(1);
            let mut coded = 1_u32;
            while left > 0 && coded < 8 {
                left = left.wrapping_sub(1);
                let at = base | (length as usize) << 3 | coded as usize;
                let bit = size >> left & 1 == 1;
                let bit = match self.high.get_mut(at) {
                    Some(model) => model.code(&mut self.coder, bit),
                    None => bit,
                };
                coded = coded << 1 | u32::from(bit);
            }
            let low = u32::try_from(self.coder.raw(size.into(), left)).unwrap_or(0);
            coded.wrapping_shl(left) | low
        };
        let size = size.cast_signed();
        if is_negative { size.wrapping_neg() } else { size }
    }

    fn value(&mut self, slot: u32, before: &[u8], value: &mut Vec<u8>, bits: usize) {
        if C::IS_DECODER {
            value.clear();
        }
        let mixers = usize::from(Field::BITS.0).wrapping_mul(MIXERS);
        let mut left = bits;
        let mut index = 0_usize;
        let mut last = 0_u32;
        while left > 0 && !self.coder.is_exhausted() {
            let count = u32::try_from(left.min(8)).unwrap_or(8);
            let byte = u32::from(value.get(index).copied().unwrap_or(0));
            let was = u32::from(before.get(index).copied().unwrap_or(0));
            let at = u32::try_from(index.min(255)).unwrap_or(0);
            let mut coded = 0_u32;
            for (half, shift) in [(0, 0), (1, 4)] {
                let count = count.saturating_sub(shift).min(4);
                let (was_half, low) = (was >> shift & 15, coded & 15);
                // How far the bits so far are from those before.
                let change = low.wrapping_sub(was & 15) & 15;
                let here = slot << 9 ^ at << 1 ^ half;
                let contexts = [
                    here << 8 ^ was_half << 4 ^ change ^ 1 << 31,
                    here << 4 ^ low,
                    slot << 13 ^ last << 5 ^ low << 1 ^ half,
                    here << 12 ^ was << 4 ^ low,
                ];
                let places = Self::places(Field::BITS, contexts, 0);
                let mut node = 1_u32;
                for place in shift..shift.wrapping_add(count) {
                    let mixer = mixers.wrapping_add(place as usize);
                    let bit = byte >> place & 1 == 1;
                    let bit = self.bit(places, node as usize, mixer, bit);
                    node = node << 1 | u32::from(bit);
                    coded |= u32::from(bit).wrapping_shl(place);
                }
            }
            if C::IS_DECODER {
                value.push(u8::try_from(coded & 0xff).unwrap_or(0));
            }
            last = coded & 0xff;
            left = left.saturating_sub(8);
            index = index.wrapping_add(1);
        }
    }

    fn is_exhausted(&self) -> bool {
        self.coder.is_exhausted()
    }
}

/// Fields out of packed bytes.
pub(super) type Unpacked<'a> = Adaptive<Decoder<'a>>;
