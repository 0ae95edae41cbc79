//! The name of a replay's file, which says what the file does not: who played, and the title of the song.

use ghostreel_bsor::layout::CUSTOM_LEVEL;
use ghostreel_timeline::{Meta, Player};

use crate::layout::DIFFICULTIES;

/// The parts of a file name. A name is given by whoever has the file: it proves nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FileName {
    /// The platform's id of the player, which is a number.
    player: String,
    song: Option<String>,
    /// Difficulty and characteristic.
    difficulty: Option<(String, String)>,
    /// The hash of a custom map, the id of an official one.
    map: Option<String>,
}

impl FileName {
    /// Reads a name as ScoreSaber's mod gives it, `player-song-difficulty-characteristic-level.dat` or, earlier, `player-song-level.dat`,
    /// or as its site does, `leaderboard-player.dat`. `None` of any other.
    pub(crate) fn read(name: &str) -> Option<Self> {
        let (stem, extension) = name.rsplit_once('.')?;
        let (first, rest) = stem.split_once('-')?;
        if !extension.eq_ignore_ascii_case("dat") || !is_number(first) {
            return None;
        }
        if is_number(rest) {
            return Some(Self { player: rest.to_owned(), ..Self::default() });
        }
        let (rest, level) = rest.rsplit_once('-')?;
        let custom = level.strip_prefix(CUSTOM_LEVEL);
        let of_difficulty = rest.rsplit_once('-').and_then(|(rest, characteristic)| {
            let (song, difficulty) = rest.rsplit_once('-')?;
            let is_known = DIFFICULTIES.iter().any(|&(_, name)| name == difficulty);
            is_known.then(|| (song, (difficulty.to_owned(), characteristic.to_owned())))
        });
        // Without a difficulty only a custom level tells such a name from any other with two dashes.
        let (song, difficulty) = match of_difficulty {
            Some((song, difficulty)) => (song, Some(difficulty)),
            None => custom.map(|_| (rest, None))?,
        };
        Some(Self {
            player: first.to_owned(),
            song: Some(song.to_owned()),
            difficulty,
            map: Some(custom.unwrap_or(level).to_owned()),
        })
    }

    /// Fills in what a replay's metadata lack. The name of a file with another map is no name of this replay.
    pub(crate) fn complete(&self, meta: &mut Meta) {
        let recorded = meta.map.as_ref().and_then(|map| map.id.as_deref());
        if let (Some(recorded), Some(named)) = (recorded, &self.map)
            && !recorded.eq_ignore_ascii_case(named)
        {
            return;
        }
        if let [Player { id, name }] = &mut meta.players[..]
            && name.is_empty()
        {
            id.get_or_insert_with(|| self.player.clone());
        }
        let Some(song) = &self.song else { return };
        let map = meta.map.get_or_insert_default();
        if map.name.is_empty() {
            map.name.clone_from(song);
        }
        if map.id.is_none() {
            map.id.clone_from(&self.map);
        }
        if let Some((named, characteristic)) = &self.difficulty {
            map.difficulty.get_or_insert_with(|| named.clone());
            meta.mode.get_or_insert_with(|| characteristic.clone());
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use ghostreel_timeline::Map;

    use super::*;

    const HASH: &str = "00000000000000000000000000000000000000A1";

    #[test]
    fn names_of_the_mod_and_of_the_site_are_read() {
        let of = |middle: &str| format!("76561198000000000-{middle}.dat");
        let custom = |middle: &str| of(&format!("{middle}-{CUSTOM_LEVEL}{HASH}"));
        let (expert, hash) = (Some(("Expert", "OneSaber")), Some(HASH));
        for (name, song, difficulty, map) in [
            (custom("A Song"), Some("A Song"), None, hash),
            (custom("A-Song - Part 2-Expert-OneSaber"), Some("A-Song - Part 2"), expert, hash),
            (of("100 Bills-Expert-OneSaber-100Bills"), Some("100 Bills"), expert, Some("100Bills")),
            (custom("-Expert-OneSaber"), Some(""), expert, hash),
            ("2169974-76561198000000000.dat".to_owned(), None, None, None),
        ] {
            let expected = FileName {
                player: "76561198000000000".to_owned(),
                song: song.map(str::to_owned),
                difficulty: difficulty.map(|(name, mode)| (name.to_owned(), mode.to_owned())),
                map: map.map(str::to_owned),
            };
            assert_eq!(FileName::read(&name), Some(expected), "{name}");
        }
    }

    #[test]
    fn any_other_name_says_nothing() {
        for name in [
            "ExpertStandard.dat",
            "76561198000000000.dat",
            "76561198000000000-.dat",
            "-A Song-Expert-Standard-A.dat",
            "ghost-A Song-Expert-Standard-A.dat",
            "76561198000000000-my best-run.dat",
            "76561198000000000-A Song-Expert-Standard-A.json",
            "",
            ".dat",
            "-",
        ] {
            assert_eq!(FileName::read(name), None, "{name}");
        }
    }

    #[test]
    fn a_name_fills_in_what_is_missing_and_changes_nothing() {
        let name =
            FileName::read(&format!("7-A Song-Hard-Lawless-{CUSTOM_LEVEL}{HASH}.dat")).unwrap();
        let mut meta = Meta { players: vec![Player::default()], ..Meta::default() };
        name.complete(&mut meta);
        let map = meta.map.clone().unwrap();
        assert_eq!(meta.players[0].id.as_deref(), Some("7"));
        assert_eq!((map.name.as_str(), map.id.as_deref()), ("A Song", Some(HASH)));
        assert_eq!(
            (map.difficulty.as_deref(), meta.mode.as_deref()),
            (Some("Hard"), Some("Lawless"))
        );

        let filled = meta.clone();
        FileName::read(&format!("8-B Song-Easy-Standard-{CUSTOM_LEVEL}{HASH}.dat"))
            .unwrap()
            .complete(&mut meta);
        assert_eq!(meta, filled);
        meta.map = Some(Map { id: Some("ANOTHER".into()), ..Map::default() });
        let of_another = Meta { players: vec![Player::default()], ..meta };
        let mut meta = of_another.clone();
        name.complete(&mut meta);
        assert_eq!(meta, of_another);
    }
}
