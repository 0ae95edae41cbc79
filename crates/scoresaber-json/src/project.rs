//! The replay as a timeline: BSOR's tables, and after them what this file says itself.

use std::sync::LazyLock;

use ghostreel_core::Format;
use ghostreel_timeline::{Map, Meta, Schema, Table, TableKind, Timeline, rows, table_rows};

use crate::format::ScoresaberJson;
use crate::limits;
use crate::view::View;

rows! {
    /// The file's values of a note or, after the notes, of a wall.
    pub struct RecordedNoteRow {
        time: Option<f32>, "s", "Song time when the note was cut or missed";
        score: Option<i32>, "", "Points, 0 to 115; -2 bad cut, -3 miss, -4 bomb, -5 wall";
        combo: Option<i32>, "", "Combo after it";
        info: Option<String>, "", "Line, layer, direction and kind, one digit each";
    }
}

table_rows! { RecordedNoteRow: "recorded_notes"; }

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let meaning = "what the file says of each note and, after the notes, of each wall";
    Schema::of::<RecordedNoteRow>("recorded_notes", TableKind::Events, None, meaning)
});

impl View<'_> {
    /// The replay as named tables of columns: those of [the BSOR](Self::bsor) that it converts to, and `recorded_notes` with the
    /// lists `scores`, `combos`, `noteTime` and `noteInfos` as they are.
    pub fn timeline(&self) -> Timeline<'_> {
        let mut timeline = self.bsor().timeline();
        timeline.meta = self.meta();
        timeline
            .push(Table::computed(&SCHEMA, self.recorded_notes(), || self.recorded_note_rows()));
        timeline
    }

    /// All of it: a file that has got longer is opened again.
    pub fn appended_timeline(&self) -> Timeline<'_> {
        self.timeline()
    }

    /// The replay's metadata: BSOR's values where the file has them.
    pub fn meta(&self) -> Meta {
        let info = self.info();
        let absent = ["platform", "tracking_system", "hmd", "controller", "jump_distance"];
        let absent = absent.into_iter().chain(["start_time", "fail_time", "speed"]);
        let absent: Vec<&str> = absent.collect();
        let mut meta = self.bsor().meta();
        meta.format = ScoresaberJson::INFO.id;
        meta.format_name = ScoresaberJson::INFO.name;
        self.version().clone_into(&mut meta.version);
        meta.writer = None;
        // The file does not say how it ended.
        meta.outcome = None;
        meta.score = meta.score.filter(|_| !self.scores().is_empty());
        meta.map = meta.map.map(|map| Map { author: None, ..map });
        meta.details.retain(|(name, _)| !absent.contains(name));
        if let Some(offset) = info.note_jump_start_beat_offset {
            meta.details.push(("note_jump_start_beat_offset", offset.into()));
        }
        meta
    }

    fn recorded_notes(&self) -> usize {
        let lists = [
            self.scores().len(),
            self.combos().len(),
            self.note_times().len(),
            self.note_infos().len(),
        ];
        lists.into_iter().max().unwrap_or(0).min(limits::NOTES)
    }

    fn recorded_note_rows(&self) -> Vec<RecordedNoteRow> {
        let row = |index| RecordedNoteRow {
            time: self.note_times().get(index).copied(),
            score: self.scores().get(index).copied(),
            combo: self.combos().get(index).copied(),
            info: self.note_infos().get(index).map(str::to_owned),
        };
        (0..self.recorded_notes()).map(row).collect()
    }
}
