//! What is counted.

use ghostreel_formats::pong::{Frame, View, WIDTH};
use ghostreel_formats::timeline::{PlayerIndex, rows};
use serde::Serialize;

use crate::sheet::Cell;
use crate::statistics::statistics;

rows! {
    /// Statistics of a game.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PongStatistics", optional_fields))]
    #[serde(rename_all = "camelCase")]
    pub struct Report {
        players: Vec<Player>, "", "Who played: left, then right";
        rallies: Vec<Rally>, "", "Rally by rally, each up to its point";
        #[serde(skip_serializing_if = "Option::is_none")]
        longest_rally: Option<u32>, "", "The most returns between two points; none before the first point", null "no point was made";
    }
}

/// A player with what was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Player {
    /// Name.
    pub name: String,
    /// What was counted.
    pub stats: PlayerStats,
}

statistics! {
    /// What a player did.
    #[derive(Copy, Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct PlayerStats {
        points: u32, "", "Points made" => POINTS "Points" (Cell::count) high;
        returns: u32, "", "How often the ball was played back" => RETURNS "Returns" (Cell::count) high;
        moved: u32, "", "How far the paddle was moved, in units of the field"
            => MOVED "Paddle moved" (Cell::count);
    }
}

/// What happens between two points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Rally {
    /// When the point is made, in seconds.
    pub time: f64,
    /// The frame in which it is.
    pub frame: u32,
    /// Who makes it.
    #[cfg_attr(test, ts(as = "u32"))]
    pub player: PlayerIndex,
    /// How often the ball was played back.
    pub returns: u32,
}

impl Report {
    /// Walks over the frames once.
    pub fn new(view: &View<'_>) -> Self {
        let mut players = view.players().map(|name| Player { name, ..Player::default() });
        let (mut rallies, mut returns) = (Vec::new(), 0_u32);
        let mut last: Option<Frame> = None;
        let mut was_right = None;
        for (at, frame) in view.frames().enumerate() {
            let Some(before) = last.replace(frame) else { continue };
            let [left, right] = &mut players;
            left.stats.moved = moved(&left.stats, frame.left, before.left);
            right.stats.moved = moved(&right.stats, frame.right, before.right);
            let points = [
                (left, frame.left_points, before.left_points),
                (right, frame.right_points, before.right_points),
            ];
            let mut is_point = false;
            for (place, (player, now, then)) in points.into_iter().enumerate() {
                let made = u32::from(now.saturating_sub(then));
                if made > 0 {
                    is_point = true;
                    player.stats.points = player.stats.points.saturating_add(made);
                    rallies.push(Rally {
                        time: view.time(at),
                        frame: u32::try_from(at).unwrap_or(u32::MAX),
                        player: PlayerIndex::at(place),
                        returns,
                    });
                }
            }
            let is_right = match frame.ball_x.cmp(&before.ball_x) {
                std::cmp::Ordering::Equal => was_right,
                other => Some(other.is_gt()),
            };
            // Who plays it back is at the end of the field from which it flies then.
            let is_return = was_right.is_some() && was_right != is_right;
            if is_return && !is_point {
                returns = returns.saturating_add(1);
                let [left, right] = &mut players;
                let player = if before.ball_x < WIDTH >> 1 { left } else { right };
                player.stats.returns = player.stats.returns.saturating_add(1);
            }
            was_right = if is_point { None } else { is_right };
            returns = if is_point { 0 } else { returns };
        }
        let longest_rally = rallies.iter().map(|rally| rally.returns).max();
        Self { players: players.into(), rallies, longest_rally }
    }

    /// Nothing is left out.
    pub(crate) fn limit(&self) -> Option<&str> {
        None
    }
}

fn moved(stats: &PlayerStats, now: u16, then: u16) -> u32 {
    stats.moved.saturating_add(now.abs_diff(then).into())
}
