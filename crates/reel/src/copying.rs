//! Tables on their way into another reel, chunk by chunk.

use std::ops::Range;

use ghostreel_core::Error;
use ghostreel_timeline::{Column, ColumnBuilder, TableKind, Type};

use crate::chunk::Chunk;
use crate::header::{Header, Stream, Table};
use crate::pending::seconds;
use crate::reel::{Gaps, Missing, Reel, length};
use crate::writer::{WriteError, Writer};

/// Tables of one reel that are written into another.
#[derive(Debug)]
pub(crate) struct Copying {
    tables: Vec<Copied>,
    /// How many bytes more may be unpacked.
    room: u64,
}

#[derive(Debug)]
struct Copied {
    /// Its number in the reel that is read.
    from: u16,
    /// Its number in the reel that is written.
    to: u16,
    name: String,
    /// Columns of known types.
    columns: Vec<(usize, Type)>,
    time: Option<(usize, Type)>,
    span: Range<f64>,
    /// The chunk of the last row in front of the span, if it is copied too: where it begins.
    lead: Option<u64>,
    gaps: Gaps,
    /// After the last row that was copied, in the reel that is read.
    next_row: Option<u64>,
}

/// Rows of a table that were copied.
pub(crate) struct CopiedRows<'c> {
    /// The number of the table in the reel that is written.
    pub(crate) stream: u16,
    pub(crate) table: &'c str,
    /// The times of the first and the last row, in seconds; NaN where there is none.
    pub(crate) times: [f64; 2],
}

/// The tables of a header as they can be written, and what cannot.
pub(crate) fn tables(header: &Header) -> (Vec<Table>, Vec<String>) {
    let (mut tables, mut left_out) = (Vec::new(), Vec::new());
    for (number, stream) in header.streams.iter().enumerate() {
        match stream {
            Stream::Table(table) => {
                let (known, unknown): (Vec<_>, Vec<_>) =
                    table.columns.iter().cloned().partition(|column| column.value_type().is_some());
                left_out.extend(unknown.iter().map(|column| {
                    format!("column {} of table {}, of an unknown type", column.name, table.name)
                }));
                tables.push(Table { columns: known, ..table.clone() });
            }
            Stream::Original(original) if original.file.is_empty() => {
                left_out.push("the game's own file".to_owned());
            }
            Stream::Original(original) => {
                left_out.push(format!("the game's own file {}", original.file));
            }
            Stream::Unknown => {
                left_out.push(format!("stream {}, of an unknown kind", number.saturating_add(1)));
            }
        }
    }
    if header.mark.is_some() {
        left_out.push("what the player signed".to_owned());
    }
    (tables, left_out)
}

impl Copying {
    /// All tables, of each the rows in a span of seconds: of one outside time, all rows. With `with_lead`, tables whose rows hold until
    /// the next one have the last row in front of the span too.
    pub(crate) fn new(reel: &Reel<'_>, span: &Range<f64>, with_lead: bool) -> Self {
        let tables = (1_u16..).zip(&reel.header().streams).filter_map(|(from, stream)| {
            let Stream::Table(table) = stream else { return None };
            let holds = matches!(table.table_kind(), TableKind::States | TableKind::Steps);
            let before = |chunk: &&Chunk| chunk.head.start < span.start;
            let lead = reel.rows_of(from).filter(before).last();
            let lead = lead.filter(|_| with_lead && holds).map(|chunk| chunk.offset);
            let columns_there = table.columns.iter().enumerate();
            Some(Copied {
                from,
                to: 0,
                name: table.name.clone(),
                columns: columns_there
                    .filter_map(|(index, column)| Some((index, column.value_type()?)))
                    .collect(),
                time: table.time_column(),
                span: span.clone(),
                lead,
                gaps: Gaps::default(),
                next_row: None,
            })
        });
        let numbered = (1_u16..).zip(tables).map(|(to, table)| Copied { to, ..table });
        Self { tables: numbered.collect(), room: reel.room() }
    }

    /// Leaves a table out.
    pub(crate) fn leave_out(&mut self, name: &str) {
        self.tables.retain(|table| table.name != name);
    }

    /// Writes the chunk's part of the rows. A chunk that is damaged leaves out as many rows in the reel that is written. `None` if it has none.
    ///
    /// # Errors
    /// If the table that is written has other columns, or the rows take up too much.
    pub(crate) fn write<E: From<WriteError> + From<Error>>(
        &mut self,
        reel: &Reel<'_>,
        chunk: &Chunk,
        writer: &mut Writer,
    ) -> Result<Option<CopiedRows<'_>>, E> {
        let is_of = |table: &&mut Copied| chunk.is_rows_of(table.from);
        let Some(table) = self.tables.iter_mut().find(is_of) else { return Ok(None) };
        let is_lead = table.lead == Some(chunk.offset);
        if chunk.head.is_outside(&table.span) && !is_lead {
            table.gaps.pass(&chunk.head);
            return Ok(None);
        }
        let part = reel.part(chunk, &table.columns, table.time, &table.span, is_lead);
        let Ok((columns, rows)) = part else {
            table.gaps.lose(&chunk.head);
            return Ok(None);
        };
        let left = self.room.checked_sub(columns.iter().map(length).sum());
        self.room = left.ok_or_else(|| reel.too_long(&table.name))?;
        table.gaps.pass(&chunk.head);
        if rows.is_empty() {
            return Ok(None);
        }
        let row = |row: usize| chunk.head.first_row.saturating_add(row as u64);
        let skipped = row(rows.start).saturating_sub(table.next_row.unwrap_or(u64::MAX));
        table.next_row = Some(row(rows.end));
        let columns: Vec<Column> = columns.iter().map(|column| some(column, &rows)).collect();
        if skipped > 0 {
            writer.skip_rows(table.to, skipped)?;
        }
        writer.rows(table.to, &columns)?;
        let time =
            table.time.and_then(|time| table.columns.iter().position(|known| *known == time));
        let times = time.and_then(|time| columns.get(time)).map(seconds).unwrap_or_default();
        let [first, last] =
            [times.first(), times.last()].map(|time| time.copied().unwrap_or(f64::NAN));
        Ok(Some(CopiedRows { stream: table.to, table: &table.name, times: [first, last] }))
    }

    /// The rows that are missing, by table.
    pub(crate) fn missing(self) -> Vec<(String, Missing)> {
        let missing = |table: Copied| {
            let Copied { name, span, gaps, .. } = table;
            gaps.within(&span).into_iter().map(move |missing| (name.clone(), missing))
        };
        self.tables.into_iter().flat_map(missing).collect()
    }
}

/// Some rows of a column.
fn some(column: &Column, rows: &Range<usize>) -> Column {
    let mut some = ColumnBuilder::new(column.kind());
    some.append(column, rows.clone());
    some.take()
}
