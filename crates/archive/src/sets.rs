//! The sets that replays belong to: `ghostreel_analysis::sets` says what is one, over the games of the same people in the index.

use std::collections::BTreeMap;

use ghostreel_analysis::sets::{Contest, sets};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::Error;
use crate::index::Index;
use crate::index::appearances::{Appearance, Wanted};
use crate::records::replay::Record;

/// Games are looked for so long before and after one, in seconds: longer than people play each other without a break.
const WINDOW_S: i64 = 12 * 3600;

/// The set that a game belongs to: games of the same people in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameSet {
    /// The replay of its first game.
    pub id: String,
    /// The number of this game in it, from 1.
    #[schema(example = 2)]
    pub number: u32,
    /// How many games it has here.
    #[schema(example = 3)]
    pub games: u32,
    /// How many of its games each side won, in the order of this game's sides.
    #[schema(example = json!([2, 1]))]
    pub score: Vec<u32>,
    /// The replay of the game before this one.
    pub previous: Option<String>,
    /// The replay of the game after this one.
    pub next: Option<String>,
}

/// The set that each of these replays belongs to.
pub(crate) async fn sets_of(
    index: &dyn Index,
    records: &[Record],
) -> Result<Vec<Option<GameSet>>, Error> {
    let wanted = wanted(records);
    if wanted.is_empty() {
        return Ok(vec![None; records.len()]);
    }
    let mut by_game: BTreeMap<String, Vec<Appearance>> = BTreeMap::new();
    for game in index.games_of(&wanted).await? {
        by_game.entry(game.game.clone()).or_default().push(game);
    }
    let found: BTreeMap<String, GameSet> = by_game.values().flat_map(|games| all(games)).collect();
    Ok(records.iter().map(|record| found.get(&record.id).cloned()).collect())
}

/// The games to look at: those that somebody of the replays played around them.
fn wanted(records: &[Record]) -> Vec<Wanted> {
    let mut windows: BTreeMap<(&str, &str), Vec<(i64, i64)>> = BTreeMap::new();
    for record in records {
        let sides = record.sides.as_deref().unwrap_or_default();
        let (Some((from, to)), true) = (record.span(), sides.len() > 1) else { continue };
        let window = (from.saturating_sub(WINDOW_S), to.saturating_add(WINDOW_S));
        let players = sides.iter().flat_map(|side| &side.players);
        for person in players.filter_map(|player| player.person.as_deref()) {
            windows.entry((&record.game, person)).or_default().push(window);
        }
    }
    let wanted = |((game, person), windows): ((&str, &str), _)| {
        let (game, person) = (game.to_owned(), person.to_owned());
        let windows = merged(windows).into_iter();
        windows.map(move |within| Wanted { game: game.clone(), person: person.clone(), within })
    };
    windows.into_iter().flat_map(wanted).collect()
}

/// The same seconds without any twice.
fn merged(mut windows: Vec<(i64, i64)>) -> Vec<(i64, i64)> {
    windows.sort_unstable();
    let mut merged: Vec<(i64, i64)> = Vec::new();
    for (from, to) in windows {
        match merged.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => merged.push((from, to)),
        }
    }
    merged
}

/// Of each of a game's replays that is in a set, its id and the set.
fn all(games: &[Appearance]) -> Vec<(String, GameSet)> {
    let contests: Vec<Contest<'_>> = games
        .iter()
        .map(|Appearance { sides, occasion, span: (from_s, to_s), .. }| Contest {
            sides,
            match_id: occasion.match_id.as_deref(),
            number: occasion.number,
            from_s: *from_s,
            to_s: *to_s,
        })
        .collect();
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let mut all = Vec::new();
    for set in sets(&contests) {
        let first = |place: Option<usize>| {
            let recording = *set.games.get(place?)?.first()?;
            Some(games.get(recording)?.id.clone())
        };
        let id = first(Some(0)).unwrap_or_default();
        for (place, recordings) in set.games.iter().enumerate() {
            for game in recordings.iter().filter_map(|at| games.get(*at)) {
                let place = GameSet {
                    id: id.clone(),
                    number: count(place).saturating_add(1),
                    games: count(set.games.len()),
                    score: set.score(&contests, &game.sides),
                    previous: first(place.checked_sub(1)),
                    next: first(place.checked_add(1)),
                };
                all.push((game.id.clone(), place));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_that_overlap_are_one() {
        assert_eq!(merged(vec![(5, 9), (1, 3), (2, 4), (9, 12)]), [(1, 4), (5, 12)]);
    }
}
