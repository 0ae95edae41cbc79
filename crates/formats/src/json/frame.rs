//! One frame as an object, for who wants them as they come.

use ghostreel_bsor::{self as bsor, layout as notes};
use ghostreel_core::Record;
use ghostreel_slp::layout::{PayloadSizes, command};
use ghostreel_slp::{self as slp, Character};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::List;
use super::bsor::record::Fields;
use crate::AnyEvent;

/// A frame of a replay of any game. As JSON, the members of an object under the names of the format's specification.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a>(Inner<'a>);

#[derive(Clone, Copy, Debug)]
enum Inner<'a> {
    Bsor(&'a notes::Frame),
    Slp(&'a slp::Frame, &'a PayloadSizes),
}

impl<'a> Frame<'a> {
    /// The frame that an event brings, if it does. `sizes`: the sizes of a Slippi file's events, as
    /// [`slp::Event::PayloadSizes`] said.
    pub fn of(event: &'a AnyEvent, sizes: &'a PayloadSizes) -> Option<Self> {
        match event {
            AnyEvent::Bsor(bsor::Event::Frame(frame)) => Some(Self(Inner::Bsor(frame))),
            AnyEvent::Slp(slp::Event::Frame(frame)) => Some(Self(Inner::Slp(frame, sizes))),
            _ => None,
        }
    }
}

impl Serialize for Frame<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Inner::Bsor(frame) => {
                let mut bytes = vec![0; notes::Frame::SIZE];
                frame.write(&mut bytes);
                Fields::of::<notes::Frame>(&bytes).serialize(serializer)
            }
            Inner::Slp(frame, sizes) => melee(frame, sizes, serializer),
        }
    }
}

/// Members of a frame or character that are not from its events.
const OF_FRAME: usize = 2;
const OF_CHARACTER: usize = 4;

fn melee<S: Serializer>(
    frame: &slp::Frame,
    sizes: &PayloadSizes,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("frame", &frame.number)?;
    if let Some(start) = &frame.start {
        map.serialize_entry("start", &Part::new(start, command::FRAME_START, OF_FRAME, sizes))?;
    }
    let characters = || frame.characters.iter().map(|character| InFrame { character, sizes });
    map.serialize_entry("characters", &List(characters))?;
    let items = || frame.items.iter().map(|i| Part::new(i, command::ITEM_UPDATE, OF_FRAME, sizes));
    map.serialize_entry("items", &List(items))?;
    if !frame.fod_platforms.is_empty() {
        let platforms = frame.fod_platforms.iter();
        let part = |event| Part::new(event, command::FOUNTAIN_PLATFORM, OF_FRAME, sizes);
        map.serialize_entry("fodPlatforms", &List(|| platforms.clone().map(part)))?;
    }
    if let Some(event) = &frame.whispy {
        map.serialize_entry("whispy", &Part::new(event, command::WHISPY_BLOW, OF_FRAME, sizes))?;
    }
    if let Some(event) = &frame.stadium {
        let part = Part::new(event, command::STADIUM_TRANSFORMATION, OF_FRAME, sizes);
        map.serialize_entry("stadium", &part)?;
    }
    map.end()
}

struct InFrame<'a> {
    character: &'a Character,
    sizes: &'a PayloadSizes,
}

impl Serialize for InFrame<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { character, sizes } = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("playerIndex", &character.port)?;
        map.serialize_entry("isFollower", &character.follower)?;
        if let Some(pre) = &character.pre {
            map.serialize_entry("pre", &Part::new(pre, command::PRE_FRAME, OF_CHARACTER, sizes))?;
        }
        if let Some(post) = &character.post {
            let part = Part::new(post, command::POST_FRAME, OF_CHARACTER, sizes);
            map.serialize_entry("post", &part)?;
        }
        map.end()
    }
}

/// The fields of an event that the file has room for, from the one with the number `skip` on.
struct Part<'a, R> {
    record: &'a R,
    size: usize,
    skip: usize,
}

impl<'a, R: Record> Part<'a, R> {
    fn new(record: &'a R, code: u8, skip: usize, sizes: &PayloadSizes) -> Self {
        Self { record, size: sizes.event_size(code).unwrap_or(0), skip }
    }
}

impl<R: Record> Serialize for Part<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = vec![0; R::SIZE];
        self.record.write(&mut bytes);
        // A field is there if it is whole: up to the next one, or the end of the record.
        let ends = R::FIELDS.iter().skip(1).map(|field| field.offset).chain([R::SIZE]);
        let count = ends.take_while(|end| *end <= self.size).count();
        let fields = R::FIELDS.get(self.skip..count).unwrap_or_default();
        Fields { fields, endian: R::ENDIAN, bytes: &bytes }.serialize(serializer)
    }
}
