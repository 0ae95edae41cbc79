//! The replay as a timeline: tables that compute their columns when asked.

mod frames;
mod notes;
mod players;
mod records;
mod score;
mod user_data;

use ghostreel_core::Format;
use ghostreel_timeline::{Map, Meta, Table, Timeline};

pub use self::frames::FrameRow;
pub use self::notes::NoteRow;
pub use self::players::PlayerRow;
pub use self::records::WallRow;
pub use self::user_data::{HeartRateRow, UserDataRow};
use crate::energy::start_energy;
use crate::format::Bsor;
use crate::layout::Text;
use crate::view::View;

/// Each of so many by its index, and not by the list's own iterator: whoever reads columns has its loop for itself.
fn each<T>(count: usize, get: impl Fn(usize) -> Option<T>) -> impl Iterator<Item = T> {
    (0..count).filter_map(get)
}

impl View<'_> {
    /// The replay as named tables of columns. Costs next to nothing until columns are asked for.
    ///
    /// Tables: `frames`, `players`, `notes`, `walls`, `heights`, `pauses`, `score` (running along with the events),
    /// `controller_offsets`, `user_data`, and `heart_rate` where the replay has one.
    pub fn timeline(&self) -> Timeline<'_> {
        let mut tables: Vec<Table<'_>> = vec![
            frames::table(self),
            players::table(self),
            notes::table(self),
            records::walls(self),
            records::heights(self),
            records::pauses(self),
            score::table(self),
            records::controller_offsets(self),
            user_data::table(self),
        ];
        tables.extend(user_data::heart_rate(self));
        Timeline::new(self.meta(), tables, self.meter())
    }

    /// All of it: a file that has got longer is opened again.
    pub fn appended_timeline(&self) -> Timeline<'_> {
        self.timeline()
    }

    /// The replay's metadata.
    pub fn meta(&self) -> Meta {
        let info = self.info();
        let text = |text: &Text| text.as_str().into_owned();
        let some = |value: &Text| Some(text(value)).filter(|value| !value.is_empty());
        let outcome = if info.practice() {
            "practice"
        } else if info.failed() {
            "failed"
        } else {
            "cleared"
        };
        let mut details = vec![
            ("modifiers", info.modifier_codes().join(",").into()),
            ("jump_distance", info.jump_distance.into()),
            ("left_handed", (info.left_handed != 0).into()),
            ("height", info.height.into()),
            ("environment", text(&info.environment).into()),
            ("platform", text(&info.platform).into()),
            ("tracking_system", text(&info.tracking_system).into()),
            ("hmd", text(&info.hmd).into()),
            ("controller", text(&info.controller).into()),
            ("start_time", info.start_time.into()),
            ("fail_time", info.fail_time.into()),
            ("speed", info.speed.into()),
            ("song_speed", info.song_speed().into()),
            ("start_energy", start_energy(info).into()),
        ];
        let note_speed = self.fitted_note_jump_speed();
        details
            .extend(note_speed.map(|speed| ("fitted_note_jump_speed", hundredths(speed).into())));
        Meta {
            format: Bsor::INFO.id,
            format_name: Bsor::INFO.name,
            game: Bsor::INFO.game,
            version: self.version().0.to_string(),
            writer: some(&info.version),
            game_version: some(&info.game_version),
            players: vec![players::player(self)],
            map: Some(Map {
                name: text(&info.song_name),
                id: Some(info.map_hash()).filter(|hash| !hash.is_empty()),
                author: some(&info.mapper),
                difficulty: some(&info.difficulty),
            }),
            mode: some(&info.mode),
            started_at: info.started_at(),
            duration_s: self.duration_s(),
            score: Some(i64::from(info.score)),
            outcome: Some(outcome),
            details,
        }
    }

    /// The time of the last frame in seconds; 0 where there is none, or none with a sound time.
    fn duration_s(&self) -> f64 {
        let frames = self.frames();
        let last = frames.len().checked_sub(1).and_then(|last| frames.get(last));
        last.map_or(0.0, |frame| f64::from(frame.time)).clamp(0.0, f64::from(u32::MAX))
    }
}

#[allow(clippy::cast_possible_truncation, reason = "below 200")]
fn hundredths(speed: f64) -> f32 {
    ((speed * 100.0).round() / 100.0) as f32
}
