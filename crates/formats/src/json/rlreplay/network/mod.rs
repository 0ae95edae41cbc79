//! The network stream: frame by frame what happened to which actor.

mod frame;
mod gap;

use std::collections::BTreeMap;

use ghostreel_rlreplay::attributes::{AttributeType, Context, Rows, Shapes};
use ghostreel_rlreplay::layout::TextRef;
use ghostreel_rlreplay::network::{Catalog, GapPlace, Segment, Slot};
use ghostreel_rlreplay::{Network, View};
use serde::de::{DeserializeSeed, Error, IgnoredAny};
use serde::ser::{SerializeMap, SerializeSeq, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::super::hex::Hex;
use super::super::{JsonError, List};
use super::text::Exact;
use frame::{FrameOut, FramesIn};
use gap::GapJson;

/// So many zeros after the last frame go without saying. The game leaves at most two blocks of 512 bytes; a stream with more
/// of them has them in its `rest`, so that declared sizes are bounded by the content.
const UNSAID_ZEROS: usize = 64 << 10;
/// A byte of JSON stands for so many bytes of the stream at most.
const STREAM_PER_JSON: usize = 4;

/// A stream that was decoded as one segment.
pub(super) struct Out<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) objects: &'a [TextRef<'a>],
    pub(super) segment: &'a Segment,
    pub(super) size: usize,
    pub(super) rest: &'a [u8],
}

impl Serialize for Out<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { view, objects, segment, size, rest } = *self;
        let used = used(view, objects, segment);
        let mut attributes = vec![0; segment.rows.len()];
        for (number, attribute) in (0_u16..).zip(&used) {
            if let Some(place) = attributes.get_mut(attribute.slot) {
                *place = number;
            }
        }
        let mut shapes = Shapes::default();
        for Attribute { kind, .. } in &used {
            // Some kinds are laid out as others are.
            let shape = kind.shape(&mut shapes);
            if let Some(members) = shapes.0.get(shape).cloned() {
                shapes.0.insert(kind.name(), members);
            }
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kinds", &shapes.0)?;
        map.serialize_entry("attributes", &List(|| used.iter().map(Attribute::json)))?;
        map.serialize_entry("frames", &FramesOut { segment, attributes: &attributes })?;
        if !segment.gaps.is_empty() {
            map.serialize_entry("gaps", &List(|| segment.gaps.iter().map(GapJson::from)))?;
        }
        map.serialize_entry("end", &segment.end)?;
        map.serialize_entry("size", &size)?;
        let zeros = match rest {
            [] => size.saturating_sub(segment.end.div_ceil(8)),
            _ => 0,
        };
        if zeros > UNSAID_ZEROS {
            map.serialize_entry("rest", &Hex(vec![0; zeros]))?;
        } else {
            map.serialize_entry("rest", &Hex(rest))?;
        }
        map.end()
    }
}

/// A property that has values.
struct Attribute<'a> {
    slot: usize,
    object: i32,
    /// None of some properties of damaged files.
    name: Option<Exact<'a>>,
    kind: AttributeType,
    count: usize,
}

#[derive(Serialize)]
struct AttributeOut<'a> {
    name: Option<&'a Exact<'a>>,
    object_id: i32,
    slot: usize,
    kind: String,
}

impl Attribute<'_> {
    fn json(&self) -> AttributeOut<'_> {
        let Self { slot, object, name, kind, .. } = self;
        AttributeOut {
            name: name.as_ref(),
            object_id: *object,
            slot: *slot,
            kind: kind.to_string(),
        }
    }
}

/// The properties that have values, by slot.
fn used<'a>(view: &View<'_>, objects: &[TextRef<'a>], segment: &Segment) -> Vec<Attribute<'a>> {
    let slots = view.catalog().slots().iter().zip(&segment.rows).enumerate();
    let used = slots.filter(|(_, (_, rows))| !rows.is_empty());
    let attribute = |(slot, (&Slot { object, .. }, rows)): (usize, (&Slot, &Rows))| {
        let place = usize::try_from(object).ok();
        let name = place.and_then(|place| objects.get(place)).copied().map(Exact::Out);
        Some(Attribute { slot, object, name, kind: rows.kind()?, count: rows.len() })
    };
    used.filter_map(attribute).collect()
}

struct FramesOut<'a> {
    segment: &'a Segment,
    /// By slot, the place among the properties that have values.
    attributes: &'a [u16],
}

