//! Synthetic replays: the same seed gives the same bytes on every machine.
//!
//! The play is that of BSOR's generator, and values without a place in a legacy replay are left out. So all kinds of events are there:
//! good and bad cuts, misses, bombs, walls and automatic heights.

mod spelling;

use ghostreel_bsor::sample as bsor;

pub use spelling::Spelling;

use crate::convert::from_bsor;
use crate::model::Replay;
use spelling::spell;

/// The replay to make.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Chooses notes, mistakes and motion.
    pub seed: u64,
    /// Length in seconds of the song.
    pub duration: f32,
    /// Frames a second.
    pub rate: f32,
    /// Bombs and walls besides plain notes.
    pub objects: bool,
    /// A miss or bad cut now and then.
    pub mistakes: bool,
    /// `dynamicHeight`, with `info.height` 0.
    pub automatic_height: bool,
    /// Whether the player is left-handed.
    pub left_handed: bool,
    /// How the JSON is written.
    pub spelling: Spelling,
    /// Members that the format does not know: of the file, of the info and of each frame.
    pub unknown_members: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            duration: 48.0,
            rate: 90.0,
            objects: true,
            mistakes: true,
            automatic_height: true,
            left_handed: false,
            spelling: Spelling::Short,
            unknown_members: false,
        }
    }
}

impl Options {
    /// A few notes in eight seconds at five frames a second, with everything that a file can hold.
    pub fn small() -> Self {
        Self { duration: 8.0, rate: 5.0, ..Self::default() }
    }
}

/// Ready-made options by name, for `ghostreel sample --variant` and for tests.
pub fn variants() -> Vec<(&'static str, Options)> {
    let small = Options::small;
    vec![
        ("scoresaber-json", Options::default()),
        ("scoresaber-json-small", small()),
        (
            "scoresaber-json-plain",
            Options { objects: false, mistakes: false, automatic_height: false, ..small() },
        ),
        ("scoresaber-json-left-handed", Options { left_handed: true, ..small() }),
        ("scoresaber-json-dot-net", Options { spelling: Spelling::DotNet, ..small() }),
        ("scoresaber-json-pretty", Options { spelling: Spelling::Pretty, ..small() }),
        ("scoresaber-json-unknown-members", Options { unknown_members: true, ..small() }),
        ("scoresaber-json-empty", Options { duration: 0.0, ..small() }),
    ]
}

/// The variant of that name.
pub fn variant(name: &str) -> Option<Options> {
    variants().into_iter().find_map(|(known, options)| (known == name).then_some(options))
}

/// Makes a replay.
pub fn generate(options: &Options) -> Replay {
    let play = bsor::generate(&bsor::Options {
        seed: options.seed,
        duration: options.duration,
        rate: options.rate,
        objects: options.objects,
        mistakes: options.mistakes,
        automatic_height: options.automatic_height,
        ..bsor::Options::default()
    });
    let (mut replay, _) = from_bsor(&play);
    replay.info.version = Some("2.0.0".to_owned());
    replay.info.environment = Some("BigMirrorEnvironment".to_owned());
    replay.info.note_jump_start_beat_offset = Some(-0.25);
    replay.info.left_handed = Some(options.left_handed);
    spell(replay, options)
}
