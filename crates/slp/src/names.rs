//! Names of characters and stages, from the tables in `data/`.

const CHARACTERS: &str = include_str!("../data/characters.tsv");
const STAGES: &str = include_str!("../data/stages.tsv");

/// The rows of a table behind its comments and header.
fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| line.split('\t').collect())
}

/// The value in the column `wanted` of the row with `key` in the column `by`.
fn look_up(table: &'static str, by: usize, key: &str, wanted: usize) -> Option<&'static str> {
    rows(table)
        .find(|row| row.get(by) == Some(&key))?
        .get(wanted)
        .copied()
        .filter(|name| !name.is_empty())
}

/// A character by its number on the selection screen, as in Game Start.
pub fn character_by_external_id(id: u8) -> Option<&'static str> {
    look_up(CHARACTERS, 0, &id.to_string(), 2)
}

/// A character by its internal number, as in Post-Frame Update.
pub fn character_by_internal_id(id: u8) -> Option<&'static str> {
    look_up(CHARACTERS, 1, &id.to_string(), 2)
}

/// The internal numbers of who comes with a character that was chosen on the selection screen: Nana with Popo, and Sheik and Zelda
/// become each other.
pub(crate) fn internal_ids(external_id: u8) -> impl Iterator<Item = u8> {
    const TOGETHER: [[u8; 2]; 2] = [[10, 11], [7, 19]];
    let id = look_up(CHARACTERS, 0, &external_id.to_string(), 1).and_then(|id| id.parse().ok());
    let both = TOGETHER.into_iter().find(|both| id.is_some_and(|id| both.contains(&id)));
    let alone = if both.is_some() { None } else { id };
    both.into_iter().flatten().chain(alone)
}

/// A stage by its number in Game Start.
pub fn stage(id: u16) -> Option<&'static str> {
    look_up(STAGES, 0, &id.to_string(), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_their_numbers() {
        assert_eq!(character_by_external_id(2), Some("Fox"));
        assert_eq!(character_by_internal_id(1), Some("Fox"));
        assert_eq!(stage(31), Some("Battlefield"));
        assert_eq!(stage(60_000), None);
    }

    #[test]
    fn some_come_with_another() {
        let of = |external_id| internal_ids(external_id).collect::<Vec<_>>();
        assert_eq!(of(2), [1], "Fox");
        assert_eq!(of(14), [10, 11], "Ice Climbers");
        assert_eq!(of(18), [7, 19], "Zelda");
        assert_eq!(of(19), [7, 19], "Sheik");
        assert!(of(99).is_empty());
    }
}
