//! The notes of a file: read in place, and as a list that can be changed.

use ghostreel_core::Record;

use crate::layout::{Note, NoteHead};

/// The notes of a view, each decoded when it is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Notes<'a> {
    bytes: &'a [u8],
    /// Where each begins in `bytes`, and where the last one ends.
    starts: &'a [u32],
}

impl<'a> Notes<'a> {
    pub(crate) fn new(bytes: &'a [u8], starts: &'a [u32]) -> Self {
        Self { bytes, starts }
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of each note: 16, or 88 with cut info.
    pub fn slices(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + Clone + use<'a> {
        let (bytes, starts) = (self.bytes, self.starts);
        starts.windows(2).map(move |pair| match *pair {
            [start, end] => bytes.get(start as usize..end as usize).unwrap_or_default(),
            _ => &[],
        })
    }

    /// The head of each note, which notes with and without a cut have.
    pub(crate) fn heads(&self) -> impl Iterator<Item = NoteHead> + use<'a> {
        self.slices().map(|bytes| NoteHead::read(bytes).unwrap_or_default())
    }

    /// The note at an index, counted from 0; `None` if there is none.
    pub fn get(&self, index: usize) -> Option<Note> {
        let [start, end] = *self.starts.get(index..)?.first_chunk()?;
        let bytes = self.bytes.get(start as usize..end as usize)?;
        Note::read(bytes, bytes.len())
    }

    /// All notes, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = Note> + use<'a> {
        self.slices().filter_map(|bytes| Note::read(bytes, bytes.len()))
    }

    /// The same notes as plain data.
    pub fn to_list(self) -> NoteList {
        let (Some(&first), Some(&last)) = (self.starts.first(), self.starts.last()) else {
            return NoteList::default();
        };
        NoteList {
            bytes: self.bytes.get(first as usize..last as usize).unwrap_or_default().to_vec(),
            starts: self.starts.iter().map(|start| start.saturating_sub(first)).collect(),
        }
    }
}

/// The notes of a [`Replay`](crate::Replay), one after the other as they lie in the file: there can be millions of misses.
/// A miss takes 16 bytes, and would take six times as many with room for a cut.
///
/// Two lists are equal if their bytes are.
///
/// ```
/// use ghostreel_bsor::{Replay, decode, encode, sample};
/// use ghostreel_core::DecodeOptions;
///
/// let bytes = encode(&sample::generate(&sample::Options::default()));
/// let mut replay = decode(&bytes, &DecodeOptions::STRICT)?.value;
///
/// let mut note = replay.notes.get(3).expect("a fourth note");
/// note.head.event_time += 0.5;
/// replay.notes.set(3, &note);
/// assert_ne!(encode(&replay), bytes);
///
/// // Many are changed by making the list anew.
/// let earlier = |mut note: ghostreel_bsor::Note| { note.head.event_time -= 0.5; note };
/// replay.notes = replay.notes.iter().map(earlier).collect();
/// # Ok::<(), ghostreel_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteList {
    bytes: Vec<u8>,
    /// Where each begins in `bytes`, and where the last one ends: at least a 0.
    starts: Vec<u32>,
}

impl Default for NoteList {
    fn default() -> Self {
        Self { bytes: Vec::new(), starts: vec![0] }
    }
}

impl NoteList {
    /// The notes for reading.
    pub fn as_notes(&self) -> Notes<'_> {
        Notes { bytes: &self.bytes, starts: &self.starts }
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.as_notes().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.as_notes().is_empty()
    }

    /// The note at an index, counted from 0; `None` if there is none.
    pub fn get(&self, index: usize) -> Option<Note> {
        self.as_notes().get(index)
    }

    /// All notes, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = Note> + use<'_> {
        self.as_notes().iter()
    }

    /// The bytes of the section, without their count.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Appends a note; `false` if the list would be longer than the 4 GiB that a file has at most.
    pub fn push(&mut self, note: &Note) -> bool {
        let end = self.bytes.len().saturating_add(note.encoded_len());
        let Ok(end) = u32::try_from(end) else { return false };
        self.bytes.extend_from_slice(note.encode(&mut [0; Note::MAX_SIZE]));
        self.starts.push(end);
        true
    }

    /// Puts `note` in the place of the one at `index`; `false` if there is none, or the list would be longer than 4 GiB. Where
    /// one of the two has a cut and the other has none, all that follow move: not meant for many notes.
    pub fn set(&mut self, index: usize, note: &Note) -> bool {
        let Some((&mut start, later)) =
            self.starts.get_mut(index..).and_then(<[u32]>::split_first_mut)
        else {
            return false;
        };
        let Some(&old_end) = later.first() else { return false };
        let length = self.bytes.len().saturating_sub(old_end.saturating_sub(start) as usize);
        if u32::try_from(length.saturating_add(note.encoded_len())).is_err() {
            return false;
        }
        let mut buffer = [0; Note::MAX_SIZE];
        let encoded = note.encode(&mut buffer);
        self.bytes.splice(start as usize..old_end as usize, encoded.iter().copied());
        let new_end = start.saturating_add(u32::try_from(encoded.len()).unwrap_or(u32::MAX));
        for end in later {
            *end = end.saturating_sub(old_end).saturating_add(new_end);
        }
        true
    }

    /// Takes away all but the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.starts.truncate(count.saturating_add(1));
        self.bytes.truncate(self.starts.last().map_or(0, |&end| end as usize));
    }
}

impl FromIterator<Note> for NoteList {
    /// Leaves out the notes that [`push`](Self::push) refuses.
    fn from_iter<I: IntoIterator<Item = Note>>(notes: I) -> Self {
        let mut list = Self::default();
        for note in notes {
            list.push(&note);
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::CutInfo;

    fn note(time: f32, cut: Option<CutInfo>) -> Note {
        Note { head: NoteHead { event_time: time, ..NoteHead::default() }, cut }
    }

    fn cut() -> Option<CutInfo> {
        Some(CutInfo { speed_ok: 1, saber_speed: 12.5, ..CutInfo::default() })
    }

    #[test]
    fn a_list_holds_what_a_vector_would() {
        let mut notes = vec![note(1.0, cut()), note(2.0, None), note(3.0, cut()), note(4.0, None)];
        let mut list: NoteList = notes.iter().copied().collect();
        let changes = [(1, cut()), (1, None), (0, None), (3, cut()), (3, None), (2, cut())];
        for (index, cut) in changes {
            notes[index] = note(9.0, cut);
            assert!(list.set(index, &notes[index]));
            assert!(list.iter().eq(notes.iter().copied()), "{index}");
            assert!(list == notes.iter().copied().collect(), "{index}");
        }
        assert_eq!((list.get(2), list.get(4)), (Some(notes[2]), None));
        for count in [9, 4, 3, 0] {
            list.truncate(count);
            notes.truncate(count);
            assert!(list == notes.iter().copied().collect(), "{count}");
        }
        assert!(!list.set(0, &note(1.0, None)), "there is none to replace");
        assert!(list.is_empty() && list == NoteList::default());
        assert!(list.push(&note(5.0, cut())));
        assert_eq!((list.len(), list.bytes().len()), (1, Note::MAX_SIZE));
    }

    #[test]
    fn lists_with_the_same_bytes_are_equal_whatever_the_numbers() {
        let list = |time| NoteList::from_iter([note(time, None)]);
        assert!(list(f32::NAN) == list(f32::NAN));
        assert!(list(0.0) != list(-0.0));
    }
}
