//! Maps of Beat Saber.

use std::hint::black_box;

use ghostreel_beatmap::{FileList, Map, Origin, ZipFiles, sample};

/// Any bytes: a zip file, or one file of a map that is otherwise sound, whichever. Reading does not panic, and the resulting map is
/// consistent.
pub fn beatmap_read(bytes: &[u8]) {
    if ZipFiles::is_zip(bytes) {
        if let Ok(map) = Map::from_zip(bytes) {
            look(&map);
        }
        return;
    }
    for version in sample::Version::ALL {
        let files = sample::files(version);
        for changed in files.iter().map(|(name, _)| name) {
            let others = files.iter().filter(|(name, _)| *name != changed);
            let all: FileList = others.chain([(changed, bytes)]).collect();
            look(
                &Map::read(&all)
                    .unwrap_or_else(|error| panic!("an Info.dat is there, and {error}")),
            );
        }
    }
}

fn look(map: &Map) {
    black_box(map.summary());
    for difficulty in &map.difficulties {
        let targets = difficulty.targets();
        let Some(beatmap) = &difficulty.beatmap else {
            assert!(targets.as_slice().is_empty());
            continue;
        };
        let is_note = |origin: Origin| matches!(origin, Origin::Note(_));
        let notes = targets.as_slice().iter().filter(|target| is_note(target.origin)).count();
        assert_eq!(notes, beatmap.notes.len());
        for pair in targets.as_slice().windows(2) {
            assert!(pair[0].time_s.total_cmp(&pair[1].time_s).is_le(), "out of order");
        }
        assert!(targets.max_score() >= 0);
        let mirrored = targets.mirrored();
        assert!(mirrored.as_slice().iter().all(|target| target.has_id(target.id())));
    }
}
