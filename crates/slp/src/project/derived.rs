//! Tables that are worked out from several events, when their rows are asked for.

use std::cell::OnceCell;
use std::sync::LazyLock;

use ghostreel_timeline::{Columnar, Schema, Table};

use crate::frames::FrameIndex;
use crate::layout::frame_number;
use crate::view::View;

/// A row that holds from its frame on.
pub(super) trait Row: Columnar + Clone {
    fn frame(&self) -> i32;
}

/// How the rows of a table come to be.
#[derive(Debug)]
pub(super) struct Derivation<R> {
    pub(super) schema: &'static LazyLock<Schema>,
    pub(super) rows: fn(&View<'_>) -> Vec<R>,
    /// Whether later events leave the rows of present frames unchanged: the file records their values.
    pub(super) is_recorded: fn(&View<'_>) -> bool,
}

/// `appended`: the new part of the file, where only rows that are new or changed are wanted.
pub(super) fn table<'a, R: Row>(
    view: &'a View<'_>,
    derivation: &'static Derivation<R>,
    appended: Option<&'a FrameIndex>,
) -> Table<'a> {
    let rows = OnceCell::new();
    Table::of(derivation.schema, WhenAsked { view, derivation, appended, rows })
}

struct WhenAsked<'a, 'v, R: 'static> {
    view: &'a View<'v>,
    derivation: &'static Derivation<R>,
    appended: Option<&'a FrameIndex>,
    rows: OnceCell<Vec<R>>,
}

impl<R: Row> AsRef<[R]> for WhenAsked<'_, '_, R> {
    fn as_ref(&self) -> &[R] {
        self.rows.get_or_init(|| {
            let mut rows = (self.derivation.rows)(self.view);
            if let Some(appended) =
                self.appended.filter(|_| (self.derivation.is_recorded)(self.view))
            {
                // Without a new frame, all rows: there may be none to add them to.
                let first = first_frame(self.view, appended).unwrap_or(i32::MIN);
                rows.drain(..rows.partition_point(|row| row.frame() < first));
            }
            rows
        })
    }
}

/// The first frame that an index has anything of.
fn first_frame(view: &View<'_>, index: &FrameIndex) -> Option<i32> {
    let frame = |at: &u32| view.bytes().get(*at as usize..).and_then(frame_number);
    let events = index.starts.iter().chain(index.stage_events.iter().flatten());
    let characters = index.characters.iter().map(|character| character.frame);
    events.filter_map(frame).chain(characters).min()
}
