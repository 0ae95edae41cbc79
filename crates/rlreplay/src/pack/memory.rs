//! The last value of each property of each actor.

/// Values by actor and property. There is room for so many; later ones take the place of others.
#[derive(Debug)]
pub(super) struct Memory {
    places: Vec<Place>,
}

/// One value.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    key: u64,
    /// How many bits the value has.
    pub(super) bits: usize,
    /// Its bytes, the first ones at most.
    pub(super) bytes: Vec<u8>,
    /// Whether the last values were the same as those before, the latest lowest.
    pub(super) history: u8,
}

impl Place {
    /// Bytes that are kept of a value.
    const MOST: usize = 256;

    /// Whether a value is this one.
    pub(super) fn is(&self, bytes: &[u8], bits: usize) -> bool {
        self.bits == bits && self.bytes == bytes
    }

    /// Takes the place of this value.
    pub(super) fn put(&mut self, bytes: &[u8], bits: usize) {
        self.bits = bits;
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes.get(..Self::MOST).unwrap_or(bytes));
    }
}

impl Memory {
    const SIZE: usize = 1 << 14;

    pub(super) fn new() -> Self {
        Self { places: vec![Place::default(); Self::SIZE] }
    }

    /// The place of an actor's property, empty if another was there.
    pub(super) fn place(&mut self, actor: u32, property: u32) -> Option<&mut Place> {
        let key = u64::from(actor) << 32 | u64::from(property) | 1 << 63;
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50;
        let place = self.places.get_mut(usize::try_from(hash).unwrap_or(0))?;
        if place.key != key {
            *place = Place { key, bytes: std::mem::take(&mut place.bytes), ..Place::default() };
            place.bytes.clear();
        }
        Some(place)
    }
}
