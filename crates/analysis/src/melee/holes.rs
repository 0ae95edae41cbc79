//! Frames that a recording lacks: statistics pass over them, and say so.

use ghostreel_formats::core::work::Budget;
use ghostreel_formats::slp::layout::PostFrame;
use ghostreel_formats::slp::{LastEvents, View};

use super::game::Contestant;
use super::{FIRST_FRAME, FIRST_PLAYABLE_FRAME};

/// As many frames as a recording may lack, all holes together, before counting stops: those of a game of eight minutes.
pub(crate) const MOST: usize = 8 * 60 * 60;

/// The frames that somebody is missing from, or that are missing as a whole.
#[derive(Clone, Debug, Default)]
pub(crate) struct Holes {
    /// Their numbers, in order.
    frames: Vec<i32>,
    /// The first of those behind the frames that were kept, and how many these are.
    behind: Option<(i32, u32)>,
}

impl Holes {
    /// Looks for holes in the frames from the first up to `end`. In a game of two, both are to be there. In others, those who are
    /// out are no longer recorded: there somebody is missing who had stocks left, and who comes again.
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
        let mut frames = Vec::new();
        let mut last = [None; 4];
        for number in FIRST_FRAME..=end {
            if !work.spend(players.len().saturating_add(1)) {
                break;
            }
            let is_there = |player: &Contestant| post(number, player.player_index).is_some();
            if !kept.has_frame(number) || (is_duel && !players.iter().all(is_there)) {
                frames.push(number);
                continue;
            }
            for port in players.iter().filter(|p| is_there(p)).map(|player| player.player_index) {
                let Some(last) = last.get_mut(usize::from(port)) else { continue };
                let before = last.replace(number).unwrap_or(number);
                let missed = before.saturating_add(1)..number;
                if !missed.is_empty() && had_stocks(before, port) {
                    frames.extend(missed);
                }
            }
        }
        frames.sort_unstable();
        frames.dedup();
        Self { frames, behind: None }
    }

    /// Adds the frames that come behind those that were kept, up to the last of the game.
    pub(crate) fn add_behind(&mut self, kept: i32, last: i32) {
        let count = u32::try_from(last.saturating_sub(kept)).unwrap_or(0);
        self.behind = (count > 0).then_some((kept.saturating_add(1), count));
    }

    /// Whether a frame is no hole.
    pub(crate) fn lack(&self, number: i32) -> bool {
        self.frames.binary_search(&number).is_ok()
    }

    /// How many frames are not counted.
    pub(crate) fn count(&self) -> u32 {
        let behind = self.behind.map_or(0, |(_, count)| count);
        u32::try_from(self.frames.len()).unwrap_or(u32::MAX).saturating_add(behind)
    }

    /// How many of them players could have acted in.
    pub(crate) fn playable(&self) -> u32 {
        let before = self.frames.partition_point(|number| *number <= FIRST_PLAYABLE_FRAME);
        self.count().saturating_sub(u32::try_from(before).unwrap_or(u32::MAX))
    }

    /// What they cost, as a sentence; `None` without any. `all`: how many frames the game has.
    pub(crate) fn cost(&self, all: u32) -> Option<String> {
        let first = self.frames.first().copied().or(self.behind.map(|(first, _)| first))?;
        Some(match self.count() {
            1 => format!(
                "frame {first} is missing, or a player in it: what happened in it is not counted"
            ),
            count => format!(
                "{count} of {all} frames are missing, or a player in them, the first is frame {first}: what happened in them is not counted"
            ),
        })
    }
}
