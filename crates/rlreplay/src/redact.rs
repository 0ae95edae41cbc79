//! Taking out who played, when, and where.

use std::collections::BTreeMap;

use ghostreel_core::redact::Removals;
use ghostreel_core::{Error, Fault, Result};

use crate::attributes::{Account, CamSettings, GameServerId, Rows, UniqueId};
use crate::edit::PLAYER_NAME;
use crate::layout::{Properties, PropertyValue, Text};
use crate::model::{Network, Replay};

/// The texts of the header that say nothing about people: how values are laid out depends on them.
const KEPT: [&str; 1] = ["BuildVersion"];

/// The properties of the header that name a player.
const NAMES: [&str; 2] = ["PlayerName", "Name"];

/// The numbers in the stream that name a club.
const CLUBS: [&str; 2] = ["TAGame.PRI_TA:ClubID", "TAGame.Team_TA:ClubID"];

/// The numbers in the stream that say when it was.
const MOMENTS: [&str; 3] = [
    "TAGame.GameEvent_TA:MatchStartEpoch",
    "TAGame.MaxTimeWarningData_TA:EndGameEpochTime",
    "TAGame.MaxTimeWarningData_TA:EndGameWarningEpochTime",
];

/// How a player steers, as they set it.
const STEERING: &str = "TAGame.PRI_TA:SteeringSensitivity";

/// Takes out who played, when, and where. A player's name becomes `Player 1` and so on, and an account a small number, the same everywhere: who scored stays
/// known. Of the header, all other texts but the build become empty, and all long numbers 0; in the network stream, all texts, the numbers of servers
/// and clubs, when the match began and may end, and how a player's camera and steering are set. The log of errors while recording goes.
///
/// Platforms, cars with their products, ranks and everything that happens stay, and so do values whose layout is not known.
///
/// # Errors
/// If the network stream is not decoded, or cannot be written again.
pub fn redact(replay: &mut Replay) -> Result<Removals> {
    if matches!(&replay.network, Network::Raw(bytes) if !bytes.is_empty()) {
        let found = "one that could not be read, in which names stay";
        return Err(Error::new(Fault::Malformed, 0, "network stream", "a decoded stream", found));
    }
    let before = replay.whole_stream()?.frames;
    let mut redaction = Redaction::default();
    redaction.properties(&mut replay.header.properties);
    let names: Vec<String> = replay.property_names();
    if let Network::Decoded { segments, .. } = &mut replay.network {
        for segment in segments {
            for (rows, name) in segment.rows.iter_mut().zip(&names) {
                redaction.rows(rows, name);
            }
        }
    }
    for entry in &replay.body.debug_log {
        redaction.removals.add("debugLog.user", entry.user.to_string(), entry.user.content());
        redaction.removals.add("debugLog.text", entry.text.to_string(), entry.text.content());
    }
    replay.body.debug_log.clear();
    let after = replay.whole_stream()?;
    // Texts have other lengths, so frames begin elsewhere. A keyframe that is listed wrongly stays so: reading a replay depends on it.
    let moved: BTreeMap<usize, usize> = before.into_iter().zip(after.frames.clone()).collect();
    for keyframe in &mut replay.body.keyframes {
        let position = usize::try_from(keyframe.position).ok();
        let moved = position.and_then(|position| moved.get(&position));
        if let Some(moved) = moved.and_then(|&moved| u32::try_from(moved).ok()) {
            keyframe.position = moved;
        }
    }
    replay.fit_stream(&after);
    replay.header.properties.measure();
    replay.update_lengths_and_checksums();
    Ok(redaction.removals)
}

/// A redaction under way.
#[derive(Debug, Default)]
struct Redaction {
    removals: Removals,
    /// New names by the old ones, and accounts likewise.
    names: BTreeMap<Vec<u8>, usize>,
    accounts: BTreeMap<Vec<u8>, u64>,
}

impl Redaction {
    fn properties(&mut self, list: &mut Properties) {
        for property in &mut list.0 {
            let name = property.name.to_string();
            let what = format!("header.{name}");
            match &mut property.value {
                PropertyValue::Str(text) if NAMES.contains(&name.as_str()) => {
                    self.name(text, &what)
                }
                PropertyValue::Str(text) if name == "EpicAccountId" => {
                    self.account_text(text, &what)
                }
                PropertyValue::Str(text) if !KEPT.contains(&name.as_str()) => {
                    self.text(text, &what)
                }
                PropertyValue::QWord(number) if name == "OnlineID" || name == "Uid" => {
                    self.account_number(number, &what);
                }
                PropertyValue::QWord(number) => self.number(number, &what),
                PropertyValue::Array(elements) => {
                    elements.iter_mut().for_each(|element| self.properties(element));
                }
                PropertyValue::Struct(_, members) => self.properties(members),
                _ => {}
            }
        }
    }

