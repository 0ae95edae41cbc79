//! Reels: their tables, and the game's own file, which a game's module then reads.
//!
//! The module of reels has the exports of [`crate`] that are about tables, with the same meaning, and besides:
//!
//! | export | does |
//! |---|---|
//! | `original(handle) → ok` | result: the game's own file, whole |
//! | `columns_within(handle, start, end, ptr, len) → ok` | as `columns`, of the rows in a span of seconds: `start` is in it, `end` is not |
//! | `dict_within(handle, start, end, ptr, len) → ok` | as `dict`, for the codes of `columns_within` |
//! | `remote(length) → handle` | a reel of so many bytes that lies elsewhere: it is asked which bytes it needs, and given these |
//! | `needs(handle) → ok` | result: `[from, to]`, the bytes that are needed to open it; `null` if it is open |
//! | `needs_for(handle, start, end, ptr, len) → ok` | result: `[[from, to], …]`, the bytes that are needed for the tables in the lines of the buffer in a span of seconds |
//! | `give(handle, offset, ptr, len) → ok` | hands over bytes of the file from an offset on |
//!
//! A column's values are of the rows that are there.

mod describe;
// They are called as those of the games' modules.
#[cfg(not(feature = "decoders"))]
pub mod exports;

use std::ops::Range;

use ghostreel_formats::CODECS;
use ghostreel_formats::core::Diagnostics;
use ghostreel_formats::timeline::{Column, ColumnError};
use ghostreel_reel::{Header, Reel, Remote};

use self::describe::describe;
use crate::State;
use crate::answer::{Answer, Refusal};

/// All of time.
const ALWAYS: Range<f64> = f64::NEG_INFINITY..f64::INFINITY;

/// A reel that is open under a handle.
pub(crate) struct Open {
    handle: u32,
    content: Content,
}

enum Content {
    Whole(Vec<u8>),
    Remote(Box<Remote>),
}

impl Open {
    fn reel(&self) -> Result<Reel<'_>, Refusal> {
        match &self.content {
            Content::Whole(bytes) => Ok(Reel::open(bytes)?),
            Content::Remote(remote) => remote.reel().ok_or(Refusal::NotOpen),
        }
    }

    fn describe(&self) -> Result<Answer, Refusal> {
        let reel = self.reel()?;
        let is_remote = matches!(self.content, Content::Remote(_));
        // Chunks that were not fetched are not missing.
        let missing = if is_remote { Diagnostics::default() } else { reel.diagnostics() };
        Ok(Answer::json(&describe(&reel, &missing, is_remote)))
    }

    fn remote(&self) -> Result<&Remote, Refusal> {
        match &self.content {
            Content::Remote(remote) => Ok(remote),
            Content::Whole(_) => Err(Refusal::NoReplay),
        }
    }

    fn original(&self) -> Result<Answer, Refusal> {
        let original = self.reel()?.whole_original(CODECS)?;
        original.map(Answer::Bytes).ok_or(Refusal::NoOriginal)
    }

    /// Columns `table.column`, of the rows in a span of seconds.
    fn columns(&self, names: &[&str], span: &Range<f64>) -> Result<Vec<Column>, Refusal> {
        let reel = self.reel()?;
        let split = names.iter().map(|name| split(reel.header(), name));
        let split = split.collect::<Result<Vec<_>, _>>()?;
        let mut columns_by_name: Vec<Option<Column>> = names.iter().map(|_| None).collect();
        // Those of a table at once.
        while let Some((table, _)) = split
            .iter()
            .zip(&columns_by_name)
            .find_map(|(name, column)| column.is_none().then_some(name))
        {
            let wanted = || split.iter().enumerate().filter(|(_, (name, _))| name == table);
            let columns: Vec<&str> = wanted().map(|(_, (_, column))| *column).collect();
            let rows = reel.rows(table, &columns, span.clone())?;
            for ((at, _), column) in wanted().zip(rows.columns) {
                if let Some(slot) = columns_by_name.get_mut(at) {
                    *slot = Some(column);
                }
            }
        }
        Ok(columns_by_name.into_iter().flatten().collect())
    }
}

/// The names of table and column in `table.column`. Both may have dots: the first table that is there counts.
fn split<'n>(header: &Header, path: &'n str) -> Result<(&'n str, &'n str), ColumnError> {
    let splits = path.match_indices('.').filter_map(|(at, _)| {
        let (table, column) = path.split_at_checked(at)?;
        Some((table, column.get(1..)?))
    });
    let mut there = splits.filter(|(table, _)| header.table(table).is_some());
    there.next().ok_or_else(|| ColumnError::NoTable(path.to_owned()))
}

impl State {
    fn reel(&self, handle: u32) -> Result<&Open, Refusal> {
        let reel = self.reels.iter().find(|open| open.handle == handle);
        reel.ok_or(Refusal::NoReplay)
    }

    fn open_reel(&mut self, ptr: usize, len: usize) -> Result<u32, Refusal> {
        let bytes = self.take(ptr, len)?;
        Reel::open(&bytes)?;
        Ok(self.keep_reel(Content::Whole(bytes)))
    }

    fn keep_reel(&mut self, content: Content) -> u32 {
        self.opened += 1;
        self.reels.push(Open { handle: self.opened, content });
        self.opened
    }

    fn reel_needs(&self, handle: u32) -> Result<Answer, Refusal> {
        let needs = self.reel(handle)?.remote()?.needs();
        Ok(Answer::json(&needs.map(|range| [range.start, range.end])))
    }

    fn reel_needs_for(
        &self,
        handle: u32,
        (ptr, len): (usize, usize),
        span: &Range<f64>,
    ) -> Result<Answer, Refusal> {
        let tables: Vec<&str> = self.text(ptr, len)?.lines().collect();
        let needs = self.reel(handle)?.remote()?.needs_for(&tables, span);
        let pieces: Vec<[u64; 2]> = needs.iter().map(|range| [range.start, range.end]).collect();
        Ok(Answer::json(&pieces))
    }

    fn give_reel(
        &mut self,
        handle: u32,
        offset: u64,
        ptr: usize,
        len: usize,
    ) -> Result<Answer, Refusal> {
        let bytes = self.take(ptr, len)?;
        let mut reels = self.reels.iter_mut();
        let open = reels.find(|open| open.handle == handle).ok_or(Refusal::NoReplay)?;
        let Content::Remote(remote) = &mut open.content else { return Err(Refusal::NoReplay) };
        remote.give(offset, &bytes)?;
        Ok(Answer::default())
    }

    fn reel_columns(
        &self,
        handle: u32,
        (ptr, len): (usize, usize),
        span: &Range<f64>,
    ) -> Result<Answer, Refusal> {
        let names: Vec<&str> = self.text(ptr, len)?.lines().collect();
        Ok(Answer::Columns(self.reel(handle)?.columns(&names, span)?))
    }

    fn reel_texts(
        &self,
        handle: u32,
        (ptr, len): (usize, usize),
        span: &Range<f64>,
    ) -> Result<Answer, Refusal> {
        let columns = self.reel(handle)?.columns(&[self.text(ptr, len)?], span)?;
        let texts = columns.first().and_then(Column::dict_values);
        Ok(Answer::json(texts.ok_or(Refusal::NoDictionary)?))
    }
}
