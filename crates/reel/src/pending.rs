//! Rows that are not in a chunk yet.

use std::ops::Range;

use ghostreel_timeline::{Column, ColumnBuilder, Data, Type};

use crate::limits;
use crate::settings::Settings;
use crate::transform::width;

/// Rows that are not in a chunk yet.
#[derive(Debug)]
pub(crate) struct Pending {
    columns: Vec<ColumnBuilder>,
    rows: usize,
    row_length: usize,
    /// Bytes of the texts of all rows, those that are the same counted each.
    text_length: usize,
    /// The least and the greatest time; NaN where there is none.
    times: [f64; 2],
}

impl Pending {
    /// None, of columns of these types.
    pub(crate) fn new(types: &[Type]) -> Self {
        let columns = types.iter().map(|kind| ColumnBuilder::new(*kind)).collect();
        let row_length = types.iter().map(|kind| width(*kind)).sum();
        Self { columns, rows: 0, row_length, text_length: 0, times: [f64::NAN; 2] }
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
        self.text_length = 0;
        self.times = [f64::NAN; 2];
        self.columns.iter_mut().map(ColumnBuilder::take).collect()
    }

    /// Whether the next row belongs in another chunk, whenever it is.
    pub(crate) fn is_full(&self, settings: &Settings) -> bool {
        let length = self.rows.saturating_mul(self.row_length).saturating_add(self.text_length);
        self.rows > 0 && (length >= settings.bytes || self.rows >= limits::ROWS as usize)
    }

    /// How many of some rows still belong in this chunk: those less than some seconds after its first, as long as it is not full. An empty
    /// chunk takes at least one.
    pub(crate) fn fitting(&self, rows: Range<usize>, of: &Extent, settings: &Settings) -> usize {
        let least = usize::from(self.rows == 0 && !rows.is_empty());
        let mut length = self.rows.saturating_mul(self.row_length).saturating_add(self.text_length);
        let first = if self.rows == 0 { of.time(rows.start) } else { self.times[0] };
        let room = (limits::ROWS as usize).saturating_sub(self.rows);
        let fits = |row: &usize| {
            length = length.saturating_add(self.row_length).saturating_add(of.text_length(*row));
            let since = of.time(*row) - first;
            length <= settings.bytes && (since.is_nan() || (0.0..settings.seconds).contains(&since))
        };
        rows.take(room).take_while(fits).count().max(least)
    }

    /// Adds some rows of columns of the same types.
    pub(crate) fn append(&mut self, from: &[Column], rows: Range<usize>, of: &Extent) {
        for (column, from) in self.columns.iter_mut().zip(from) {
            column.append(from, rows.clone());
        }
        self.rows = self.rows.saturating_add(rows.len());
        for row in rows {
            let time = of.time(row);
            // NaN gives way.
            self.times = [self.times[0].min(time), self.times[1].max(time)];
            self.text_length = self.text_length.saturating_add(of.text_length(row));
        }
    }
}

/// The times of rows, and the lengths of their texts.
#[derive(Debug)]
pub(crate) struct Extent {
    times: Option<Vec<f64>>,
    text_lengths: Vec<usize>,
}

impl Extent {
    /// The sizes of all rows of some columns; one may be their time.
    pub(crate) fn of(columns: &[Column], time: Option<usize>) -> Self {
        let times = time.and_then(|time| columns.get(time)).map(seconds);
        let mut text_lengths = Vec::new();
        for column in columns {
            let Data::Dict { codes, values } = &column.data else { continue };
            text_lengths.resize(codes.len(), 0_usize);
            for (length, code) in text_lengths.iter_mut().zip(codes) {
                let text = values.get(*code as usize).map_or(0, String::len);
                *length = length.saturating_add(text).saturating_add(4);
            }
        }
        Self { times, text_lengths }
    }

    /// NaN if there is none.
    fn time(&self, row: usize) -> f64 {
        self.times.as_ref().and_then(|times| times.get(row)).copied().unwrap_or(f64::NAN)
    }

    fn text_length(&self, row: usize) -> usize {
        self.text_lengths.get(row).copied().unwrap_or(0)
    }

    /// Bytes of the longest row's texts.
    pub(crate) fn longest_text(&self) -> usize {
        self.text_lengths.iter().copied().max().unwrap_or(0)
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
