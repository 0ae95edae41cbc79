//! A replay whose network stream is written bit by bit.

use ghostreel_formats::rlreplay::attributes::{
    Attribute, Context, PackedQuaternion, RigidBody, Rotation, Rotator8, Vector,
};
use ghostreel_formats::rlreplay::bits::{BitWriter, Bound};
use ghostreel_formats::rlreplay::layout::{Body, KeyFrame, Property, PropertyValue, Text};
use ghostreel_formats::rlreplay::names::Trajectory;
use ghostreel_formats::rlreplay::network::{Catalog, Class};
use ghostreel_formats::rlreplay::sample::{Options, generate};
use ghostreel_formats::rlreplay::{Network, Replay, encode};

/// A replay whose network stream is written by hand.
pub(super) struct Builder {
    pub(super) replay: Replay,
    pub(super) bits: BitWriter,
    pub(super) frames: i32,
    pub(super) channels: Bound,
    pub(super) catalog: Catalog,
    pub(super) context: Context,
    /// Entries so far.
    entries: usize,
    /// The time of the frame.
    time: f32,
}

/// The most entries of a frame: decoders stop at more.
const ENTRIES_OF_FRAME: usize = 10_000;

impl Builder {
    pub(super) fn new() -> Self {
        Self::with(|_| {})
    }

    /// With other tables than the sample's.
    pub(super) fn with(change: impl FnOnce(&mut Body)) -> Self {
        let mut replay = generate(&Options { frames: 5, ..Options::default() });
        replay.body.keyframes.clear();
        replay.body.tick_marks.clear();
        replay.header.properties.0.retain(|property| property.name != *"Goals");
        change(&mut replay.body);
        let catalog = replay.catalog();
        let context = replay.context();
        let mut builder = Self {
            replay,
            bits: BitWriter::default(),
            frames: 0,
            channels: Bound::new(0),
            context,
            entries: 0,
            time: 0.0,
            catalog,
        };
        builder.set("MaxChannels", PropertyValue::Int(1 << 16));
        builder.channels = Bound::new(1 << 16);
        builder
    }

    pub(super) fn set(&mut self, name: &str, value: PropertyValue) {
        match self.replay.header.properties.get_mut(name) {
            Some(place) => *place = value,
            None => self.replay.header.properties.0.push(Property::new(name, value)),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.bits.position() / 8
    }

    /// Begins a frame.
    pub(super) fn frame(&mut self, time: f32) {
        self.time = time;
        self.bits.bits(time.to_bits().into(), 32);
        self.bits.bits(0, 32);
        self.frames += 1;
    }

    /// Begins a frame that a keyframe leads to.
    pub(super) fn keyframe(&mut self, time: f32) {
        let position = u32::try_from(self.bits.position()).unwrap_or(u32::MAX);
        let keyframe = KeyFrame { time, frame: self.frames, position };
        self.replay.body.keyframes.push(keyframe);
        self.frame(time);
    }

    pub(super) fn end_frame(&mut self) {
        self.bits.bit(false);
    }

    pub(super) fn object(&self, name: &str) -> i32 {
        let mut objects = self.replay.body.objects.iter();
        objects.position(|object| *object == *name).map_or(-1, |at| at as i32)
    }

    pub(super) fn class(&self, object: i32) -> Option<&Class> {
        self.catalog.classes().get(usize::from(self.catalog.class_of(object)?))
    }

    /// Begins an entry for an actor, in a new frame if this one has enough.
    pub(super) fn actor(&mut self, actor: u16) {
        self.entries += 1;
        if self.entries.is_multiple_of(ENTRIES_OF_FRAME) {
            self.end_frame();
            self.frame(self.time);
        }
        self.bits.bit(true);
        self.bits.bounded(actor.into(), self.channels);
    }

    pub(super) fn delete(&mut self, actor: u16) {
        self.actor(actor);
        self.bits.bit(false);
    }

    pub(super) fn spawn(&mut self, actor: u16, object: i32) {
        self.actor(actor);
        self.bits.bits(0b11, 2);
        let context = self.context.clone();
        if context.has_actor_names {
            self.bits.bits(0, 32);
        }
        self.bits.bit(false);
        self.bits.bits(u64::from(object as u32), 32);
        let trajectory = self.class(object).map(|class| class.trajectory).unwrap_or_default();
        if trajectory != Trajectory::None {
            Vector::default().write(&mut self.bits, &context);
        }
        if trajectory == Trajectory::LocationAndRotation {
            Rotator8::default().write(&mut self.bits, &context);
        }
    }

    pub(super) fn update(&mut self, actor: u16) {
        self.actor(actor);
        self.bits.bits(0b01, 2);
    }

    /// The number of a property, if an object has it.
    pub(super) fn id(&self, object: i32, property: &str) -> (u32, Bound) {
        let property = self.object(property);
        let Some(class) = self.class(object) else { return (0, Bound::new(0)) };
        let slots = self.catalog.slots();
        let mut ids = class.slots().iter();
        let is_it =
            |slot: &u16| slots.get(usize::from(*slot)).is_some_and(|s| s.object == property);
        let id = ids.position(is_it).unwrap_or(0);
        (id as u32, Bound::new(class.slots().len().max(4) as u32))
    }

    pub(super) fn property(
        &mut self,
        (id, bound): (u32, Bound),
        value: impl FnOnce(&mut BitWriter),
    ) {
        self.bits.bit(true);
        self.bits.bounded(id, bound);
        value(&mut self.bits);
    }

    pub(super) fn end_update(&mut self) {
        self.bits.bit(false);
    }

    /// An update of one property.
    pub(super) fn update_one(
        &mut self,
        actor: u16,
        id: (u32, Bound),
        value: impl FnOnce(&mut BitWriter),
    ) {
        self.update(actor);
        self.property(id, value);
        self.end_update();
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        let frames = self.frames;
        self.set("NumFrames", PropertyValue::Int(frames));
        let mut stream = self.bits.finish();
        stream.resize(stream.len().next_multiple_of(512), 0);
        self.replay.network = Network::Raw(stream);
        self.replay.update_lengths_and_checksums();
        encode(&self.replay)
    }
}

/// A body that moves at some speed.
pub(super) fn body(speed: i32) -> RigidBody {
    RigidBody {
        rotation: Rotation::Quaternion(PackedQuaternion(0)),
        location: Vector { x: speed / 10, ..Vector::default() },
        linear_velocity: Some(Vector { x: speed, ..Vector::default() }),
        angular_velocity: Some(Vector::default()),
        sleeping: false,
    }
}

pub(super) fn reference(actor: u16) -> impl Fn(&mut BitWriter) {
    move |bits| {
        bits.bit(true);
        bits.bits(actor.into(), 32);
    }
}

pub(super) fn text(text: &str) -> impl Fn(&mut BitWriter) {
    move |bits| {
        let text = Text::new(text);
        bits.bits(u64::from(text.count() as u32), 32);
        bits.bytes(text.content());
    }
}

pub(super) const CAR: &str = "Archetypes.Car.Car_Default";
pub(super) const PLAYER: &str = "TAGame.Default__PRI_TA";
pub(super) const BALL: &str = "Archetypes.Ball.Ball_Default";
pub(super) const BOOST: &str = "Archetypes.CarComponents.CarComponent_Boost";
