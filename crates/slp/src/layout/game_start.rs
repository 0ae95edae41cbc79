//! Game Start (0x36): settings, characters, stage, names.

use std::ops::Range;

use ghostreel_core::Endian;
use ghostreel_core::FieldValue;

use super::shift_jis;
use crate::version::Version;

/// The bytes of the event, read where asked. Values that a file is too old for are `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameStart<'a> {
    bytes: &'a [u8],
}

/// Where a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextPlace {
    /// Its name.
    pub(crate) name: &'static str,
    /// Where the first port's begins.
    start: usize,
    /// Its length in bytes, with zeros after it.
    length: usize,
}

impl TextPlace {
    /// The text of a port, 0 to 3; 0 for one that is there once.
    pub(crate) fn range(self, port: u8) -> Range<usize> {
        let start = self.start.saturating_add(self.length.saturating_mul(usize::from(port)));
        start..start.saturating_add(self.length)
    }
}

/// The kind of player in a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerType {
    /// A person.
    Human,
    /// The computer.
    Cpu,
    /// A demonstration.
    Demo,
    /// No player.
    Empty,
    /// A number we do not know.
    Other(u8),
}

impl From<u8> for PlayerType {
    fn from(raw: u8) -> Self {
        match raw {
            0 => Self::Human,
            1 => Self::Cpu,
            2 => Self::Demo,
            3 => Self::Empty,
            other => Self::Other(other),
        }
    }
}

/// A port at the start of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerStart {
    /// Port, 0 to 3.
    pub port: u8,
    /// The kind of player.
    pub player_type: PlayerType,
    /// Character, as on the selection screen.
    pub external_character_id: u8,
    /// Stocks at the start.
    pub start_stocks: u8,
    /// Costume.
    pub costume_index: u8,
    /// 0 normal, 1 light, 2 dark.
    pub team_shade: u8,
    /// Handicap.
    pub handicap: u8,
    /// 0 red, 1 blue, 2 green; only in teams.
    pub team_id: u8,
    /// Bits: 0x01 stamina, 0x02 silent, 0x04 low gravity, 0x08 invisible, 0x10 black stock icon, 0x20 metal, 0x40
    /// starts on the warp-in platform, 0x80 rumble.
    pub bitfield: u8,
    /// Level of the computer, also given for people.
    pub cpu_level: u8,
    /// Factor of the knockback dealt.
    pub offense_ratio: f32,
    /// Factor of the knockback taken.
    pub defense_ratio: f32,
    /// Factor of the size.
    pub model_scale: f32,
    /// Fix of dashback: 0 off, 1 UCF, 2 Dween. Since 1.0.
    pub dashback_fix: Option<u32>,
    /// Fix of shield drops: 0 off, 1 UCF, 2 Dween. Since 1.0.
    pub shield_drop_fix: Option<u32>,
    /// Name tag. Since 1.3.
    pub nametag: Option<String>,
    /// Name on Slippi Online, empty offline. Since 3.9.
    pub display_name: Option<String>,
    /// Code on Slippi Online, e.g. `ABCD#123`, empty offline. Since 3.9.
    pub connect_code: Option<String>,
    /// User id on Slippi Online, empty offline. Since 3.11.
    pub slippi_uid: Option<String>,
}

impl<'a> GameStart<'a> {
    /// Where the block that the game itself starts from begins.
    const INFO_BLOCK: usize = 0x5;
    pub(crate) const PORTS: u8 = 4;

    const NAMETAG: TextPlace = TextPlace { name: "nametag", start: 0x161, length: 0x10 };
    const DISPLAY_NAME: TextPlace = TextPlace { name: "displayName", start: 0x1a5, length: 0x1f };
    const CONNECT_CODE: TextPlace = TextPlace { name: "connectCode", start: 0x221, length: 0xa };
    const SLIPPI_UID: TextPlace = TextPlace { name: "slippiUid", start: 0x249, length: 0x1d };
    pub(crate) const MATCH_ID: TextPlace = TextPlace { name: "matchId", start: 0x2be, length: 51 };

    /// The texts of each port that name a player.
    pub(crate) const PERSONAL_TEXTS: [TextPlace; 4] =
        [Self::NAMETAG, Self::DISPLAY_NAME, Self::CONNECT_CODE, Self::SLIPPI_UID];

