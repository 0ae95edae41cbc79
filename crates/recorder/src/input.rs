//! Where a game puts in what happens: one input for each table, and one for the bytes of its own file.

use std::sync::Arc;

use crate::ring::Input;
use crate::row::{Layout, Row};
use crate::status::Shared;

/// Why something was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PushError {
    /// The ring is full: the writer does not keep up, or the disk does not. The data pushed is counted as lost.
    #[error("the ring is full; this is counted as lost")]
    Full,
    /// Rows, what says which columns are there, or texts have another length than the table's columns ask for.
    #[error("the bytes do not fit the columns of the table")]
    OtherColumns,
    /// A row is earlier than the one before it, or its time is no number.
    #[error("the row is earlier than the one before it, or its time is no number")]
    OutOfOrder,
    /// It would not even fit in a ring that is empty.
    #[error("longer than the whole ring")]
    TooLong,
    /// The session has ended, or recording has failed.
    #[error("the session has ended")]
    Ended,
}

/// Takes the rows of a table. It may be moved to another thread; each has a ring of its own, so threads never wait for each other.
///
/// Pushing copies the row and returns: it takes no lock, asks for no memory and calls no system.
#[derive(Debug)]
pub struct RowInput {
    pub(crate) layout: Layout,
    pub(crate) common: Common,
    pub(crate) last_time: f64,
}

/// Takes the bytes of the game's own file, as a [`RowInput`] takes rows.
#[derive(Debug)]
pub struct ByteInput {
    pub(crate) common: Common,
}

/// The state that all inputs share.
#[derive(Debug)]
pub(crate) struct Common {
    pub(crate) ring: Input,
    pub(crate) stream: u16,
    /// The number of records lost since the last one that was taken.
    pub(crate) lost: u64,
    pub(crate) shared: Arc<Shared>,
}

impl RowInput {
    /// Takes a row.
    ///
    /// # Errors
    /// If it is not taken.
    pub fn push(&mut self, row: &Row) -> Result<(), PushError> {
        self.push_bytes(&row.fixed, row.presence(), &row.texts)
    }

    /// Takes rows as bytes, all or none of them.
    ///
    /// `rows` has the columns of each row one after the other, little endian and without anything between, in the place of a text
    /// its length in bytes as `u32`; `texts` the texts of all rows in the same order. `present` has for each row a bit for each
    /// column, from the lowest bit of the first byte up, filled up to whole bytes, 1 where the value is there; with `None`, all are.
    ///
    /// # Errors
    /// If they are not taken.
    pub fn push_bytes(
        &mut self,
        rows: &[u8],
        present: Option<&[u8]>,
        texts: &[u8],
    ) -> Result<(), PushError> {
        let width = self.layout.width();
        // Nearly always it is one row: a game's frame waits for no division.
        let count = if rows.len() == width { 1 } else { rows.len() / width };
        let has_presence =
            present.is_none_or(|there| there.len() == count * self.layout.presence_length());
        if rows.len() != count * width
            || !has_presence
            || self.layout.text_length(rows) != texts.len() as u64
        {
            return Err(PushError::OtherColumns);
        }
        let mut last = self.last_time;
        for time in rows.chunks_exact(width).filter_map(|row| self.layout.time(row)) {
            if time.is_nan() || time < last {
                return Err(PushError::OutOfOrder);
            }
            last = time;
        }
        let parts = [rows, present.unwrap_or(&[]), texts];
        self.common.put(count as u64, last, parts)?;
        self.last_time = last;
        Ok(())
    }

    /// Bytes of a row, without its texts.
    pub fn row_length(&self) -> usize {
        self.layout.width()
    }

    /// Rows that were not taken since the session began.
    pub fn lost(&self) -> u64 {
        self.common.shared.lost(self.common.stream)
    }
}

impl ByteInput {
    /// Takes the next bytes of the game's own file. `time` is when they were written, in seconds; NaN if that is not known.
    ///
    /// # Errors
    /// If they are not taken.
    pub fn push(&mut self, bytes: &[u8], time: f64) -> Result<(), PushError> {
        self.common.put(bytes.len() as u64, time, [bytes, &[], &[]])
    }

    /// Bytes that were not taken since the session began.
    pub fn lost(&self) -> u64 {
        self.common.shared.lost(self.common.stream)
    }
}

impl Common {
    fn put(&mut self, count: u64, time: f64, parts: [&[u8]; 3]) -> Result<(), PushError> {
        if count == 0 {
            return Ok(());
        }
        if self.shared.has_ended() {
            return Err(PushError::Ended);
        }
        let length = parts.iter().map(|part| part.len()).fold(0, usize::saturating_add);
        let is_too_long = !self.ring.could_hold(length);
        if is_too_long || !self.ring.put(self.lost, time, parts) {
            self.lost = self.lost.saturating_add(count);
            self.shared.lose(self.stream, count);
            return Err(if is_too_long { PushError::TooLong } else { PushError::Full });
        }
        self.lost = 0;
        Ok(())
    }
}