impl Serialize for FramesOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { segment, attributes } = *self;
        let mut frames = serializer.serialize_seq(Some(segment.frames.len()))?;
        let mut result = Ok(());
        segment.walk(|frame, events| {
            if result.is_ok() {
                let frame = FrameOut { frame, events, segment, attributes };
                result = frames.serialize_element(&frame);
            }
        });
        result?;
        frames.end()
    }
}

/// How often each is there.
pub(super) struct Counts<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) objects: &'a [TextRef<'a>],
}

impl Serialize for Counts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for segment in self.view.network() {
            let mut add = |name: String, count: usize| {
                let sum = counts.entry(name).or_default();
                *sum = sum.saturating_add(count);
            };
            add("frames".to_owned(), segment.frames.len());
            for Attribute { name, count, .. } in used(self.view, self.objects, segment) {
                add(name.map(|name| name.into_text().to_string()).unwrap_or_default(), count);
            }
        }
        counts.serialize(serializer)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct In<'a> {
    #[serde(rename = "kinds")]
    _kinds: IgnoredAny,
    attributes: Vec<AttributeIn>,
    #[serde(borrow)]
    frames: &'a RawValue,
    #[serde(default)]
    gaps: Vec<GapJson<Vec<u8>>>,
    end: usize,
    size: u32,
    rest: Hex<Vec<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AttributeIn {
    #[serde(rename = "name")]
    _name: IgnoredAny,
    #[serde(rename = "object_id")]
    _object_id: IgnoredAny,
    slot: u16,
    kind: String,
}

/// Reads a stream.
pub(super) fn read(json: &str, context: &Context, catalog: &Catalog) -> Result<Network, JsonError> {
    let mut doc: In<'_> = serde_json::from_str(json)?;
    let most = json.len().saturating_mul(STREAM_PER_JSON).saturating_add(UNSAID_ZEROS);
    if doc.size as usize > most {
        let message = format!("expected a network size that its frames fill, found {}", doc.size);
        return Err(serde_json::Error::custom(message).into());
    }
    if doc.rest.0.iter().all(|byte| *byte == 0) {
        doc.rest.0 = Vec::new();
    }
    let rows =
        |kind: Option<AttributeType>| kind.map_or(Rows::Skipped(None, 0), AttributeType::rows);
    let mut segment = Segment {
        rows: catalog.slots().iter().map(|slot| rows(slot.kind)).collect(),
        gaps: doc.gaps.into_iter().map(GapJson::into_gap).collect(),
        end: doc.end,
        ..Segment::default()
    };
    let mut slots = Vec::with_capacity(doc.attributes.len());
    for AttributeIn { slot, kind, .. } in doc.attributes {
        let Some(kind) = AttributeType::named(&kind) else {
            return Err(serde_json::Error::custom(format!("kind {kind:?} is not known")).into());
        };
        let Some(rows) = segment.rows.get_mut(usize::from(slot)) else {
            let message = format!("attributes: there is no slot {slot}");
            return Err(serde_json::Error::custom(message).into());
        };
        *rows = kind.rows();
        slots.push(slot);
    }
    let frames = FramesIn { segment: &mut segment, slots: &slots, context, catalog };
    frames.deserialize(&mut serde_json::Deserializer::from_str(doc.frames.get()))?;
    number(&mut segment);
    Ok(Network::Decoded { segments: vec![segment], size: doc.size as usize, rest: doc.rest.0 })
}

/// Numbers the frames: those that are lost in gaps have numbers too.
fn number(segment: &mut Segment) {
    let mut gaps = segment.gaps.iter().peekable();
    let mut number = 0_u32;
    for (index, frame) in segment.frames.iter_mut().enumerate() {
        while let Some(gap) = gaps.next_if(|gap| gap.frames <= index) {
            // A gap takes the place of a frame, or begins in the one before.
            let instead = u32::from(gap.place == GapPlace::BetweenFrames);
            number = number.saturating_add(gap.lost_frames).saturating_add(instead);
        }
        frame.number = number;
        number = number.saturating_add(1);
    }
}
