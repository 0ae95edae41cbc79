//! Parts of a session, as one reel.

use std::collections::BTreeMap;

use ghostreel_core::{Digest, Error};
use ghostreel_timeline::Column;

use crate::copying::{CopiedRows, Copying, tables};
use crate::cut::Origin;
use crate::header::{Header, Stream, Table};
use crate::reel::{Missing, Reel};
use crate::settings::Settings;
use crate::writer::{WriteError, Writer};

const PARTS: &str = "join.parts";

/// A part of a session that is to be joined.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    name: String,
    header: Header,
    digest: Digest,
}

impl Part {
    /// A reel; errors call it by this name.
    pub fn new(name: impl Into<String>, reel: &Reel<'_>) -> Self {
        Self { name: name.into(), header: reel.header().clone(), digest: reel.digest() }
    }
}

/// Why parts cannot be joined.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum JoinError {
    /// There is nothing to be joined.
    #[error("{0} has no tables, and a game's own file cannot be joined")]
    NoTables(String),
    /// A value in the header of a part is of another session.
    #[error("{part} is not of the same session as {first}: {what}")]
    OtherSession {
        /// The first part.
        first: String,
        /// The other.
        part: String,
        /// The value that differs.
        what: &'static str,
    },
    /// A part is earlier than the end of the one before.
    #[error(
        "{part} does not follow {before}: its table {table} begins at {begin} s, and that of {before} ends at {end} s"
    )]
    Overlap {
        /// The part.
        part: String,
        /// The one before.
        before: String,
        /// The table.
        table: String,
        /// The time of the part's first row.
        begin: f64,
        /// The time of the last row before.
        end: f64,
    },
    /// The parts were cut from one reel, and the rows between them are in neither, or in both.
    #[error(
        "{part} does not follow {before}: it was cut from {begin} s on, and {before} up to {end} s"
    )]
    Apart {
        /// The part.
        part: String,
        /// The one before.
        before: String,
        /// Where the part begins.
        begin: f64,
        /// Where the one before ends.
        end: f64,
    },
    /// A table outside time, which all parts have, is not the same in all.
    #[error("table {table} has no time, and is not the same in {part} as in {first}")]
    OtherRows {
        /// The table.
        table: String,
        /// The first part.
        first: String,
        /// The other.
        part: String,
    },
    /// A part is not the reel that was looked at before.
    #[error("{0} changed while it was read")]
    Changed(String),
    /// The rows take up more than they may for a file of its length.
    #[error(transparent)]
    Read(#[from] Error),
    /// The content read cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Joins parts of a session: those that follow each other in time, one at a time.
///
/// The rows of all tables are numbered anew and keep their times. A table outside time must be the same in all parts, and is written once. The
/// chain of hashes begins anew; the header has the digests of the parts. Games' own files are left out.
#[derive(Debug)]
pub struct Join {
    parts: Vec<Part>,
    left_out: Vec<String>,
    writer: Writer,
    /// Parts that were added.
    added: usize,
    /// By table: the time of its last row.
    ends: BTreeMap<String, f64>,
    /// By table outside time: its columns.
    outside_time: BTreeMap<String, Vec<Column>>,
}

impl Join {
    /// Begins with the headers of all parts, in order.
    ///
    /// # Errors
    /// If they are not of one session, or do not follow each other.
    pub fn new(parts: Vec<Part>) -> Result<Self, JoinError> {
        let mut header = Header::default();
        let mut left_out = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let (tables, without) = tables(&part.header);
            left_out.extend(without.iter().map(|what| format!("{what} of {}", part.name)));
            if tables.is_empty() {
                return Err(JoinError::NoTables(part.name.clone()));
            }
            if number == 0 {
                header = part.header.clone();
                header.streams = tables.into_iter().map(Stream::Table).collect();
                header.mark = None;
            }
        }
        for [before, part] in parts.array_windows() {
            check(parts.first().unwrap_or(before), before, part)?;
        }
        let origins = [parts.first(), parts.last()].map(|part| Origin::of(&part?.header));
        if let [Some(first), Some(last)] = origins {
            Origin { span: first.span.start..last.span.end, ..first }.write(&mut header.properties);
        }
        let digests: Vec<String> = parts.iter().map(|part| part.digest.to_string()).collect();
        header.properties.insert(PARTS.to_owned(), digests.join(" "));
        let writer = Writer::new(header, Settings::default())?;
        let (ends, outside_time) = (BTreeMap::new(), BTreeMap::new());
        Ok(Self { parts, left_out, writer, added: 0, ends, outside_time })
    }

    /// Other content of the parts, in words.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Adds the next part, and passes on bytes of the new reel as they come. Returns the rows that are missing in the part, by table; in the new
    /// reel their numbers are missing too.
    ///
    /// # Errors
    /// If it is not the next part, or does not follow the one before, or whoever takes the bytes fails.
    pub fn add<E: From<JoinError>>(
        &mut self,
        reel: &Reel<'_>,
        mut append: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<Vec<(String, Missing)>, E> {
        let Some(part) = self.parts.get(self.added).filter(|part| part.digest == reel.digest())
        else {
            let name = self.parts.get(self.added).map(|part| part.name.clone());
            return Err(JoinError::Changed(name.unwrap_or_default()).into());
        };
        let all = f64::NEG_INFINITY..f64::INFINITY;
        // Rows in front of the span are those that the part before has too.
        let span = match Origin::of(&part.header).filter(|_| self.added > 0) {
            Some(origin) => origin.span.start..f64::INFINITY,
            None => all.clone(),
        };
        let mut copying = Copying::new(reel, &span, false);
        for table in part.header.tables().filter(|table| table.time_column().is_none()) {
            let names: Vec<&str> = table.known_columns().map(|column| &column.name[..]).collect();
            let columns =
                reel.rows(&table.name, &names, all.clone()).map_err(JoinError::Read)?.columns;
            let Some(before) = self.outside_time.get(&table.name) else {
                self.outside_time.insert(table.name.clone(), columns);
                continue;
            };
            copying.leave_out(&table.name);
            if !are_same(before, &columns) {
                let first = self.parts.first().unwrap_or(part).name.clone();
                let (table, part) = (table.name.clone(), part.name.clone());
                return Err(JoinError::OtherRows { table, first, part }.into());
            }
        }
        let mut begun: Vec<u16> = Vec::new();
        for chunk in reel.chunks() {
            let written = copying.write::<JoinError>(reel, chunk, &mut self.writer)?;
            let Some(CopiedRows { stream, table, times: [begin, last] }) = written else {
                continue;
            };
            let end = self.ends.insert(table.to_owned(), last).unwrap_or(f64::NAN);
            if !begun.contains(&stream) && begin < end {
                let before = self.added.checked_sub(1).and_then(|before| self.parts.get(before));
                let before = before.unwrap_or(part).name.clone();
                let (part, table) = (part.name.clone(), table.to_owned());
                return Err(JoinError::Overlap { part, before, table, begin, end }.into());
            }
            begun.push(stream);
            append(&self.writer.take())?;
        }
        self.added = self.added.saturating_add(1);
        Ok(copying.missing())
    }

    /// Ends the reel. Returns the last bytes.
    pub fn finish(self) -> Vec<u8> {
        self.writer.finish()
    }
}

/// Whether columns hold the same, to the bit.
fn are_same(some: &[Column], others: &[Column]) -> bool {
    let is_same = |(one, other): (&Column, &Column)| {
        one.bytes() == other.bytes()
            && one.dict_values() == other.dict_values()
            && one.validity == other.validity
    };
    some.len() == others.len() && some.iter().zip(others).all(is_same)
}

/// Whether a part may follow another.
fn check(first: &Part, before: &Part, part: &Part) -> Result<(), JoinError> {
    let what = |part: &Part| {
        let Header { game, started, players, properties, .. } = part.header.clone();
        let mut properties = Origin::without(&properties);
        properties.remove(PARTS);
        (game, started, players, properties)
    };
    let [(game, started, players, properties), other] = [first, part].map(what);
    let tables = |part: &Part| part.header.tables().cloned().collect::<Vec<Table>>();
    let origins = [before, part].map(|part| Origin::of(&part.header));
    let sources = origins.each_ref().map(|origin| origin.as_ref().map(|origin| &origin.source));
    let differs = [
        (game != other.0, "the game is another"),
        (started != other.1, "it began at another moment"),
        (players != other.2, "the players are others"),
        (properties != other.3, "the properties of the header are others"),
        (tables(first) != tables(part), "the tables or their columns are others"),
        (sources[0] != sources[1], "they were not cut from one reel"),
    ];
    if let Some((_, what)) = differs.into_iter().find(|(differs, _)| *differs) {
        let (first, part) = (first.name.clone(), part.name.clone());
        return Err(JoinError::OtherSession { first, part, what });
    }
    if let [Some(before_it), Some(of_it)] = origins {
        let (begin, end) = (of_it.span.start, before_it.span.end);
        if begin != end {
            let (part, before) = (part.name.clone(), before.name.clone());
            return Err(JoinError::Apart { part, before, begin, end });
        }
    }
    Ok(())
}
