//! A table for each replicated property: its values as they came.

use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

use ghostreel_timeline::{
    Column, ColumnMeta, ColumnSchema, Schema, Source, Table, TableKind, Type,
};

use crate::attributes::Rows;
use crate::names;
use crate::network::{ActorEvent, Frame};
use crate::view::View;

/// Columns in front of the values: frame, time, actor.
const KEYS: usize = 3;

/// The schemas of the properties that a replay has values of, with their slots.
pub(crate) fn schemas(view: &View<'_>) -> Vec<(usize, Schema)> {
    let Some(segment) = view.network().first() else { return Vec::new() };
    let slots = view.catalog().slots().iter().zip(&segment.rows).enumerate();
    let schema = |(slot, (property, rows)): (usize, (&crate::network::Slot, &Rows))| {
        let kind = property.kind.filter(|_| !rows.is_empty())?;
        let object = usize::try_from(property.object).ok()?;
        let name = names::shortened(&view.body().objects.get(object)?.as_str()).into_owned();
        let mut columns = vec![
            ColumnSchema::new("frame", Type::U32, "frame", "Frame, from 0"),
            ColumnSchema::new("time", Type::F32, "s", "Time in the recording"),
            ColumnSchema::new("actor", Type::U32, "", "Actor; see the table actors"),
        ];
        let meaning = "a replicated property has a new value";
        columns.extend(kind.schema(ColumnMeta::new("", kind.name())));
        let time = Some("time");
        Some((slot, Schema { name: name.into(), kind: TableKind::Steps, time, meaning, columns }))
    };
    slots.filter_map(schema).collect()
}

/// The frame and actor of each value of all properties, found in one walk.
#[derive(Default)]
struct ValuePlaces {
    /// By slot, where its values begin in the two lists.
    first: Vec<usize>,
    /// By value, the index of its frame.
    frames: Vec<u32>,
    /// By value, its actor.
    actors: Vec<u16>,
}

impl ValuePlaces {
    fn new(view: &View<'_>) -> Self {
        let Some(segment) = view.network().first() else { return Self::default() };
        let mut first = Vec::with_capacity(segment.rows.len().saturating_add(1));
        let mut count = 0_usize;
        for rows in &segment.rows {
            first.push(count);
            count = count.saturating_add(rows.len());
        }
        first.push(count);
        let mut next = first.clone();
        let (mut frames, mut actors) = (vec![0; count], vec![0; count]);
        let mut begin = 0;
        for (number, frame) in (0_u32..).zip(&segment.frames) {
            let end = frame.end as usize;
            for entry in segment.log.get(begin..end).unwrap_or_default() {
                let ActorEvent::Updated { slot, .. } = entry.what() else { continue };
                let Some(place) = next.get_mut(usize::from(slot)) else { continue };
                if let (Some(frame), Some(actor)) = (frames.get_mut(*place), actors.get_mut(*place))
                {
                    (*frame, *actor) = (number, entry.actor);
                }
                *place = place.saturating_add(1);
            }
            begin = end;
        }
        Self { first, frames, actors }
    }

    fn of(&self, slot: usize) -> Range<usize> {
        let at = |slot| self.first.get(slot).copied().unwrap_or(0);
        at(slot)..at(slot.saturating_add(1))
    }
}

struct Property<'a> {
    view: &'a View<'a>,
    slot: usize,
    rows: &'a Rows,
    places: Rc<OnceCell<ValuePlaces>>,
}

pub(crate) fn tables<'a>(view: &'a View<'_>, schemas: &'a [(usize, Schema)]) -> Vec<Table<'a>> {
    let Some(segment) = view.network().first() else { return Vec::new() };
    let places = Rc::default();
    let table = |(slot, schema): &'a (usize, Schema)| {
        let rows = segment.rows.get(*slot)?;
        let places = Rc::clone(&places);
        Some(Table::new(schema, Property { view, slot: *slot, rows, places }))
    };
    schemas.iter().filter_map(table).collect()
}

impl Property<'_> {
    fn places(&self) -> (&[u32], &[u16]) {
        let places = self.places.get_or_init(|| ValuePlaces::new(self.view));
        let range = places.of(self.slot);
        let frames = places.frames.get(range.clone()).unwrap_or_default();
        (frames, places.actors.get(range).unwrap_or_default())
    }

    /// A member of the frame of each value.
    fn of_frames<T: Default>(&self, member: impl Fn(&Frame) -> T) -> Vec<T> {
        let frames =
            self.view.network().first().map(|segment| &segment.frames[..]).unwrap_or_default();
        let frame = |place: &u32| frames.get(*place as usize).map(&member).unwrap_or_default();
        self.places().0.iter().map(frame).collect()
    }
}

impl Source for Property<'_> {
    fn rows(&self) -> usize {
        self.rows.len()
    }

    fn column(&self, index: usize) -> Column {
        match index.checked_sub(KEYS) {
            Some(index) => self.rows.column(index),
            None if index == 0 => self.of_frames(|frame| frame.number).into(),
            None if index == 1 => {
                let first = self.view.first_time();
                self.of_frames(|frame| frame.time - first).into()
            }
            None => self.places().1.iter().copied().map(u32::from).collect::<Vec<_>>().into(),
        }
    }
}
