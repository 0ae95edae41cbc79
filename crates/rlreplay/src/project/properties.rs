//! A table for each replicated property: its values as they came.

use std::cell::OnceCell;

use ghostreel_timeline::{Column, ColumnSchema, Kind, Schema, Source, Table, Type};

use crate::kinds::{About, Rows};
use crate::network::What;
use crate::view::View;

/// Columns in front of the values: frame, time, actor.
const KEYS: usize = 3;

/// The schemas of the properties that a replay has values of, with their slots.
pub(crate) fn schemas(view: &View<'_>) -> Vec<(usize, Schema)> {
    let Some(run) = view.network().first() else { return Vec::new() };
    let slots = view.catalog().slots().iter().zip(&run.rows).enumerate();
    let schema = |(slot, (about, rows)): (usize, (&crate::network::Slot, &Rows))| {
        let kind = about.kind.filter(|_| !rows.is_empty())?;
        let object = usize::try_from(about.object).ok()?;
        let name = view.body().objects.get(object)?.to_string();
        let mut columns = vec![
            ColumnSchema::new("frame", Type::U32, "frame", "Frame, from 0"),
            ColumnSchema::new("time", Type::F32, "s", "Time in the recording"),
            ColumnSchema::new("actor", Type::U32, "", "Actor; see the table actors"),
        ];
        let meaning = "a replicated property has a new value";
        columns.extend(kind.schema(About { path: String::new(), unit: "", meaning: kind.name() }));
        let time = Some("time");
        Some((slot, Schema { name: name.into(), kind: Kind::Steps, time, meaning, columns }))
    };
    slots.filter_map(schema).collect()
}

/// Where each value of a property stands.
#[derive(Default)]
struct Keys {
    frame: Vec<u32>,
    time: Vec<f32>,
    actor: Vec<u32>,
}

struct Property<'a> {
    view: &'a View<'a>,
    slot: usize,
    rows: &'a Rows,
    keys: OnceCell<Keys>,
}

pub(crate) fn tables<'a>(view: &'a View<'_>, schemas: &'a [(usize, Schema)]) -> Vec<Table<'a>> {
    let Some(run) = view.network().first() else { return Vec::new() };
    let table = |(slot, schema): &'a (usize, Schema)| {
        let rows = run.rows.get(*slot)?;
        Some(Table::new(schema, Property { view, slot: *slot, rows, keys: OnceCell::new() }))
    };
    schemas.iter().filter_map(table).collect()
}

impl Property<'_> {
    fn keys(&self) -> &Keys {
        self.keys.get_or_init(|| {
            let mut keys = Keys::default();
            for run in self.view.network() {
                let mut begin = 0;
                for frame in &run.frames {
                    let end = frame.end as usize;
                    for entry in run.log.get(begin..end).unwrap_or_default() {
                        if matches!(entry.what(), What::Updated { slot, .. } if usize::from(slot) == self.slot)
                        {
                            keys.frame.push(frame.number);
                            keys.time.push(frame.time);
                            keys.actor.push(entry.actor.into());
                        }
                    }
                    begin = end;
                }
            }
            keys
        })
    }
}

impl Source for Property<'_> {
    fn rows(&self) -> usize {
        self.rows.len()
    }

    fn column(&self, index: usize) -> Column {
        match index.checked_sub(KEYS) {
            Some(index) => self.rows.column(index),
            None if index == 0 => self.keys().frame.clone().into(),
            None if index == 1 => self.keys().time.clone().into(),
            None => self.keys().actor.clone().into(),
        }
    }
}
