//! The map that a replay was played on, from a file.

use ghostreel_beatmap::{Info, Map, ZipFiles};
use ghostreel_formats::core::Error;
use ghostreel_formats::timeline::{self, Table};
use ghostreel_formats::{AnyView, GameView};

use super::bars::bars;
use super::map::{Flights, MapTables, NotCompared};

/// The map of a replay: its tables, and its song.
#[derive(Clone, Debug)]
pub struct MapFile {
    map: Map,
    tables: MapTables,
    bars: Vec<f32>,
    song: Vec<u8>,
}

/// Why a file is not the map of a replay.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// It cannot be read.
    #[error(transparent)]
    Unread(#[from] Error),
    /// It is another one.
    #[error("{0}")]
    Other(NotCompared),
    /// Nothing is known of maps of the game.
    #[error("replays of this game have no map")]
    NoMaps,
}

impl MapFile {
    /// Reads a zip file with the map that the replay was played on.
    ///
    /// # Errors
    /// If it cannot be read, or is another one.
    pub fn open(view: &AnyView<'_>, zip: &[u8]) -> Result<Self, MapError> {
        match view.game_view() {
            GameView::Bsor(view) => {
                let files = ZipFiles::open(zip)?;
                let map = Map::read(&files)?;
                let tables = MapTables::new(view, &map).map_err(MapError::Other)?;
                let bars = bars(view, &map);
                let song = map.song(&files).unwrap_or_default();
                Ok(Self { map, tables, bars, song })
            }
            _ => Err(MapError::NoMaps),
        }
    }

    /// The map itself.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Its title and who made it, as metadata say it.
    pub(crate) fn names(&self) -> timeline::Map {
        let Info { mappers, .. } = &self.map.info;
        let author = Some(mappers.join(", ")).filter(|author| !author.is_empty());
        timeline::Map { name: self.map.info.title(), author, ..timeline::Map::default() }
    }

    /// The file with the song; empty if the map has none.
    pub fn song(&self) -> &[u8] {
        &self.song
    }

    /// Where the bars of the map begin, in seconds of the song.
    pub(crate) fn bars(&self) -> &[f32] {
        &self.bars
    }

    /// The flights towards the player.
    pub(crate) fn flights(&self) -> &Flights {
        self.tables.flights()
    }

    /// The map's tables.
    pub(crate) fn tables(&self) -> Vec<Table<'_>> {
        self.tables.tables().into()
    }
}

#[cfg(all(test, feature = "melee"))]
mod tests {
    use ghostreel_beatmap::sample::{Version, files, zip};
    use ghostreel_formats::AnyReplay;
    use ghostreel_formats::core::DecodeOptions;
    use ghostreel_formats::{open, sample};

    use super::*;
    use crate::Analysis;

    /// A replay of the sample map, and the map with a song.
    fn played() -> (Vec<u8>, Vec<u8>) {
        let mut files = files(Version::V3);
        let map = Map::read(&files).unwrap();
        files.push(map.info.song_file.as_str(), b"a song".to_vec());
        let view = open(sample("beat-saber", Some("small"), 1).unwrap(), &DecodeOptions::STRICT);
        let AnyReplay::Bsor(mut replay) = view.unwrap().to_replay().unwrap() else { panic!() };
        replay.info.hash = map.hash.unwrap().to_string().as_str().into();
        replay.info.mode = "Standard".into();
        replay.info.difficulty = "Expert".into();
        (AnyReplay::Bsor(replay).encode(), zip(&files).unwrap())
    }

    #[test]
    fn a_map_adds_its_tables_and_its_song() {
        let (replay, zip) = played();
        let mut analysis = Analysis::new(open(&replay[..], &DecodeOptions::STRICT).unwrap());
        assert!(analysis.timeline().table("map_walls").is_err());
        assert_eq!(analysis.set_map(&zip).unwrap().song(), b"a song");
        assert_eq!(analysis.timeline().table("map_walls").unwrap().rows(), 3);
        assert_eq!(analysis.tables().table("map_bombs").unwrap().rows(), 2);
        let motion = analysis.motion().unwrap();
        assert!(motion.by_map.is_some_and(|by_map| by_map.score.recorded > 0));
        // One that is refused leaves none behind.
        let error = analysis.set_map(b"PK\x03\x04").unwrap_err();
        assert!(matches!(error, MapError::Unread(_)), "{error}");
        assert!(analysis.map().is_none() && analysis.timeline().table("map_walls").is_err());
    }

    #[test]
    fn a_replay_without_the_names_of_its_map_has_them_from_the_map() {
        let (replay, zip) = played();
        let with_map = |replay: &[u8]| {
            let mut analysis =
                Analysis::new(open(replay.to_vec(), &DecodeOptions::STRICT).unwrap());
            let before = analysis.tables().meta.map.unwrap();
            let info = analysis.set_map(&zip).unwrap().map().info.clone();
            (before, analysis.tables().meta.map.unwrap(), info)
        };
        let (before, after, _) = with_map(&replay);
        assert_eq!(before, after);
        let AnyReplay::Bsor(mut nameless) =
            open(&replay[..], &DecodeOptions::STRICT).unwrap().to_replay().unwrap()
        else {
            panic!()
        };
        (nameless.info.song_name, nameless.info.mapper) = Default::default();
        let (before, after, info) = with_map(&AnyReplay::Bsor(nameless).encode());
        assert_eq!((before.name.as_str(), before.author), ("", None));
        assert_eq!((after.name, after.author), (info.title(), Some(info.mappers.join(", "))));
        assert_eq!(after.id, before.id);
    }

    #[test]
    fn another_map_is_refused_and_so_is_one_of_a_game_without_maps() {
        let (_, zip) = played();
        let refusal = |game| {
            let view = open(sample(game, None, 1).unwrap(), &DecodeOptions::STRICT).unwrap();
            Analysis::new(view).set_map(&zip).unwrap_err().to_string()
        };
        assert!(refusal("beat-saber").contains("This map is another version of "));
        assert_eq!(refusal("melee"), "replays of this game have no map");
    }
}
