//! How the energy went.

use ghostreel_formats::bsor::scoring::ScoreRow;
use ghostreel_formats::bsor::{Info, start_energy};
use serde::Serialize;

use crate::sheet::{Cell, clock};
use crate::statistics::statistics;

statistics! {
    /// How the energy went, from 0 to 1, by the rules of the modifiers. The table `score` has it after each note and wall.
    #[derive(Copy, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
    #[serde(rename_all = "camelCase")]
    pub struct Energy {
        start: f32, "", "With which the song began: 0.5, or 1 with four lives or one"
            => START "At the start" (percent);
        end: f32, "", "The energy left after the last note or wall"
            => END "At the end" (percent);
        lowest: f32, "", "The least that was left after any"
            => LOWEST "Lowest" {lowest};
        #[serde(skip_serializing_if = "Option::is_none")]
        lowest_at: Option<f32>, "s", "When it came to that for the first time, in seconds of the song; none if it never was below the start";
        #[serde(skip_serializing_if = "Option::is_none")]
        empty_at: Option<f32>, "s", "When it came to nothing, in seconds of the song. The run failed then, unless No Fail was on"
            => RAN_OUT "Ran out" (|time| time.map(|time| Cell::text(at(time))));
    }
}

fn percent(share: f32) -> Cell {
    Cell::percent(100.0 * f64::from(share))
}

/// `None` where it ran out, and where it never was below the start.
fn lowest(energy: &Energy) -> Option<Cell> {
    let time = energy.lowest_at.filter(|_| energy.empty_at.is_none())?;
    Some(percent(energy.lowest).beside(at(time)))
}

fn at(time: f32) -> String {
    format!("at {}", clock(time.into()))
}

impl Energy {
    pub(super) fn new(info: &Info, rows: &[ScoreRow]) -> Self {
        let start = start_energy(info);
        // Nothing is known of it in a format without notes.
        let end = rows.last().and_then(|last| last.energy).unwrap_or(start);
        let (mut lowest, mut lowest_at) = (start, None);
        for row in rows.iter().filter(|row| row.time.is_finite()) {
            if let Some(energy) = row.energy.filter(|energy| *energy < lowest) {
                (lowest, lowest_at) = (energy, Some(row.time));
            }
        }
        let empty_at = lowest_at.filter(|_| lowest <= 0.0);
        Self { start, end, lowest, lowest_at, empty_at }
    }
}
