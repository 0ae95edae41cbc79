//! The sides of a game.

use ghostreel_formats::pong::View;

use super::report::Report;
use crate::sides::{Occasion, Side, SidePlayer};

/// Both players with their points.
pub(crate) fn sides(view: &View<'_>) -> Vec<Side> {
    let players = Report::new(view).players;
    let most = players.iter().map(|player| player.stats.points).max();
    let leaders = players.iter().filter(|player| Some(player.stats.points) == most).count();
    let side = |player: super::Player| Side {
        name: None,
        score: i32::try_from(player.stats.points).ok(),
        won: leaders == 1 && Some(player.stats.points) == most,
        players: vec![SidePlayer {
            person: Some(player.name.clone()),
            name: player.name,
            character: None,
        }],
    };
    players.into_iter().map(side).collect()
}

/// A game of Pong is part of no match, and says itself when it began.
pub(crate) fn occasion(_: &View<'_>) -> Occasion {
    Occasion::default()
}
