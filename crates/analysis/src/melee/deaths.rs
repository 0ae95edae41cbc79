//! How each stock was lost: to whom, to which move, and over which side of the screen.

use std::collections::BTreeMap;

use ghostreel_formats::core::work::Budget;
use ghostreel_formats::timeline::FrameNumber;
use serde::Serialize;

use super::conversions::Conversion;
use super::number;
use super::stats::Stats;
use super::stocks::Stock;

/// The side of the screen that a fighter left by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Direction {
    /// Below.
    Down,
    /// The left one.
    Left,
    /// The right one.
    Right,
    /// Above, into the sky or onto the screen.
    Up,
}

impl Direction {
    /// Its label in lists, e.g. `off the top`.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Down => "off the bottom",
            Self::Left => "off the left",
            Self::Right => "off the right",
            Self::Up => "off the top",
        }
    }

    fn of_death(state: u16) -> Option<Self> {
        Some(match state {
            0 => Self::Down,
            1 => Self::Left,
            2 => Self::Right,
            3..=10 => Self::Up,
            _ => return None,
        })
    }
}

/// A stock that was lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Death {
    /// Its player.
    pub player_index: u8,
    /// When.
    #[cfg_attr(test, ts(as = "i32"))]
    pub frame: FrameNumber,
    /// Damage, as last seen before.
    #[serde(serialize_with = "number::as_in_js")]
    pub percent: f64,
    /// Over which side; `None` for deaths of another kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
    /// How many its owner has left.
    #[serde(skip)]
    pub stocks_left: u8,
    /// The player who took it: the last to hit in the conversion that ended with it. `None` if they lost it by themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub killed_by: Option<u8>,
    /// The game's number of the attack that hit last; `None` after a grab that led to nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_id: Option<u8>,
    /// The name of that attack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_name: Option<&'static str>,
}

impl Death {
    /// The conversion that ended with it, of all in the game; `None` if they lost it by themselves.
    pub fn conversion<'c>(&self, all: &'c [Conversion]) -> Option<&'c Conversion> {
        let mut kills = all.iter().filter(|conversion| conversion.did_kill);
        kills.find(|kill| {
            kill.player_index == self.player_index && kill.end_frame == Some(self.frame)
        })
    }
}

/// Deaths, in the order they came.
pub(crate) fn deaths(stats: &Stats, work: &Budget) -> Vec<Death> {
    // By victim and frame: one conversion at most has the kill.
    let mut killers: BTreeMap<(u8, FrameNumber), &Conversion> = BTreeMap::new();
    for conversion in stats.conversions.iter().take_while(|_| work.spend(1)) {
        if let Some(frame) = conversion.end_frame.filter(|_| conversion.did_kill) {
            killers.insert((conversion.player_index, frame), conversion);
        }
    }
    let death = |stock: &Stock| {
        let frame = stock.end_frame?;
        Some(death(stock, frame, killers.get(&(stock.player_index, frame)).copied()))
    };
    let mut deaths: Vec<Death> =
        stats.stocks.iter().take_while(|_| work.spend(1)).filter_map(death).collect();
    deaths.sort_by_key(|death| (death.frame, death.player_index));
    deaths
}

fn death(stock: &Stock, frame: FrameNumber, cause: Option<&Conversion>) -> Death {
    let last = cause.and_then(|conversion| conversion.moves.last());
    Death {
        player_index: stock.player_index,
        frame,
        percent: stock.end_percent.unwrap_or(stock.current_percent),
        direction: stock.death_animation.and_then(Direction::of_death),
        stocks_left: stock.count.saturating_sub(1),
        killed_by: cause.map(|conversion| conversion.last_hit_by),
        move_id: last.map(|landed| landed.move_id),
        move_name: last.map(|landed| landed.move_name),
    }
}
