//! The description of a map, and how a replay agrees with it.

use ghostreel_analysis::beat_saber::documents::{Judged, MapMatch};
use ghostreel_beatmap::{Map, ZipFiles, files_digest};
use ghostreel_formats::core::{Error as FormatError, Fault, Severity};

use crate::decode::describe::open_whole;
use crate::decode::tools::Tools;
use crate::records::map::{DescribedMap, MapAbout};

/// Reads a map and sums up what it is.
///
/// # Errors
/// If it is no zip file with a map, or something in it is missing or damaged: its hash would be another.
pub(super) fn describe_map(zip: &[u8]) -> Result<DescribedMap, FormatError> {
    let map = whole_map(zip)?;
    let Some(hash) = map.hash else {
        return Err(refusal(
            Fault::Unsupported,
            "a map with a hash, version 2 or later",
            "version 1",
        ));
    };
    let files = files_digest(&ZipFiles::open(zip)?)?;
    Ok(DescribedMap { files, hash: hash.to_string(), about: MapAbout::of(&map) })
}

/// Compares a replay with the map in a zip file.
///
/// # Errors
/// If one of them cannot be read, or the replay cannot be compared.
pub(super) fn match_map(
    replay: Vec<u8>,
    zip: &[u8],
    tools: &Tools,
) -> Result<Judged<MapMatch>, FormatError> {
    let replay = open_whole(replay, tools)?;
    MapMatch::judge(&replay, &whole_map(zip)?).map_err(|_| {
        let found = replay.format().name;
        refusal(Fault::Unsupported, "a replay that is compared with its map", found)
    })
}

/// Reads a map that must be undamaged.
fn whole_map(zip: &[u8]) -> Result<Map, FormatError> {
    if !ZipFiles::is_zip(zip) {
        let found = "a file of another kind";
        return Err(refusal(Fault::Unsupported, "a zip file with a map", found));
    }
    let map = Map::from_zip(zip)?;
    if let Some(lost) = map.diagnostics.iter().find(|found| found.severity == Severity::Error) {
        let (section, found) = (lost.section.clone(), lost.message.clone());
        return Err(FormatError::new(
            Fault::Malformed,
            lost.offset,
            section,
            "an undamaged map",
            found,
        ));
    }
    match map.difficulties.iter().any(|difficulty| difficulty.beatmap.is_some()) {
        true => Ok(map),
        false => Err(refusal(Fault::Malformed, "a map with difficulties", "none")),
    }
}

fn refusal(fault: Fault, expected: &'static str, found: &'static str) -> FormatError {
    FormatError::new(fault, 0, "map", expected, found)
}

#[cfg(test)]
mod tests {
    use ghostreel_beatmap::sample::{Version, files, zip};

    use super::*;

    /// Attack: bytes of one file moved to the end of another give the same hash, and another map.
    #[test]
    fn bytes_that_were_moved_between_files_are_refused() {
        for version in [Version::V2, Version::V3, Version::V4] {
            let honest = files(version);
            let hash = Map::read(&honest).unwrap().hash;
            let mut collisions = 0;
            for (name, bytes) in honest.iter().filter(|(name, _)| *name != "Info.dat") {
                let mut moved = honest.clone();
                moved.get_mut(name).unwrap().clear();
                moved.get_mut("Info.dat").unwrap().extend(bytes);
                collisions += usize::from(Map::read(&moved).is_ok_and(|map| map.hash == hash));
                assert!(describe_map(&zip(&moved).unwrap()).is_err(), "{name}");
            }
            assert!(collisions > 0, "the first level's bytes after Info.dat give the same hash");
        }
    }

    #[test]
    fn a_sample_of_each_version_is_described() {
        for version in [Version::V2, Version::V3, Version::V4] {
            let files = files(version);
            let map = Map::read(&files).unwrap();
            let described = describe_map(&zip(&files).unwrap()).unwrap();
            assert_eq!(described.hash, map.hash.unwrap().to_string());
            assert_eq!(described.about.title, map.info.song_name);
            assert_eq!(described.about.difficulties.len(), map.difficulties.len());
            assert!(described.about.difficulties[0].notes > 0);
        }
    }

    #[test]
    fn incomplete_maps_are_refused() {
        let refused = |zip: &[u8]| describe_map(zip).unwrap_err().to_string();
        assert!(refused(b"").contains("a zip file with a map"));
        assert!(refused(b"PK\x03\x04").contains("a zip file"));
        let of = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut files = files(Version::V3);
            let name = Map::read(&files).unwrap().difficulties[0].file.clone();
            change(files.get_mut(&name).unwrap());
            refused(&zip(&files).unwrap())
        };
        assert!(of(&|file| file.truncate(40)).contains("an undamaged map"));
        assert!(of(&Vec::clear).contains("an undamaged map"));
        let without = files(Version::V3)
            .iter()
            .filter(|(name, _)| *name == "Info.dat")
            .map(|(name, content)| (name.to_owned(), content.to_vec()))
            .collect();
        assert!(refused(&zip(&without).unwrap()).contains("it is not there"));
    }
}
