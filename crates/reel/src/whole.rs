//! Whether a reel is whole, and its missing parts.

use ghostreel_core::{Diagnostic, Diagnostics, Error, Fault, Result, Severity};

use crate::chunk::{Chunk, Kind};
use crate::header::{Stream, Table};
use crate::original::Codecs;
use crate::reel::{Missing, Reel};

impl Reel<'_> {
    /// The game's own file, whole; `None` if the reel has none.
    ///
    /// # Errors
    /// If its codec is not among those given, bytes of it are missing, or it was changed: the rest may look like a
    /// whole file.
    pub fn whole_original(&self, codecs: &Codecs) -> Result<Option<Vec<u8>>> {
        let Some((bytes, missing)) = self.original(codecs)? else { return Ok(None) };
        let found = match count(&missing) {
            0 if self.is_original(&bytes) != Some(false) => return Ok(Some(bytes)),
            0 => "one that is not what was written".to_owned(),
            count => format!("one where {count} bytes are missing"),
        };
        Err(Error::new(Fault::Malformed, 0, "original", "a whole replay in the reel", found))
    }

    /// From the least to the greatest time of all rows, in seconds; `None` without any.
    pub fn span(&self) -> Option<[f64; 2]> {
        let rows = self.chunks().iter().filter(|chunk| chunk.head.kind == Kind::Rows);
        let times = rows.map(|chunk| [chunk.head.start, chunk.head.end]);
        // NaN gives way.
        let all = times
            .fold([f64::NAN; 2], |[start, end], times| [start.min(times[0]), end.max(times[1])]);
        Some(all).filter(|all| !all[0].is_nan() && !all[1].is_nan())
    }

    /// The number of rows of a table written, as far as the heads of its chunks say; those that are missing count.
    pub fn row_count(&self, table: &str) -> u64 {
        let Some((stream, _)) = self.header().table(table) else { return 0 };
        let heads = self.chunks().iter().map(|chunk| chunk.head);
        let ends = heads
            .filter(|head| head.kind == Kind::Rows && head.stream == stream)
            .map(|head| head.first_row.saturating_add(head.rows.into()));
        ends.max().unwrap_or(0)
    }

    /// The missing parts of the reel: rows of its tables, and its end. Looks at every chunk of the tables.
    pub fn diagnostics(&self) -> Diagnostics {
        let mut diagnostics = Diagnostics::default();
        let damaged: Vec<&Chunk> = self.damaged().collect();
        for stream in &self.header().streams {
            if let Stream::Table(table) = stream {
                self.look_at(table, &damaged, &mut diagnostics);
            }
        }
        if !self.is_finished() {
            let message =
                "the reel has no end: it is still being written, or writing was interrupted";
            diagnostics.push(Diagnostic::new(Severity::Warning, self.length(), "end", message));
        }
        diagnostics
    }

    fn look_at(&self, table: &Table, damaged: &[&Chunk], found: &mut Diagnostics) {
        let section = format!("table {}", table.name);
        let names: Vec<&str> = table.known_columns().map(|column| &column.name[..]).collect();
        if names.is_empty() {
            return;
        }
        let rows = match self.rows(&table.name, &names, f64::NEG_INFINITY..f64::INFINITY) {
            Ok(rows) => rows,
            Err(error) => {
                return found.push(Diagnostic { section: section.into(), ..error.into() });
            }
        };
        for missing in &rows.missing {
            found.push(self.missing_rows(&table.name, missing));
        }
        let stream = self.header().table(&table.name).map(|(stream, _)| stream);
        for Chunk { offset, head } in
            damaged.iter().filter(|chunk| Some(chunk.head.stream) == stream)
        {
            let is_missing = |missing: &Missing| missing.rows.contains(&head.first_row);
            if head.kind != Kind::Rows || rows.missing.iter().any(is_missing) {
                continue;
            }
            // Their time is whole.
            let when = when([head.start, head.end]);
            let message = format!(
                "of {} rows columns are damaged, from row {}{when}",
                head.rows, head.first_row
            );
            found.push(Diagnostic::new(Severity::Error, *offset, section.clone(), message));
        }
    }

    /// The diagnostic for missing rows of a table.
    pub(crate) fn missing_rows(&self, table: &str, missing: &Missing) -> Diagnostic {
        let Missing { rows, seconds } = missing;
        let count = rows.end.saturating_sub(rows.start);
        let message =
            format!("{count} rows are missing, from row {}{}", rows.start, when(*seconds));
        let offset = self.offset_of(table, rows.start);
        Diagnostic::new(Severity::Error, offset, format!("table {table}"), message)
    }

    /// Where the chunk begins that a row of a table is in; if none has it, the one after it.
    fn offset_of(&self, table: &str, row: u64) -> u64 {
        let stream = self.header().table(table).map(|(stream, _)| stream);
        let of_table = |head: &crate::Head| head.kind == Kind::Rows && Some(head.stream) == stream;
        let mut chunks = self.chunks().iter().filter(|chunk| of_table(&chunk.head));
        let ends_after = |head: &crate::Head| head.first_row.saturating_add(head.rows.into()) > row;
        chunks.find(|chunk| ends_after(&chunk.head)).map_or(0, |chunk| chunk.offset)
    }

    /// Where the last chunk ends.
    fn length(&self) -> u64 {
        let end = |chunk: &Chunk| chunk.offset.saturating_add(chunk.head.total_length() as u64);
        self.chunks().last().map_or(0, end)
    }
}

/// The time of a missing part, to follow its name.
fn when([start, end]: [f64; 2]) -> String {
    match (start.is_nan(), end.is_nan()) {
        (false, false) => format!(", between {} and {} s", tenths(start), tenths(end)),
        (true, false) => format!(", before {} s", tenths(end)),
        (false, true) => format!(", after {} s", tenths(start)),
        (true, true) => String::new(),
    }
}

/// A number with one place after the point. Writing floats in general is a tenth of the page's module.
fn tenths(number: f64) -> String {
    #[allow(clippy::cast_possible_truncation, reason = "what is too great is the greatest")]
    let tenths = (number * 10.0).round() as i64;
    let sign = if tenths < 0 { "−" } else { "" };
    format!("{sign}{}.{}", tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10)
}

fn count(missing: &[Missing]) -> u64 {
    let rows = missing.iter().map(|missing| missing.rows.end.saturating_sub(missing.rows.start));
    rows.fold(0, u64::saturating_add)
}
