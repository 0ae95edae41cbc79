//! How each conversion came about.
//!
//! Settled when the game is over, as it takes the ends of the others' conversions.

use std::collections::BTreeMap;

use ghostreel_formats::timeline::FrameNumber;

use super::combos::Combo;
use super::conversions::Conversion;
use super::opening_type::OpeningType;

/// Settles how each conversion of a game of two came about.
pub(crate) fn of_two(runs: Vec<Combo>) -> Vec<Conversion> {
    let starts = by_start(&runs);
    let mut types = vec![OpeningType::NeutralWin; runs.len()];
    // When each player last stopped being punished, going by the start of it.
    let mut ends: BTreeMap<u8, Option<FrameNumber>> = BTreeMap::new();
    for together in starts.values() {
        for &at in together {
            let (Some(run), Some(opening_type)) = (runs.get(at), types.get_mut(at)) else {
                continue;
            };
            ends.insert(run.player_index, run.end_frame);
            let attacker = run.moves.last().map_or(run.player_index, |last| last.player_index);
            // slippi-js takes frame 0 for no frame.
            let end = ends.get(&attacker).copied().flatten().filter(|end| *end != FrameNumber(0));
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

/// The same for games of more: who hits whom matters, and a counter-attack is by somebody who was being punished at the
/// time, by anybody.
pub(crate) fn of_many(runs: Vec<Combo>) -> Vec<Conversion> {
    let starts = by_start(&runs);
    let mut types = vec![OpeningType::NeutralWin; runs.len()];
    // Until when each player is punished by conversions of earlier frames.
    let mut ends: BTreeMap<u8, FrameNumber> = BTreeMap::new();
    for together in starts.values() {
        let pairs: Vec<(u8, u8)> = together
            .iter()
            .filter_map(|at| runs.get(*at))
            .map(|run| (run.opener(), run.player_index))
            .collect();
        for (&at, &(attacker, victim)) in together.iter().zip(&pairs) {
            let (Some(run), Some(opening_type)) = (runs.get(at), types.get_mut(at)) else {
                continue;
            };
            *opening_type = if pairs.contains(&(victim, attacker)) {
                OpeningType::Trade
            } else if ends.get(&attacker).is_some_and(|end| *end > run.start_frame) {
                OpeningType::CounterAttack
            } else {
                OpeningType::NeutralWin
            };
        }
        for run in together.iter().filter_map(|at| runs.get(*at)) {
            let end = ends.entry(run.player_index).or_insert(FrameNumber(i32::MIN));
            *end = run.end_frame.unwrap_or(FrameNumber(i32::MAX)).max(*end);
        }
    }
    runs.into_iter().zip(types).map(|(run, opening)| Conversion::new(run, opening)).collect()
}

/// Places in the list by the frames that conversions begin in.
fn by_start(runs: &[Combo]) -> BTreeMap<FrameNumber, Vec<usize>> {
    let mut starts: BTreeMap<FrameNumber, Vec<usize>> = BTreeMap::new();
    for (at, run) in runs.iter().enumerate() {
        starts.entry(run.start_frame).or_default().push(at);
    }
    starts
}
