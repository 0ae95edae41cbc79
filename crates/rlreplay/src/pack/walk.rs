//! One walk over a network stream, for packing and unpacking: frame by frame, actor by actor, property by property.

use std::collections::BTreeMap;

use super::body::{Bodies, Body};
use super::fields::{Field, Fields};
use super::memory::Memory;
use super::order::Order;
use super::port::Port;
use crate::attributes::{AttributeType, Context, Vector};
use crate::bits::Bound;
use crate::names::Trajectory;
use crate::network::Catalog;

/// Statistics of a class so far.
#[derive(Debug)]
struct Class {
    /// The class in the catalog, where that is known.
    known_as: u16,
    ids: Bound,
    trajectory: u8,
    /// By property, whether its values are rigid bodies; `None` before its first value.
    are_bodies: Vec<Option<bool>>,
}

/// An actor.
#[derive(Clone, Debug)]
struct Actor {
    class: Option<u16>,
    body: Option<Box<Body>>,
}

/// The kinds of events of an actor, by their symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum EventKind {
    Update,
    Spawn,
    Delete,
}

impl EventKind {
    const fn of(symbol: u8) -> Option<Self> {
        Some(match symbol {
            0 => Self::Update,
            1 => Self::Spawn,
            2 => Self::Delete,
            _ => return None,
        })
    }
}

/// The place where an actor is predicted, by its symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Prediction {
    /// As before, after others that may be left out.
    InOrder,
    /// The actor before again.
    Again,
    /// Nowhere.
    None,
}

impl Prediction {
    const fn of(symbol: u8) -> Self {
        match symbol {
            0 => Self::InOrder,
            1 => Self::Again,
            _ => Self::None,
        }
    }
}

/// Properties that have no number of their own.
mod property {
    pub(super) const APPEARANCE: u32 = 1 << 24;
    pub(super) const TRAJECTORY: u32 = 1 << 25;
}

/// Statistics of a walk so far.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    context: &'a Context,
    channels: Bound,
    catalog: Option<&'a Catalog>,
    /// By object, its class.
    objects: BTreeMap<i32, u16>,
    classes: Vec<Class>,
    /// By class of the catalog, the class here.
    known: BTreeMap<u16, u16>,
    actors: Vec<Actor>,
    order: Order,
    memory: Memory,
    bodies: Bodies,
    /// By hash of actor and property, the property that followed it.
    followers: Vec<u16>,
    value: Vec<u8>,
    time: u32,
    delta: u32,
    last_unexpected: i32,
    last_event: EventKind,
    /// The times of the first and the last frame.
    pub(super) times: Option<[f32; 2]>,
}

/// The most classes that are packed, and the most properties of each: real files have a tenth.
const CLASSES: usize = 1 << 10;
const PROPERTIES: u32 = 1 << 12;

const FOLLOWERS: usize = 1 << 13;

impl<'a> Walk<'a> {
    pub(super) fn new(context: &'a Context, channels: Bound, catalog: Option<&'a Catalog>) -> Self {
        let actor = Actor { class: None, body: None };
        Self {
            context,
            channels,
            catalog,
            objects: BTreeMap::new(),
            classes: Vec::new(),
            known: BTreeMap::new(),
            actors: vec![actor; channels.max() as usize],
            order: Order::new(channels.max()),
            memory: Memory::new(),
            bodies: Bodies::new(context),
            followers: vec![0; FOLLOWERS],
            value: Vec::new(),
            time: 0,
            delta: 0,
            last_unexpected: 0,
            last_event: EventKind::Update,
            times: None,
        }
    }

    /// Goes over a frame. `None` where there is none, or not all of it can be packed.
    pub(super) fn frame<P: Port, F: Fields>(&mut self, port: &mut P, fields: &mut F) -> Option<()> {
        let (time, delta) = (word(port.read(32)), word(port.read(32)));
        let delta = {
            let rest = delta.wrapping_sub(self.delta).cast_signed();
            let rest = fields.number(Field::DELTA, [0; 4], rest, 12);
            self.delta.wrapping_add(rest.cast_unsigned())
        };
        let expected = (f32::from_bits(self.time) + f32::from_bits(delta)).to_bits();
        let expected = if f32::from_bits(expected).is_nan() { 0 } else { expected };
        let rest = time.wrapping_sub(expected).cast_signed();
        let rest = fields.number(Field::TIME, [0; 4], rest, 0);
        let time = expected.wrapping_add(rest.cast_unsigned());
        (self.time, self.delta) = (time, delta);
        port.write(time.into(), 32);
        port.write(delta.into(), 32);
        let seconds = f32::from_bits(time);
        let [first, _] = self.times.unwrap_or([seconds; 2]);
        self.times = Some([first, seconds]);

        let end = self.channels.max();
        let mut before = end;
        loop {
            let is_more = port.read(1) == 1;
            let actor = if is_more { port.read_bounded(self.channels) } else { end };
            let (actor, place) = self.actor(fields, before, actor)?;
            if actor == end {
                port.write(0, 1);
                self.order.meet(end);
                return self.is_sound(port, fields);
            }
            port.write(1, 1);
            port.write_bounded(actor, self.channels);
            self.event(port, fields, actor, place)?;
            // An actor that is gone is in no order.
            before = if self.last_event == EventKind::Delete {
                let previous = if before == actor { end } else { before };
                self.order.remove(actor);
                previous
            } else {
                actor
            };
            self.is_sound(port, fields)?;
        }
    }

