//! The file that says at which sample of the song each beat is: `BPMInfo.dat` of version 2, the audio data of version 4.

use ghostreel_core::Diagnostics;

use crate::file_report::FileReport;
use crate::json::{Room, Text, members};
use crate::tempo::Tempo;

/// The name that the file has in maps of version 2.
pub(crate) const FILE_NAME_V2: &str = "BPMInfo.dat";

members! {
    /// The file, in either version.
    struct AudioData {
        frequency_v2: f32 = "_songFrequency",
        regions_v2: Vec<RegionV2> = "_regions",
        frequency_v4: f32 = "songFrequency",
        regions_v4: Vec<RegionV4> = "bpmData",
        /// Around all in some files.
        content: Option<Box<AudioData>> = "content",
    }

    /// A stretch of one tempo.
    struct RegionV2 {
        start_sample: i32 = "_startSampleIndex",
        end_sample: i32 = "_endSampleIndex",
        start_beat: f32 = "_startBeat",
        end_beat: f32 = "_endBeat",
    }

    /// A stretch of one tempo.
    struct RegionV4 {
        start_sample: i32 = "si",
        end_sample: i32 = "ei",
        start_beat: f32 = "sb",
        end_beat: f32 = "eb",
    }
}

/// Reads the file; `None` if it has no stretch. `bpm` counts where there is none. Also returns why stretches may be missing, if any may.
pub(crate) fn read(
    text: &Text<'_>,
    name: &str,
    bpm: f32,
    room: u64,
    diagnostics: &mut Diagnostics,
) -> (Option<Tempo>, Option<String>) {
    let room = Room::new(room);
    let (read, damage) = text.read::<AudioData>(&room);
    let read = read.content.map_or(AudioData { content: None, ..read }, |content| *content);
    let mut report = FileReport::new(name, diagnostics).with_decisive(&[
        "_songFrequency",
        "_regions",
        "songFrequency",
        "bpmData",
    ]);
    report.damage(damage);
    report.odd(&room);
    let (frequency, regions) = if read.regions_v4.is_empty() {
        (read.frequency_v2, read.regions_v2)
    } else {
        let regions = read.regions_v4.into_iter().map(RegionV4::older).collect();
        (read.frequency_v4, regions)
    };
    if regions.is_empty() {
        return (None, report.loss());
    }
    let changes: Vec<(f32, f32)> =
        regions.iter().map(|region| (region.start_beat, region.bpm(frequency))).collect();
    let unusable = changes.iter().filter(|(_, bpm)| !(bpm.is_finite() && *bpm > 0.0)).count();
    report.left_out(unusable, "stretches of the song without a tempo");
    (Some(Tempo::new(bpm, changes)), report.loss())
}

impl RegionV4 {
    fn older(self) -> RegionV2 {
        let Self { start_sample, end_sample, start_beat, end_beat } = self;
        RegionV2 { start_sample, end_sample, start_beat, end_beat }
    }
}

impl RegionV2 {
    /// Beats a minute.
    #[allow(clippy::cast_precision_loss, reason = "in the precision of the game")]
    fn bpm(&self, frequency: f32) -> f32 {
        let samples = i64::from(self.end_sample).saturating_sub(i64::from(self.start_sample));
        let seconds = samples as f32 / frequency;
        (self.end_beat - self.start_beat) / seconds * 60.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, times: Option<&[(f32, f32)]>, wanted: &[&str]) {
        let mut diagnostics = Diagnostics::default();
        let (tempo, _) =
            read(&Text::of(text.as_bytes()), "BPMInfo.dat", 90.0, 1 << 20, &mut diagnostics);
        let messages: Vec<&str> = diagnostics.iter().map(|found| &*found.message).collect();
        assert_eq!((tempo.is_some(), &*messages), (times.is_some(), wanted), "{text}");
        for (beat, time_s) in times.unwrap_or_default() {
            assert_eq!(tempo.as_ref().map(|tempo| tempo.seconds(*beat)), Some(*time_s), "{text}");
        }
    }

    #[test]
    fn both_versions_say_the_same() {
        let times = Some(&[(4.0, 2.0), (8.0, 4.0), (12.0, 8.0)][..]);
        check(
            r#"{"_version":"2.0.0","_songSampleCount":400,"_songFrequency":100,"_regions":[{"_startSampleIndex":0,"_endSampleIndex":400,"_startBeat":0,"_endBeat":8},{"_startSampleIndex":400,"_endSampleIndex":800,"_startBeat":8,"_endBeat":12}]}"#,
            times,
            &[],
        );
        let v4 = r#"{"version":"4.0.0","songFrequency":100,"bpmData":[{"ei":400,"eb":8},{"si":400,"ei":800,"sb":8,"eb":12}]}"#;
        check(v4, times, &[]);
        check(&format!(r#"{{"version":"4.0.0","content":{v4}}}"#), times, &[]);
    }

    #[test]
    fn stretches_without_a_tempo_are_left_out() {
        check(r#"{"songFrequency":100,"bpmData":[]}"#, None, &[]);
        check(
            r#"{"songFrequency":0,"bpmData":[{"ei":400,"eb":8},{}]}"#,
            Some(&[(90.0, 60.0)]),
            &["2 stretches of the song without a tempo: left out"],
        );
    }
}
