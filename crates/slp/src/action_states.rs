//! Names of action states, from the lists in `data/`. `docs/spec/slp.md` says where they are from.

/// A name a line: 0, 1, 2 and so on.
const COMMON: &str = include_str!("../data/action_states.txt");
/// Below each character's line a name a line: 341, 342 and so on.
const SPECIAL: &str = include_str!("../data/special_states.txt");
/// The first state that means another thing for each character.
const FIRST_SPECIAL: u16 = 341;

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
    numbered(0, lines(COMMON))
}

/// The states from 341 on that a character has besides, as far as they are known; by the game's internal number.
pub fn special_states(character: u8) -> impl Iterator<Item = ActionState> {
    let owner = if character == NANA { POPO } else { character };
    let theirs = lines(SPECIAL).skip_while(move |line| character_in(line) != Some(owner));
    numbered(FIRST_SPECIAL, theirs.skip(1).take_while(|line| character_in(line).is_none()))
}

/// The name of a state that a character is in; by the game's internal number.
pub fn action_state(character: u8, id: u16) -> Option<&'static str> {
    common_states().chain(special_states(character)).find(|state| state.id == id).map(|s| s.name)
}

fn lines(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter(|line| !line.starts_with('#'))
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
    fn what_a_character_does_alone_is_its_own() {
        let (fox, falcon) = (1, 2);
        assert_eq!(action_state(fox, 347), Some("SPECIAL_S_START"));
        assert_eq!(action_state(falcon, 347), Some("SPECIAL_N"));
        assert_eq!(action_state(POPO, 341), Some("SPECIAL_N"));
        assert_eq!(action_state(NANA, 341), Some("SPECIAL_N"));
        assert_eq!(action_state(falcon, 341), None, "nobody has named it");
        assert_eq!(action_state(200, 341), None, "there is no such character");
    }

    #[test]
    fn every_character_that_can_be_chosen_has_states_of_its_own() {
        for internal_id in (0..=26).filter(|id| *id != NANA) {
            assert!(special_states(internal_id).count() >= 7, "{internal_id}");
        }
        let named = |line: &&str| line.contains('\t');
        for line in lines(SPECIAL).filter(named) {
            let name = character_in(line).and_then(names::character_by_internal_id);
            assert_eq!(name, line.split_once('\t').map(|(_, name)| name));
        }
    }
}
