//! The tables of single events: items, frame starts, bookends, and what stages do.

use std::any::Any;
use std::marker::PhantomData;

use ghostreel_timeline::{Column, FrameNumber, Source, Table, fill, gather_at, table_rows};

use super::rollbacks;
use crate::frame_time::seconds;
use crate::frames::FrameIndex;
use crate::layout::{
    FountainPlatform, FrameBookend, FrameStart, ItemUpdate, StadiumTransformation, WhispyBlow,
    frame_number,
};
use crate::rows::FrameEvent;
use crate::schemas::TableSchema;
use crate::view::View;

/// Columns in front of those gathered from events: frame and time.
const KEYS: usize = 2;

struct Events<'a, 'v, R> {
    view: &'a View<'v>,
    event: PhantomData<R>,
    bytes: &'a [u8],
    schema: &'a TableSchema,
    starts: &'a [u32],
}

/// A list of events in an index: their places.
pub(super) type Rows = fn(&FrameIndex) -> &Vec<u32>;

pub(super) fn table<'a, R: FrameEvent + 'static>(
    view: &'a View<'_>,
    schema: &'a TableSchema,
    frames: &'a FrameIndex,
    settled: Option<&'a FrameIndex>,
    rows: Rows,
) -> Table<'a> {
    let bytes = view.bytes();
    let starts = rows(frames).as_slice();
    let source = Events { view, event: PhantomData::<R>, bytes, schema, starts };
    let settled = settled.map(|settled| rows(settled).into());
    rollbacks::table(&schema.schema, source, bytes, frames, starts.into(), settled)
}

impl<R> Events<'_, '_, R> {
    fn frames(&self) -> impl Iterator<Item = i32> {
        let frame = |&start: &u32| self.bytes.get(start as usize..).and_then(frame_number);
        self.starts.iter().map(move |start| frame(start).unwrap_or_default())
    }
}

impl<R: FrameEvent + 'static> Source for Events<'_, '_, R> {
    fn rows(&self) -> usize {
        self.starts.len()
    }

    fn column(&self, index: usize) -> Column {
        self.columns(&[index]).pop().unwrap_or_else(|| Vec::<i32>::new().into())
    }

    fn columns(&self, indices: &[usize]) -> Vec<Column> {
        let leaves = self.schema.leaves.first().map(Vec::as_slice).unwrap_or_default();
        let wanted = indices.iter().filter_map(|&index| leaves.get(index.checked_sub(KEYS)?));
        let mut columns = gather_at(self.bytes, self.starts.iter().copied(), wanted).into_iter();
        let column = |&index: &usize| match index {
            0 => Some(self.frames().collect::<Vec<_>>().into()),
            1 => Some(self.frames().map(FrameNumber).map(seconds).collect::<Vec<_>>().into()),
            _ => columns.next(),
        };
        indices
            .iter()
            .map(column)
            .map(|column| column.unwrap_or_else(|| Vec::<i32>::new().into()))
            .collect()
    }

    fn fill(&self, rows: &mut dyn Any) -> bool {
        fill(rows, || self.starts.iter().filter_map(|start| self.view.row::<R>(*start)))
    }
}

table_rows! {
    ItemUpdate: "items";
    FrameStart: "frame_starts";
    FrameBookend: "bookends";
    FountainPlatform: "fod_platforms";
    WhispyBlow: "whispy";
    StadiumTransformation: "stadium";
}
