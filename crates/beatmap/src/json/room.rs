//! The limit of reading a file, and its oddities.

use std::cell::{Cell, RefCell};

/// The memory that a file's content may take up, and a count of skipped values.
#[derive(Debug)]
pub(crate) struct Room {
    left: Cell<u64>,
    is_full: Cell<bool>,
    /// The member of the file's object that is read.
    member: Cell<Option<&'static str>>,
    /// By member.
    odd: RefCell<Vec<(Option<&'static str>, usize)>>,
}

/// The member that some files have around all others.
const CONTENT: &str = "content";

impl Room {
    /// Room for so many bytes.
    pub(crate) fn new(bytes: u64) -> Self {
        Self {
            left: Cell::new(bytes),
            is_full: Cell::new(false),
            member: Cell::new(None),
            odd: RefCell::default(),
        }
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

    /// Takes down that a member is read, and returns which was.
    pub(crate) fn enter(&self, member: &'static str) -> Option<&'static str> {
        let outer = self.member.get();
        if outer.is_none_or(|outer| outer == CONTENT) {
            self.member.set(Some(member));
        }
        outer
    }

    /// Goes back to the member that was read before.
    pub(crate) fn leave_to(&self, outer: Option<&'static str>) {
        self.member.set(outer);
    }

    /// Counts a value of another kind.
    pub(crate) fn note_odd(&self) {
        let member = self.member.get();
        let mut odd = self.odd.borrow_mut();
        match odd.iter_mut().find(|(known, _)| *known == member) {
            Some((_, count)) => *count = count.saturating_add(1),
            None => odd.push((member, 1)),
        }
    }

    /// How many values were none of their place, by the member of the file's object that they are in.
    pub(crate) fn odd_by_member(&self) -> Vec<(Option<&'static str>, usize)> {
        self.odd.borrow().clone()
    }

    /// How many values were none of their place.
    #[cfg(test)]
    pub(crate) fn odd(&self) -> usize {
        self.odd.borrow().iter().map(|(_, count)| count).sum()
    }
}
