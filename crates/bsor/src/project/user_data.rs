//! The tables `user_data` and `heart_rate`.

use std::borrow::Cow;

use std::sync::LazyLock;

use ghostreel_timeline::{Column, ColumnSchema, Kind, Schema, Source, Table, Type};

use crate::layout::UserData;
use crate::view::View;

static USER_DATA: LazyLock<Schema> = LazyLock::new(|| Schema {
    name: Cow::Borrowed("user_data"),
    kind: Kind::Events,
    time: None,
    meaning: "what another mod stored under its name",
    columns: vec![
        ColumnSchema::new("key", Type::Dict, "", "Name of the entry; names may repeat"),
        ColumnSchema::new("size", Type::U32, "B", "Bytes stored"),
    ],
});

struct Entries<'a>(&'a View<'a>);

pub(super) fn table<'a>(view: &'a View<'_>) -> Table<'a> {
    Table::new(&USER_DATA, Entries(view))
}

impl Source for Entries<'_> {
    fn rows(&self) -> usize {
        self.0.user_data_len()
    }

    fn column(&self, index: usize) -> Column {
        let size = |entry: UserData| u32::try_from(entry.bytes.len()).unwrap_or(u32::MAX);
        let entries = self.0.user_data();
        match index {
            0 => Column::dict(entries.map(|entry| entry.key.as_str().into_owned())),
            _ => {
                let mut sizes = Vec::with_capacity(self.rows());
                sizes.extend(entries.map(size));
                sizes.into()
            }
        }
    }
}

static HEART_RATE: LazyLock<Schema> = LazyLock::new(|| Schema {
    name: Cow::Borrowed("heart_rate"),
    kind: Kind::Steps,
    time: Some("time"),
    meaning: "the player's heart rate, as the mod HeartBeatQuest recorded it",
    columns: vec![
        ColumnSchema::new("time", Type::F32, "s", "Song time"),
        ColumnSchema::new("bpm", Type::I32, "1/min", "Beats per minute"),
    ],
});

struct Beats(Vec<(f32, i32)>);

pub(super) fn heart_rate<'a>(view: &'a View<'_>) -> Option<Table<'a>> {
    let beats = view.user_data().find_map(|entry| entry.heart_rate())?;
    Some(Table::new(&HEART_RATE, Beats(beats)))
}

impl Source for Beats {
    fn rows(&self) -> usize {
        self.0.len()
    }

    fn column(&self, index: usize) -> Column {
        match index {
            0 => self.0.iter().map(|(time, _)| *time).collect::<Vec<f32>>().into(),
            _ => self.0.iter().map(|(_, bpm)| *bpm).collect::<Vec<i32>>().into(),
        }
    }
}
