//! INFO: who played what and how.

use ghostreel_core::{Record, record};

use super::info_member::{InfoMember, InfoValue, InfoValueMut};
use super::text::{StringRef, Text, WideText};
use super::{Pose, Vector3};

/// Declares the item once: the file's form, and the same with strings in place of references.
macro_rules! info {
    ($($(#[doc = $doc:literal])+ $offset:literal: $field:ident: $kind:ty = $name:literal $(, $unit:literal)?;)*) => {
        record! {
            /// The item of INFO as it lies in the file: strings by reference.
            pub struct InfoItem, 260 bytes {
                $($(#[doc = $doc])+ $offset: $field: <$kind as InfoMember>::Stored = $name $(, $unit)?;)*
            }
        }

        /// Player, map and settings. Every value is as it stands in the file.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Info {
            $($(#[doc = $doc])+ $(#[doc = concat!(" (", $unit, ").")])? pub $field: $kind,)*
        }

        impl Info {
            /// All members under the specification's names, in the file's order.
            pub fn fields(&self) -> Vec<(&'static str, InfoValue<'_>)> {
                vec![$(($name, self.$field.value()),)*]
            }

            /// All members under the specification's names, in the file's order, to be changed.
            pub fn fields_mut(&mut self) -> Vec<(&'static str, InfoValueMut<'_>)> {
                vec![$(($name, self.$field.value_mut()),)*]
            }

            /// The info of an item. `strings` gives the bytes of a string.
            pub(crate) fn of<'a>(item: &InfoItem, mut strings: impl FnMut(StringRef) -> &'a [u8]) -> Self {
                Self { $($field: <$kind as InfoMember>::load(item.$field, &mut strings),)* }
            }

            /// The item of the info. `strings` takes the bytes of a string of units of so many bytes, and says where they are.
            pub(crate) fn item(&self, mut strings: impl FnMut(&[u8], usize) -> StringRef) -> InfoItem {
                InfoItem { $($field: self.$field.store(&mut strings),)* }
            }
        }
    };
}

info! {
    /// Version of the format that the replay was recorded in: a converted one has that of its first file
    0: original_major: u8 = "originalMajor";
    /// Version of the draft that the replay was recorded in
    1: original_minor: u8 = "originalMinor";
    /// Nothing: fills up to a multiple of four
    2: padding: u16 = "padding";
    /// Version of the mod that recorded
    4: mod_version: Text = "modVersion";
    /// Version of the game
    12: game_version: Text = "gameVersion";
    /// An id of the player that no other service uses
    20: player_unique_id: Text = "playerUniqueId";
    /// Steam's or BeatLeader's id
    28: player_id: Text = "playerId";
    /// Name of the player
    36: player_name: WideText = "playerName";
    /// Where the game was bought, as in version 1
    44: platform: Text = "platform";
    /// The system that tracks head and hands, as in version 1
    52: tracking_system: Text = "trackingSystem";
    /// Headset, free text
    60: hmd: Text = "hmd";
    /// Left controller, free text
    68: left_controller: Text = "leftController";
    /// Right controller, free text
    76: right_controller: Text = "rightController";
    /// Hash of the map, as in version 1
    84: hash: Text = "hash";
    /// Mode, as in version 1
    92: mode: Text = "mode";
    /// Difficulty, as in version 1
    100: difficulty: Text = "difficulty";
    /// Tempo of the song
    108: bpm: f32 = "bpm", "1/min";
    /// Speed at which notes come
    112: njs: f32 = "njs", "m/s";
    /// Name of the song
    116: song_name: WideText = "songName";
    /// The authors of the map
    124: mapper: WideText = "mapper";
    /// Score before modifiers count
    132: score: i32 = "score";
    /// When the level started, in Unix time
    136: timestamp: i32 = "timestamp", "s";
    /// When the level ended, in Unix time
    140: timestamp_end: i32 = "timestampEnd", "s";
    /// Song time of the start
    144: start_time: f32 = "startTime", "s";
    /// Song time of the end
    148: end_time: f32 = "endTime", "s";
    /// How it ended; the draft does not say which number means what
    152: end_type: i32 = "endType";
    /// Practice mode: speed of the song, else 0
    156: speed: f32 = "speed";
    /// Not 0: played with others
    160: multiplayer: u8 = "multiplayer";
    /// Not 0: the map was mirrored for a left-handed player
    161: left_handed: u8 = "leftHanded";
    /// Nothing: fills up to a multiple of four
    162: padding_behind_flags: u16 = "paddingBehindFlags";
    /// Name of the environment
    164: environment: Text = "environment";
    /// Height of the player; 0: automatic, see HEIGHTS
    172: height: f32 = "height", "m";
    /// Distance over which notes jump in
    176: jump_distance: f32 = "jumpDistance", "m";
    /// Codes with commas between, as in version 1
    180: modifiers: Text = "modifiers";
    /// The left saber handle in the frame of its controller
    188: left_saber: Pose = "leftSaber";
    /// The right saber handle in the frame of its controller
    216: right_saber: Pose = "rightSaber";
    /// Where the player stands: the game's room offset
    244: room_position: Vector3 = "roomPosition", "m";
    /// How the player is turned: the game's room rotation
    256: room_rotation: f32 = "roomRotation";
}

impl Info {
    /// Whether both have the same bits.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.numbers() == other.numbers() && self.strings().eq(other.strings())
    }

    /// The item without references.
    fn numbers(&self) -> [u8; InfoItem::SIZE] {
        let mut bytes = [0; InfoItem::SIZE];
        self.item(|_, _| StringRef::default()).write(&mut bytes);
        bytes
    }

    /// The bytes of all strings.
    fn strings(&self) -> impl Iterator<Item = &[u8]> {
        self.fields().into_iter().filter_map(|(_, value)| match value {
            InfoValue::Text(text) => Some(&*text.bytes),
            InfoValue::WideText(text) => Some(&*text.bytes),
            _ => None,
        })
    }
}
