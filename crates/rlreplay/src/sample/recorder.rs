//! Records actors as the game does: changes in each frame, and everything at keyframes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::math::V;
use crate::attributes::*;
use crate::layout::{Body, KeyFrame, SectionPrefix, Text};
use crate::model::{Network, Replay};
use crate::names::Trajectory;
use crate::network::{ActorEvent, Catalog, Entry, Frame, Segment, Spawn};

macro_rules! values {
    ($($kind:ident: $type:ty,)*) => {
        /// A value of a property.
        #[derive(Clone, Debug, PartialEq)]
        pub(super) enum AttributeValue {
            $($kind($type),)*
        }

        impl AttributeValue {
            /// Appends the value to those of its property; says whether they are of the same kind.
            fn push(self, rows: &mut Rows) -> bool {
                match (self, rows) {
                    $((Self::$kind(value), Rows::$kind(values)) => values.push(value),)*
                    _ => return false,
                }
                true
            }
        }
    };
}

values! {
    Bool: bool,
    U8: u8,
    I32: i32,
    F32: f32,
    String: Text,
    NameIndex: NameIndex,
    ObjectRef: ObjectRef,
    Vector: Vector,
    RigidBody: RigidBody,
    GameServerId: GameServerId,
    UniqueId: UniqueId,
    Reservation: Reservation,
    Loadout: Loadout,
    TeamLoadout: TeamLoadout,
    LoadoutsOnline: LoadoutsOnline,
    TeamPaint: TeamPaint,
    CamSettings: CamSettings,
    Pickup: Pickup,
    PickupNew: PickupNew,
    ReplicatedBoost: ReplicatedBoost,
    Demolish: Demolish,
    DemolishExtended: DemolishExtended,
    Explosion: Explosion,
    DamageState: DamageState,
    ExtendedExplosion: ExtendedExplosion,
}

impl AttributeValue {
    pub(super) fn actor(id: u16) -> Self {
        Self::ObjectRef(actor(id))
    }

    pub(super) fn text(text: &str) -> Self {
        Self::String(Text::new(text))
    }
}

/// A reference to an actor.
pub(super) fn actor(id: u16) -> ObjectRef {
    ObjectRef { is_actor: true, index: id.into() }
}

/// A reference to nothing.
pub(super) const NOBODY: ObjectRef = ObjectRef { is_actor: false, index: -1 };

/// A property, and which element of it if it is an array.
type Slot = (u16, u32);

#[derive(Clone, Debug)]
struct Actor {
    object: i32,
    name: Option<i32>,
    trajectory: Trajectory,
    place: V,
    /// Pitch, yaw, roll in radians.
    angles: [f64; 3],
    values: BTreeMap<Slot, AttributeValue>,
}

pub(super) struct Recorder {
    pub(super) body: Body,
    pub(super) context: Context,
    catalog: Catalog,
    slots: HashMap<String, u16>,
    segment: Segment,
    actors: BTreeMap<u16, Actor>,
    /// Deletions since the last frame.
    deleted: Vec<u16>,
    spawned: Vec<u16>,
    changed: BTreeSet<(u16, Slot)>,
    /// Values that are sent once and not again at keyframes: actor, slot, value.
    once: Vec<(u16, u16, AttributeValue)>,
    /// By class, how many actors there were.
    serial: HashMap<String, u32>,
}

impl Recorder {
    pub(super) fn new(body: Body, context: Context) -> Self {
        let catalog = Catalog::new(&body, &crate::Attributes::default());
        let name = |object: i32| body.objects.get(usize::try_from(object).ok()?);
        let slots = catalog.slots().iter().zip(0..);
        let slots = slots
            .filter_map(|(slot, index)| Some((name(slot.object)?.to_string(), index)))
            .collect();
        let rows = catalog.slots().iter().map(|slot| match slot.kind {
            Some(kind) => kind.rows(),
            None => Rows::Skipped(None, 0),
        });
        let segment = Segment { rows: rows.collect(), ..Segment::default() };
        Self {
            context: context.with_objects(body.objects.iter().map(Text::borrowed)),
            body,
            catalog,
            slots,
            segment,
            actors: BTreeMap::new(),
            deleted: Vec::new(),
            spawned: Vec::new(),
            changed: BTreeSet::new(),
            once: Vec::new(),
            serial: HashMap::new(),
        }
    }

    /// Frames so far.
    pub(super) fn frames(&self) -> usize {
        self.segment.frames.len()
    }

    /// The place of an object in its table; -1 if there is none.
    pub(super) fn object(&self, name: &str) -> i32 {
        self.body.objects.iter().position(|object| *object == *name).map_or(-1, |at| at as i32)
    }

    /// The place of a name in its table, to which it is added.
    pub(super) fn name(&mut self, name: &str) -> i32 {
        let at = self.body.names.iter().position(|known| *known == *name);
        at.unwrap_or_else(|| {
            self.body.names.push(Text::new(name));
            self.body.names.len() - 1
        }) as i32
    }