    fn is_sound<P: Port, F: Fields>(&self, port: &P, fields: &F) -> Option<()> {
        (port.is_sound() && !fields.is_exhausted()).then_some(())
    }

    /// Codes which actor is next, or that there is none.
    fn actor<F: Fields>(&mut self, fields: &mut F, before: u32, actor: u32) -> Option<(u32, u8)> {
        let end = self.channels.max();
        if F::IS_DRY {
            return Some((actor, 0));
        }
        let prediction = if F::IS_UNPACKING {
            Prediction::None
        } else if actor == before && before != end {
            Prediction::Again
        } else if self.order.is_between(before, actor, end) {
            Prediction::InOrder
        } else {
            Prediction::None
        };
        let last = self.last_event as u32;
        let next_actor = self.order.after(before);
        let contexts = [
            last,
            last << 16 | before,
            last << 16 | u32::from(next_actor == end),
            last << 16 | self.class(before),
        ];
        let place = fields.symbol(Field::IS_EXPECTED, contexts, prediction as u8, 2);
        match Prediction::of(place) {
            Prediction::Again if before != end => Some((before, place)),
            Prediction::InOrder => {
                let mut at = next_actor;
                let mut skipped = 0_u32;
                while at != end {
                    let next = self.order.after(at);
                    let [now, earlier] = self.order.absence(at);
                    let contexts = [
                        now << 8 | earlier,
                        at << 16 | now,
                        self.class(at) << 16 | now << 8 | earlier.min(15) << 4 | last,
                        skipped.min(7) << 24 | self.class(at) << 8 | now,
                    ];
                    if fields.flag(Field::IS_NEXT, contexts, at == actor) {
                        break;
                    }
                    self.order.skip(at);
                    skipped = skipped.wrapping_add(1);
                    at = next;
                }
                self.order.meet(at);
                Some((at, place))
            }
            _ => {
                let rest = actor.cast_signed().wrapping_sub(self.last_unexpected);
                let rest = fields.number(Field::ACTOR, [last, 0, 0, 0], rest, 2);
                let actor = self.last_unexpected.wrapping_add(rest);
                self.last_unexpected = actor;
                let actor = u32::try_from(actor).ok().filter(|actor| *actor < end)?;
                self.order.insert(before, actor);
                Some((actor, place))
            }
        }
    }

    /// A number for an actor's class; 0 if it is not alive.
    fn class(&self, actor: u32) -> u32 {
        let class = self.actors.get(actor as usize).and_then(|actor| actor.class);
        class.map_or(0, |class| u32::from(class).wrapping_add(1))
    }

    /// Codes an actor's event.
    fn event<P: Port, F: Fields>(
        &mut self,
        port: &mut P,
        fields: &mut F,
        actor: u32,
        place: u8,
    ) -> Option<()> {
        let event = if port.read(1) == 0 {
            EventKind::Delete
        } else if port.read(1) == 1 {
            EventKind::Spawn
        } else {
            EventKind::Update
        };
        let class = self.class(actor);
        let last = self.last_event as u32;
        let place = u32::from(place);
        let contexts = [
            place << 8 | last,
            class << 8 | place << 4 | last,
            u32::from(class == 0) << 8 | place << 4 | last,
            actor << 8 | place << 4 | last,
        ];
        let event = EventKind::of(fields.symbol(Field::HAPPENING, contexts, event as u8, 2))?;
        self.last_event = event;
        match event {
            EventKind::Delete => {
                port.write(0, 1);
                let actor = self.actors.get_mut(actor as usize)?;
                actor.class = None;
                actor.body = None;
                Some(())
            }
            EventKind::Spawn => {
                port.write(0b11, 2);
                self.spawn(port, fields, actor)
            }
            EventKind::Update => {
                port.write(0b01, 2);
                self.update(port, fields, actor)
            }
        }
    }

