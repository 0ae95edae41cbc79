//! The table `frames`: a row for each character in each frame.

use std::any::Any;
use std::borrow::Cow;

use ghostreel_timeline::{Column, FrameNumber, Source, Table, fill, gather_at, table_rows};

use super::rollbacks;
use super::standing::StandingRule;
use crate::frame_time::seconds;
use crate::frames::{CharacterFrame, FrameIndex};
use crate::layout::{PostFrame, PreFrame, command};
use crate::schemas::TableSchema;
use crate::view::View;

/// A character in a frame: before the game used its inputs, and after.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrameRow {
    /// Frame, from -123; the timer starts at 0.
    pub frame: i32,
    /// Frame / 60: seconds from the start of the timer.
    pub time: f64,
    /// Port, 0 to 3.
    pub port: u8,
    /// Whether it is Nana.
    pub follower: bool,
    /// Whether the character is on the ground, and neither held, thrown, carried nor on a ledge; before 2.0 by its action state.
    pub stands: bool,
    /// The player's input, where the file has it.
    pub pre: Option<PreFrame>,
    /// How the character was at the end of the frame. Fields that the file's version does not have yet are 0.
    pub post: PostFrame,
}

table_rows! { FrameRow: "frames"; }

/// Columns in front of those gathered from events: frame, time, port, follower, stands.
const KEYS: usize = 5;

struct Characters<'a, 'v> {
    view: &'a View<'v>,
    schema: &'a TableSchema,
    rows: Cow<'a, [CharacterFrame]>,
}

pub(super) fn table<'a>(
    view: &'a View<'_>,
    schema: &'a TableSchema,
    frames: &'a FrameIndex,
    settled: Option<&'a FrameIndex>,
) -> Table<'a> {
    let rows = arrived(&frames.characters);
    let source = Characters { view, schema, rows: rows.clone() };
    let settled = settled.map(|settled| arrived(&settled.characters));
    rollbacks::table(&schema.schema, source, view.bytes(), frames, rows, settled)
}

/// The rows that are there. Without a Post-Frame Update the state of a character in a frame is not known, and none is known in a frame at
/// the end that lacks that of a character: a recorder stops in the midst of it.
fn arrived(rows: &[CharacterFrame]) -> Cow<'_, [CharacterFrame]> {
    let is_there = |row: &CharacterFrame| row.post != 0;
    let Some(last) = rows.last() else { return rows.into() };
    let begins =
        rows.iter().rposition(|row| row.frame != last.frame).map_or(0, |at| at.saturating_add(1));
    let (before, frame) = rows.split_at(begins);
    let rows = if frame.iter().all(is_there) { rows } else { before };
    if rows.iter().all(is_there) {
        return rows.into();
    }
    rows.iter().copied().filter(is_there).collect()
}

impl Characters<'_, '_> {
    fn stands(&self) -> impl Iterator<Item = bool> {
        let rule = StandingRule::of(self.view);
        let size = self.view.payload_sizes().event_size(command::POST_FRAME);
        let post = move |row: &CharacterFrame| self.view.row_of_size(row.post, size?);
        self.rows.iter().map(move |row| post(row).is_some_and(|post| rule.stands(&post)))
    }
}

impl Characters<'_, '_> {
    fn typed(&self) -> impl Iterator<Item = FrameRow> {
        let row = |(of, stands): (&CharacterFrame, bool)| FrameRow {
            frame: of.frame,
            time: seconds(FrameNumber(of.frame)),
            port: of.port,
            follower: of.follower,
            stands,
            pre: self.view.row(of.pre),
            post: self.view.row(of.post).unwrap_or_default(),
        };
        self.rows.iter().zip(self.stands()).map(row)
    }
}

impl Source for Characters<'_, '_> {
    fn rows(&self) -> usize {
        self.rows.len()
    }

    fn column(&self, index: usize) -> Column {
        self.columns(&[index]).pop().unwrap_or_else(|| Vec::<i32>::new().into())
    }

    fn columns(&self, indices: &[usize]) -> Vec<Column> {
        let (pre, post) = match self.schema.leaves.as_slice() {
            [pre, post] => (pre.as_slice(), post.as_slice()),
            _ => (&[][..], &[][..]),
        };
        let bytes = self.view.bytes();
        let leaf_of = |index: usize| index.checked_sub(KEYS);
        let pre_leaves = indices.iter().filter_map(|&i| pre.get(leaf_of(i)?));
        let post_leaves =
            indices.iter().filter_map(|&i| post.get(leaf_of(i)?.checked_sub(pre.len())?));
        let mut pre_columns =
            gather_at(bytes, self.rows.iter().map(|row| row.pre), pre_leaves).into_iter();
        let mut post_columns =
            gather_at(bytes, self.rows.iter().map(|row| row.post), post_leaves).into_iter();
        let column = |&index: &usize| match index {
            0 => Some(self.rows.iter().map(|row| row.frame).collect::<Vec<_>>().into()),
            1 => Some(
                self.rows
                    .iter()
                    .map(|row| seconds(FrameNumber(row.frame)))
                    .collect::<Vec<_>>()
                    .into(),
            ),
            2 => Some(self.rows.iter().map(|row| row.port).collect::<Vec<_>>().into()),
            3 => Some(Column::bools(self.rows.iter().map(|row| row.follower))),
            4 => Some(Column::bools(self.stands())),
            _ if index < KEYS.saturating_add(pre.len()) => pre_columns.next(),
            _ => post_columns.next(),
        };
        indices
            .iter()
            .map(column)
            .map(|column| column.unwrap_or_else(|| Vec::<i32>::new().into()))
            .collect()
    }

    fn fill(&self, rows: &mut dyn Any) -> bool {
        fill(rows, || self.typed())
    }
}
