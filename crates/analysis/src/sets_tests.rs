use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::open;

use super::*;
use crate::sides::SidePlayer;
use crate::{occasion, sides};

/// Somebody who plays alone; of an empty name nothing is known.
fn side(name: &str, won: bool) -> Side {
    let person = Some(name.to_owned()).filter(|name| !name.is_empty());
    let player = SidePlayer { name: name.to_owned(), character: None, person };
    Side { name: None, players: vec![player], score: None, won }
}

/// A game of three minutes: who played, the first of whom won, and the minute that it began in.
fn game(winner: &str, other: &str, minute: i64) -> (Vec<Side>, i64) {
    (vec![side(winner, true), side(other, false)], minute * 60)
}

fn contests(games: &[(Vec<Side>, i64)]) -> Vec<Contest<'_>> {
    games
        .iter()
        .map(|(sides, from_s)| Contest {
            sides,
            match_id: None,
            number: None,
            from_s: *from_s,
            to_s: *from_s + 180,
        })
        .collect()
}

/// The games of each set.
fn found(contests: &[Contest<'_>]) -> Vec<Vec<Vec<usize>>> {
    sets(contests).into_iter().map(|set| set.games).collect()
}

#[test]
fn games_of_the_same_people_in_a_row_are_a_set() {
    let games = [game("Ann", "Bob", 0), game("Bob", "Ann", 5), game("Ann", "Bob", 10)];
    let contests = contests(&games);
    let all = sets(&contests);
    assert_eq!(all, [Set { games: vec![vec![0], vec![1], vec![2]] }]);
    // In the order of each game's own sides.
    let scores = [0, 1].map(|at| all[0].score(&contests, contests[at].sides));
    assert_eq!(scores, [[2, 1], [1, 2]]);
}

#[test]
fn a_long_break_or_another_opponent_ends_a_set() {
    let break_of = |minutes: i64| [game("Ann", "Bob", 0), game("Ann", "Bob", 3 + minutes)];
    assert_eq!(found(&contests(&break_of(10))), [[[0], [1]]]);
    assert!(found(&contests(&break_of(11))).is_empty());
    let between = [game("Ann", "Bob", 0), game("Ann", "Cid", 4), game("Ann", "Bob", 8)];
    assert!(found(&contests(&between)).is_empty(), "Ann plays Cid in between");
    let elsewhere = [game("Ann", "Bob", 0), game("Cid", "Dan", 1), game("Bob", "Ann", 5)];
    assert_eq!(found(&contests(&elsewhere)), [[[0], [2]]], "others play at the same time");
}

#[test]
fn somebody_without_a_name_is_in_no_set() {
    let unnamed = [game("Ann", "", 0), game("Ann", "", 4)];
    assert!(found(&contests(&unnamed)).is_empty());
    let twice = [game("Player", "Player", 0), game("Player", "Player", 4)];
    assert!(found(&contests(&twice)).is_empty(), "names that everybody has");
    let between = [game("Ann", "Bob", 0), game("Ann", "", 4), game("Ann", "Bob", 8)];
    assert!(found(&contests(&between)).is_empty(), "Ann plays somebody in between");
}

#[test]
fn a_game_that_two_players_recorded_counts_once() {
    let mut second = game("Ann", "Bob", 0);
    second.1 += 2;
    let games = [game("Ann", "Bob", 0), second, game("Ann", "Bob", 5)];
    let contests = contests(&games);
    assert_eq!(found(&contests), [vec![vec![0, 1], vec![2]]]);
    assert_eq!(sets(&contests)[0].score(&contests, contests[0].sides), [2, 0]);
    assert!(found(&contests[..2]).is_empty(), "one game is no set");
}

#[test]
fn a_match_that_the_games_name_is_the_set() {
    let minutes = [0, 5, 40, 44, 7];
    let games: Vec<_> = minutes.iter().map(|minute| game("Ann", "Bob", *minute)).collect();
    let mut contests = contests(&games);
    let named = [("a", 1), ("a", 2), ("a", 3), ("b", 1), ("a", 2)];
    for (contest, (id, number)) in contests.iter_mut().zip(named) {
        (contest.match_id, contest.number) = (Some(id), Some([number, 0]));
    }
    // The last is another recording of the second game, by a clock that is two minutes off.
    assert_eq!(found(&contests), [vec![vec![0], vec![1, 4], vec![2]]]);
    contests[4].number = Some([2, 1]);
    assert_eq!(found(&contests), [[[0], [1], [4], [2]]], "a tiebreak is a game of its own");
}

/// The sets among the real files of some folders: the first digits of the files' names, and the score in the order of the first game's sides.
fn real(folders: &[&str]) -> Vec<(Vec<String>, Vec<u32>)> {
    let mut recordings = Vec::new();
    for (name, bytes) in folders.iter().filter_map(|f| ghostreel_corpus::files(f)).flatten() {
        let Ok(view) = open(&bytes[..], &DecodeOptions::RECOVER) else { continue };
        let occasion = occasion(&view);
        let meta = view.meta();
        let Some((from_s, to_s)) = occasion.span(meta.started_at, meta.duration_s) else {
            continue;
        };
        recordings.push((name[..8].to_owned(), sides(&view), occasion, from_s, to_s));
    }
    let contests: Vec<Contest<'_>> = recordings
        .iter()
        .map(|(_, sides, occasion, from_s, to_s)| Contest {
            sides,
            match_id: occasion.match_id.as_deref(),
            number: occasion.number,
            from_s: *from_s,
            to_s: *to_s,
        })
        .collect();
    let named = |set: Set| {
        let score = set.score(&contests, contests[set.games[0][0]].sides);
        let games = set.games.iter().flatten();
        (games.map(|at| recordings[*at].0.clone()).collect(), score)
    };
    sets(&contests).into_iter().map(named).collect()
}

#[test]
fn the_sets_among_real_games_are_found() {
    let set =
        |games: [&str; 2], score: [u32; 2]| (games.map(str::to_owned).to_vec(), score.to_vec());
    let expected = [
        // Of each set a game between the two is not in the corpus.
        (
            "slippi",
            vec![set(["2d1c055a", "24f8754c"], [1, 1]), set(["3f2bab8f", "99e21b8b"], [1, 1])],
        ),
        // By the header's date alone.
        ("rocket-league", vec![set(["2a6fa2ec", "120da314"], [0, 2])]),
    ];
    for (game, expected) in expected {
        if ghostreel_corpus::folder(game).is_none() {
            return;
        }
        assert_eq!(real(&[&format!("{game}/good"), &format!("{game}/seen")]), expected, "{game}");
    }
}
