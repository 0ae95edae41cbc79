//! The sides of a game: its teams, or each of those who play alone.

use ghostreel_formats::slp::View;

use super::game::Game;
use super::report::{Player, players};
use super::teams::team_name;
use super::winners::won;
use crate::sides::{Occasion, Side, SidePlayer};

/// The teams, or the players, by port; their scores are the stocks that they have left.
pub(crate) fn sides(view: &View<'_>) -> Vec<Side> {
    let game = Game::new(view);
    let has_won = won(&game.winners(), game.is_teams(), game.stadium_stats().is_some());
    let last = game.last_post_frames();
    let starts = view.game_start().map(|start| start.players()).unwrap_or_default();
    let named = starts.iter().filter(|start| view.chosen_name(start).is_some());
    let named: Vec<u8> = named.map(|start| start.port).collect();
    let mut sides: Vec<Side> = Vec::new();
    for Player { player_index, name, code, character, team_id, .. } in players(view, &game) {
        // Whoever is out is not in the last frame.
        let post = last.iter().find(|post| post.player_index == player_index);
        let stocks = post.map_or(0, |post| post.stocks_remaining.into());
        let team = team_id.map(team_name);
        let at = sides.iter().position(|side| team.is_some() && side.name == team);
        let at = at.unwrap_or(sides.len());
        if at == sides.len() {
            sides.push(Side {
                name: team,
                score: (!last.is_empty()).then_some(0),
                ..Side::default()
            });
        }
        let Some(side) = sides.get_mut(at) else { continue };
        side.score = side.score.map(|score| score.saturating_add(stocks));
        side.won |= has_won.contains(&player_index);
        let person = code.or_else(|| named.contains(&player_index).then(|| name.clone()));
        side.players.push(SidePlayer { name, character: Some(character), person });
    }
    sides
}

/// The match of a game on Slippi Online, since 3.14.
pub(crate) fn occasion(view: &View<'_>) -> Occasion {
    let start = view.game_start();
    let match_id = start.and_then(|start| start.match_id()).filter(|id| !id.is_empty());
    let number = start.filter(|_| match_id.is_some());
    let number = number.and_then(|start| Some([start.game_number()?, start.tiebreaker_number()?]));
    Occasion { saved_at: None, match_id, number }
}

#[cfg(test)]
mod tests {
    use ghostreel_formats::core::DecodeOptions;
    use ghostreel_formats::sample;

    use super::*;

    /// The sides of a sample, a line each.
    fn lines(variant: Option<&str>) -> Vec<String> {
        let bytes = sample("melee", variant, 1).unwrap();
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let line = |side: &Side| {
            let players = side.players.iter();
            let players = players
                .map(|player| format!("{} {}", player.name, player.character.as_deref().unwrap()));
            let players: Vec<_> = players.collect();
            format!("{:?} {} {:?} {}", side.name, players.join(", "), side.score, side.won)
        };
        sides(&view).iter().map(line).collect()
    }

    #[test]
    fn whoever_plays_alone_is_a_side_with_the_stocks_that_are_left() {
        assert_eq!(lines(None), ["None Ghost Fox Some(3) true", "None Reel Marth Some(1) false"]);
    }

    #[test]
    fn a_team_is_a_side_with_the_stocks_of_all() {
        let red = r#"Some("Red") Ghost Fox, Tape Samus Some(8) true"#;
        let blue = r#"Some("Blue") Reel Marth, Loop Pikachu Some(6) false"#;
        assert_eq!(lines(Some("everything")), [red, blue]);
    }
}