    fn rows(&mut self, rows: &mut Rows, name: &str) {
        match rows {
            Rows::String(texts) if name == PLAYER_NAME => {
                texts.iter_mut().for_each(|text| self.name(text, name));
            }
            Rows::String(texts) => texts.iter_mut().for_each(|text| self.text(text, name)),
            Rows::UniqueId(ids) | Rows::PartyLeader(ids) => {
                ids.iter_mut().for_each(|id| self.account(id, name));
            }
            Rows::Reservation(places) => {
                for place in places {
                    self.account(&mut place.unique_id, name);
                    self.name(&mut place.name, name);
                }
            }
            Rows::HonorDuelChallenge(pairs) => {
                for pair in pairs {
                    self.account(&mut pair.challenger, name);
                    self.account(&mut pair.defender, name);
                }
            }
            Rows::GameServerId(ids) => {
                for id in ids {
                    match id {
                        GameServerId::Number(number) => self.number(number, name),
                        GameServerId::Text(text) => self.text(text, name),
                    }
                }
            }
            Rows::PrivateMatchSettings(settings) => {
                for settings in settings {
                    self.text(&mut settings.server_name, name);
                    self.text(&mut settings.password, name);
                }
            }
            Rows::RepStatTitle(titles) => {
                titles.iter_mut().for_each(|title| self.text(&mut title.name, name));
            }
            Rows::U64(numbers) if CLUBS.contains(&name) || MOMENTS.contains(&name) => {
                numbers.iter_mut().for_each(|number| self.number(number, name));
            }
            Rows::F32(values) if name == STEERING => {
                for value in values {
                    self.removals.add(name, value.to_string(), &value.to_le_bytes());
                    *value = 1.0;
                }
            }
            Rows::CamSettings(cameras) => {
                for camera in cameras {
                    let bytes: Vec<u8> = [camera.fov, camera.height, camera.pitch, camera.distance]
                        .iter()
                        .flat_map(|value| value.to_le_bytes())
                        .collect();
                    self.removals.add(name, "the player's camera", &bytes);
                    default_camera(camera);
                }
            }
            _ => {}
        }
    }

    /// Gives a player another name.
    fn name(&mut self, name: &mut Text, what: &str) {
        if name.is_empty() {
            return;
        }
        self.removals.add(what, name.to_string(), name.content());
        let next = self.names.len().saturating_add(1);
        let number = *self.names.entry(name.to_string().into_bytes()).or_insert(next);
        *name = Text::new(&format!("Player {number}"));
    }

    fn account(&mut self, id: &mut UniqueId, what: &str) {
        match &mut id.account {
            Account::None => {}
            Account::Number(number) => self.account_number(number, what),
            Account::Text(text) => self.account_text(text, what),
            Account::Bytes(bytes) => {
                if bytes.iter().all(|&byte| byte == 0) {
                    return;
                }
                self.removals.add(what, "an account", bytes);
                let number = self.new_account(bytes.clone());
                // One platform with such accounts begins with a text.
                bytes.fill(0);
                for (byte, digit) in bytes.iter_mut().zip(number.to_string().bytes()) {
                    *byte = digit;
                }
            }
        }
    }

    fn account_number(&mut self, number: &mut u64, what: &str) {
        if *number == 0 {
            return;
        }
        self.removals.add(what, number.to_string(), &number.to_le_bytes());
        *number = self.new_account(number.to_le_bytes().to_vec());
    }

    fn account_text(&mut self, text: &mut Text, what: &str) {
        if text.is_empty() {
            return;
        }
        self.removals.add(what, text.to_string(), text.content());
        let number = self.new_account(text.to_string().into_bytes());
        *text = Text::new(&number.to_string());
    }

    fn new_account(&mut self, old: Vec<u8>) -> u64 {
        let next = u64::try_from(self.accounts.len()).unwrap_or(u64::MAX).saturating_add(1);
        *self.accounts.entry(old).or_insert(next)
    }

    fn text(&mut self, text: &mut Text, what: &str) {
        if !text.is_empty() {
            self.removals.add(what, text.to_string(), text.content());
            *text = Text::default();
        }
    }

    fn number(&mut self, number: &mut u64, what: &str) {
        if *number != 0 {
            self.removals.add(what, number.to_string(), &number.to_le_bytes());
            *number = 0;
        }
    }
}

/// The camera that the game begins with.
fn default_camera(camera: &mut CamSettings) {
    camera.fov = 90.0;
    camera.height = 100.0;
    camera.pitch = -3.0;
    camera.distance = 270.0;
    camera.stiffness = 0.0;
    camera.swivel_speed = 2.5;
    camera.transition_speed = camera.transition_speed.map(|_| 1.0);
    camera.acceleration = camera.acceleration.map(|_| 1.0);
    camera.deceleration = camera.deceleration.map(|_| 1.0);
    camera.free_look_speed = camera.free_look_speed.map(|_| 1.0);
    camera.unconstrained_rotation = camera.unconstrained_rotation.map(|_| false);
    camera.free_look_smoothing = camera.free_look_smoothing.map(|_| false);
}
