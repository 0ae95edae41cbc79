//! Names of action states, from the lists in `data/`. `docs/spec/slp.md` says where they are from.

use std::ops::Range;
use std::sync::LazyLock;

/// A name a line: 0, 1, 2 and so on.
const COMMON: &str = include_str!("../data/action_states.txt");
/// Below each character's line a name a line: 341, 342 and so on.
const SPECIAL: &str = include_str!("../data/special_states.txt");
/// The first state that means another thing for each character.
const FIRST_SPECIAL: u16 = 341;

/// Where the names are, in the order of their numbers; nothing stands where none is known.
static COMMON_NAMES: LazyLock<Lines> = LazyLock::new(|| Lines::new(COMMON));
static SPECIAL_NAMES: LazyLock<Lines> = LazyLock::new(|| Lines::new(SPECIAL));

/// The lines of each character's names, by the game's internal number.
static CHARACTERS: LazyLock<Vec<(u8, Range<usize>)>> = LazyLock::new(|| {
    let mut characters: Vec<(u8, Range<usize>)> = Vec::new();
    for (line, next) in SPECIAL_NAMES.from(0).zip(1..) {
        if let Some(character) = character_in(line) {
            characters.push((character, next..next));
        } else if let Some((_, lines)) = characters.last_mut() {
            lines.end = next;
        }
    }
    characters
});

/// The lines of a list, but for comments.
struct Lines {
    list: &'static str,
    /// Where each begins and ends. Short numbers: this stays in memory.
    places: Vec<[u16; 2]>,
}

impl Lines {
    fn new(list: &'static str) -> Self {
        let mut places = Vec::new();
        let mut start = 0_usize;
        for line in list.split_inclusive('\n') {
            if !line.starts_with('#') {
                let end = start.saturating_add(line.trim_end().len());
                places.push([start, end].map(|at| u16::try_from(at).unwrap_or(0)));
            }
            start = start.saturating_add(line.len());
        }
        places.shrink_to_fit();
        Self { list, places }
    }

    /// Those from one on.
    fn from(&self, first: usize) -> impl Iterator<Item = &'static str> {
        self.places.iter().skip(first).map(|place| self.at(*place))
    }

    fn get(&self, line: usize) -> Option<&'static str> {
        self.places.get(line).map(|place| self.at(*place))
    }

    fn at(&self, [start, end]: [u16; 2]) -> &'static str {
        self.list.get(usize::from(start)..usize::from(end)).unwrap_or_default()
    }
}

/// Nana is in the states that Popo has.
const POPO: u8 = 10;
const NANA: u8 = 11;

/// An action state that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionState {
    /// The number in Post-Frame Update.
    pub id: u16,
    /// As players write it: `FALL_SPECIAL`, `ATTACK_AIR_N`.
    pub name: &'static str,
}

/// The states that all characters have: the numbers up to 340.
pub fn common_states() -> impl Iterator<Item = ActionState> {
    numbered(0, COMMON_NAMES.from(0))
}

/// The states from 341 on that a character has besides, as far as they are known; by the game's internal number.
pub fn special_states(character: u8) -> impl Iterator<Item = ActionState> {
    let lines = lines_of(character);
    numbered(FIRST_SPECIAL, SPECIAL_NAMES.from(lines.start).take(lines.len()))
}

/// The name of a state that a character is in; by the game's internal number.
pub fn action_state(character: u8, id: u16) -> Option<&'static str> {
    let name = match id.checked_sub(FIRST_SPECIAL) {
        None => COMMON_NAMES.get(id.into()),
        Some(special) => {
            let mut lines = lines_of(character);
            lines.nth(special.into()).and_then(|line| SPECIAL_NAMES.get(line))
        }
    };
    name.filter(|name| !name.is_empty())
}

/// The lines of a character's names; none if there is no such character.
fn lines_of(character: u8) -> Range<usize> {
    let owner = if character == NANA { POPO } else { character };
    let theirs = CHARACTERS.iter().find(|(character, _)| *character == owner);
    theirs.map_or(0..0, |(_, lines)| lines.clone())
}

fn numbered(
    first: u16,
    names: impl Iterator<Item = &'static str>,
) -> impl Iterator<Item = ActionState> {
    let states = (first..).zip(names).map(|(id, name)| ActionState { id, name });
    states.filter(|state| !state.name.is_empty())
}

/// The internal number of the character whose states stand below a line, if it is such a line.
fn character_in(line: &str) -> Option<u8> {
    line.split_once('\t')?.0.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names;

    #[test]
    fn all_of_the_common_states_have_a_name_each() {
        let ids: Vec<u16> = common_states().map(|state| state.id).collect();
        assert_eq!(ids, (0..FIRST_SPECIAL).collect::<Vec<_>>());
        let mut names: Vec<&str> = common_states().map(|state| state.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ids.len(), "no two are called the same");
    }

    #[test]
    fn states_are_called_as_players_call_them() {
        const FOX: u8 = 1;
        let called = [
            (14, "WAIT"),
            (35, "FALL_SPECIAL"),
            (65, "ATTACK_AIR_N"),
            (90, "DAMAGE_FLY_TOP"),
            (252, "CLIFF_CATCH"),
            (360, "SPECIAL_LW_START"),
        ];
        for (id, name) in called {
            assert_eq!(action_state(FOX, id), Some(name));
        }
    }

    #[test]
    fn special_states_belong_to_one_character() {
        let (fox, falcon) = (1, 2);
        assert_eq!(action_state(fox, 347), Some("SPECIAL_S_START"));
        assert_eq!(action_state(falcon, 347), Some("SPECIAL_N"));
        assert_eq!(action_state(POPO, 341), Some("SPECIAL_N"));
        assert_eq!(action_state(NANA, 341), Some("SPECIAL_N"));
        assert_eq!(action_state(falcon, 341), None, "it has no name");
        assert_eq!(action_state(200, 341), None, "there is no such character");
    }

    #[test]
    fn every_character_that_can_be_chosen_has_states_of_its_own() {
        for internal_id in (0..=26).filter(|id| *id != NANA) {
            assert!(special_states(internal_id).count() >= 7, "{internal_id}");
        }
        let named = |line: &&str| line.contains('\t');
        for line in SPECIAL_NAMES.from(0).filter(named) {
            let name = character_in(line).and_then(names::character_by_internal_id);
            assert_eq!(name, line.split_once('\t').map(|(_, name)| name));
        }
    }
}
