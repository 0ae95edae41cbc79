//! The tables `user_data` and `heart_rate`.

use std::any::Any;
use std::sync::LazyLock;

use ghostreel_timeline::{Column, Schema, Source, Table, TableKind, fill, rows, table_rows};

use crate::layout::UserData;
use crate::view::View;

rows! {
    /// An entry that another mod stored.
    pub struct UserDataRow {
        key: String, "", "Name of the entry; names may repeat";
        size: u32, "B", "Bytes stored";
    }

    /// A heartbeat.
    pub struct HeartRateRow {
        time: f32, "s", "Song time";
        bpm: i32, "1/min", "Beats per minute";
    }
}

static USER_DATA: LazyLock<Schema> = LazyLock::new(|| {
    let meaning = "what another mod stored under its name";
    Schema::of::<UserDataRow>("user_data", TableKind::Events, None, meaning)
});

/// Eight bytes make an entry: its columns come straight from the file, since rows would take up many times that.
struct Entries<'a>(&'a View<'a>);

pub(super) fn table<'a>(view: &'a View<'_>) -> Table<'a> {
    Table::new(&USER_DATA, Entries(view))
}

impl Source for Entries<'_> {
    fn rows(&self) -> usize {
        self.0.user_data_len()
    }

    fn column(&self, index: usize) -> Column {
        let entries = self.0.user_data();
        match index {
            0 => Column::dict(entries.map(|entry| entry.key.as_str().into_owned())),
            _ => {
                let mut sizes = Vec::with_capacity(self.rows());
                sizes.extend(entries.map(|entry| size(&entry)));
                sizes.into()
            }
        }
    }

    fn fill(&self, rows: &mut dyn Any) -> bool {
        let row = |entry: UserData| UserDataRow {
            key: entry.key.as_str().into_owned(),
            size: size(&entry),
        };
        fill(rows, || self.0.user_data().map(row))
    }
}

fn size(entry: &UserData) -> u32 {
    u32::try_from(entry.bytes.len()).unwrap_or(u32::MAX)
}

table_rows! { UserDataRow: "user_data"; HeartRateRow: "heart_rate"; }

static HEART_RATE: LazyLock<Schema> = LazyLock::new(|| {
    let meaning = "the player's heart rate, as the mod HeartBeatQuest recorded it";
    Schema::of::<HeartRateRow>("heart_rate", TableKind::Steps, Some("time"), meaning)
});

pub(super) fn heart_rate<'a>(view: &'a View<'_>) -> Option<Table<'a>> {
    let beats = view.user_data().find_map(|entry| entry.heart_rate())?;
    let row = |(time, bpm)| HeartRateRow { time, bpm };
    Some(Table::of(&HEART_RATE, beats.into_iter().map(row).collect::<Vec<_>>()))
}
