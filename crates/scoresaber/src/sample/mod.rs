//! Synthetic replays: the same seed gives the same bytes on every machine.
//!
//! They are the plays of [`ghostreel_bsor::sample`], written as ScoreSaber's plugin would have recorded them.
#![allow(clippy::arithmetic_side_effects, reason = "all numbers are our own and small")]

mod keyframes;
mod notes;
mod recording;

use ghostreel_bsor as bsor;
use ghostreel_bsor::scoring::{score_rows, time_without_energy};

use crate::model::{Payload, Replay};
use crate::recording::Part;
use crate::version::Version;

/// The replay to make.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Chooses notes, mistakes and motion.
    pub seed: u64,
    /// Length in seconds of the song.
    pub duration: f32,
    /// Frames a second.
    pub rate: f32,
    /// Version of the format; `None`: the legacy one.
    pub version: Option<Version>,
    /// Arcs, chains and bombs besides plain notes.
    pub objects: bool,
    /// A miss or bad cut now and then.
    pub mistakes: bool,
    /// A list of heights.
    pub automatic_height: bool,
    /// From half of the song on every note is missed until energy runs out.
    pub fail: bool,
    /// Notes are missed for a while until energy runs out, and the run goes on.
    pub no_fail: bool,
    /// Played on a mirrored map.
    pub left_handed: bool,
    /// Codes of modifiers.
    pub modifiers: &'static [&'static str],
    /// A deviation of the writer from the plugin.
    pub quirk: Quirk,
}

/// Something that the format allows, or that damage leaves behind, and that the plugin does not write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quirk {
    /// Nothing.
    #[default]
    None,
    /// Sections in another order than their pointers.
    OutOfOrder,
    /// Bytes between sections and after the last.
    Gaps,
    /// Booleans that are neither 0 nor 1.
    OddBooleans,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            duration: 48.0,
            rate: 90.0,
            version: Some(Version::V3_1),
            objects: true,
            mistakes: true,
            automatic_height: true,
            fail: false,
            no_fail: false,
            left_handed: false,
            modifiers: &["FS"],
            quirk: Quirk::None,
        }
    }
}

impl Options {
    /// A few notes in eight seconds at ten frames a second: the smallest file that still shows everything.
    pub fn small() -> Self {
        Self { duration: 8.0, rate: 10.0, ..Self::default() }
    }
}

/// Ready-made options by name, for `ghostreel sample --variant` and for tests.
pub fn variants() -> Vec<(&'static str, Options)> {
    let version = |version| Options { version, ..Options::default() };
    let small = |version| Options { version, ..Options::small() };
    let quirk = |quirk| Options { quirk, ..Options::small() };
    vec![
        ("scoresaber-v3.1", Options::default()),
        ("scoresaber-v3", version(Some(Version::V3))),
        ("scoresaber-v2", version(Some(Version::V2))),
        ("scoresaber-legacy", version(None)),
        ("scoresaber-small", Options::small()),
        ("scoresaber-v3-small", small(Some(Version::V3))),
        ("scoresaber-v2-small", small(Some(Version::V2))),
        ("scoresaber-legacy-small", small(None)),
        ("scoresaber-fail", Options { fail: true, ..Options::default() }),
        ("scoresaber-no-fail", Options { no_fail: true, modifiers: &["NF"], ..Options::default() }),
        ("scoresaber-left-handed", Options { left_handed: true, ..Options::small() }),
        ("scoresaber-two-sc", Options { modifiers: &["SC", "GN", "SC"], ..Options::small() }),
        ("scoresaber-own-height", Options { automatic_height: false, ..Options::small() }),
        ("scoresaber-out-of-order", quirk(Quirk::OutOfOrder)),
        ("scoresaber-gaps", quirk(Quirk::Gaps)),
        ("scoresaber-odd-booleans", quirk(Quirk::OddBooleans)),
        ("scoresaber-empty", Options { duration: 0.0, ..Options::small() }),
    ]
}

/// The variant of that name.
pub fn variant(name: &str) -> Option<Options> {
    variants().into_iter().find_map(|(known, options)| (known == name).then_some(options))
}

/// Makes a replay.
pub fn generate(options: &Options) -> Replay {
    let play = play(options);
    let Some(version) = options.version else {
        return Replay::new(Payload::Legacy(keyframes::saved_data(&play)));
    };
    let mut recording = recording::recording(options, version, &play);
    match options.quirk {
        Quirk::OutOfOrder => recording.parts.reverse(),
        Quirk::Gaps => {
            let bytes = |text: &str| Part::Raw(text.as_bytes().to_vec());
            recording.parts.insert(3, bytes("bytes of nobody"));
            recording.parts.push(bytes("and behind the last section"));
        }
        Quirk::None | Quirk::OddBooleans => {}
    }
    recording.update_pointers();
    Replay::new(Payload::Sections(recording))
}

/// The play that is recorded.
pub(crate) fn play(options: &Options) -> bsor::Replay {
    let mut play = bsor::sample::generate(&bsor::sample::Options {
        seed: options.seed,
        duration: options.duration,
        rate: options.rate,
        objects: options.objects,
        mistakes: options.mistakes,
        automatic_height: options.automatic_height,
        pauses: true,
        extras: false,
        fail: options.fail,
        practice: false,
        quirk: bsor::sample::Quirk::None,
    });
    // BSOR's mods write a few frames before the play, with their settings in place of poses.
    play.frames.retain(|frame| frame.time > 0.0);
    play.info.modifiers = options.modifiers.join(",").as_str().into();
    play.info.left_handed = u8::from(options.left_handed);
    if options.no_fail {
        miss_for_a_while(&mut play, options.duration);
    }
    play
}

/// Misses a fifth of the song, which takes all energy.
fn miss_for_a_while(play: &mut bsor::Replay, duration: f32) {
    let missed = (0.4 * duration)..(0.6 * duration);
    let miss = |mut note: bsor::Note| {
        let is_bomb = note.event_type() == Some(bsor::EventType::Bomb);
        if missed.contains(&note.head.spawn_time) && !is_bomb {
            note.head.event_type = bsor::EventType::Miss as i32;
            note.cut = None;
        }
        note
    };
    play.notes = play.notes.iter().map(miss).collect();
    let rows = score_rows(&play.info, play.notes.as_notes(), &play.walls);
    play.info.fail_time = time_without_energy(&rows).unwrap_or(0.0);
    play.info.score = rows.last().map_or(0, |row| row.score);
}
