//! The sides of a match: its teams.

use ghostreel_formats::core::date;
use ghostreel_formats::rlreplay::View;
use ghostreel_formats::rlreplay::project::{BLUE, ORANGE};
use ghostreel_formats::timeline::Player;

use super::TEAM_NAMES;
use crate::sides::{Occasion, Side, SidePlayer};

/// Blue and Orange with their goals; where only one side played, as in training and Knockout, that one alone, without a score.
pub(crate) fn sides(view: &View<'_>) -> Vec<Side> {
    let (scores, winner) = (view.score(), view.winner());
    let teams = [BLUE, ORANGE].into_iter().zip(TEAM_NAMES).zip(scores);
    let mut sides: Vec<Side> = teams
        .map(|((team, name), score)| Side {
            name: Some(name.to_owned()),
            players: view
                .members(team)
                .into_iter()
                .map(|Player { id, name }| SidePlayer {
                    person: id.or_else(|| Some(name.clone()).filter(|name| !name.is_empty())),
                    name,
                    character: None,
                })
                .collect(),
            score: Some(score),
            won: winner == Some(team),
        })
        .collect();
    if sides.iter().any(|side| side.players.is_empty()) {
        sides.retain(|side| !side.players.is_empty());
        sides.iter_mut().for_each(|side| side.score = None);
    }
    sides
}

/// When the match was saved, in versions that do not say when it began.
pub(crate) fn occasion(view: &View<'_>) -> Occasion {
    let date = view.header().date().filter(|_| view.started_at().is_none());
    Occasion { saved_at: date.and_then(|date| date::of_text(&date)), ..Occasion::default() }
}

#[cfg(test)]
mod tests {
    use ghostreel_formats::core::DecodeOptions;
    use ghostreel_formats::sample;

    use super::*;

    #[test]
    fn teams_have_their_goals() {
        let bytes = sample("rocket-league", None, 1).unwrap();
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let sides = sides(&view);
        let scores: Vec<_> =
            sides.iter().map(|side| (side.name.as_deref(), side.score, side.won)).collect();
        assert_eq!(scores, [(Some("Blue"), Some(1), false), (Some("Orange"), Some(1), false)]);
        assert_eq!(sides[0].players[0].name, "Ghost");
    }

    #[test]
    fn whoever_won_a_real_match_is_said_to_have() {
        for (name, bytes) in ghostreel_corpus::files("rocket-league/good").into_iter().flatten() {
            let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
            let sides = sides(&view);
            let won = sides.iter().filter(|side| side.won).count();
            let outcome = view.meta().outcome;
            assert_eq!(
                won,
                usize::from(outcome.is_some_and(|outcome| outcome != "draw")),
                "{name}"
            );
        }
    }
}
