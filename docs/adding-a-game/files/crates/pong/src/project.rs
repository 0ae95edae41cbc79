//! The replay as a timeline: tables that compute their columns when asked.

use std::any::Any;
use std::sync::LazyLock;

use ghostreel_core::record::{self, Leaf};
use ghostreel_core::{Format, Record as _};
use ghostreel_timeline::{
    Column, ColumnSchema, Meta, Player, Schema, Source, Table, TableKind, TeamNumber, Timeline,
    Type, fill, gather, record_columns, rows, table_rows,
};

use crate::TO_WIN;
use crate::format::Pong;
use crate::layout::Frame;
use crate::view::View;

rows! {
    /// Who plays.
    pub struct PlayerRow {
        name: String, "", "Name; Player 1 or Player 2 where there is none";
        id: Option<String>, "", "There are no ids", null "not recorded";
        team: Option<TeamNumber>, "", "0 plays left, 1 right", null "no team";
    }
}

table_rows! { Frame: "frames"; PlayerRow: "players"; }

static PLAYERS: LazyLock<Schema> = LazyLock::new(|| {
    Schema::of::<PlayerRow>("players", TableKind::Events, None, "who plays: left, then right")
});

static FRAMES: LazyLock<Schema> = LazyLock::new(|| {
    let time = ColumnSchema::new("time", Type::F64, "s", "time from the first frame on");
    Schema {
        name: "frames".into(),
        kind: TableKind::States,
        time: Some("time"),
        meaning: "where everything is at a moment",
        columns: [time].into_iter().chain(record_columns::<Frame>()).collect(),
    }
});

static LEAVES: LazyLock<Vec<Leaf>> = LazyLock::new(|| record::leaves(Frame::FIELDS));

/// The frames' columns: the time, and those of the record after it.
struct Frames<'v, 'a>(&'v View<'a>);

impl Source for Frames<'_, '_> {
    fn rows(&self) -> usize {
        self.0.frames().len()
    }

    fn column(&self, index: usize) -> Column {
        match index.checked_sub(1).and_then(|index| LEAVES.get(index)) {
            Some(leaf) => gather::<Frame>(self.0.frame_bytes(), [leaf]).pop().unwrap_or_else(none),
            None => (0..self.rows()).map(|frame| self.0.time(frame)).collect::<Vec<_>>().into(),
        }
    }

    fn fill(&self, rows: &mut dyn Any) -> bool {
        fill(rows, || self.0.frames())
    }
}

fn none() -> Column {
    Vec::<u8>::new().into()
}

impl View<'_> {
    /// The replay as named tables of columns: `frames` and `players`.
    pub fn timeline(&self) -> Timeline<'_> {
        let players = self.players().into_iter().zip(0..).map(|(name, team)| PlayerRow {
            name,
            id: None,
            team: Some(TeamNumber(team)),
        });
        let players: Vec<PlayerRow> = players.collect();
        let tables = vec![Table::new(&FRAMES, Frames(self)), Table::of(&PLAYERS, players)];
        Timeline::new(self.meta(), tables, self.meter())
    }

    /// All of it: a file that has got longer is opened again.
    pub fn appended_timeline(&self) -> Timeline<'_> {
        self.timeline()
    }

    /// The names as they are shown: the left player's, and the right player's.
    pub fn players(&self) -> [String; 2] {
        let [left, right] = self.names().map(|name| String::from_utf8_lossy(name).into_owned());
        let or = |name: String, other: &str| if name.is_empty() { other.to_owned() } else { name };
        [or(left, "Player 1"), or(right, "Player 2")]
    }

    /// What the replay is about.
    pub fn meta(&self) -> Meta {
        let frames = self.frames().len();
        let player = |name| Player { id: None, name };
        let last = self.frames().last();
        let outcome = match last.map(|last| (last.left_points, last.right_points)) {
            Some((TO_WIN.., _)) => "left wins",
            Some((_, TO_WIN..)) => "right wins",
            _ => "unfinished",
        };
        Meta {
            format: Pong::INFO.id,
            format_name: Pong::INFO.name,
            game: Pong::INFO.game,
            version: self.version().to_string(),
            players: self.players().map(player).into(),
            started_at: Some(i64::from(self.started_at())).filter(|at| *at != 0),
            duration_s: self.time(frames.saturating_sub(1)),
            outcome: Some(outcome),
            ..Meta::default()
        }
    }
}
