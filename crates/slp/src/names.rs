//! Names of characters and stages, from the tables in `data/`.

use std::sync::LazyLock;

/// The characters: the number on the selection screen, the internal one, and the name.
static CHARACTERS: LazyLock<Vec<(u8, u8, &str)>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let (external, rest) = line.split_once('\t')?;
        let (internal, name) = rest.split_once('\t')?;
        Some((external.parse().ok()?, internal.parse().ok()?, name))
    };
    rows(include_str!("../data/characters.tsv")).filter_map(row).collect()
});

/// The stages: the number and the name.
static STAGES: LazyLock<Vec<(u16, &str)>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let (id, name) = line.split_once('\t')?;
        Some((id.parse().ok()?, name))
    };
    rows(include_str!("../data/stages.tsv")).filter_map(row).collect()
});

/// The rows of a table after its comments and header.
fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#')).skip(1)
}

/// A character by its number on the selection screen, as in Game Start.
pub fn character_by_external_id(id: u8) -> Option<&'static str> {
    CHARACTERS.iter().find(|(external, ..)| *external == id).map(|(.., name)| *name)
}

/// A character by its internal number, as in Post-Frame Update.
pub fn character_by_internal_id(id: u8) -> Option<&'static str> {
    CHARACTERS.iter().find(|(_, internal, _)| *internal == id).map(|(.., name)| *name)
}

/// A fighter by its internal number: of those who are chosen as a pair, each has a name of its own.
pub fn fighter(internal_id: u8) -> Option<&'static str> {
    match internal_id {
        10 => Some("Popo"),
        11 => Some("Nana"),
        id => character_by_internal_id(id),
    }
}

/// The number on the selection screen of the character that a player begins with: of Zelda and Sheik, the one that the first frame shows.
pub fn begun_with(chosen: u8, internal: u8) -> u8 {
    match internal {
        7 => 19,
        19 => 18,
        _ => chosen,
    }
}

/// The internal numbers of the characters that come with one chosen on the selection screen: Nana with Popo, and Sheik and Zelda
/// become each other.
pub(crate) fn internal_ids(external_id: u8) -> impl Iterator<Item = u8> {
    const TOGETHER: [[u8; 2]; 2] = [[10, 11], [7, 19]];
    let row = CHARACTERS.iter().find(|(external, ..)| *external == external_id);
    let id = row.map(|(_, internal, _)| *internal);
    let both = TOGETHER.into_iter().find(|both| id.is_some_and(|id| both.contains(&id)));
    let alone = if both.is_some() { None } else { id };
    both.into_iter().flatten().chain(alone)
}

/// A stage by its number in Game Start; one that has no name here by that number.
pub fn stage(id: u16) -> String {
    let name = STAGES.iter().find(|(known, _)| *known == id).map(|(_, name)| *name);
    name.map_or_else(|| format!("Unknown stage {id}"), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_their_numbers() {
        assert_eq!(character_by_external_id(2), Some("Fox"));
        assert_eq!(character_by_internal_id(1), Some("Fox"));
        assert_eq!([10, 11, 12].map(fighter), [Some("Popo"), Some("Nana"), Some("Pikachu")]);
        assert_eq!([31, 285].map(stage), ["Battlefield", "Multi-Man Melee"]);
        assert_eq!(stage(60_000), "Unknown stage 60000");
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
