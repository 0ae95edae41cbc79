//! Moments worth a look: the table that every game has.

use serde::Serialize;

use crate::{FrameNumber, PlayerIndex, TeamNumber, rows, table_rows};

rows! {
    /// Something that happens, and when.
    pub struct Moment {
        time: f64, "s", "When, on the replay's clock";
        frame: Option<FrameNumber>, "frame", "Frame, as the game counts; in Beat Saber a row of the table frames";
        kind: &'static str, "", "One of the game's kinds of moments";
        player: Option<PlayerIndex>, "", "The player who does it, a row of the table players", null "nobody, or not known";
        other: Option<PlayerIndex>, "", "The player to whom it is done, or with whom it is shared, a row of the table players", null "nobody";
        team: Option<TeamNumber>, "", "The team that it is a moment of, as in the table players", null "no team's";
        label: String, "", "The moment in one line";
        detail: String, "", "Further words beside player and kind; empty for none";
        severity: u8, "", "0 a detail, 1 worth a look, 2 decides the game";
        value: Option<f64>, "", "The number that the kind counts, in its unit", null "nothing";
    }
}

table_rows! { Moment: "moments"; }

impl Moment {
    /// A moment of a kind, without players yet.
    pub fn new(kind: &MomentKind, time: f64, frame: Option<FrameNumber>) -> Self {
        Self { time, frame, kind: kind.name, severity: kind.severity, ..Self::default() }
    }
}

/// A kind of moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MomentKind {
    /// Name, e.g. `goal`.
    pub name: &'static str,
    /// The heading of a list of them, e.g. `Goals`. Kinds may share a list.
    pub list: &'static str,
    /// Name of the colour that stands for it; `team` for that of the moment's team.
    pub color: &'static str,
    /// Severity of most of them.
    pub severity: u8,
    /// Unit of the value, empty if there is none.
    pub unit: &'static str,
}

impl MomentKind {
    /// A kind by its members, in their order.
    pub const fn new(
        name: &'static str,
        list: &'static str,
        color: &'static str,
        severity: u8,
        unit: &'static str,
    ) -> Self {
        Self { name, list, color, severity, unit }
    }
}
