//! The ring between the game and the writer: records of bytes, in the order in which they were put in.

use rtrb::{Consumer, Producer, RingBuffer};

/// The header in front of a record's bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Heading {
    /// Bytes of each of the three parts of the record.
    pub(crate) lengths: [u32; 3],
    /// Rows, or bytes of a game's own file, that were lost just before.
    pub(crate) lost: u64,
    /// When the bytes were written, in seconds; NaN if that is not known.
    pub(crate) time: f64,
}

/// Rows up to so many bytes are copied one byte after the other.
const SHORT: usize = 256;

/// Bytes of a heading.
const HEADING_LENGTH: usize = 32;

impl Heading {
    fn bytes(&self) -> [u8; HEADING_LENGTH] {
        let [first, second, third] = self.lengths.map(u64::from);
        let words = [first | second << 32, third, self.lost, self.time.to_bits()];
        let mut bytes = [0; HEADING_LENGTH];
        bytes.as_chunks_mut().0.copy_from_slice(&words.map(u64::to_le_bytes));
        bytes
    }

    fn read(bytes: &[u8; HEADING_LENGTH]) -> Self {
        let word = |at: usize| {
            let words = bytes.as_chunks().0;
            words.get(at).map_or(0, |word| u64::from_le_bytes(*word))
        };
        #[allow(clippy::cast_possible_truncation, reason = "the half that is meant")]
        let lengths = [word(0) as u32, (word(0) >> 32) as u32, word(1) as u32];
        Self { lengths, lost: word(2), time: f64::from_bits(word(3)) }
    }

    fn length(&self) -> usize {
        self.lengths.iter().map(|length| *length as usize).sum()
    }
}

/// The game's end. Putting a record in takes no lock, asks for no memory and calls no system.
#[derive(Debug)]
pub(crate) struct Input {
    ring: Producer<u8>,
    capacity: usize,
}

/// The writer's end.
#[derive(Debug)]
pub(crate) struct Output {
    ring: Consumer<u8>,
    /// The record that was taken last.
    record: Vec<u8>,
}

/// A ring of so many bytes.
pub(crate) fn ring(capacity: usize) -> (Input, Output) {
    let (mut input, mut output) = RingBuffer::new(capacity);
    // Once around: memory that was never touched is given by the system when it is, which would be while the game plays.
    if let Ok(mut all) = input.write_chunk(capacity) {
        let (first, second) = all.as_mut_slices();
        first.fill(1);
        second.fill(1);
        all.commit_all();
    }
    if let Ok(all) = output.read_chunk(capacity) {
        all.commit_all();
    }
    (Input { ring: input, capacity }, Output { ring: output, record: Vec::new() })
}

impl Input {
    /// Whether a record of so many bytes would fit in a ring that is empty.
    pub(crate) fn could_hold(&self, length: usize) -> bool {
        length.saturating_add(HEADING_LENGTH) <= self.capacity
    }

    /// Puts a record in: the whole of it, or nothing if there is no room. Returns whether there was.
    pub(crate) fn put(&mut self, lost: u64, time: f64, parts: [&[u8]; 3]) -> bool {
        let lengths = parts.map(|part| u32::try_from(part.len()).unwrap_or(u32::MAX));
        let heading = Heading { lengths, lost, time };
        let length = heading.length().saturating_add(HEADING_LENGTH);
        // Dropped without being filled, it only shows whether there is room.
        let Ok(room) = self.ring.write_chunk_uninit(length) else { return false };
        match parts {
            // A game that slept comes back to cold caches: there, a short loop in place is sooner done than calls to copy.
            [row, [], []] if row.len() <= SHORT => {
                room.fill_from_iter(heading.bytes().iter().chain(row).copied());
                true
            }
            parts => self.put_long(&heading, parts),
        }
    }

    /// Puts a record in for which there is room.
    #[inline(never)]
    fn put_long(&mut self, heading: &Heading, [first, second, third]: [&[u8]; 3]) -> bool {
        let parts = [&heading.bytes(), first, second, third];
        parts.into_iter().all(|part| self.ring.push_entire_slice(part).is_ok())
    }
}

impl Output {
    /// The next record: its heading and its parts.
    pub(crate) fn take(&mut self) -> Option<(Heading, [&[u8]; 3])> {
        let mut heading = [0; HEADING_LENGTH];
        let chunk = self.ring.read_chunk(HEADING_LENGTH).ok()?;
        let (first, second) = chunk.as_slices();
        for (to, from) in heading.iter_mut().zip(first.iter().chain(second)) {
            *to = *from;
        }
        let heading = Heading::read(&heading);
        // The rest of the record may still be on its way: then it is taken the next time.
        let chunk = self.ring.read_chunk(HEADING_LENGTH.saturating_add(heading.length())).ok()?;
        let (first, second) = chunk.as_slices();
        self.record.clear();
        self.record.extend_from_slice(first);
        self.record.extend_from_slice(second);
        chunk.commit_all();
        let rest = self.record.get(HEADING_LENGTH..).unwrap_or_default();
        let [first, second, _] = heading.lengths.map(|length| length as usize);
        let (first, rest) = rest.split_at_checked(first).unwrap_or((rest, &[]));
        let (second, third) = rest.split_at_checked(second).unwrap_or((rest, &[]));
        Some((heading, [first, second, third]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_go_around_the_ring_and_full_is_full() {
        let (mut input, mut output) = ring(100);
        assert!(input.could_hold(68) && !input.could_hold(69));
        assert!(output.take().is_none());
        for round in 0..50_u8 {
            assert!(input.put(round.into(), 0.5, [&[round; 3], &[], &[round; 7]]));
            assert!(input.put(0, f64::NAN, [&[], &[1; 20], &[]]));
            assert!(!input.put(0, 0.0, [&[1], &[], &[]]), "there is room for more than fits");
            let (heading, parts) = output.take().unwrap();
            assert_eq!((heading.lost, heading.time), (round.into(), 0.5));
            assert_eq!(parts, [&[round; 3][..], &[], &[round; 7]]);
            assert_eq!(output.take().unwrap().1, [&[][..], &[1; 20], &[]]);
            assert!(output.take().is_none());
        }
    }
}
