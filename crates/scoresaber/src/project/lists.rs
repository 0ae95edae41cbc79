//! The tables of ScoreSaber's own values.

use std::any::Any;
use std::sync::LazyLock;

use ghostreel_core::Record;
use ghostreel_core::record::{self, Leaf};
use ghostreel_timeline::{
    Column, Schema, Source, Table, TableKind, fill, gather, record_columns, rows, table_rows,
};

use crate::layout::{Combo, Energy, Multiplier, ScoreV2, ScoreV3, SectionId};
use crate::nrbf::SavedData;
use crate::sections::{Records, Sections};
use crate::version::RecordForm;

/// A table of records: its schema, and where the values of its columns are in a record.
struct RecordTable {
    schema: Schema,
    leaves: Vec<Leaf>,
}

impl RecordTable {
    fn of<R: Record>(name: &'static str, meaning: &'static str) -> Self {
        let schema = Schema {
            name: name.into(),
            kind: TableKind::Steps,
            time: Some("time"),
            meaning,
            columns: record_columns::<R>(),
        };
        Self { schema, leaves: record::leaves(R::FIELDS) }
    }

    fn table<'a, R: Record + Default + 'static>(
        &'static self,
        records: Records<'a, R>,
    ) -> Table<'a> {
        Table::new(&self.schema, RecordSource { records, leaves: &self.leaves })
    }
}

/// The columns of records.
struct RecordSource<'a, R> {
    records: Records<'a, R>,
    leaves: &'static [Leaf],
}

impl<R: Record + Default + 'static> Source for RecordSource<'_, R> {
    fn rows(&self) -> usize {
        self.records.len()
    }

    fn column(&self, index: usize) -> Column {
        self.columns(&[index]).pop().unwrap_or_else(|| Vec::<f32>::new().into())
    }

    fn columns(&self, indices: &[usize]) -> Vec<Column> {
        let leaves = indices.iter().filter_map(|&index| self.leaves.get(index));
        gather::<R>(self.records.bytes(), leaves)
    }

    fn fill(&self, rows: &mut dyn Any) -> bool {
        fill(rows, || self.records.iter())
    }
}

table_rows! {
    ScoreV2: "scores";
    ScoreV3: "scores";
    KeyframeRow: "scores";
    Combo: "combos";
    Multiplier: "multipliers";
    Energy: "energies";
}

const SCORES: &str = "the score as it was recorded when it changed";

pub(super) fn scores(sections: &Sections) -> Table<'_> {
    static V2: LazyLock<RecordTable> =
        LazyLock::new(|| RecordTable::of::<ScoreV2>("scores", SCORES));
    static V3: LazyLock<RecordTable> =
        LazyLock::new(|| RecordTable::of::<ScoreV3>("scores", SCORES));
    match sections.record_form() {
        RecordForm::V2 => V2.table::<ScoreV2>(sections.records(SectionId::Scores)),
        RecordForm::V3 => V3.table::<ScoreV3>(sections.records(SectionId::Scores)),
    }
}

pub(super) fn combos(sections: &Sections) -> Table<'_> {
    static TABLE: LazyLock<RecordTable> = LazyLock::new(|| {
        RecordTable::of::<Combo>("combos", "the combo as it was recorded when it changed")
    });
    TABLE.table(sections.combos())
}

pub(super) fn multipliers(sections: &Sections) -> Table<'_> {
    static TABLE: LazyLock<RecordTable> = LazyLock::new(|| {
        RecordTable::of::<Multiplier>(
            "multipliers",
            "the multiplier as it was recorded when it changed",
        )
    });
    TABLE.table(sections.multipliers())
}

pub(super) fn energies(sections: &Sections) -> Table<'_> {
    static TABLE: LazyLock<RecordTable> = LazyLock::new(|| {
        RecordTable::of::<Energy>("energies", "the energy as it was recorded when it changed")
    });
    TABLE.table(sections.energies())
}

rows! {
    /// The values of a keyframe about the play.
    pub struct KeyframeRow {
        time: f32, "s", "Song time";
        score: i32, "", "Score so far";
        combo: i32, "", "Combo so far";
    }
}

static KEYFRAMES: LazyLock<Schema> = LazyLock::new(|| {
    let meaning = "score and combo as each keyframe has them";
    Schema::of::<KeyframeRow>("scores", TableKind::Steps, Some("time"), meaning)
});

pub(super) fn keyframes(data: &SavedData) -> Table<'_> {
    let rows = || {
        let row = |keyframe: crate::layout::Keyframe| KeyframeRow {
            time: keyframe.time,
            score: keyframe.score,
            combo: keyframe.combo,
        };
        data.iter().map(row).collect()
    };
    Table::computed(&KEYFRAMES, data.len(), rows)
}
