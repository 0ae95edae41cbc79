//! The info of the BSOR, from the metadata.

use std::borrow::Cow;

use ghostreel_bsor::layout::{Info, Text};

use crate::layout::Metadata;
use crate::limits;
use crate::sections::Sections;

/// The code that ScoreSaber writes for two modifiers, and BSOR's for the second of them.
pub(super) const SMALL_CUBES: &str = "SC";
const FAIL_ON_CLASH: &str = "CS";

/// The platforms that ScoreSaber writes.
pub(super) const PC: &str = "PC";
const QUEST: &str = "Quest";

pub(super) fn info(sections: &Sections) -> Info {
    let metadata = sections.metadata();
    let [version, game_version, platform, hash, mode, environment, modifiers] =
        texts(metadata).map(|(_, text)| short(&text));
    let automatic_height = !sections.heights().is_empty();
    Info {
        version,
        game_version,
        platform,
        hash,
        difficulty: metadata.difficulty_name().unwrap_or_default().into(),
        score: sections.scores().last().map_or(0, |last| last.score),
        mode,
        environment,
        modifiers,
        jump_distance: metadata.note_spawn_offset,
        left_handed: metadata.left_handed,
        height: if automatic_height { 0.0 } else { metadata.initial_height },
        fail_time: metadata.fail_time,
        ..Info::default()
    }
}

/// The texts that go over, under BSOR's names.
pub(super) fn texts(metadata: &Metadata) -> [(&'static str, Cow<'_, str>); 7] {
    // A PC's kind, one of two, is not known.
    let platform = match metadata.platform.as_str() {
        platform if platform == QUEST => "oculus".into(),
        platform if platform == PC => "".into(),
        other => other,
    };
    [
        ("version", writer(metadata).into()),
        ("gameVersion", metadata.game_version.as_str()),
        ("platform", platform),
        ("hash", metadata.map().into()),
        ("mode", metadata.characteristic.as_str()),
        ("environment", metadata.environment.as_str()),
        ("modifiers", modifiers(metadata).into()),
    ]
}

/// The plugin that recorded, by name: versions of other mods count differently.
fn writer(metadata: &Metadata) -> String {
    ["ScoreSaber ", &metadata.plugin_version.as_str()].concat().trim_end().to_owned()
}

/// The codes with commas between. The second `SC` is the other modifier that it stands for.
fn modifiers(metadata: &Metadata) -> String {
    let mut codes: Vec<Cow<'_, str>> = Vec::new();
    for code in &metadata.modifiers {
        let code = code.as_str();
        let is_second = code == SMALL_CUBES && codes.contains(&code);
        codes.push(if is_second { FAIL_ON_CLASH.into() } else { code });
    }
    codes.join(",")
}

/// A text that readers of BSOR believe.
fn short(text: &str) -> Text {
    text.get(..text.floor_char_boundary(limits::BSOR_TEXT)).unwrap_or_default().into()
}
