//! The section of metadata: the map and the settings.

use ghostreel_bsor::layout::{CUSTOM_LEVEL, Vector3};
use ghostreel_core::io::{Reader, Writer};
use ghostreel_core::{Error, Fault, Record, Result};

use super::Text;
use crate::limits;
use crate::version::Version;

/// The difficulties, by their numbers.
pub(crate) const DIFFICULTIES: [(i32, &str); 5] =
    [(1, "Easy"), (3, "Normal"), (5, "Hard"), (7, "Expert"), (9, "ExpertPlus")];

/// Declares the section once: its struct, reading, writing and walking its fields for JSON.
macro_rules! metadata {
    ($($(#[doc = $doc:literal])+ $field:ident: $kind:ident = $name:literal;)*) => {
        /// The map and the settings. Every value is as it stands in the file.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Metadata {
            $($(#[doc = $doc])+ pub $field: metadata!(@type $kind),)*
            /// How many of the fields above the file has, from the first on.
            pub present: usize,
        }

        impl Metadata {
            /// Reads as many fields as the version has, or as can be read. `version`: that of the first field.
            pub(crate) fn read(reader: &mut Reader<'_>, version: Version) -> (Self, Option<Error>) {
                let mut metadata = Self::default();
                let expected = Self::fields_of(version);
                let result = metadata.read_fields(reader, expected);
                (metadata, result.err())
            }

            fn read_fields(&mut self, reader: &mut Reader<'_>, expected: usize) -> Result<()> {
                $(
                    if self.present >= expected {
                        return Ok(());
                    }
                    let mut ahead = reader.clone();
                    self.$field = metadata!(@read $kind, ahead, $name);
                    *reader = ahead;
                    self.present = self.present.saturating_add(1);
                )*
                Ok(())
            }

            pub(crate) fn write(&self, writer: &mut Writer) {
                let mut left = self.present;
                $(
                    if left == 0 {
                        return;
                    }
                    metadata!(@write $kind, writer, self.$field);
                    left = left.saturating_sub(1);
                )*
                let _ = left;
            }

            /// All fields in the order of the file, whether they are present or not.
            pub fn fields(&self) -> Vec<(&'static str, MetadataValue<'_>)> {
                vec![$(($name, MetadataValue::$kind(&self.$field)),)*]
            }

            /// All fields in the order of the file, to be set.
            pub fn fields_mut(&mut self) -> Vec<(&'static str, MetadataValueMut<'_>)> {
                vec![$(($name, MetadataValueMut::$kind(&mut self.$field)),)*]
            }
        }
    };
    (@type Text) => { Text };
    (@type Texts) => { Vec<Text> };
    (@type I32) => { i32 };
    (@type F32) => { f32 };
    (@type U8) => { u8 };
    (@type Vector3) => { Vector3 };
    (@read Text, $reader:ident, $name:literal) => { Text::read(&mut $reader, $name)? };
    (@read Texts, $reader:ident, $name:literal) => { read_texts(&mut $reader, $name)? };
    (@read I32, $reader:ident, $name:literal) => { $reader.i32_le($name)? };
    (@read F32, $reader:ident, $name:literal) => { $reader.f32_le($name)? };
    (@read U8, $reader:ident, $name:literal) => { $reader.u8($name)? };
    (@read Vector3, $reader:ident, $name:literal) => {
        Vector3::read($reader.take(Vector3::SIZE, $name)?).unwrap_or_default()
    };
    (@write Text, $writer:ident, $value:expr) => { $value.write($writer) };
    (@write Texts, $writer:ident, $value:expr) => { write_texts(&$value, $writer) };
    (@write I32, $writer:ident, $value:expr) => { $writer.i32_le($value) };
    (@write F32, $writer:ident, $value:expr) => { $writer.f32_le($value) };
    (@write U8, $writer:ident, $value:expr) => { $writer.u8($value) };
    (@write Vector3, $writer:ident, $value:expr) => { $writer.record(&$value) };
}

metadata! {
    /// Version of the format, e.g. `3.1.0`.
    version: Text = "version";
    /// `custom_level_` and the map's hash, perhaps with a suffix; a short name for official maps.
    level_id: Text = "levelID";
    /// 1 Easy, 3 Normal, 5 Hard, 7 Expert, 9 ExpertPlus.
    difficulty: I32 = "difficulty";
    /// `Standard`, `OneSaber` and so on.
    characteristic: Text = "characteristic";
    /// Name of the environment.
    environment: Text = "environment";
    /// Codes, e.g. `NF`. `SC` stands for small cubes and for fail on saber clash; twice for both.
    modifiers: Texts = "modifiers";
    /// The game's jump value: a distance in metres, or with some settings something else.
    note_spawn_offset: F32 = "noteSpawnOffset";
    /// Not 0: the map was mirrored for a left-handed player.
    left_handed: U8 = "leftHanded";
    /// Height of the player at the start in metres.
    initial_height: F32 = "initialHeight";
    /// How far the room is turned about Y, in degrees.
    room_rotation: F32 = "roomRotation";
    /// Where the room's centre is, in metres.
    room_center: Vector3 = "roomCenter";
    /// Song time when the energy was first 0, in seconds; 0: never. With No Fail the run goes on.
    fail_time: F32 = "failTime";
    /// Version of the game. Since 3.1.0.
    game_version: Text = "gameVersion";
    /// Version of ScoreSaber's plugin. Since 3.1.0.
    plugin_version: Text = "pluginVersion";
    /// `PC` or `Quest`. Since 3.1.0.
    platform: Text = "platform";
}

/// A field of the metadata.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "named after what they hold")]
pub enum MetadataValue<'a> {
    Text(&'a Text),
    Texts(&'a [Text]),
    I32(&'a i32),
    F32(&'a f32),
    U8(&'a u8),
    Vector3(&'a Vector3),
}

/// A field of the metadata, to be set.
#[derive(Debug, PartialEq)]
#[allow(missing_docs, reason = "named after what they hold")]
pub enum MetadataValueMut<'a> {
    Text(&'a mut Text),
    Texts(&'a mut Vec<Text>),
    I32(&'a mut i32),
    F32(&'a mut f32),
    U8(&'a mut u8),
    Vector3(&'a mut Vector3),
}

impl Metadata {
    /// The fields of version 2 and 3.0; three more came with 3.1.
    const FIRST_FIELDS: usize = 12;
    const ALL_FIELDS: usize = 15;

    /// How many fields a version has.
    pub fn fields_of(version: Version) -> usize {
        if version.names_the_game() { Self::ALL_FIELDS } else { Self::FIRST_FIELDS }
    }

    /// Gives it all fields that its version has; without a version it becomes the latest.
    pub(crate) fn complete(&mut self) {
        let version = Version::parse(&self.version.as_str()).unwrap_or_else(|| {
            self.version = Version::LATEST.to_string().as_str().into();
            Version::LATEST
        });
        self.present = Self::fields_of(version);
    }

    /// The hash of a custom map, with its possible suffix; the id of an official one.
    pub fn map(&self) -> String {
        let id = self.level_id.as_str();
        id.strip_prefix(CUSTOM_LEVEL).unwrap_or(&id).to_owned()
    }

    /// The difficulty's name, as in BSOR.
    pub fn difficulty_name(&self) -> Option<&'static str> {
        let named = DIFFICULTIES.iter().find(|&&(number, _)| number == self.difficulty);
        named.map(|&(_, name)| name)
    }
}

fn read_texts(reader: &mut Reader<'_>, name: &str) -> Result<Vec<Text>> {
    let start = reader.clone();
    let count = reader.i32_le(name)?;
    if !(0..=limits::MODIFIERS).contains(&count) {
        return Err(start.error(
            Fault::Malformed,
            format!("0 to {} {name}", limits::MODIFIERS),
            format!("{count}"),
        ));
    }
    (0..count).map(|_| Text::read(reader, name)).collect()
}

fn write_texts(texts: &[Text], writer: &mut Writer) {
    writer.i32_le(i32::try_from(texts.len()).unwrap_or(i32::MAX));
    texts.iter().for_each(|text| text.write(writer));
}
