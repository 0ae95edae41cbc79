//! What is worth a look: the table that every game has, whatever happens in it.

use crate::rows;

rows! {
    /// Something that happens, and when.
    pub struct Moment {
        time: f64, "s", "When, on the replay's clock";
        frame: i32, "frame", "Frame, as the game counts; in Beat Saber a row of the table frames", none "-2147483648: none";
        kind: &'static str, "", "What happens: one of the game's kinds of moments";
        player: i32, "", "Who does it, a row of the table players", none "-1: nobody, or not known";
        other: i32, "", "Whom it is done to or shared with, a row of the table players", none "-1: nobody";
        team: i32, "", "Whose moment it is, as in the table players", none "-1: no team's";
        label: String, "", "What happens, in one line";
        detail: String, "", "What there is to say besides who and what", none "empty: nothing";
        severity: u8, "", "0 a detail, 1 worth a look, 2 decides the game";
        value: f64, "", "What the kind counts, in its unit", none "NaN: nothing";
    }
}

impl Moment {
    /// Where no frame is given.
    pub const NO_FRAME: i32 = i32::MIN;

    /// A moment of a kind in which nobody has part yet.
    pub fn new(kind: &MomentKind, time: f64, frame: i32) -> Self {
        Self {
            time,
            frame,
            kind: kind.name,
            player: -1,
            other: -1,
            team: -1,
            severity: kind.severity,
            value: f64::NAN,
            ..Self::default()
        }
    }
}

/// A kind of moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MomentKind {
    /// Name, e.g. `goal`.
    pub name: &'static str,
    /// What a list of them is headed, e.g. `Goals`. Kinds may share a list.
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
