//! How much may be read of a file, and what was odd about it.

use std::cell::Cell;

/// Memory that what is read of a file may take up, and a count of what was skipped on the way.
#[derive(Debug)]
pub(crate) struct Room {
    left: Cell<u64>,
    is_full: Cell<bool>,
    odd: Cell<usize>,
}

impl Room {
    /// Room for so many bytes.
    pub(crate) fn new(bytes: u64) -> Self {
        Self { left: Cell::new(bytes), is_full: Cell::new(false), odd: Cell::new(0) }
    }

    /// Takes so many bytes, and says whether they were there.
    pub(crate) fn take(&self, bytes: usize) -> bool {
        match self.left.get().checked_sub(bytes as u64) {
            Some(left) => self.left.set(left),
            None => self.is_full.set(true),
        }
        !self.is_full.get()
    }

    /// Whether more was asked for than there is.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full.get()
    }

    /// Counts a value that is none of its place.
    pub(crate) fn note_odd(&self) {
        self.odd.set(self.odd.get().saturating_add(1));
    }

    /// How many values were none of their place.
    pub(crate) fn odd(&self) -> usize {
        self.odd.get()
    }
}
