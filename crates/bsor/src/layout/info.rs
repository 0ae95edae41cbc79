//! Section 0: who played what and how.

use ghostreel_core::io::{Reader, Writer};
use ghostreel_core::{Diagnostic, Error, Fault, Result, Severity, date};

use super::text::{Measure, Text};
use crate::limits;

/// Declares the section once: its struct, reading, writing and walking its fields for JSON.
macro_rules! info {
    ($($(#[doc = $doc:literal])+ $field:ident: $kind:ident = $name:literal;)*) => {
        /// Player, map and settings. Every value is as it stands in the file.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Info {
            $($(#[doc = $doc])+ pub $field: info!(@type $kind),)*
        }

        impl Info {
            fn read(reader: &mut Reader<'_>, measures: &Measures) -> Result<Self> {
                let mut texts = measures.iter();
                Ok(Self { $($field: info!(@read $kind, reader, texts, $name),)* })
            }

            pub(crate) fn write(&self, writer: &mut Writer) {
                $(info!(@write $kind, writer, self.$field);)*
            }

            /// All fields in the order of the file, under the specification's names.
            pub fn fields(&self) -> Vec<(&'static str, InfoValue<'_>)> {
                vec![$(($name, info!(@value $kind, self.$field)),)*]
            }

            /// All fields in the order of the file, to be set.
            pub fn fields_mut(&mut self) -> Vec<(&'static str, InfoValueMut<'_>)> {
                vec![$(($name, InfoValueMut::$kind(&mut self.$field)),)*]
            }
        }

        /// The specification's names of the fields that are strings, in the order of the file.
        pub const TEXT_FIELDS: &[&str] = info!(@texts [] $($kind $name,)*);
    };
    (@type Text) => { Text };
    (@type I32) => { i32 };
    (@type F32) => { f32 };
    (@type U8) => { u8 };
    (@read Text, $reader:ident, $texts:ident, $name:literal) => {
        Text::read($reader, $name, $texts.next().copied().unwrap_or(Measure::Bytes))?
    };
    (@read I32, $reader:ident, $texts:ident, $name:literal) => { $reader.i32_le($name)? };
    (@read F32, $reader:ident, $texts:ident, $name:literal) => { $reader.f32_le($name)? };
    (@read U8, $reader:ident, $texts:ident, $name:literal) => { $reader.u8($name)? };
    (@write Text, $writer:ident, $value:expr) => { $value.write($writer) };
    (@write I32, $writer:ident, $value:expr) => { $writer.i32_le($value) };
    (@write F32, $writer:ident, $value:expr) => { $writer.f32_le($value) };
    (@write U8, $writer:ident, $value:expr) => { $writer.u8($value) };
    (@value Text, $value:expr) => { InfoValue::Text(&$value) };
    (@value I32, $value:expr) => { InfoValue::I32($value) };
    (@value F32, $value:expr) => { InfoValue::F32($value) };
    (@value U8, $value:expr) => { InfoValue::U8($value) };
    (@texts [$($done:literal,)*] Text $name:literal, $($rest:tt)*) => { info!(@texts [$($done,)* $name,] $($rest)*) };
    (@texts [$($done:literal,)*] $other:ident $name:literal, $($rest:tt)*) => { info!(@texts [$($done,)*] $($rest)*) };
    (@texts [$($done:literal,)*]) => { &[$($done,)*] };
}

info! {
    /// Version of the mod that recorded. PC and Quest count separately.
    version: Text = "version";
    /// Version of the game, e.g. `1.27.0_3631158313` on PC, `1.25.1` on Quest.
    game_version: Text = "gameVersion";
    /// When the level started, Unix seconds as decimal text.
    timestamp: Text = "timestamp";
    /// Steam's or BeatLeader's id; `-1` when not logged in on Quest.
    player_id: Text = "playerID";
    /// Name of the player.
    player_name: Text = "playerName";
    /// `steam`, `oculuspc`, or `oculus` for a standalone Quest.
    platform: Text = "platform";
    /// `OpenVR`, `OpenXR`, `Oculus`, `Unknown`.
    tracking_system: Text = "trackingSystem";
    /// Headset, free text.
    hmd: Text = "hmd";
    /// Controllers, free text.
    controller: Text = "controller";
    /// Hash of the map, 40 hexadecimal digits and perhaps a suffix; a short name for official maps.
    hash: Text = "hash";
    /// Name of the song.
    song_name: Text = "songName";
    /// The authors of the map.
    mapper: Text = "mapper";
    /// `Easy`, `Normal`, `Hard`, `Expert`, `ExpertPlus`.
    difficulty: Text = "difficulty";
    /// Score before modifiers count. Negative in some old files; the server takes it positive.
    score: I32 = "score";
    /// `Standard`, `OneSaber`, `NoArrows`, `90Degree`, `360Degree`, `Lightshow`, `Lawless`, or custom.
    mode: Text = "mode";
    /// Name of the environment.
    environment: Text = "environment";
    /// Codes with commas between, e.g. `FS,GN`.
    modifiers: Text = "modifiers";
    /// Distance over which notes jump in, in metres.
    jump_distance: F32 = "jumpDistance";
    /// Not 0: the map was mirrored for a left-handed player.
    left_handed: U8 = "leftHanded";
    /// Height of the player in metres; 0: automatic, see the heights.
    height: F32 = "height";
    /// Practice mode: song time of the start in seconds, else 0.
    start_time: F32 = "startTime";
    /// Song time of the fail in seconds; 0: did not fail.
    fail_time: F32 = "failTime";
    /// Practice mode: speed of the song, else 0.
    speed: F32 = "speed";
}

/// A field of the info.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "named after what they hold")]
pub enum InfoValue<'a> {
    Text(&'a Text),
    I32(i32),
    F32(f32),
    U8(u8),
}

/// A field of the info, to be set.
#[derive(Debug, PartialEq)]
#[allow(missing_docs, reason = "named after what they hold")]
pub enum InfoValueMut<'a> {
    Text(&'a mut Text),
    I32(&'a mut i32),
    F32(&'a mut f32),
    U8(&'a mut u8),
}

/// The prefix of the map's hash in the game's id of a custom level; some replays have it in the hash, too.
pub const CUSTOM_LEVEL: &str = "custom_level_";

impl Info {
    /// When the level started, in Unix seconds.
    pub fn started_at(&self) -> Option<i64> {
        let text = std::str::from_utf8(&self.timestamp.bytes).ok()?;
        date::of_seconds(text.trim().parse().ok()?)
    }

    /// The map's hash without the game's prefix and mods' suffixes, in upper case; official maps have a short name instead.
    pub fn map_hash(&self) -> String {
        let text = self.hash.as_str();
        let hash = text.strip_prefix(CUSTOM_LEVEL).unwrap_or(&text);
        match hash.get(..40) {
            Some(hash) if hash.bytes().all(|b| b.is_ascii_hexdigit()) => hash.to_ascii_uppercase(),
            _ => text.into_owned(),
        }
    }

    /// The modifiers' codes.
    pub fn modifier_codes(&self) -> Vec<String> {
        let text = self.modifiers.as_str();
        text.split(',').map(str::trim).filter(|code| !code.is_empty()).map(str::to_owned).collect()
    }

    /// Whether the run failed. With No Fail it went on.
    pub fn failed(&self) -> bool {
        self.fail_time.abs() >= 0.01
    }

    /// Whether it was played in practice mode.
    pub fn practice(&self) -> bool {
        self.speed > 0.0
    }
}

/// How each string of the section is measured.
type Measures = [Measure; TEXT_FIELDS.len()];

/// The fields whose lengths early mods wrote in UTF-16 units: names of persons and songs.
const NAMES: [&str; 3] = ["playerName", "songName", "mapper"];

/// The result of reading the info.
pub(crate) enum InfoRead {
    Done {
        info: Box<Info>,
        /// Bytes that it took.
        length: usize,
        diagnostics: Vec<Diagnostic>,
    },
    /// More bytes could change the outcome.
    NeedMore,
    Failed(Error),
}

/// Reads the info at `base` in the file from `bytes`, looking at no more than [`limits::INFO_WINDOW`].
/// `complete`: there are no bytes after these.
///
/// A good file is never misread, since the plain way is tried first. Then the names' lengths are taken as UTF-16
/// units, in each combination; then bytes are skipped until a length looks right, as the official readers do. Each
/// way counts only if the frames' section follows.
pub(crate) fn read_info(bytes: &[u8], base: u64, complete: bool) -> InfoRead {
    let window = bytes.get(..limits::INFO_WINDOW).unwrap_or(bytes);
    let complete = complete || bytes.len() > limits::INFO_WINDOW;
    let attempt = |measures: &Measures| {
        let mut reader = Reader::new(window, "info").with_base(base);
        Info::read(&mut reader, measures).map(|info| (info, reader.position()))
    };

    let plain = attempt(&[Measure::Bytes; TEXT_FIELDS.len()]);
    match &plain {
        Ok((info, length)) => match frames_follow(window, *length, complete) {
            Some(true) => return done(info.clone(), *length, base),
            None => return InfoRead::NeedMore,
            Some(false) => {}
        },
        Err(error) if error.fault == Fault::Truncated && !complete => return InfoRead::NeedMore,
        Err(_) => {}
    }
    if !complete {
        return InfoRead::NeedMore;
    }
    let repaired = (1..1_u8 << NAMES.len())
        .map(utf16_names)
        .chain([[Measure::Skip; TEXT_FIELDS.len()]])
        .filter_map(|measures| attempt(&measures).ok())
        .find(|(_, length)| frames_follow(window, *length, complete) == Some(true));
    match (repaired, plain) {
        (Some((info, length)), _) | (None, Ok((info, length))) => done(info, length, base),
        (None, Err(error)) => InfoRead::Failed(error),
    }
}

/// Whether the frames' section begins at `position`; the end of the input will do, nothing speaks against it.
fn frames_follow(window: &[u8], position: usize, complete: bool) -> Option<bool> {
    let rest = window.get(position..).unwrap_or_default();
    match rest {
        [id, ..] if *id != super::SectionId::Frames.byte() => Some(false),
        [_, a, b, c, d, ..] => Some(i32::from_le_bytes([*a, *b, *c, *d]) >= 0),
        _ if complete => Some(true),
        _ => None,
    }
}

fn utf16_names(mask: u8) -> Measures {
    let mut measures = [Measure::Bytes; TEXT_FIELDS.len()];
    for (measure, field) in measures.iter_mut().zip(TEXT_FIELDS) {
        if NAMES.iter().position(|name| name == field).is_some_and(|bit| mask >> bit & 1 == 1) {
            *measure = Measure::Utf16;
        }
    }
    measures
}

fn done(info: Info, length: usize, base: u64) -> InfoRead {
    let mut diagnostics = Vec::new();
    for (name, value) in info.fields() {
        let InfoValue::Text(text) = value else { continue };
        if usize::try_from(text.declared) != Ok(text.bytes.len()) {
            let message = format!(
                "{name} is {} bytes long but its length says {}: it counts UTF-16 units, as early mods did",
                text.bytes.len(),
                text.declared
            );
            diagnostics.push(Diagnostic::new(Severity::Info, base, "info", message));
        }
        if !text.skipped.is_empty() {
            let message = format!(
                "{} bytes in front of {name} belong to no string; an earlier length was too short",
                text.skipped.len()
            );
            diagnostics.push(Diagnostic::new(Severity::Warning, base, "info", message));
        }
    }
    if !info.timestamp.bytes.is_empty() && info.started_at().is_none() {
        let message = date::message("timestamp", &info.timestamp.as_str());
        diagnostics.push(Diagnostic::new(Severity::Warning, base, "info", message));
    }
    InfoRead::Done { info: Box::new(info), length, diagnostics }
}
