//! Redacting replays of all games: nothing of who played is left, and what happened is the same.

use std::collections::BTreeSet;

use ghostreel_formats::core::redact::Removal;
use ghostreel_formats::core::{DecodeOptions, Outcome};
use ghostreel_formats::{AnyReplay, AnyView, FORMATS, open, sample, sample_variants};

/// Tables that say who played, or on what: their columns may differ.
const ABOUT_PEOPLE: [&str; 5] = ["players", "user_data", "heart_rate", "metadata", "objects"];
/// Tables of a player's camera and steering settings, club, and dates: their numbers differ.
const REDACTED: [&str; 9] = [
    "cameras",
    "TAGame.CameraSettingsActor_TA:ProfileSettings",
    "TAGame.PRI_TA:CameraSettings",
    "TAGame.PRI_TA:SteeringSensitivity",
    "TAGame.PRI_TA:ClubID",
    "TAGame.Team_TA:ClubID",
    "TAGame.GameEvent_TA:MatchStartEpoch",
    "TAGame.MaxTimeWarningData_TA:EndGameEpochTime",
    "TAGame.MaxTimeWarningData_TA:EndGameWarningEpochTime",
];
/// A value with fewer bytes may be anywhere by chance …
const TELLING: usize = 6;
/// … and one with fewer that are not 0.
const NOT_ZERO: usize = 4;

/// Whether a value would not be found without having been left.
fn is_telling(value: &Removal, names: &[String]) -> bool {
    let is_long = value.bytes.len() >= TELLING
        && value.bytes.iter().filter(|byte| **byte != 0).count() >= NOT_ZERO;
    // Some players have the names that redacting gives.
    is_long && !"Player 1".starts_with(&value.value) && !is_number_of_a_player(&value.value)
        // A bot is called as its name among the game's own: `Beast` for `Bot_Beast`.
        && !names.iter().any(|name| name.contains(&value.value))
}

fn is_number_of_a_player(text: &str) -> bool {
    text.strip_prefix("Player ").is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
}

/// The game's own names that a replay of Rocket League has for values to refer to.
fn own_names(replay: &AnyReplay) -> Vec<String> {
    match replay {
        #[cfg(feature = "rocket-league")]
        AnyReplay::Rlreplay(replay) => {
            replay.body.names.iter().chain(&replay.body.objects).map(ToString::to_string).collect()
        }
        _ => Vec::new(),
    }
}

fn replays() -> impl Iterator<Item = (String, Vec<u8>)> {
    let samples = sample_variants().into_iter().flat_map(|(game, variants)| {
        let replay = move |variant: &'static str| {
            (format!("{game} {variant}"), sample(game, Some(variant), 1).unwrap())
        };
        variants.into_iter().map(replay).collect::<Vec<_>>()
    });
    let folders = ["beat-saber/bsor", "slippi/good", "rocket-league/good"];
    let files = folders.into_iter().filter_map(ghostreel_corpus::files).flatten();
    samples.chain(files.step_by(ghostreel_corpus::rounds(2, 1)))
}

/// The bytes as they stand after so many bits more.
fn shifted(bytes: &[u8], bits: u32) -> Vec<u8> {
    let next = bytes.iter().skip(1).chain([&0]);
    let pair = |(low, high): (&u8, &u8)| u16::from_le_bytes([*low, *high]);
    bytes.iter().zip(next).map(|both| (pair(both) >> bits) as u8).collect()
}

/// The names and ids that the players' table has.
fn players(view: &AnyView<'_>) -> BTreeSet<String> {
    let timeline = view.timeline();
    let columns = ["players.name", "players.id"].into_iter();
    let columns = columns.filter_map(|column| timeline.column(column).ok());
    columns.flat_map(|column| column.dict_values().unwrap_or_default().to_vec()).collect()
}

#[test]
fn nothing_is_left_of_who_played_and_everything_of_what_happened() {
    let mut redacted = 0;
    let (mut changed, mut problems) = (BTreeSet::new(), Vec::new());
    for (name, bytes) in replays() {
        let Ok(view) = open(&bytes[..], &DecodeOptions::STRICT) else { continue };
        if view.outcome() != Outcome::Ok {
            continue;
        }
        let mut replay = view.to_replay().unwrap();
        let names = own_names(&replay);
        let Ok(removals) = replay.redact() else {
            assert!(view.format().game == "rocket-league", "{name}");
            continue;
        };
        let out = replay.encode();
        let after =
            open(&out[..], &DecodeOptions::STRICT).unwrap_or_else(|e| panic!("{name}: {e}"));
        redacted += 1;

        let is_in_bits = view.format().game == "rocket-league";
        let shifts: Vec<Vec<u8>> =
            (0..if is_in_bits { 8 } else { 1 }).map(|bits| shifted(&out, bits)).collect();
        let finders = removals.iter().filter(|removal| is_telling(removal, &names));
        for removal in finders {
            let finder = memchr::memmem::Finder::new(&removal.bytes);
            let is_found = shifts.iter().any(|bytes| finder.find(bytes).is_some());
            if is_found {
                problems
                    .push(format!("{name}: {} is still there: {}", removal.what, removal.value));
            }
        }
        let (before, left) = (players(&view), players(&after));
        // Players without a name are called so, or as their characters.
        let meta = view.meta();
        let characters = meta.details.iter().find(|(name, _)| *name == "characters");
        let characters = characters.map_or_else(String::new, |(_, text)| format!("{text:?}"));
        let is_character = |text: &str| characters.contains(text.split(" (P").next().unwrap());
        let is_name =
            |text: &&String| text.len() > 1 && !text.starts_with("Player ") && !is_character(text);
        let both: Vec<_> = before.intersection(&left).filter(is_name).collect();
        if !both.is_empty() {
            problems.push(format!("{name}: players {both:?}"));
        }

        let (before, after) = (view.timeline(), after.timeline());
        assert_eq!(before.meta.duration_s, after.meta.duration_s, "{name}");
        for table in before.tables() {
            let schema = table.schema();
            if ABOUT_PEOPLE.contains(&&*schema.name) {
                continue;
            }
            let same = after.table(&schema.name).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(table.rows(), same.rows(), "{name}: {}", schema.name);
            let columns = table.all_columns().unwrap().into_iter();
            let columns = columns.zip(same.all_columns().unwrap()).zip(&schema.columns);
            for ((column, same), about) in columns {
                let is_text = column.dict_values().is_some();
                let is_redacted = REDACTED.contains(&&*schema.name);
                if !is_text && !is_redacted && column.bytes() != same.bytes() {
                    changed.insert(format!("{}.{}", schema.name, about.name));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert_eq!(changed, BTreeSet::default());
    assert!(redacted >= 3 * FORMATS.len(), "{redacted}");
}
