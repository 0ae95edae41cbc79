//! Sets: games of the same people in a row, which players count together, as the best of three or five.
//!
//! A set goes on for as long as the same people play each other, on the same sides, and none of them plays anybody else in between. Where the games name their match, a set
//! is a match; else it ends with a break that is longer than [`LONGEST_BREAK_S`]. Somebody without a name could be anybody, and is in no set.

use crate::sides::Side;

/// The longest break between two games of a set, in seconds. A game of Melee takes eight minutes at most: one whose file is missing does not end its set.
pub const LONGEST_BREAK_S: i64 = 600;

/// A recording of a game, as far as sets go by it.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'a> {
    /// The sides that played against each other.
    pub sides: &'a [Side],
    /// The match, by the game's own id.
    pub match_id: Option<&'a str>,
    /// The number of the game in that match, and of its tiebreak.
    pub number: Option<[u32; 2]>,
    /// When it began, in seconds.
    pub from_s: i64,
    /// When it ended, in seconds.
    pub to_s: i64,
}

impl Contest<'_> {
    /// Everybody who is known to have played.
    fn people(&self) -> impl Iterator<Item = &str> {
        let players = self.sides.iter().flat_map(|side| &side.players);
        players.filter_map(|player| player.person.as_deref())
    }
}

/// A set of two games or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// The games in their order. Of each game its recordings, as places in the list that [`sets`] was given: players may each record it.
    pub games: Vec<Vec<usize>>,
}

impl Set {
    /// The games that each side won, in the order of `sides`, which are those of one of its games.
    pub fn score(&self, contests: &[Contest<'_>], sides: &[Side]) -> Vec<u32> {
        let winner_of = |recordings: &Vec<usize>| {
            let mut recordings = recordings.iter().filter_map(|at| contests.get(*at));
            recordings.find_map(|recording| winner(recording.sides))
        };
        let won: Vec<_> = self.games.iter().filter_map(winner_of).collect();
        let wins = |side| {
            let own = members(side);
            let wins = won.iter().filter(|winner| own.as_ref() == Some(*winner)).count();
            u32::try_from(wins).unwrap_or(u32::MAX)
        };
        sides.iter().map(wins).collect()
    }
}

/// The sets among recordings, by when they began.
pub fn sets(contests: &[Contest<'_>]) -> Vec<Set> {
    let mut in_order: Vec<(usize, &Contest<'_>)> = contests.iter().enumerate().collect();
    in_order.sort_by_key(|(at, contest)| (contest.from_s, *at));
    let (mut open, mut ended) = (Vec::<Run<'_>>::new(), Vec::new());
    for (at, contest) in in_order {
        let lineup = lineup(contest.sides);
        let mut going_on = None;
        // Whoever plays in this game plays in no other set from now on.
        for run in open.extract_if(.., |run| run.shares_people_with(contest)) {
            match lineup.as_ref() == Some(&run.lineup) && run.goes_on_with(contest) {
                true => going_on = Some(run),
                false => ended.push(run),
            }
        }
        let Some(lineup) = lineup else { continue };
        let mut run = going_on.unwrap_or_else(|| Run::new(lineup, contest));
        run.take(at, contest);
        open.push(run);
    }
    ended.append(&mut open);
    ended.sort_by_key(|run| run.from_s);
    ended.into_iter().filter_map(Run::set).collect()
}

/// The people of a side, in a fixed order; `None` unless all are known.
fn members(side: &Side) -> Option<Vec<&str>> {
    let people: Option<Vec<&str>> =
        side.players.iter().map(|player| player.person.as_deref()).collect();
    let mut people = people.filter(|people| !people.is_empty())?;
    people.sort_unstable();
    Some(people)
}

/// The sides with their people, in a fixed order; `None` unless several play against each other, and all of them are known, and different.
fn lineup(sides: &[Side]) -> Option<Vec<Vec<&str>>> {
    let lineup: Option<Vec<Vec<&str>>> = sides.iter().map(members).collect();
    let mut lineup = lineup.filter(|lineup| lineup.len() > 1)?;
    lineup.sort_unstable();
    let mut people: Vec<&str> = lineup.iter().flatten().copied().collect();
    people.sort_unstable();
    let all = people.len();
    people.dedup();
    (people.len() == all).then_some(lineup)
}

/// The people of the side that won; `None` where none is said to have, or several are.
fn winner(sides: &[Side]) -> Option<Vec<&str>> {
    let mut won = sides.iter().filter(|side| side.won);
    let first = won.next().filter(|_| won.next().is_none());
    first.and_then(members)
}

/// A game of a set that may go on.
struct Game {
    number: Option<[u32; 2]>,
    to_s: i64,
    recordings: Vec<usize>,
}

/// A set that may go on.
struct Run<'a> {
    lineup: Vec<Vec<&'a str>>,
    match_id: Option<&'a str>,
    from_s: i64,
    to_s: i64,
    games: Vec<Game>,
}

impl<'a> Run<'a> {
    fn new(lineup: Vec<Vec<&'a str>>, first: &Contest<'a>) -> Self {
        let Contest { match_id, from_s, to_s, .. } = *first;
        Self { lineup, match_id, from_s, to_s, games: Vec::new() }
    }

    fn shares_people_with(&self, contest: &Contest<'_>) -> bool {
        contest.people().any(|person| self.lineup.iter().flatten().any(|known| *known == person))
    }

    /// Whether a game of the same people is one of this set.
    fn goes_on_with(&self, next: &Contest<'_>) -> bool {
        match (self.match_id, next.match_id) {
            (Some(own), Some(other)) => own == other,
            _ => next.from_s.saturating_sub(self.to_s) <= LONGEST_BREAK_S,
        }
    }

    /// Takes in a recording, as one of a game that is there or as the next game.
    fn take(&mut self, at: usize, contest: &Contest<'_>) {
        self.to_s = self.to_s.max(contest.to_s);
        // Clocks of two players may be minutes apart. Without numbers, nobody plays two games at once.
        let is_same = |game: &&mut Game| match (game.number, contest.number) {
            (Some(own), Some(other)) => own == other,
            _ => contest.from_s < game.to_s,
        };
        match self.games.iter_mut().rev().find(is_same) {
            Some(game) => game.recordings.push(at),
            None => {
                let Contest { number, to_s, .. } = *contest;
                self.games.push(Game { number, to_s, recordings: vec![at] });
            }
        }
    }

    /// The set; `None` of a game alone.
    fn set(mut self) -> Option<Set> {
        if self.games.iter().all(|game| game.number.is_some()) {
            self.games.sort_by_key(|game| game.number);
        }
        let games: Vec<_> = self.games.into_iter().map(|game| game.recordings).collect();
        (games.len() > 1).then_some(Set { games })
    }
}

#[cfg(test)]
#[path = "sets_tests.rs"]
mod tests;
