//! Pong as JSON. Names are those of `docs/spec/pong.md`.

use ghostreel_pong::{Frame, Replay, View, limits};
use serde::de::Error as _;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::hex::Hex;
use super::utf8::{TextIn, Utf8Out};
use super::{JsonError, List};

/// A whole file, written frame by frame from where it lies.
pub(super) struct Document<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) summary: bool,
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { view, summary } = *self;
        let [left, right] = view.names();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("format", "pong")?;
        map.serialize_entry("version", &view.version())?;
        map.serialize_entry("rate", &view.rate())?;
        map.serialize_entry("leftName", &Utf8Out(left))?;
        map.serialize_entry("rightName", &Utf8Out(right))?;
        map.serialize_entry("startedAt", &view.started_at())?;
        if usize::try_from(view.declared_frames()) != Ok(view.frames().len()) {
            map.serialize_entry("declaredFrames", &view.declared_frames())?;
        }
        if summary {
            map.serialize_entry("frameCount", &view.frames().len())?;
        } else {
            map.serialize_entry("frames", &List(|| view.frames().map(FrameJson::from)))?;
        }
        map.serialize_entry("notes", &List(|| view.notes().map(Hex)))?;
        if !view.tail().is_empty() {
            map.serialize_entry("tail", &Hex(view.tail()))?;
        }
        map.end()
    }
}

#[derive(serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FrameJson {
    left: u16,
    right: u16,
    ball_x: u16,
    ball_y: u16,
    left_points: u8,
    right_points: u8,
}

impl From<Frame> for FrameJson {
    fn from(frame: Frame) -> Self {
        let Frame { left, right, ball_x, ball_y, left_points, right_points } = frame;
        Self { left, right, ball_x, ball_y, left_points, right_points }
    }
}

impl From<FrameJson> for Frame {
    fn from(frame: FrameJson) -> Self {
        let FrameJson { left, right, ball_x, ball_y, left_points, right_points } = frame;
        Self { left, right, ball_x, ball_y, left_points, right_points }
    }
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ReplayIn {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u8,
    rate: u8,
    left_name: TextIn,
    right_name: TextIn,
    started_at: u32,
    declared_frames: Option<u32>,
    frames: Vec<FrameJson>,
    notes: Vec<Hex<Vec<u8>>>,
    tail: Option<Hex<Vec<u8>>>,
}

/// Reads what [`Document`] wrote. What no file can hold is refused.
pub(super) fn read(json: &[u8]) -> Result<Replay, JsonError> {
    let read: ReplayIn = serde_json::from_slice(json)?;
    let mut replay = Replay {
        rate: read.rate,
        started_at: read.started_at,
        names: [read.left_name, read.right_name].map(TextIn::into_utf8),
        declared_frames: 0,
        frames: read.frames.into_iter().map(Frame::from).collect(),
        notes: read.notes.into_iter().map(|Hex(note)| note).collect(),
        tail: read.tail.map(|Hex(tail)| tail).unwrap_or_default(),
    };
    replay.update_lengths();
    replay.declared_frames = read.declared_frames.unwrap_or(replay.declared_frames);
    let is_too_long = |bytes: &Vec<u8>, most: usize| bytes.len() > most;
    let refused = if replay.rate == 0 {
        Some("expected a rate above 0")
    } else if replay.names.iter().any(|name| is_too_long(name, u8::MAX.into())) {
        Some("expected names of at most 255 bytes")
    } else if replay.notes.len() > limits::NOTES {
        Some("expected at most 64 notes")
    } else if replay.notes.iter().any(|note| is_too_long(note, u16::MAX.into())) {
        Some("expected notes of at most 65535 bytes")
    } else {
        None
    };
    match refused {
        Some(why) => Err(serde_json::Error::custom(why).into()),
        None => Ok(replay),
    }
}
