//! Frames that a recording lacks: statistics pass over them, and say so.

use std::iter;
use std::ops::Range;

use ghostreel_formats::core::work::Budget;
use ghostreel_formats::slp::layout::PostFrame;
use ghostreel_formats::slp::{LastEvents, View};

use super::contestant::Contestant;
use super::{FIRST_FRAME, FIRST_PLAYABLE_FRAME};

/// As many frames as a recording may lack, all holes together, before counting stops: those of a game of eight minutes.
pub(crate) const MOST: usize = 8 * 60 * 60;

/// So many frames are counted as work together.
const FRAMES_AT_ONCE: usize = 64;

/// The frames that somebody is missing from, or that are missing as a whole.
#[derive(Clone, Debug, Default)]
pub(crate) struct Holes {
    /// Their numbers, in order and apart.
    ranges: Vec<Range<i32>>,
    /// Those after the frames that were kept.
    tail: Range<i32>,
}

impl Holes {
    /// Looks for holes in the frames from the first up to `end`. In a game of two, both are to be there. In others, those who are
    /// out are no longer recorded: there a player is missing who had stocks left and comes again.
    pub(crate) fn find(
        view: &View<'_>,
        kept: &LastEvents,
        players: &[Contestant],
        end: i32,
        work: &Budget,
    ) -> Self {
        let is_duel = players.len() == 2;
        let post = |number, port| {
            let post = kept.character(number, port).map_or(0, |character| character.post);
            (post > 0).then_some(post)
        };
        let had_stocks = |number, port| {
            let row = post(number, port).and_then(|post| view.row::<PostFrame>(post));
            row.is_some_and(|row| row.stocks_remaining > 0)
        };
        let mut ranges: Vec<Range<i32>> = Vec::new();
        let mut last = [None; 4];
        let mut both = [false; 4];
        for player in players.iter().filter(|_| is_duel) {
            if let Some(plays) = both.get_mut(usize::from(player.player_index)) {
                *plays = true;
            }
        }
        for (at, number) in (FIRST_FRAME..=end).enumerate() {
            if at % FRAMES_AT_ONCE == 0 && !work.spend(FRAMES_AT_ONCE) {
                break;
            }
            if !kept.has_frame(number) || !kept.has_posts(number, both) {
                let after = number.saturating_add(1);
                match ranges.last_mut().filter(|last| last.end == number) {
                    Some(last) => last.end = after,
                    None => ranges.push(number..after),
                }
                continue;
            }
            if is_duel {
                continue;
            }
            let is_there = |player: &&Contestant| post(number, player.player_index).is_some();
            for port in players.iter().filter(is_there).map(|player| player.player_index) {
                let Some(last) = last.get_mut(usize::from(port)) else { continue };
                let before = last.replace(number).unwrap_or(number);
                let missed = before.saturating_add(1)..number;
                if !missed.is_empty() && had_stocks(before, port) {
                    ranges.push(missed);
                }
            }
        }
        Self { ranges: merged(ranges), tail: 0..0 }
    }

    /// Adds the frames that come after those that were kept, up to the last of the game.
    pub(crate) fn add_after(&mut self, kept: i32, last: i32) {
        self.tail = kept.saturating_add(1)..last.saturating_add(1);
    }

    /// The frames up to `end` that are no holes.
    pub(crate) fn others(&self, end: i32) -> impl Iterator<Item = i32> {
        let begins = iter::once(FIRST_FRAME).chain(self.ranges.iter().map(|hole| hole.end));
        let ends = self.ranges.iter().map(|hole| hole.start);
        let ends = ends.chain(iter::once(end.saturating_add(1)));
        begins.zip(ends).flat_map(|(begin, end)| begin..end)
    }

    /// How many frames are not counted.
    pub(crate) fn count(&self) -> u32 {
        self.count_from(i32::MIN)
    }

    /// How many of them players could have acted in.
    pub(crate) fn playable(&self) -> u32 {
        self.count_from(FIRST_PLAYABLE_FRAME.saturating_add(1))
    }

    fn count_from(&self, first: i32) -> u32 {
        let count = |hole: &Range<i32>| {
            u32::try_from(hole.end.saturating_sub(hole.start.max(first))).unwrap_or(0)
        };
        self.all().map(count).fold(0, u32::saturating_add)
    }

    fn all(&self) -> impl Iterator<Item = &Range<i32>> {
        self.ranges.iter().chain(iter::once(&self.tail).filter(|tail| !tail.is_empty()))
    }

    /// Their effect, as a sentence; `None` without any. `all`: how many frames the game has.
    pub(crate) fn cost(&self, all: u32) -> Option<String> {
        let first = self.all().next()?.start;
        Some(match self.count() {
            1 => format!("frame {first} is missing, or a player in it: its events are not counted"),
            count => format!(
                "{count} of {all} frames are missing, or a player in them, the first is frame {first}: their events are not counted"
            ),
        })
    }
}

/// The same numbers in ranges that are in order and apart.
fn merged(mut ranges: Vec<Range<i32>>) -> Vec<Range<i32>> {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut merged: Vec<Range<i32>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut().filter(|last| last.end >= range.start) {
            Some(last) => last.end = last.end.max(range.end),
            None => merged.push(range),
        }
    }
    merged
}