    /// Lets an actor appear: its number. `name` is of its class, or its own if it ends in a digit.
    pub(super) fn spawn(&mut self, object: &str, name: &str, place: V, yaw: f64) -> u16 {
        let object = self.object(object);
        let own = if name.ends_with(|c: char| c.is_ascii_digit()) {
            name.to_owned()
        } else {
            let serial = self.serial.entry(name.to_owned()).or_insert(10);
            *serial += 1;
            format!("{name}_{serial}")
        };
        let name = self.context.has_actor_names.then(|| self.name(&own));
        let class = self.catalog.class_of(object).unwrap_or_default();
        let class = self.catalog.classes().get(usize::from(class));
        let trajectory = class.map(|class| class.trajectory).unwrap_or_default();
        // A number that was free for the whole frame.
        let is_free = |id: &u16| !self.actors.contains_key(id) && !self.deleted.contains(id);
        let id = (0..u16::MAX).find(is_free).unwrap_or_default();
        let angles = [0.0, yaw, 0.0];
        let values = BTreeMap::new();
        self.actors.insert(id, Actor { object, name, trajectory, place, angles, values });
        self.spawned.push(id);
        id
    }

    pub(super) fn delete(&mut self, id: u16) {
        self.actors.remove(&id);
        self.changed.retain(|(actor, _)| *actor != id);
        self.once.retain(|(actor, ..)| *actor != id);
        self.deleted.push(id);
    }

    /// Gives a property a value; nothing happens if it has it.
    pub(super) fn set(&mut self, id: u16, property: &str, value: AttributeValue) {
        self.set_element(id, property, 0, value);
    }

    /// Gives an element of an array a value.
    pub(super) fn set_element(
        &mut self,
        id: u16,
        property: &str,
        element: u32,
        value: AttributeValue,
    ) {
        let Some(&slot) = self.slots.get(property) else { return };
        let Some(actor) = self.actors.get_mut(&id) else { return };
        if actor.values.get(&(slot, element)) != Some(&value) {
            actor.values.insert((slot, element), value);
            self.changed.insert((id, (slot, element)));
        }
    }

    /// Sends a value once.
    pub(super) fn send_once(&mut self, id: u16, property: &str, value: AttributeValue) {
        if let Some(&slot) = self.slots.get(property) {
            self.once.push((id, slot, value));
        }
    }

    /// Where a rigid body is.
    pub(super) fn place(&mut self, id: u16, place: V, angles: [f64; 3]) {
        if let Some(actor) = self.actors.get_mut(&id) {
            (actor.place, actor.angles) = (place, angles);
        }
    }

    /// Ends a frame.
    pub(super) fn frame(&mut self, time: f32, delta: f32, is_keyframe: bool) {
        let number = self.segment.frames.len() as u32;
        let mut spawned = std::mem::take(&mut self.spawned);
        let deleted = std::mem::take(&mut self.deleted);
        let mut changed = std::mem::take(&mut self.changed);
        if is_keyframe {
            // Everything is sent again, and an actor that is not is gone.
            self.body.keyframes.push(KeyFrame { time, frame: number as i32, position: 0 });
            spawned = self.actors.keys().copied().collect();
            changed.clear();
            for (id, actor) in &self.actors {
                changed.extend(actor.values.keys().map(|slot| (*id, *slot)));
            }
        } else {
            self.segment.log.extend(deleted.iter().map(|id| Entry::new(*id, ActorEvent::Deleted)));
        }
        for id in spawned {
            let Some(actor) = self.actors.get(&id) else { continue };
            self.segment.log.push(Entry::new(id, ActorEvent::Spawned));
            self.segment.spawns.push(actor.spawn());
        }
        let mut updates: Vec<(u16, u16, AttributeValue)> = Vec::new();
        for (id, slot) in changed {
            let value = self.actors.get(&id).and_then(|actor| actor.values.get(&slot));
            updates.extend(value.map(|value| (id, slot.0, value.clone())));
        }
        updates.append(&mut self.once);
        updates.sort_by_key(|(id, slot, _)| (*id, *slot));
        let mut last = None;
        for (id, slot, value) in updates {
            let Some(rows) = self.segment.rows.get_mut(usize::from(slot)) else { continue };
            if value.push(rows) {
                let is_first = last.replace(id) != Some(id);
                self.segment.log.push(Entry::new(id, ActorEvent::Updated { slot, is_first }));
            }
        }
        let end = self.segment.log.len() as u32;
        self.segment.frames.push(Frame { number, time, delta, end });
    }

    /// The replay, but for its header.
    pub(super) fn finish(self, header: crate::layout::Header) -> Replay {
        let network = Network::Decoded { segments: vec![self.segment], size: 0, rest: Vec::new() };
        Replay {
            header_prefix: SectionPrefix::default(),
            header,
            body_prefix: None,
            body: self.body,
            body_parts: Body::PARTS,
            classes: BTreeMap::new(),
            network,
            tail: Vec::new(),
            rest: Vec::new(),
        }
    }
}

impl Actor {
    fn spawn(&self) -> Spawn {
        let turn = |angle: f64| {
            let byte = (angle / std::f64::consts::TAU * 256.0).round() as i64 as u8;
            (byte != 0).then_some(byte)
        };
        let [pitch, yaw, roll] = self.angles.map(turn);
        let has_place = self.trajectory != Trajectory::None;
        let has_turn = self.trajectory == Trajectory::LocationAndRotation;
        Spawn {
            name: self.name,
            flag: false,
            object: self.object,
            location: has_place.then(|| self.place.whole(1.0)),
            rotation: has_turn.then_some(Rotator8 { pitch, yaw, roll }),
        }
    }
}
