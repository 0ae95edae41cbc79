//! A frame: the actors that disappeared, appeared, and were updated.

use std::fmt;

use ghostreel_rlreplay::attributes::{Context, Rotator8, Vector};
use ghostreel_rlreplay::names::Trajectory;
use ghostreel_rlreplay::network::{ActorEvent, Catalog, Entry, Event, Frame, Segment, Spawn};
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, SerializeMap, SerializeTuple, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::super::super::List;
use super::super::super::float::Float;
use super::super::cells::{CellIn, CellOut, IntoRows, Row};

/// The events of one actor after the other, in the order of the stream: a letter each.
mod order {
    pub(super) const DELETED: char = 'd';
    pub(super) const NEW: char = 'n';
    pub(super) const UPDATED: char = 'u';
    /// Updated further, together with the update before.
    pub(super) const FURTHER: char = '+';
}

/// The order of every frame that a game wrote. `updates` are actors, and whether they come with a value.
fn usual(
    deleted: usize,
    new: usize,
    updates: impl Iterator<Item = (u16, bool)>,
) -> impl Iterator<Item = char> {
    let deleted = std::iter::repeat_n(order::DELETED, deleted);
    let new = std::iter::repeat_n(order::NEW, new);
    let updates = updates.scan(None, |before, (actor, has_value)| {
        let goes_on = has_value && *before == Some(actor);
        *before = has_value.then_some(actor);
        Some(if goes_on { order::FURTHER } else { order::UPDATED })
    });
    deleted.chain(new).chain(updates)
}

pub(super) struct FrameOut<'a> {
    pub(super) frame: &'a Frame,
    pub(super) events: &'a [Event],
    pub(super) segment: &'a Segment,
    /// By slot, the place among the properties that have values.
    pub(super) attributes: &'a [u16],
}

impl Serialize for FrameOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { frame, events, segment, .. } = *self;
        let deleted = || events.iter().filter(|event| event.what == ActorEvent::Deleted);
        let new = || events.iter().filter(|event| event.what == ActorEvent::Spawned);
        let updated = || {
            events.iter().filter(|e| !matches!(e.what, ActorEvent::Deleted | ActorEvent::Spawned))
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("time", &Float(frame.time))?;
        map.serialize_entry("delta", &Float(frame.delta))?;
        // Most frames have neither.
        if deleted().next().is_some() {
            map.serialize_entry("deleted_actors", &List(|| deleted().map(|event| event.actor)))?;
        }
        let new_actors = || {
            new().filter_map(|event| {
                Some(NewActorOut::new(event.actor, segment.spawns.get(event.row)?))
            })
        };
        if new().next().is_some() {
            map.serialize_entry("new_actors", &List(new_actors))?;
        }
        let updated_actors = || updated().map(|event| Update { event, frame: self });
        map.serialize_entry("updated_actors", &List(updated_actors))?;
        let updates = updated().map(|event| (event.actor, event.what != ActorEvent::EmptyUpdate));
        let order = || events.iter().map(|event| letter(event.what));
        if !order().eq(usual(deleted().count(), new().count(), updates)) {
            map.serialize_entry("order", &order().collect::<String>())?;
        }
        map.end()
    }
}

const fn letter(what: ActorEvent) -> char {
    match what {
        ActorEvent::Deleted => order::DELETED,
        ActorEvent::Spawned => order::NEW,
        ActorEvent::EmptyUpdate | ActorEvent::Updated { is_first: true, .. } => order::UPDATED,
        ActorEvent::Updated { is_first: false, .. } => order::FURTHER,
    }
}

/// Actor, property and value.
struct Update<'a> {
    event: &'a Event,
    frame: &'a FrameOut<'a>,
}

impl Serialize for Update<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { event, frame } = *self;
        let mut tuple = serializer.serialize_tuple(3)?;
        tuple.serialize_element(&event.actor)?;
        if let ActorEvent::Updated { slot, .. } = event.what {
            let slot = usize::from(slot);
            let rows = frame.segment.rows.get(slot).zip(frame.attributes.get(slot));
            let (rows, attribute) = rows.ok_or_else(|| S::Error::custom("a value is missing"))?;
            tuple.serialize_element(attribute)?;
            tuple.serialize_element(&Row { rows, index: event.row })?;
        } else {
            tuple.serialize_element(&())?;
            tuple.serialize_element(&())?;
        }
        tuple.end()
    }
}

#[derive(Serialize)]
struct NewActorOut<'a> {
    actor_id: u16,
    name_id: Option<i32>,
    object_id: i32,
    initial_trajectory: TrajectoryOut<'a>,
    #[serde(skip_serializing_if = "is_false")]
    flag: bool,
}