    /// Reads the event from its command byte on.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// The bytes of the event, the command byte included.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    fn get<T: FieldValue>(&self, offset: usize) -> Option<T> {
        T::load(self.bytes.get(offset..)?, Endian::Big)
    }

    fn info<T: FieldValue + Default>(&self, offset: usize) -> T {
        self.get(Self::INFO_BLOCK.saturating_add(offset)).unwrap_or_default()
    }

    fn text(&self, place: TextPlace, port: u8) -> Option<String> {
        Some(shift_jis::text(self.bytes.get(place.range(port))?))
    }

    /// Version of the recorder.
    pub fn version(&self) -> Version {
        let part = |offset| self.get(offset).unwrap_or_default();
        Version { major: part(1), minor: part(2), build: part(3) }
    }

    /// Whether it was played in teams.
    pub fn is_teams(&self) -> bool {
        self.info::<u8>(0x8) != 0
    }

    /// Stage.
    pub fn stage(&self) -> u16 {
        self.info(0xe)
    }

    /// 0 time, 1 stock, 2 coin, 3 bonus.
    pub fn game_mode(&self) -> u8 {
        self.info::<u8>(0x0) >> 5
    }

    /// The direction of the timer: `none`, `down` or `up`.
    pub fn timer(&self) -> &'static str {
        match self.info::<u8>(0x0) & 3 {
            2 => "down",
            3 => "up",
            _ => "none",
        }
    }

    /// Seconds on the timer, whatever the mode.
    pub fn timer_s(&self) -> u32 {
        self.info(0x10)
    }

    /// How often items appear: -1 off, 0 to 4 and above.
    pub fn item_spawn_behavior(&self) -> i8 {
        self.info(0xb)
    }

    /// Whether friends can hurt each other.
    pub fn friendly_fire(&self) -> bool {
        self.info::<u8>(0x1) & 1 != 0
    }

    /// Random seed before the game.
    pub fn random_seed(&self) -> u32 {
        self.get(0x13d).unwrap_or_default()
    }

    /// Whether it is the European game. Since 1.5.
    pub fn is_pal(&self) -> Option<bool> {
        self.get::<u8>(0x1a1).map(|value| value != 0)
    }

    /// Whether Pokémon Stadium does not transform. Since 2.0.
    pub fn is_frozen_ps(&self) -> Option<bool> {
        self.get::<u8>(0x1a2).map(|value| value != 0)
    }

    /// Minor scene. Since 3.7.
    pub fn minor_scene(&self) -> Option<u8> {
        self.get(0x1a3)
    }

    /// Major scene: 2 versus, 8 online. Since 3.7.
    pub fn major_scene(&self) -> Option<u8> {
        self.get(0x1a4)
    }

    /// 0 Japanese, 1 English. Since 3.12.
    pub fn language(&self) -> Option<u8> {
        self.get(0x2bd)
    }

    /// Names the match, e.g. `mode.unranked-2022-12-20T06:52:39.18-0`. Since 3.14.
    pub fn match_id(&self) -> Option<String> {
        self.text(Self::MATCH_ID, 0)
    }

    /// The number of the game in the match, from 1. Since 3.14.
    pub fn game_number(&self) -> Option<u32> {
        self.get(0x2f1)
    }

    /// The number of the tiebreak, 0 for none. Since 3.14.
    pub fn tiebreaker_number(&self) -> Option<u32> {
        self.get(0x2f5)
    }

    /// The ports with players.
    pub fn players(&self) -> Vec<PlayerStart> {
        (0..Self::PORTS)
            .map(|port| self.player(port))
            .filter(|player| player.player_type != PlayerType::Empty)
            .collect()
    }

    /// A port, 0 to 3.
    pub fn player(&self, port: u8) -> PlayerStart {
        let nth = |start: usize, size: usize| {
            start.saturating_add(size.saturating_mul(usize::from(port)))
        };
        let block = nth(0x60, 0x24);
        let at = |offset: usize| block.saturating_add(offset);
        PlayerStart {
            port,
            external_character_id: self.info(block),
            player_type: self.info::<u8>(at(0x1)).into(),
            start_stocks: self.info(at(0x2)),
            costume_index: self.info(at(0x3)),
            team_shade: self.info(at(0x7)),
            handicap: self.info(at(0x8)),
            team_id: self.info(at(0x9)),
            bitfield: self.info(at(0xc)),
            cpu_level: self.info(at(0xf)),
            offense_ratio: self.info(at(0x18)),
            defense_ratio: self.info(at(0x1c)),
            model_scale: self.info(at(0x20)),
            dashback_fix: self.get(nth(0x141, 0x8)),
            shield_drop_fix: self.get(nth(0x145, 0x8)),
            nametag: self.text(Self::NAMETAG, port),
            display_name: self.text(Self::DISPLAY_NAME, port),
            connect_code: self.text(Self::CONNECT_CODE, port),
            slippi_uid: self.text(Self::SLIPPI_UID, port),
        }
    }
}
