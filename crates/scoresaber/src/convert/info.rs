//! The info of the BSOR, from the metadata.

use std::borrow::Cow;

use ghostreel_bsor::layout::{Info, Text};

use crate::layout::Metadata;
use crate::limits;
use crate::version::Version;
use crate::view::Sections;

pub(super) fn info(sections: &Sections, missing: &mut Vec<String>) -> Info {
    let metadata = sections.metadata();
    let modifiers = modifiers(metadata, missing);
    let difficulty = metadata.difficulty_name().unwrap_or_else(|| {
        missing.push(format!(
            "the difficulty is {}, which has no name: difficulty is empty",
            metadata.difficulty
        ));
        ""
    });
    let height = if sections.heights().is_empty() { metadata.initial_height } else { 0.0 };
    missing.push(
        "jumpDistance is ScoreSaber's noteSpawnOffset, which is a distance with most settings of the game and not with all"
            .to_owned(),
    );
    let score = sections.scores().last();
    missing.push(match score {
        Some(_) => "the final score is not in the file: score is the last one that was recorded while playing".to_owned(),
        None => "no score is recorded: score is 0".to_owned(),
    });
    missing.push(
        "the map's hash is not in the file by itself: hash is levelID without custom_level_"
            .to_owned(),
    );
    let mut text = |name: &str, value: Cow<'_, str>| short(name, &value, missing);
    Info {
        version: text("version", writer(metadata).into()),
        game_version: text("gameVersion", metadata.game_version.as_str()),
        platform: text("platform", platform(metadata)),
        hash: text("hash", metadata.map().into()),
        difficulty: difficulty.into(),
        score: score.map_or(0, |last| last.score),
        mode: text("mode", metadata.characteristic.as_str()),
        environment: text("environment", metadata.environment.as_str()),
        modifiers: text("modifiers", modifiers.into()),
        jump_distance: metadata.note_spawn_offset,
        left_handed: metadata.left_handed,
        height,
        fail_time: metadata.fail_time,
        ..Info::default()
    }
}

/// The plugin that recorded, by name: versions of other mods count differently.
fn writer(metadata: &Metadata) -> String {
    format!("ScoreSaber {}", metadata.plugin_version.as_str()).trim_end().to_owned()
}

/// The platform in BSOR's words. A PC is one of two, and which is not known.
fn platform(metadata: &Metadata) -> Cow<'_, str> {
    match metadata.platform.as_str() {
        platform if platform == "Quest" => "oculus".into(),
        platform if platform == "PC" => "".into(),
        other => other,
    }
}

/// The codes with commas between. `SC` once may be either of two modifiers; twice it is both.
fn modifiers(metadata: &Metadata, missing: &mut Vec<String>) -> String {
    const SMALL_CUBES: &str = "SC";
    const FAIL_ON_CLASH: &str = "CS";
    let mut codes: Vec<Cow<'_, str>> = Vec::new();
    for code in &metadata.modifiers {
        let code = code.as_str();
        let is_second = code == SMALL_CUBES && codes.contains(&code);
        codes.push(if is_second { FAIL_ON_CLASH.into() } else { code });
    }
    if codes.iter().any(|code| code == SMALL_CUBES)
        && !codes.iter().any(|code| code == FAIL_ON_CLASH)
    {
        missing.push("the modifier SC may be small cubes or fail on saber clash: ScoreSaber writes the same for both".to_owned());
    }
    codes.join(",")
}

/// A text that readers of BSOR believe.
fn short(name: &str, value: &str, missing: &mut Vec<String>) -> Text {
    let end = value.floor_char_boundary(limits::BSOR_TEXT);
    if end < value.len() {
        missing.push(format!("{name} is cut to {end} of {} bytes", value.len()));
    }
    value.get(..end).unwrap_or_default().into()
}

/// What versions of the format do not say.
pub(super) fn lacks_of_version(sections: &Sections, missing: &mut Vec<String>) {
    let version = Version::parse(&sections.metadata().version.as_str());
    if version.is_none_or(|version| version < Version::V3_1) {
        missing.push(
            "versions before 3.1.0 do not say the game's version, the plugin's and the platform"
                .to_owned(),
        );
    } else if sections.metadata().platform.as_str() == "PC" {
        missing.push(
            "the platform is PC, which may be steam or oculuspc: platform is empty".to_owned(),
        );
    }
}
