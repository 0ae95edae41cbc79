//! Info.dat: the metadata of a map, and the list of its files.

mod color;
mod v1;
mod v2;
mod v4;

use ghostreel_core::Diagnostics;

use crate::file_report::FileReport;
use crate::json::{Count, Room, Text, members};
use crate::limits;
use crate::model::{ColorScheme, Difficulty, Info};

members! {
    /// The members that show the version of an Info.dat.
    struct Version {
        v2: String = "_version",
        v4: String = "version",
        v1_song: String = "songName",
        v1_difficulties: Count = "difficultyLevels",
    }
}

/// The content of an Info.dat.
pub(crate) struct Listed {
    pub(crate) info: Info,
    /// At most [`limits::DIFFICULTIES`].
    pub(crate) difficulties: Vec<Difficulty>,
    /// Their number.
    pub(crate) count: usize,
    /// Whether the hash of the map is known: version 1 had another.
    pub(crate) is_hashed: bool,
    /// Why the tempo, or what else it says of notes, may not be all that it says.
    pub(crate) loss: Option<String>,
}

/// The names that an Info.dat has, the usual one first.
pub(crate) const FILE_NAMES: [&str; 2] = ["Info.dat", "info.json"];

/// Reads an Info.dat of any version.
pub(crate) fn read(
    text: &Text<'_>,
    name: &str,
    room: u64,
    diagnostics: &mut Diagnostics,
) -> Listed {
    let (version, _) = text.read::<Version>(&Room::new(room));
    let room = Room::new(room);
    let mut report = FileReport::new(name, diagnostics);
    let is_v1 = version.v2.is_empty()
        && version.v4.is_empty()
        && (version.v1_difficulties.0 > 0 || !version.v1_song.is_empty());
    let (mut listed, damage) = if is_v1 {
        v1::read(text, &room)
    } else if version.v4.starts_with('4') || version.v2.is_empty() && !version.v4.is_empty() {
        v4::read(text, &room)
    } else {
        v2::read(text, &room)
    };
    report.damage(damage);
    report.odd(&room);
    let (count, most) = (listed.count, limits::DIFFICULTIES);
    if count > most {
        report.limit(format!("it lists {count} difficulties; the first {most} are read"));
    }
    if !(listed.info.bpm.is_finite() && listed.info.bpm > 0.0) {
        report.odd_tempo(format!(
            "the song has {} beats a minute; a beat is taken for a second",
            listed.info.bpm
        ));
    }
    if listed.info.song_time_offset_s != 0.0 {
        let offset = listed.info.song_time_offset_s;
        report.remark(format!("the song is {offset} s late, which current games ignore"));
    }
    listed.loss = report.loss();
    listed
}

/// The element that an index means; none below 0 and after the end.
fn at<T: Clone>(list: &[T], index: i32) -> Option<T> {
    list.get(usize::try_from(index).ok()?).cloned()
}

/// Colours that are in effect, if any are.
fn in_effect(scheme: Option<ColorScheme>) -> Option<ColorScheme> {
    scheme.filter(|scheme| scheme.overrides_notes || scheme.overrides_lights)
}

#[cfg(test)]
mod tests {
    use ghostreel_core::Severity;

    use super::*;

    #[track_caller]
    fn read_text(text: &str, wanted: &[&str]) -> Listed {
        let mut diagnostics = Diagnostics::default();
        let listed = read(&Text::of(text.as_bytes()), "Info.dat", 1 << 20, &mut diagnostics);
        let messages: Vec<&str> = diagnostics.iter().map(|found| &*found.message).collect();
        assert_eq!(messages, wanted, "{text}");
        assert!(
            diagnostics.iter().all(|found| found.severity < Severity::Error || !wanted.is_empty())
        );
        listed
    }

    #[test]
    fn every_version_says_the_same() {
        let v1 = r#"{"songName":"Song","songSubName":"b","authorName":"Mapper","beatsPerMinute":90,"difficultyLevels":[{"difficulty":"Easy","difficultyRank":1,"jsonPath":"Easy.json"}],"environmentName":"DefaultEnvironment"}"#;
        let v2 = r#"{"_version":"2.0.0","_songName":"Song","_songSubName":"b","_levelAuthorName":"Mapper","_beatsPerMinute":90,"_environmentName":"DefaultEnvironment","_difficultyBeatmapSets":[{"_beatmapCharacteristicName":"Standard","_difficultyBeatmaps":[{"_difficulty":"Easy","_beatmapFilename":"Easy.json"}]}]}"#;
        let v4 = r#"{"version":"4.0.1","song":{"title":"Song","subTitle":"b"},"audio":{"bpm":90},"environmentNames":["DefaultEnvironment"],"difficultyBeatmaps":[{"characteristic":"Standard","difficulty":"Easy","beatmapAuthors":{"mappers":["Mapper"],"lighters":[]},"beatmapDataFilename":"Easy.json"}]}"#;
        for (text, is_hashed) in [(v1, false), (v2, true), (v4, true)] {
            let Listed { info, difficulties, is_hashed: found, .. } = read_text(text, &[]);
            assert_eq!(found, is_hashed);
            assert_eq!((&*info.song_name, &*info.song_sub_name, info.bpm), ("Song", "b", 90.0));
            assert_eq!(info.mappers, ["Mapper"]);
            let [easy] = &difficulties[..] else { panic!("{difficulties:?}") };
            assert_eq!((&*easy.mode, &*easy.name, &*easy.file), ("Standard", "Easy", "Easy.json"));
            assert_eq!(easy.environment, "DefaultEnvironment");
        }
    }

    #[test]
    fn odd_ones_are_read_as_far_as_they_go() {
        let no_bpm = "the song has 0 beats a minute; a beat is taken for a second";
        read_text("{}", &[no_bpm]);
        read_text(
            "[]",
            &[
                "it holds no object",
                "1 value is not what its place is for, and is taken for missing",
                no_bpm,
            ],
        );
        let cut = r#"{"_version":"2.0.0","_songName":"Song","_beatsPerMinute":90,"_difficultyBeatmapSets":[{"_beatm"#;
        let listed = read_text(cut, &["EOF while parsing a string; what is after it is lost"]);
        assert_eq!(&*listed.info.song_name, "Song");
    }

    #[test]
    fn a_list_of_too_many_difficulties_is_cut() {
        let listed = r#"{"difficulty":"Easy"},"#.repeat(150);
        let text = format!(
            r#"{{"version":"4.0.0","audio":{{"bpm":90}},"difficultyBeatmaps":[{}]}}"#,
            listed.trim_end_matches(',')
        );
        let listed =
            read_text(&text, &["limit: it lists 150 difficulties; the first 100 are read"]);
        assert_eq!(listed.difficulties.len(), 100);
    }
}
