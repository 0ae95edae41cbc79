//! Taking out who played, when, and on what.

use ghostreel_core::redact::Removals;
use ghostreel_core::{Format, Result};

use crate::format::Slp;
use crate::layout::{GameStart, command};
use crate::model::Replay;
use crate::ubjson::UbjsonValue;

/// The members of the metadata that say nothing about people.
const KEPT: [&str; 2] = ["lastFrame", "characters"];

/// Takes out who played, when, and on what: the name tags, names, codes and ids of players, and the moment in the match's id; of the metadata
/// everything but the last frame and the characters, so the mark, too; all other members, and all events of unknown kinds, in which anything may be.
/// Settings, inputs and everything that happens stay. The inputs may identify who played nevertheless, and the random seed the match.
///
/// # Errors
/// None: the result is of the same form as that of other formats.
pub fn redact(replay: &mut Replay) -> Result<Removals> {
    let mut removals = Removals::default();
    let size = replay.payload_sizes.event_size(command::GAME_START).unwrap_or(1).max(1);
    let starts = replay.events.get_mut(&command::GAME_START).map(Vec::as_mut_slice);
    for start in starts.unwrap_or_default().chunks_exact_mut(size) {
        redact_start(start, &mut removals);
    }
    for member in &mut replay.members {
        if member.key == b"metadata" {
            redact_metadata(&mut member.value, "metadata", &mut removals);
        }
    }
    let others = replay.members.extract_if(.., |member| member.key != b"metadata");
    for member in others {
        remove(&member.value, &String::from_utf8_lossy(&member.key), &mut removals);
    }
    for (code, events) in replay.events.extract_if(.., |code, _| !is_known(*code)) {
        removals.add("events", format!("{} bytes of kind 0x{code:02x}", events.len()), &events);
    }
    replay.order.retain(|code| is_known(*code));
    Slp::update_lengths_and_checksums(replay);
    Ok(removals)
}

/// Whether all that an event of this kind holds is known.
fn is_known(code: u8) -> bool {
    command::ALL.contains(&code)
}

fn redact_start(start: &mut [u8], removals: &mut Removals) {
    for text in GameStart::PERSONAL_TEXTS {
        for port in 0..GameStart::PORTS {
            let Some(bytes) = start.get_mut(text.range(port)) else { continue };
            clear(bytes, &format!("start.{}", text.name), removals);
        }
    }
    // `mode.unranked-2022-12-20T06:52:39.18-0`: the mode may stay.
    if let Some(id) = start.get_mut(GameStart::MATCH_ID.range(0)) {
        let length = id.iter().position(|&byte| byte == b'-' || byte == 0).unwrap_or(id.len());
        let keep = if id.starts_with(b"mode.") { length } else { 0 };
        if let Some(moment) = id.get_mut(keep..) {
            clear(moment, "start.matchId", removals);
        }
    }
}

/// Makes a text empty.
fn clear(bytes: &mut [u8], what: &str, removals: &mut Removals) {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let text = bytes.get(..end).unwrap_or_default();
    removals.add(what, crate::layout::shift_jis::text(text), text);
    // Bytes after the end of a text may be left of a longer one.
    bytes.fill(0);
}

/// Keeps the known members, at any depth, with their numbers.
fn redact_metadata(value: &mut UbjsonValue, path: &str, removals: &mut Removals) {
    let UbjsonValue::Object(members) = value else { return };
    members.retain_mut(|(_, key, value)| {
        let key = String::from_utf8_lossy(key).into_owned();
        let path = format!("{path}.{key}");
        let is_list = key == "players" || path.starts_with("metadata.players.");
        if KEPT.contains(&key.as_str()) && is_numbers(value) {
            return true;
        }
        if is_list
            && let UbjsonValue::Object(_) = value
            && key != "names"
        {
            redact_metadata(value, &path, removals);
            return true;
        }
        remove(value, &path, removals);
        false
    });
}

/// Whether a value is a number, or an object of numbers under numbers.
fn is_numbers(value: &UbjsonValue) -> bool {
    match value {
        UbjsonValue::Int(_) => true,
        UbjsonValue::Object(members) => members.iter().all(|(_, key, value)| {
            key.iter().all(u8::is_ascii_digit) && matches!(value, UbjsonValue::Int(_))
        }),
        _ => false,
    }
}

/// Lists the content of a value that is taken out.
fn remove(value: &UbjsonValue, path: &str, removals: &mut Removals) {
    match value {
        UbjsonValue::Text { bytes, .. } => {
            removals.add(path, String::from_utf8_lossy(bytes), bytes);
        }
        UbjsonValue::Bytes { bytes, .. } => {
            removals.add(path, format!("{} bytes", bytes.len()), bytes);
        }
        UbjsonValue::Array(values) => values.iter().for_each(|value| remove(value, path, removals)),
        UbjsonValue::Object(members) => {
            for (_, key, value) in members {
                remove(value, &format!("{path}.{}", String::from_utf8_lossy(key)), removals);
            }
        }
        _ => {}
    }
}