    /// Codes how an actor appears.
    fn spawn<P: Port, F: Fields>(
        &mut self,
        port: &mut P,
        fields: &mut F,
        actor: u32,
    ) -> Option<()> {
        let before_object = if self.context.has_actor_names { 33_usize } else { 1 };
        let bits = before_object.wrapping_add(32);
        self.bits(port, fields, actor, property::APPEARANCE, bits)?;
        let object = {
            let mut object = 0_u64;
            for byte in self.value.iter().rev() {
                object = object << 8 | u64::from(*byte);
            }
            // Nine bytes, if there is a name: the ninth holds the highest bit.
            let high = self.value.get(8).copied().unwrap_or(0);
            let low = self.value.get(..8).and_then(<[u8]>::first_chunk);
            let object = low.map_or(object, |low| u64::from_le_bytes(*low)) >> before_object;
            word(object | if before_object == 33 { u64::from(high) << 31 } else { 0 }).cast_signed()
        };
        let class = self.class_of(fields, object)?;
        let trajectory = self.classes.get(usize::from(class))?.trajectory;
        if trajectory > 0 {
            let bits = port.trajectory_length(trajectory > 1, self.context);
            self.bits(port, fields, actor, property::TRAJECTORY, bits)?;
        }
        let actor = self.actors.get_mut(actor as usize)?;
        if actor.class != Some(class) {
            *actor = Actor { class: Some(class), body: None };
        }
        Some(())
    }

    /// Codes the class of an object where it is not known.
    fn class_of<F: Fields>(&mut self, fields: &mut F, object: i32) -> Option<u16> {
        if let Some(class) = self.objects.get(&object) {
            return Some(*class);
        }
        let next = u16::try_from(self.classes.len()).ok()?;
        let mut declared = (0, 0, 0);
        let mut known_as = 0;
        if let Some(catalog) = self.catalog {
            let index = catalog.class_of(object)?;
            let class = catalog.classes().get(usize::from(index))?;
            let here = *self.known.entry(index).or_insert(next);
            let trajectory = match class.trajectory {
                Trajectory::None => 0,
                Trajectory::Location => 1,
                Trajectory::LocationAndRotation => 2,
            };
            known_as = index;
            declared = (here, class.ids.max(), trajectory);
        }
        let here = fields.number(Field::CLASS, [1, 0, 0, 0], i32::from(declared.0), 4);
        let here = u16::try_from(here).ok().filter(|here| *here <= next)?;
        if here == next {
            let ids = fields.number(Field::CLASS, [2, 0, 0, 0], declared.1.cast_signed(), 6);
            let ids = u32::try_from(ids).ok().filter(|ids| *ids <= PROPERTIES)?;
            let trajectory = fields.symbol(Field::CLASS, [3, 0, 0, 0], declared.2, 2);
            if self.classes.len() >= CLASSES || trajectory > 2 {
                return None;
            }
            self.classes.push(Class {
                known_as,
                ids: Bound::new(ids),
                trajectory,
                are_bodies: Vec::new(),
            });
        }
        self.objects.insert(object, here);
        Some(here)
    }

    /// Codes the properties of an actor that have new values.
    fn update<P: Port, F: Fields>(
        &mut self,
        port: &mut P,
        fields: &mut F,
        actor: u32,
    ) -> Option<()> {
        let class = self.actors.get(actor as usize)?.class?;
        let ids = self.classes.get(usize::from(class))?.ids;
        let (mut before, mut older) = (0_u32, 0_u32);
        loop {
            let is_more = port.read(1) == 1;
            let id = if is_more { port.read_bounded(ids).wrapping_add(1) } else { 0 };
            let id = self.property(fields, actor, class, [before, older], id)?;
            if id == 0 {
                port.write(0, 1);
                return Some(());
            }
            (before, older) = (id, before);
            let id = id.wrapping_sub(1);
            if id >= ids.max().max(1) {
                return None;
            }
            port.write(1, 1);
            port.write_bounded(id, ids);
            self.property_value(port, fields, actor, class, id)?;
            self.is_sound(port, fields)?;
        }
    }

    /// Codes which property is next; 0 for none.
    fn property<F: Fields>(
        &mut self,
        fields: &mut F,
        actor: u32,
        class: u16,
        [before, older]: [u32; 2],
        id: u32,
    ) -> Option<u32> {
        if F::IS_DRY {
            return Some(id);
        }
        let hash = (actor << 12 ^ before).wrapping_mul(0x9e37_79b1) >> 19;
        let follower = self.followers.get_mut(hash as usize)?;
        let expected = u32::from(*follower);
        let class = u32::from(class);
        let contexts = [
            class << 24 | before << 12 | expected,
            actor << 16 | before,
            older << 20 | before << 8 | class,
            (self.last_event as u32) << 24 | actor << 12 | expected,
        ];
        if fields.flag(Field::IS_PROPERTY, contexts, id == expected) {
            return Some(expected);
        }
        let contexts =
            [class << 12 | before, actor << 12 | before, class, older << 20 | before << 8 | class];
        let symbol = u8::try_from(id).unwrap_or(u8::MAX);
        let symbol = fields.symbol(Field::PROPERTY, contexts, symbol, 8);
        let id = if symbol == u8::MAX {
            let id = fields.number(Field::PROPERTY, [class, 0, 0, 0], id.cast_signed(), 8);
            u32::try_from(id).ok().filter(|id| *id <= PROPERTIES)?
        } else {
            symbol.into()
        };
        *follower = u16::try_from(id).unwrap_or(0);
        Some(id)
    }