#[derive(Serialize)]
struct TrajectoryOut<'a> {
    location: Option<CellOut<'a, Vector>>,
    rotation: Option<CellOut<'a, Rotator8>>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

impl<'a> NewActorOut<'a> {
    fn new(actor: u16, spawn: &'a Spawn) -> Self {
        let Spawn { name, flag, object, location, rotation } = spawn;
        Self {
            actor_id: actor,
            name_id: *name,
            object_id: *object,
            initial_trajectory: TrajectoryOut {
                location: location.as_ref().map(CellOut),
                rotation: rotation.as_ref().map(CellOut),
            },
            flag: *flag,
        }
    }
}

/// Reads the frames into a segment. They are not numbered.
pub(super) struct FramesIn<'a> {
    pub(super) segment: &'a mut Segment,
    /// The slots of the properties that have values.
    pub(super) slots: &'a [u16],
    pub(super) context: &'a Context,
    pub(super) catalog: &'a Catalog,
}

impl<'de> DeserializeSeed<'de> for FramesIn<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for FramesIn<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of frames")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element_seed(FrameIn(&mut self))?.is_some() {}
        Ok(())
    }
}

struct FrameIn<'a, 'b>(&'a mut FramesIn<'b>);

impl<'de> DeserializeSeed<'de> for FrameIn<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Key {
    Time,
    Delta,
    DeletedActors,
    NewActors,
    UpdatedActors,
    Order,
}

impl<'de> Visitor<'de> for FrameIn<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a frame")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        let Self(frames) = self;
        let (mut time, mut delta) = (None, None);
        let (mut deleted, mut new, mut updated) = (None, None, None);
        let mut order: Option<String> = None;
        while let Some(key) = map.next_key()? {
            match key {
                Key::Time => once(&mut time, "time", map.next_value::<Float>()?)?,
                Key::Delta => once(&mut delta, "delta", map.next_value::<Float>()?)?,
                Key::DeletedActors => {
                    once(&mut deleted, "deleted_actors", map.next_value::<Vec<u16>>()?)?;
                }
                Key::NewActors => {
                    once(&mut new, "new_actors", map.next_value::<Vec<NewActorIn<'_>>>()?)?;
                }
                Key::UpdatedActors => {
                    let updates = map.next_value_seed(UpdatesIn(frames))?;
                    once(&mut updated, "updated_actors", updates)?;
                }
                Key::Order => once(&mut order, "order", map.next_value()?)?,
            }
        }
        let missing = de::Error::missing_field;
        let time = time.ok_or_else(|| missing("time"))?.0;
        let delta = delta.ok_or_else(|| missing("delta"))?.0;
        let (deleted, new) = (deleted.unwrap_or_default(), new.unwrap_or_default());
        let updated: Vec<UpdateIn> = updated.ok_or_else(|| missing("updated_actors"))?;
        match &order {
            Some(order) => frames.log(order.chars(), deleted, new, &updated)?,
            None => {
                let updates = updated.iter().map(|update| (update.actor, update.slot.is_some()));
                let order = usual(deleted.len(), new.len(), updates);
                frames.log(order, deleted, new, &updated)?;
            }
        }
        let segment = &mut *frames.segment;
        let end =
            u32::try_from(segment.log.len()).map_err(|_| de::Error::custom("too many updates"))?;
        segment.frames.push(Frame { number: 0, time, delta, end });
        Ok(())
    }
}

/// Keeps a member's value, and refuses a second one.
fn once<T, E: de::Error>(place: &mut Option<T>, name: &'static str, value: T) -> Result<(), E> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(E::duplicate_field(name)),
    }
}

