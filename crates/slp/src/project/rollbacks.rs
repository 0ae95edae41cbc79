//! The tables with every copy of each frame, and the columns that say which copy a row is.

use std::any::Any;
use std::borrow::Cow;

use ghostreel_timeline::{Column, Schema, Source, Table, Timeline};

use crate::frames::{CharacterFrame, FrameIndex};
use crate::layout::frame_number;
use crate::schemas::copy_columns;
use crate::view::View;

impl View<'_> {
    /// As [`timeline`](Self::timeline), with every copy of the frames that rollbacks made the game compute again, in the
    /// file's order.
    ///
    /// Each table but `players` has two more columns: `simulation`, how many times the frame had been computed before, and
    /// `settled`, which is 1 for the rows of [`timeline`](Self::timeline).
    ///
    /// ```
    /// use ghostreel_core::DecodeOptions;
    /// use ghostreel_slp::{View, encode, sample};
    ///
    /// let bytes = encode(&sample::generate(&sample::Options::default()));
    /// let view = View::open(&bytes[..], &DecodeOptions::STRICT)?;
    /// let (played, all) = (view.timeline(), view.timeline_with_rollbacks());
    /// let settled = all.column("frames.settled").unwrap();
    /// let settled = settled.as_bool().unwrap().iter().filter(|&&settled| settled == 1).count();
    /// assert_eq!(settled, played.table("frames").unwrap().rows());
    /// assert!(settled < all.table("frames").unwrap().rows());
    /// # Ok::<(), ghostreel_core::Error>(())
    /// ```
    pub fn timeline_with_rollbacks(&self) -> Timeline<'_> {
        let (all, settled) = (self.frames_with_rollbacks(), self.frames());
        let tables = super::tables(self, self.schemas_with_rollbacks(), all, Some(settled));
        Timeline::new(self.meta(), tables, self.meter())
    }
}

/// A table over a source. With `settled`, which are the rows that count, a column says which of several copies each row is.
pub(super) fn table<'a, R: Row>(
    schema: &'a Schema,
    source: impl Source + 'a,
    bytes: &'a [u8],
    index: &'a FrameIndex,
    rows: Cow<'a, [R]>,
    settled: Option<Cow<'a, [R]>>,
) -> Table<'a> {
    let width = schema.columns.len().saturating_sub(copy_columns().len());
    match settled {
        None => Table::new(schema, source),
        Some(settled) => Table::new(schema, Copies { source, width, bytes, index, rows, settled }),
    }
}

/// A table's own columns, and after them the copy of each row.
struct Copies<'a, S, R: Row> {
    source: S,
    /// How many columns `source` has.
    width: usize,
    bytes: &'a [u8],
    index: &'a FrameIndex,
    /// Where the rows are in the file, all of them and those that are settled, in the file's order.
    rows: Cow<'a, [R]>,
    settled: Cow<'a, [R]>,
}

impl<S: Source, R: Row> Source for Copies<'_, S, R> {
    fn rows(&self) -> usize {
        self.source.rows()
    }

    fn column(&self, index: usize) -> Column {
        match index.checked_sub(self.width) {
            None => self.source.column(index),
            Some(0) => {
                let events = self.rows.iter().map(|row| row.event(self.bytes));
                self.index.simulations(events).into()
            }
            Some(_) => {
                let mut settled = self.settled.iter().peekable();
                Column::bools(self.rows.iter().map(|row| settled.next_if_eq(&row).is_some()))
            }
        }
    }

    fn columns(&self, indices: &[usize]) -> Vec<Column> {
        let own: Vec<usize> = indices.iter().copied().filter(|&index| index < self.width).collect();
        let mut own = self.source.columns(&own).into_iter();
        let column = |&index: &usize| match index < self.width {
            true => own.next(),
            false => Some(self.column(index)),
        };
        indices.iter().filter_map(column).collect()
    }

    fn fill(&self, rows: &mut dyn Any) -> bool {
        self.source.fill(rows)
    }
}

/// The events of a row.
pub(super) trait Row: PartialEq + Clone {
    /// The frame, and where one of its events is.
    fn event(&self, bytes: &[u8]) -> (i32, u32);
}

impl Row for u32 {
    fn event(&self, bytes: &[u8]) -> (i32, u32) {
        let frame = bytes.get(*self as usize..).and_then(frame_number);
        (frame.unwrap_or_default(), *self)
    }
}

impl Row for CharacterFrame {
    fn event(&self, _: &[u8]) -> (i32, u32) {
        (self.frame, self.pre.max(self.post))
    }
}