    /// Codes a property's value.
    fn property_value<P: Port, F: Fields>(
        &mut self,
        port: &mut P,
        fields: &mut F,
        actor: u32,
        class: u16,
        id: u32,
    ) -> Option<()> {
        let mut kind = None;
        if let Some(catalog) = self.catalog {
            let known_as = self.classes.get(usize::from(class))?.known_as;
            let known = catalog.classes().get(usize::from(known_as))?;
            let slot = usize::from(*known.slots().get(id as usize)?);
            kind = Some(catalog.slots().get(slot)?.kind?);
        }
        let are_bodies = &mut self.classes.get_mut(usize::from(class))?.are_bodies;
        let at = id as usize;
        if are_bodies.len() <= at {
            are_bodies.resize(at.wrapping_add(1), None);
        }
        let place = are_bodies.get_mut(at)?;
        let is_body = match place {
            Some(is_body) => *is_body,
            None => {
                let is_body = kind == Some(AttributeType::RigidBody);
                *place.insert(fields.flag(Field::ARE_BODIES, [0; 4], is_body))
            }
        };
        if is_body {
            return self.body(port, fields, actor, class);
        }
        let bits = kind.map_or(0, |kind| port.length(kind, self.context));
        let property = u32::from(class) << 12 | id;
        self.bits(port, fields, actor, property, bits)
    }

    /// Codes a rigid body.
    fn body<P: Port, F: Fields>(
        &mut self,
        port: &mut P,
        fields: &mut F,
        actor: u32,
        class: u16,
    ) -> Option<()> {
        let body = port.read_body(self.context);
        if F::IS_DRY {
            // A body that the game would not write ends the packing.
            return Bodies::is_plain(&body).then_some(());
        }
        let state = self.actors.get_mut(actor as usize)?;
        let place = state.body.get_or_insert_with(|| Box::new(Body::new()));
        let time = f64::from(f32::from_bits(self.time));
        let body = self.bodies.code(fields, place, class, time, body);
        let fits = |vector: &Vector| vector.fits(self.context);
        let is_writable = fits(&body.location)
            && body.linear_velocity.as_ref().is_none_or(fits)
            && body.angular_velocity.as_ref().is_none_or(fits);
        if !is_writable {
            return None;
        }
        port.write_body(&body, self.context);
        Some(())
    }

    /// Codes a value as bits. It is left in `self.value`.
    fn bits<P: Port, F: Fields>(
        &mut self,
        port: &mut P,
        fields: &mut F,
        actor: u32,
        property: u32,
        bits: usize,
    ) -> Option<()> {
        let mut value = std::mem::take(&mut self.value);
        port.read_bytes(bits, &mut value);
        if F::IS_DRY {
            self.value = value;
            return port.is_sound().then_some(());
        }
        let place = self.memory.place(actor, property)?;
        let history = u32::from(place.history);
        let contexts = [
            property << 8 | history & 15,
            property,
            property << 8 | actor,
            property << 8 | u32::from(place.bytes.first().copied().unwrap_or(0)),
        ];
        let is_same = fields.flag(Field::IS_SAME, contexts, place.is(&value, bits));
        place.history = place.history << 1 | u8::from(is_same);
        let mut bits = bits;
        if is_same {
            value.clear();
            value.extend_from_slice(&place.bytes);
            bits = place.bits;
        } else {
            let known = i32::try_from(place.bits).unwrap_or(0);
            let rest = i32::try_from(bits).ok()?.wrapping_sub(known);
            let rest = fields.number(Field::LENGTH, [property, 0, 0, 0], rest, 0);
            bits = usize::try_from(known.wrapping_add(rest)).ok()?;
            if P::IS_OUTPUT && bits > port.left() {
                return None;
            }
            fields.value(property, &place.bytes, &mut value, bits);
            place.put(&value, bits);
        }
        if value.len() != bits.div_ceil(8) {
            return None;
        }
        port.write_bytes(&value, bits);
        self.value = value;
        Some(())
    }
}

#[allow(clippy::cast_possible_truncation, reason = "32 bits were read")]
const fn word(value: u64) -> u32 {
    value as u32
}
