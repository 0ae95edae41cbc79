//! Moments that are found again in a copy: where something moves most, far and wide.

use super::band::{length, smoothed};
use super::signal::Signal;

/// Less movement than this is no moment, in the signal's own unit (a person's hand at rest has a tenth of it).
const LEAST: f32 = 0.15;
/// Nothing has to stand out farther than so many steps to both sides.
const FARTHEST: usize = 600;
/// Steps over which movement is summed up.
const WIDTH: usize = 9;

/// A moment of one track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Anchor {
    pub(super) track: usize,
    /// The step of the signal.
    pub(super) step: usize,
    /// So many steps to both sides nothing moves more.
    reach: usize,
}

/// The `most` moments that stand out farthest, those first. A part of a recording has those of the whole, but for its ends.
pub(super) fn anchors(tracks: &[Signal], most: usize, margin: usize) -> Vec<Anchor> {
    let mut all = Vec::new();
    for (track, signal) in tracks.iter().enumerate() {
        all.extend(peaks(signal, margin).map(|(step, reach)| Anchor { track, step, reach }));
    }
    all.sort_unstable_by_key(|anchor| (std::cmp::Reverse(anchor.reach), anchor.step, anchor.track));
    all.truncate(most);
    all
}

/// Steps in which more moves than around them, each with how far around.
fn peaks(signal: &Signal, margin: usize) -> impl Iterator<Item = (usize, usize)> {
    let amounts: Vec<[f32; 3]> =
        signal.values.iter().map(|&value| [length(value), 0.0, 0.0]).collect();
    let amounts: Vec<f32> =
        smoothed(&amounts, WIDTH).into_iter().map(|[amount, ..]| amount).collect();
    let before = reaches(amounts.iter().copied());
    let mut after = reaches(amounts.iter().rev().copied());
    after.reverse();
    let last = amounts.len().saturating_sub(margin);
    let reaches = before.into_iter().zip(after).map(|(a, b)| a.min(b));
    reaches
        .zip(amounts)
        .enumerate()
        .filter(move |(step, (reach, amount))| {
            *reach > 2 && *amount >= LEAST && *step >= margin && *step < last
        })
        .map(|(step, (reach, _))| (step, reach))
}

/// For each amount, how many steps before it none is as large.
fn reaches(amounts: impl Iterator<Item = f32>) -> Vec<usize> {
    // Steps whose amounts fall: each step looks back to the last that is as large.
    let mut larger: Vec<(usize, f32)> = Vec::new();
    let reach = |(step, amount): (usize, f32)| {
        while larger.last().is_some_and(|(_, before)| *before < amount) {
            larger.pop();
        }
        let from = larger.last().map_or(step.saturating_sub(FARTHEST), |(before, _)| *before);
        larger.push((step, amount));
        step.saturating_sub(from).min(FARTHEST)
    };
    amounts.enumerate().map(reach).collect()
}
