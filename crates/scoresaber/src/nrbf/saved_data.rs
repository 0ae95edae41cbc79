//! The keyframes of a legacy replay, in place among the bytes of their graph.

use ghostreel_core::Record;

use super::class::KeyframePlaces;
use crate::layout::Keyframe;

/// The content of a legacy replay: keyframes, and around them the object graph that they came in.
///
/// Two are equal if the bytes of their graphs are.
#[derive(Clone, Debug)]
pub struct SavedData {
    /// The payload.
    bytes: Vec<u8>,
    layout: KeyframePlaces,
    /// Where the values of each keyframe begin.
    places: Vec<u32>,
}

impl SavedData {
    pub(super) fn of(bytes: Vec<u8>, layout: KeyframePlaces, places: Vec<u32>) -> Self {
        Self { bytes, layout, places }
    }

    /// The number of keyframes.
    pub const fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The keyframe at an index, counted from 0; `None` if there is none.
    pub fn get(&self, index: usize) -> Option<Keyframe> {
        let values = self.bytes.get(*self.places.get(index)? as usize..)?;
        let mut record = [0; Keyframe::SIZE];
        for (number, offset) in record.chunks_exact_mut(4).zip(self.layout.offsets) {
            let offset = usize::from(offset);
            number.copy_from_slice(values.get(offset..offset.saturating_add(4))?);
        }
        Keyframe::read(&record)
    }

    /// Puts a keyframe in the place of the one at `index`; `false` if there is none.
    pub fn set(&mut self, index: usize, keyframe: &Keyframe) -> bool {
        let Some(start) = self.places.get(index) else { return false };
        let Some(values) = self.bytes.get_mut(*start as usize..) else { return false };
        let mut record = [0; Keyframe::SIZE];
        keyframe.write(&mut record);
        for (number, offset) in record.chunks_exact(4).zip(self.layout.offsets) {
            let offset = usize::from(offset);
            if let Some(place) = values.get_mut(offset..offset.saturating_add(4)) {
                place.copy_from_slice(number);
            }
        }
        true
    }

    /// All keyframes, in the order of the stream.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Keyframe> + '_ {
        // Each place was found by reading, so there are always values.
        (0..self.len()).map(|index| self.get(index).unwrap_or_default())
    }

    /// The object graph: the payload.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl PartialEq for SavedData {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for SavedData {}
