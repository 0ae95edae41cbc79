//! The replay as a timeline: BSOR's tables, and after them what only this file says.

use std::any::Any;
use std::sync::LazyLock;

use ghostreel_core::record::{self, Leaf};
use ghostreel_core::{Format, Record};
use ghostreel_timeline::{
    Column, Detail, Meta, Schema, Source, Table, TableKind, Timeline, fill, gather_slices,
    record_columns, table_rows,
};

use crate::convert::end_type;
use crate::format::Bsor2;
use crate::items::Items;
use crate::layout::{Note, Pause, Vector3, Wall};
use crate::view::View;

/// A table of items: its schema, and where the values of its columns are in an item.
struct ItemTable {
    schema: Schema,
    leaves: Vec<Leaf>,
}

impl ItemTable {
    fn of<R: Record>(name: &'static str, time: &'static str, meaning: &'static str) -> Self {
        let schema = Schema {
            name: name.into(),
            kind: TableKind::Events,
            time: Some(time),
            meaning,
            columns: record_columns::<R>(),
        };
        Self { schema, leaves: record::leaves(R::FIELDS) }
    }

    fn table<'a, R: Record + Default + 'static>(&'static self, items: Items<'a, R>) -> Table<'a> {
        Table::new(&self.schema, ItemSource { items, leaves: &self.leaves })
    }
}

/// The columns of items.
struct ItemSource<'a, R> {
    items: Items<'a, R>,
    leaves: &'static [Leaf],
}

impl<R: Record + Default + 'static> Source for ItemSource<'_, R> {
    fn rows(&self) -> usize {
        self.items.len()
    }

    fn column(&self, index: usize) -> Column {
        self.columns(&[index]).pop().unwrap_or_else(|| Vec::<f32>::new().into())
    }

    fn columns(&self, indices: &[usize]) -> Vec<Column> {
        let leaves = indices.iter().filter_map(|&index| self.leaves.get(index));
        gather_slices(self.items.slices(), R::ENDIAN, leaves)
    }

    fn fill(&self, rows: &mut dyn Any) -> bool {
        fill(rows, || self.items.iter())
    }
}

table_rows! { Note: "recorded_notes"; Wall: "recorded_walls"; Pause: "recorded_pauses"; }

static NOTES: LazyLock<ItemTable> = LazyLock::new(|| {
    ItemTable::of::<Note>("recorded_notes", "event_time", "what the file says of each note")
});
static WALLS: LazyLock<ItemTable> = LazyLock::new(|| {
    ItemTable::of::<Wall>("recorded_walls", "in_time", "what the file says of each wall")
});
static PAUSES: LazyLock<ItemTable> = LazyLock::new(|| {
    ItemTable::of::<Pause>("recorded_pauses", "time", "what the file says of each pause")
});

impl View<'_> {
    /// The replay as named tables of columns: those of [the BSOR](Self::bsor) that it converts to, and `recorded_notes`, `recorded_walls` and
    /// `recorded_pauses` with the file's own items.
    pub fn timeline(&self) -> Timeline<'_> {
        let mut timeline = self.bsor().timeline();
        timeline.meta = self.meta();
        timeline.push(NOTES.table(self.sections().notes()));
        timeline.push(WALLS.table(self.sections().walls()));
        timeline.push(PAUSES.table(self.sections().pauses()));
        timeline
    }

    /// All of it: a file that has got longer is opened again.
    pub fn appended_timeline(&self) -> Timeline<'_> {
        self.timeline()
    }

    /// The replay's metadata: BSOR's values, and those of this file alone. A value of 0 or empty is not known.
    pub fn meta(&self) -> Meta {
        let info = self.sections().info();
        let mut meta = self.bsor().meta();
        meta.format = Bsor2::INFO.id;
        meta.format_name = Bsor2::INFO.name;
        meta.version = self.version().to_string();
        // The draft does not say what the numbers mean; one is taken to.
        if info.end_type != end_type::FAIL {
            meta.details.retain(|(name, _)| *name != "fail_time");
            meta.outcome = meta.outcome.filter(|outcome| *outcome == "practice");
        }
        let mut add = |name, value: Option<Detail>| {
            meta.details.extend(value.map(|value| (name, value)));
        };
        let number = |value: f32| Some(value).filter(|value| *value != 0.0).map(Detail::from);
        let text = |text: &crate::layout::Text| {
            Some(Detail::from(text.as_str().into_owned())).filter(|_| !text.bytes.is_empty())
        };
        add("bpm", number(info.bpm));
        add("note_jump_speed", number(info.njs));
        add("end_time", number(info.end_time));
        add("right_controller", text(&info.right_controller));
        add("multiplayer", Some((info.multiplayer != 0).into()));
        if info.room_position != Vector3::default() || info.room_rotation != 0.0 {
            let Vector3 { x, y, z } = info.room_position;
            add("room_position_x", Some(x.into()));
            add("room_position_y", Some(y.into()));
            add("room_position_z", Some(z.into()));
            add("room_rotation", Some(info.room_rotation.into()));
        }
        meta
    }
}
