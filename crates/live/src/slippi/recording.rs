//! The file around the events of a game, as recorders over the network write it.

use std::collections::BTreeMap;

use chrono::{DateTime, Local, SecondsFormat, Utc};
use ghostreel_formats::core::Record;
use ghostreel_formats::slp::layout::{FIRST_FRAME, PayloadSizes, PostFrame, command};
use ghostreel_formats::slp::ubjson::{Int, UbjsonValue};
use ghostreel_formats::slp::{GameStart, Member, Replay, Wrapper, encode};

/// The most bytes of events in a file: their length is written in 32 bits.
const FULL: u64 = u32::MAX as u64 - (1 << 20);

/// The data to be written around the events of a game.
#[derive(Debug)]
pub(super) struct Recording {
    began: DateTime<Utc>,
    nick: String,
    length: u64,
    last_frame: i32,
    players: BTreeMap<u8, Player>,
}

#[derive(Debug, Default)]
struct Player {
    name: String,
    code: String,
    /// By internal number, how often each character was seen.
    characters: BTreeMap<u8, i32>,
}

impl Recording {
    /// The beginning of a file. The length of the events stands at its end, 0 while the game is played.
    pub(super) const HEAD: [u8; 15] = *b"{U\x03raw[$U#l\0\0\0\0";

    pub(super) fn new(began: DateTime<Utc>, nick: &str) -> Self {
        Self {
            began,
            nick: nick.to_owned(),
            length: 0,
            // Recorders over the network count from one frame before the first.
            last_frame: FIRST_FRAME - 1,
            players: BTreeMap::new(),
        }
    }

    /// The name that Slippi gives a file, by the local clock.
    pub(super) fn file_name(&self) -> String {
        self.began.with_timezone(&Local).format("Game_%Y%m%dT%H%M%S.slp").to_string()
    }

    /// Notes the values of an event that the metadata has.
    pub(super) fn note(&mut self, event: &[u8]) {
        match event.first() {
            Some(&command::GAME_START) => {
                for player in GameStart::new(event).players() {
                    let names = self.players.entry(player.port).or_default();
                    names.name = player.display_name.unwrap_or_default();
                    names.code = player.connect_code.unwrap_or_default();
                }
            }
            Some(&command::POST_FRAME) => {
                let Some(post) = PostFrame::read(event).filter(|post| post.is_follower == 0) else {
                    return;
                };
                self.last_frame = post.frame;
                if let Some(player) = self.players.get_mut(&post.player_index) {
                    let count = player.characters.entry(post.internal_character_id).or_default();
                    *count = count.saturating_add(1);
                }
            }
            _ => {}
        }
    }

    pub(super) fn add_length(&mut self, bytes: usize) {
        self.length += bytes as u64;
    }

    /// Whether the file can take no more.
    pub(super) fn is_full(&self) -> bool {
        self.length >= FULL
    }

    /// The place of the events' length, and its bytes when they have ended.
    pub(super) fn length_field(&self) -> (usize, Vec<u8>) {
        let length = u32::try_from(self.length).unwrap_or(u32::MAX);
        (Wrapper::HEAD.len(), length.to_be_bytes().to_vec())
    }

    /// The bytes after the events, with the end of the file.
    pub(super) fn metadata(&self) -> Vec<u8> {
        let players = self.players.iter().map(|(port, player)| {
            let characters = player.characters.iter();
            let characters = characters.map(|(id, &count)| member(&id.to_string(), number(count)));
            let names =
                vec![member("netplay", text(&player.name)), member("code", text(&player.code))];
            let about = vec![
                member("characters", UbjsonValue::Object(characters.collect())),
                member("names", UbjsonValue::Object(names)),
            ];
            member(&port.to_string(), UbjsonValue::Object(about))
        });
        let metadata = vec![
            member("startAt", text(&self.began.to_rfc3339_opts(SecondsFormat::Millis, true))),
            member("lastFrame", number(self.last_frame)),
            member("consoleNick", text(&self.nick)),
            member("players", UbjsonValue::Object(players.collect())),
            member("playedOn", text("network")),
        ];
        let key = b"metadata".to_vec();
        encode(&Replay {
            wrapper: Wrapper::Bare { has_sizes: false },
            payload_sizes: PayloadSizes::before_0_1(),
            order: Vec::new(),
            events: BTreeMap::new(),
            gaps: Vec::new(),
            rest: Vec::new(),
            members: vec![Member {
                key_length: length(&key),
                key,
                value: UbjsonValue::Object(metadata),
            }],
            tail: b"}".to_vec(),
        })
    }
}

type NamedValue = (Int, Vec<u8>, UbjsonValue);

fn member(key: &str, value: UbjsonValue) -> NamedValue {
    let key = key.as_bytes().to_vec();
    (length(&key), key, value)
}

/// The bytes of a text, not its UTF-16 units as other recorders write them.
fn length(text: &[u8]) -> Int {
    Int { marker: b'U', value: text.len() as i64 }
}

fn text(text: &str) -> UbjsonValue {
    // One byte has the length.
    let bytes = text.as_bytes()[..text.floor_char_boundary(usize::from(u8::MAX))].to_vec();
    UbjsonValue::Text { marker: b'S', length: length(&bytes), bytes }
}

fn number(value: i32) -> UbjsonValue {
    UbjsonValue::Int(Int { marker: b'l', value: i64::from(value) })
}
