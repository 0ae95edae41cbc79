//! Rows that are not in a chunk yet.

use std::ops::Range;

use ghostreel_timeline::{Column, Data, Type};

use crate::builder::ColumnBuilder;
use crate::transform::width;
use crate::{Settings, limits};

/// Rows that are not in a chunk yet.
#[derive(Debug)]
pub(crate) struct Pending {
    columns: Vec<ColumnBuilder>,
    rows: usize,
    row_length: usize,
    /// The least and the greatest time; NaN where there is none.
    times: [f64; 2],
}

impl Pending {
    /// None, of columns of these types.
    pub(crate) fn new(types: &[Type]) -> Self {
        let columns = types.iter().map(|kind| ColumnBuilder::new(*kind)).collect();
        let row_length = types.iter().map(|kind| width(*kind)).sum();
        Self { columns, rows: 0, row_length, times: [f64::NAN; 2] }
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn times(&self) -> [f64; 2] {
        self.times
    }

    /// The rows. None are left.
    pub(crate) fn take(&mut self) -> Vec<Column> {
        self.rows = 0;
        self.times = [f64::NAN; 2];
        self.columns.iter_mut().map(ColumnBuilder::take).collect()
    }

    /// Whether the next row belongs in another chunk, whenever it is.
    pub(crate) fn is_full(&self, settings: &Settings) -> bool {
        let length = self.rows.saturating_mul(self.row_length);
        self.rows > 0 && (length >= settings.bytes || self.rows >= limits::ROWS as usize)
    }

    /// How many of some rows still belong in this chunk: those less than some seconds behind its first, as long as it is not full.
    pub(crate) fn fitting(
        &self,
        rows: Range<usize>,
        times: Option<&[f64]>,
        settings: &Settings,
    ) -> usize {
        let room = settings.bytes.checked_div(self.row_length).unwrap_or(usize::MAX);
        let room = room.clamp(1, limits::ROWS as usize).saturating_sub(self.rows).min(rows.len());
        let Some(times) = times.and_then(|times| times.get(rows)) else { return room };
        let first = match times.first() {
            Some(first) if self.rows == 0 => *first,
            _ => self.times[0],
        };
        let is_later =
            |time: &f64| !(0.0..settings.seconds).contains(&(time - first)) && !time.is_nan();
        let least = usize::from(self.rows == 0);
        times.iter().position(is_later).unwrap_or(room).max(least).min(room)
    }

    /// Adds some rows of columns of the same types.
    pub(crate) fn append(&mut self, from: &[Column], rows: Range<usize>, times: Option<&[f64]>) {
        for (column, from) in self.columns.iter_mut().zip(from) {
            column.append(from, rows.clone());
        }
        self.rows = self.rows.saturating_add(rows.len());
        for time in times.and_then(|times| times.get(rows)).unwrap_or_default() {
            // What is no number gives way.
            self.times = [self.times[0].min(*time), self.times[1].max(*time)];
        }
    }
}

/// Times in seconds, whatever number they are kept as. Integers are seconds too.
pub(crate) fn seconds(column: &Column) -> Vec<f64> {
    macro_rules! each {
        ($($variant:ident $convert:expr,)*) => {
            match &column.data {
                $(Data::$variant(values) => values.iter().copied().map($convert).collect(),)*
                _ => vec![f64::NAN; column.len()],
            }
        };
    }
    each! { F64 |time| time, F32 f64::from, I32 f64::from, U32 f64::from, }
}