impl FramesIn<'_> {
    /// Appends what happened in a frame to the log.
    fn log<E: de::Error>(
        &mut self,
        order: impl Iterator<Item = char>,
        deleted: Vec<u16>,
        new: Vec<NewActorIn<'_>>,
        updated: &[UpdateIn],
    ) -> Result<(), E> {
        let mut deleted = deleted.into_iter();
        let (mut new, mut updated) = (new.into_iter(), updated.iter());
        let fault = || E::custom("the order of a frame is not that of its actors");
        for letter in order {
            let (actor, what) = match letter {
                order::DELETED => (deleted.next().ok_or_else(fault)?, ActorEvent::Deleted),
                order::NEW => {
                    let actor = new.next().ok_or_else(fault)?;
                    let id = actor.actor_id;
                    let spawn = actor.spawn(self.context, self.catalog).map_err(E::custom)?;
                    self.segment.spawns.push(spawn);
                    (id, ActorEvent::Spawned)
                }
                order::UPDATED | order::FURTHER => {
                    let update = updated.next().ok_or_else(fault)?;
                    let is_first = letter == order::UPDATED;
                    let updated = update.slot.map(|slot| ActorEvent::Updated { slot, is_first });
                    (update.actor, updated.unwrap_or(ActorEvent::EmptyUpdate))
                }
                _ => return Err(fault()),
            };
            self.segment.log.push(Entry::new(actor, what));
        }
        match (deleted.next(), new.next(), updated.next()) {
            (None, None, None) => Ok(()),
            _ => Err(fault()),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewActorIn<'a> {
    actor_id: u16,
    name_id: Option<i32>,
    object_id: i32,
    #[serde(borrow)]
    initial_trajectory: TrajectoryIn<'a>,
    #[serde(default)]
    flag: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrajectoryIn<'a> {
    #[serde(borrow)]
    location: Option<&'a RawValue>,
    #[serde(borrow)]
    rotation: Option<&'a RawValue>,
}

impl NewActorIn<'_> {
    /// How the actor appeared; `None` if a replay of this context cannot hold it.
    fn spawn(self, context: &Context, catalog: &Catalog) -> Result<Spawn, serde_json::Error> {
        let Self { name_id: name, object_id: object, flag, .. } = self;
        let TrajectoryIn { location, rotation } = self.initial_trajectory;
        let location = location.map(|json| cell(json, context)).transpose()?;
        let rotation = rotation.map(|json| cell(json, context)).transpose()?;
        let class =
            catalog.class_of(object).and_then(|class| catalog.classes().get(usize::from(class)));
        let trajectory = class.map_or(Trajectory::None, |class| class.trajectory);
        let is_right = name.is_some() == context.has_actor_names
            && location.is_some() == (trajectory != Trajectory::None)
            && rotation.is_some() == (trajectory == Trajectory::LocationAndRotation);
        match is_right {
            true => Ok(Spawn { name, flag, object, location, rotation }),
            false => Err(de::Error::custom(format!(
                "expected of a new actor of object {object} what its class has: name, location, rotation"
            ))),
        }
    }
}

fn cell<C: ghostreel_rlreplay::attributes::Cell>(
    json: &RawValue,
    context: &Context,
) -> Result<C, serde_json::Error> {
    CellIn::new(context).deserialize(&mut serde_json::Deserializer::from_str(json.get()))
}

/// An update whose value is among those of the property.
struct UpdateIn {
    actor: u16,
    slot: Option<u16>,
}

/// Reads updates, and their values into the segment.
struct UpdatesIn<'a, 'b>(&'a mut FramesIn<'b>);

impl<'de> DeserializeSeed<'de> for UpdatesIn<'_, '_> {
    type Value = Vec<UpdateIn>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for UpdatesIn<'_, '_> {
    type Value = Vec<UpdateIn>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of updates")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut updates = Vec::new();
        while let Some(update) = seq.next_element_seed(OneUpdate(self.0))? {
            updates.push(update);
        }
        Ok(updates)
    }
}

struct OneUpdate<'a, 'b>(&'a mut FramesIn<'b>);

impl<'de> DeserializeSeed<'de> for OneUpdate<'_, '_> {
    type Value = UpdateIn;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<UpdateIn, D::Error> {
        deserializer.deserialize_tuple(3, self)
    }
}

impl<'de> Visitor<'de> for OneUpdate<'_, '_> {
    type Value = UpdateIn;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an actor, an attribute and a value")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<UpdateIn, A::Error> {
        let Self(frames) = self;
        let short =
            |length| de::Error::invalid_length(length, &"an actor, an attribute and a value");
        let actor = seq.next_element()?.ok_or_else(|| short(0))?;
        let attribute: Option<usize> = seq.next_element()?.ok_or_else(|| short(1))?;
        let Some(attribute) = attribute else {
            seq.next_element::<()>()?.ok_or_else(|| short(2))?;
            return Ok(UpdateIn { actor, slot: None });
        };
        let slot = frames.slots.get(attribute).copied();
        let slot =
            slot.ok_or_else(|| de::Error::custom(format!("there is no attribute {attribute}")))?;
        let rows = frames.segment.rows.get_mut(usize::from(slot));
        let rows = rows.ok_or_else(|| de::Error::custom(format!("there is no slot {slot}")))?;
        let value = IntoRows { rows, context: frames.context };
        seq.next_element_seed(value)?.ok_or_else(|| short(2))?;
        match seq.next_element::<IgnoredAny>()? {
            None => Ok(UpdateIn { actor, slot: Some(slot) }),
            Some(_) => Err(short(4)),
        }
    }
}
