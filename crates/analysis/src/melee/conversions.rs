//! Conversions, or punishes: everything that follows from one opening, until the victim is back in control of the game.
//!
//! The 45 frames to the end begin when the victim can act on the ground; being in the air does not begin them.

use std::collections::BTreeMap;

use super::combos::Combo;
use super::sequence::MoveLanded;
use super::states;

/// How an opening came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum OpeningType {
    /// Nobody was punishing anybody.
    NeutralWin,
    /// The attacker was being punished.
    CounterAttack,
    /// Both hit in the same frame.
    Trade,
}

impl OpeningType {
    /// Its name in slippi-js.
    pub fn name(self) -> &'static str {
        match self {
            Self::NeutralWin => "neutral-win",
            Self::CounterAttack => "counter-attack",
            Self::Trade => "trade",
        }
    }
}

/// A conversion. Fields as in [`Combo`].
#[derive(Clone, Debug, PartialEq)]
pub struct Conversion {
    /// The **victim**, as slippi-js has it.
    pub player_index: u8,
    /// Who hits.
    pub last_hit_by: u8,
    /// Frame of the first hit or grab.
    pub start_frame: i32,
    /// The frame it is over with; `None` if the game ended first.
    pub end_frame: Option<i32>,
    /// The victim's damage before.
    pub start_percent: f64,
    /// The victim's damage as last seen.
    pub current_percent: f64,
    /// The victim's damage at the end.
    pub end_percent: Option<f64>,
    /// What hit; empty after a grab that led to nothing.
    pub moves: Vec<MoveLanded>,
    /// Whether it ended with the stock.
    pub did_kill: bool,
    /// How it came about.
    pub opening_type: OpeningType,
}

impl Conversion {
    fn new(run: Combo, opening_type: OpeningType) -> Self {
        Self {
            player_index: run.player_index,
            last_hit_by: run.last_hit_by,
            start_frame: run.start_frame,
            end_frame: run.end_frame,
            start_percent: run.start_percent,
            current_percent: run.current_percent,
            end_percent: run.end_percent,
            moves: run.moves,
            did_kill: run.did_kill,
            opening_type,
        }
    }
}

/// Counting begins when the victim is in control, and then only another hit stops it.
pub(crate) fn reset_rule(free_frames: u32, state: u16) -> u32 {
    if states::is_punished(state) {
        0
    } else if free_frames > 0 || states::is_in_control(state) {
        free_frames.saturating_add(1)
    } else {
        0
    }
}

/// Settles how each conversion of a game of two came about.
pub(crate) fn with_openings(runs: Vec<Combo>) -> Vec<Conversion> {
    let mut starts: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
    for (at, run) in runs.iter().enumerate() {
        starts.entry(run.start_frame).or_default().push(at);
    }
    let mut types = vec![OpeningType::NeutralWin; runs.len()];
    // When each player last stopped being punished, going by the start of it.
    let mut ends: BTreeMap<u8, Option<i32>> = BTreeMap::new();
    for together in starts.values() {
        for &at in together {
            let (Some(run), Some(opening_type)) = (runs.get(at), types.get_mut(at)) else {
                continue;
            };
            ends.insert(run.player_index, run.end_frame);
            let attacker = run.moves.last().map_or(run.player_index, |last| last.player_index);
            // slippi-js takes frame 0 for no frame.
            let end = ends.get(&attacker).copied().flatten().filter(|end| *end != 0);
            *opening_type = if together.len() > 1 {
                OpeningType::Trade
            } else if end.is_some_and(|end| end > run.start_frame) {
                OpeningType::CounterAttack
            } else {
                OpeningType::NeutralWin
            };
        }
    }
    runs.into_iter().zip(types).map(|(run, opening)| Conversion::new(run, opening)).collect()
}
