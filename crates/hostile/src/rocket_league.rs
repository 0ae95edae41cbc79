//! Rocket League.

use ghostreel_formats::rlreplay::bits::{BitWriter, Bound};
use ghostreel_formats::rlreplay::kinds::{
    Attribute, Context, ObjectRef, PackedQuaternion, RigidBody, Rotation, Rotator8, Vector,
};
use ghostreel_formats::rlreplay::layout::{
    Body, ClassIndex, DebugLog, KeyFrame, NetCache, NetProperty, Properties, Property,
    PropertyValue, Text, TickMark,
};
use ghostreel_formats::rlreplay::names::Trajectory;
use ghostreel_formats::rlreplay::network::{Catalog, Class};
use ghostreel_formats::rlreplay::sample::{Options, generate};
use ghostreel_formats::rlreplay::{Network, Replay, encode};

use crate::numbers;

pub(crate) const CASES: &[(&str, fn(usize) -> Vec<u8>)] = &[
    ("unknown properties among many classes", unknown_among_classes),
    ("unknown properties of many classes", unknown_of_classes),
    ("an unknown object among many classes", unknown_object),
    ("unknown objects of many names", unknown_objects),
    ("rows of one class", rows_of_one_class),
    ("classes below each other", classes_in_a_chain),
    ("gaps", gaps),
    ("long gaps", long_gaps),
    ("keyframes of many channels", keyframes),
    ("keyframes that say everything again", restarts),
    ("empty frames", empty_frames),
    ("far frames", far_frames),
    ("empty updates", empty_updates),
    ("actors that come and go", actors),
    ("actors of a long name", long_names),
    ("values of many properties", many_properties),
    ("products", products),
    ("players", players),
    ("players who leave", players_who_leave),
    ("points of a player with a long name", long_player),
    ("cars and touches", touches),
    ("cars of many players", cars),
    ("items of nobody", items),
    ("components", components),
    ("demolitions", demolitions),
    ("panels", panels),
    ("boost of many cars", boost),
    ("halts", halts),
    ("kick-offs and touches", kickoffs),
    ("touches that show and are told", told_touches),
    ("properties of a long name", long_properties),
    ("values of a long name", long_values),
    ("layouts that do not fit", wrong_layouts),
    ("properties told again in an update", repeated),
    ("goals and players", goals),
    ("players of the header", header_players),
    ("properties of the header", header_properties),
    ("empty elements of the header", header_elements),
    ("nested properties of the header", header_nested),
    ("objects", objects),
    ("net cache", net_cache),
    ("other tables", tables),
    ("noise", noise),
];

/// A replay of which the network stream is written by hand.
struct Builder {
    replay: Replay,
    bits: BitWriter,
    frames: i32,
    channels: Bound,
    catalog: Catalog,
    context: Context,
}

impl Builder {
    fn new() -> Self {
        Self::with(|_| {})
    }

    /// With other tables than the sample's.
    fn with(change: impl FnOnce(&mut Body)) -> Self {
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
            catalog,
        };
        builder.set("MaxChannels", PropertyValue::Int(1 << 16));
        builder.channels = Bound::new(1 << 16);
        builder
    }

    fn set(&mut self, name: &str, value: PropertyValue) {
        match self.replay.header.properties.get_mut(name) {
            Some(place) => *place = value,
            None => self.replay.header.properties.0.push(Property::new(name, value)),
        }
    }

    fn bytes(&self) -> usize {
        self.bits.position() / 8
    }

    /// Begins a frame.
    fn frame(&mut self, time: f32) {
        self.bits.bits(time.to_bits().into(), 32);
        self.bits.bits(0, 32);
        self.frames += 1;
    }

    /// Begins a frame that a keyframe leads to.
    fn keyframe(&mut self, time: f32) {
        let position = u32::try_from(self.bits.position()).unwrap_or(u32::MAX);
        let keyframe = KeyFrame { time, frame: self.frames, position };
        self.replay.body.keyframes.push(keyframe);
        self.frame(time);
    }

    fn end_frame(&mut self) {
        self.bits.bit(false);
    }

    fn object(&self, name: &str) -> i32 {
        let mut objects = self.replay.body.objects.iter();
        objects.position(|object| *object == *name).map_or(-1, |at| at as i32)
    }

    fn class(&self, object: i32) -> Option<&Class> {
        self.catalog.classes().get(usize::from(self.catalog.class_of(object)?))
    }

    fn actor(&mut self, actor: u16) {
        self.bits.bit(true);
        self.bits.bounded(actor.into(), self.channels);
    }

    fn delete(&mut self, actor: u16) {
        self.actor(actor);
        self.bits.bit(false);
    }

    fn spawn(&mut self, actor: u16, object: i32) {
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

    fn update(&mut self, actor: u16) {
        self.actor(actor);
        self.bits.bits(0b01, 2);
    }

    /// The number of a property, if an object has it.
    fn id(&self, object: i32, property: &str) -> (u32, Bound) {
        let property = self.object(property);
        let Some(class) = self.class(object) else { return (0, Bound::new(0)) };
        let slots = self.catalog.slots();
        let mut ids = class.slots().iter();
        let is_it =
            |slot: &u16| slots.get(usize::from(*slot)).is_some_and(|s| s.object == property);
        let id = ids.position(is_it).unwrap_or(0);
        (id as u32, Bound::new(class.slots().len().max(4) as u32))
    }

    fn property(&mut self, (id, bound): (u32, Bound), value: impl FnOnce(&mut BitWriter)) {
        self.bits.bit(true);
        self.bits.bounded(id, bound);
        value(&mut self.bits);
    }

    fn end_update(&mut self) {
        self.bits.bit(false);
    }

    /// An update of one property.
    fn tell(&mut self, actor: u16, id: (u32, Bound), value: impl FnOnce(&mut BitWriter)) {
        self.update(actor);
        self.property(id, value);
        self.end_update();
    }

    fn finish(mut self) -> Vec<u8> {
        let frames = self.frames;
        self.set("NumFrames", PropertyValue::Int(frames));
        let mut stream = self.bits.finish();
        stream.resize(stream.len().next_multiple_of(512), 0);
        self.replay.network = Network::Raw(stream);
        self.replay.seal_sections();
        encode(&self.replay)
    }
}

/// A body that moves at some speed.
fn body(speed: i32) -> RigidBody {
    RigidBody {
        rotation: Rotation::Quaternion(PackedQuaternion(0)),
        location: Vector { x: speed / 10, ..Vector::default() },
        linear_velocity: Some(Vector { x: speed, ..Vector::default() }),
        angular_velocity: Some(Vector::default()),
        sleeping: false,
    }
}

fn reference(actor: u16) -> impl Fn(&mut BitWriter) {
    move |bits| {
        bits.bit(true);
        bits.bits(actor.into(), 32);
    }
}

fn text(text: &str) -> impl Fn(&mut BitWriter) {
    move |bits| {
        let text = Text::new(text);
        bits.bits(u64::from(text.count() as u32), 32);
        bits.bytes(text.content());
    }
}

const CAR: &str = "Archetypes.Car.Car_Default";
const PLAYER: &str = "TAGame.Default__PRI_TA";
const BALL: &str = "Archetypes.Ball.Ball_Default";
const BOOST: &str = "Archetypes.CarComponents.CarComponent_Boost";

/// A class with a property that is not known, and an actor's object of it.
fn add_class(body: &mut Body, name: &str, parent: (i32, i32), properties: &[String]) -> i32 {
    let mut push = |name: &str| {
        body.objects.push(Text::new(name));
        body.objects.len() as i32 - 1
    };
    let properties: Vec<i32> = properties.iter().map(|property| push(property)).collect();
    let object = push(name);
    let properties: Vec<NetProperty> = properties
        .into_iter()
        .zip(parent.1..)
        .map(|(object, stream_id)| NetProperty { object, stream_id })
        .collect();
    let cache = parent.1 + properties.len() as i32;
    body.net_cache.push(NetCache { object, parent: parent.0, cache, properties });
    object
}

/// `count` unknown properties, spread over as many classes; each of them fails in keyframes of its own.
fn unknown(classes: usize, each: usize, failures: usize, more: impl Fn(&mut Body)) -> Vec<u8> {
    let mut made = Vec::new();
    let mut builder = Builder::with(|body| {
        for class in 0..classes {
            let name = format!("TAGame.Ghost{class}_TA");
            let properties: Vec<String> =
                (0..each).map(|property| format!("{name}:Property{property}")).collect();
            made.push(add_class(body, &name, (0, 0), &properties));
        }
        more(body);
    });
    let mut noise = numbers(7);
    for failure in 0..failures {
        builder.keyframe(failure as f32 * 0.1);
        let object = made[failure % made.len().max(1)];
        builder.spawn(0, object);
        builder.end_frame();
        for frame in 0..3 {
            builder.frame(failure as f32 * 0.1 + frame as f32 * 0.01);
            builder.update(0);
            let bound = Bound::new(each.max(4) as u32);
            for property in 0..each.min(40) {
                builder.property((((failure + property) % each) as u32, bound), |bits| {
                    bits.bits(noise.next().unwrap_or(0), 20);
                });
            }
            builder.end_update();
            builder.end_frame();
        }
    }
    builder.finish()
}

/// 64 unknown properties; what grows is the list of classes that have nothing to do with them.
fn unknown_among_classes(bytes: usize) -> Vec<u8> {
    unknown(64, 1, 64, |body| {
        for class in 0..bytes / 80 {
            add_class(body, &format!("TAGame.Other{class}_TA"), (0, 0), &[]);
        }
        for class in 0..bytes / 80 {
            body.objects.push(Text::new(&format!("Archetypes.Other{class}")));
        }
    })
}

/// Classes, each with properties that are not known, and keyframes that fail at them.
fn unknown_of_classes(bytes: usize) -> Vec<u8> {
    let properties = (bytes / 26 / 60).clamp(1, 1250);
    unknown(26, properties, (bytes / 2000).clamp(4, 64), |_| {})
}

/// An object whose class is not known, and many that it could be of.
fn unknown_object(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::with(|body| {
        for class in 0..bytes / 50 {
            add_class(body, &format!("TAGame.Other{class}_TA"), (0, 0), &[]);
        }
        body.objects.push(Text::new("Ghost.Ghost"));
    });
    let object = builder.object("Ghost.Ghost");
    for part in 0..10 {
        builder.keyframe(part as f32);
        builder.spawn(0, object);
        builder.end_frame();
    }
    builder.finish()
}

/// Many objects whose classes are not known, each of which appears.
fn unknown_objects(bytes: usize) -> Vec<u8> {
    let count = bytes / 70;
    let mut first = 0;
    let mut builder = Builder::with(|body| {
        first = body.objects.len() as i32;
        for object in 0..count {
            body.objects.push(Text::new(&format!("Ghost.Ghost{object}")));
        }
    });
    for part in 0..count {
        builder.keyframe(part as f32 * 0.01);
        builder.spawn(0, first + part as i32);
        builder.end_frame();
    }
    builder.finish()
}

/// The net cache has one class again and again, and classes below it in front of it.
fn rows_of_one_class(bytes: usize) -> Vec<u8> {
    let count = bytes / 100;
    let mut builder = Builder::with(|body| {
        for class in 0..count {
            add_class(body, &format!("TAGame.Below{class}_TA"), (900, 0), &[]);
        }
        for _ in 0..count {
            let object = body.objects.len() as i32 - 1;
            body.net_cache.push(NetCache { object, parent: 0, cache: 900, properties: vec![] });
        }
    });
    builder.frame(0.0);
    builder.end_frame();
    builder.finish()
}

/// Each class is above the next, and has a property.
fn classes_in_a_chain(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::with(|body| {
        for class in 0..(bytes / 80) as i32 {
            let name = format!("TAGame.Chain{class}_TA");
            add_class(body, &name, (class, class), &[format!("{name}:P")]);
        }
    });
    builder.frame(0.0);
    builder.end_frame();
    builder.finish()
}

/// Keyframes with nothing behind their times that makes sense.
fn gaps(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let channels = builder.channels.max() - 1;
    for part in 0..bytes / 22 {
        builder.keyframe(part as f32 * 0.001);
        builder.bits.bit(true);
        builder.bits.bounded(channels, builder.channels);
        builder.bits.bits(0b01, 2);
    }
    builder.finish()
}

/// The same behind frames that are longer from part to part.
fn long_gaps(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let object = builder.object(BALL);
    let mut part = 0.0;
    while builder.bytes() < bytes {
        builder.keyframe(part);
        builder.spawn(0, object);
        for _ in 0..20 {
            builder.update(0);
            builder.end_update();
        }
        builder.update(1);
        part += 0.001;
    }
    builder.finish()
}

/// As many keyframes as there can be, each of which begins anew with all channels.
fn keyframes(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    for part in 0..bytes / 21 {
        builder.keyframe(part as f32 * 0.001);
        builder.end_frame();
    }
    builder.finish()
}

/// Keyframes that name their actors only once: none but the first says everything again.
fn restarts(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let object = builder.object(BALL);
    let mut part = 0.0;
    while builder.bytes() < bytes {
        builder.keyframe(part);
        builder.spawn(0, object);
        builder.end_frame();
        builder.frame(part);
        builder.delete(0);
        builder.end_frame();
        part += 0.001;
    }
    // Listed as keyframes, though the actor is told of again behind them.
    let listed = builder.replay.body.keyframes.clone();
    builder.replay.body.keyframes = listed.into_iter().step_by(2).collect();
    builder.finish()
}

fn empty_frames(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    while builder.bytes() < bytes {
        builder.frame(0.0);
        builder.end_frame();
    }
    builder.finish()
}

/// Frames a minute apart.
fn far_frames(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let (car, player) = team_of_two(&mut builder);
    let state = builder.id(car, "TAGame.RBActor_TA:ReplicatedRBState");
    let link = builder.id(car, "Engine.Pawn:PlayerReplicationInfo");
    for number in [0, 1] {
        builder.tell(10 + number, link, reference(number));
    }
    let _ = player;
    builder.end_frame();
    let context = builder.context.clone();
    let mut time = 0.0;
    while builder.bytes() < bytes {
        time = (time + 59.0_f32) % 99_000.0;
        builder.frame(time);
        for car in [10, 11] {
            builder.tell(car, state, |bits| body(100).write(bits, &context));
        }
        builder.end_frame();
    }
    builder.finish()
}

/// A frame with two players and their cars, left open.
fn team_of_two(builder: &mut Builder) -> (i32, i32) {
    let (car, player) = (builder.object(CAR), builder.object(PLAYER));
    builder.frame(0.0);
    for number in [0, 1] {
        builder.spawn(number, player);
        builder.spawn(10 + number, car);
    }
    let name = builder.id(player, "Engine.PlayerReplicationInfo:PlayerName");
    for number in [0, 1] {
        builder.tell(number, name, text(["Ghost", "Reel"][usize::from(number)]));
    }
    (car, player)
}

fn empty_updates(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let object = builder.object(BALL);
    builder.frame(0.0);
    builder.spawn(0, object);
    while builder.bytes() < bytes {
        builder.update(0);
        builder.end_update();
    }
    builder.end_frame();
    builder.finish()
}

fn actors(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let object = builder.object(PLAYER);
    builder.frame(0.0);
    while builder.bytes() < bytes {
        builder.spawn(0, object);
        builder.delete(0);
    }
    builder.end_frame();
    builder.finish()
}

/// An object with a name as long as half the file, and actors of it.
fn long_names(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::with(|body| {
        let level = "A".repeat(bytes / 2);
        body.objects
            .push(Text::new(&format!("{level}.TheWorld:PersistentLevel.VehiclePickup_Boost_TA_1")));
    });
    let last = builder.replay.body.objects.len() as i32 - 1;
    builder.frame(0.0);
    while builder.bytes() < bytes / 2 {
        builder.spawn(0, last);
        builder.delete(0);
    }
    builder.end_frame();
    builder.finish()
}

/// Many properties that have values, in a long log.
fn many_properties(bytes: usize) -> Vec<u8> {
    let count = (bytes / 80).min(16_000);
    let mut builder = Builder::with(|body| {
        let names: Vec<String> = vec!["Engine.Actor:bHidden".to_owned(); count];
        add_class(body, "TAGame.Ghost_TA", (0, 0), &names);
        body.objects.push(Text::new("Archetypes.Ghost.Ghost"));
    });
    let object = builder.object("TAGame.Ghost_TA");
    let bound = Bound::new(builder.class(object).map_or(4, |class| class.slots().len() as u32));
    builder.frame(0.0);
    builder.spawn(0, object);
    let mut id = 0;
    while builder.bytes() < bytes / 2 {
        builder.tell(0, (id % count.max(1) as u32, bound), |bits| bits.bit(true));
        id += 1;
    }
    builder.end_frame();
    builder.finish()
}

/// Loadouts whose products have attributes, and many objects that say what they are.
fn products(bytes: usize) -> Vec<u8> {
    let count = bytes / 100;
    let mut builder = Builder::with(|body| {
        for _ in 0..count {
            body.objects.push(Text::new("TAGame.ProductAttribute_Painted_TA"));
        }
    });
    let player = builder.object(PLAYER);
    let last = builder.replay.body.objects.len() as u64 - 1;
    let id = builder.id(player, "TAGame.PRI_TA:ClientLoadoutOnline");
    builder.frame(0.0);
    builder.spawn(0, player);
    while builder.bytes() < bytes / 2 {
        builder.tell(0, id, |bits| {
            bits.bits(1, 8);
            bits.bits(100, 8);
            for _ in 0..100 {
                bits.bit(false);
                bits.bits(last, 32);
                bits.bits(0, 31);
            }
        });
    }
    builder.end_frame();
    builder.finish()
}

/// Appends players, each with a name of its own.
fn add_players(builder: &mut Builder, bytes: usize, leave: bool) {
    let player = builder.object(PLAYER);
    let name = builder.id(player, "Engine.PlayerReplicationInfo:PlayerName");
    let mut number = 0_u32;
    while builder.bytes() < bytes && number < 1 << 22 {
        builder.frame(0.0);
        for _ in 0..50 {
            let actor = (number % 60_000) as u16;
            builder.spawn(actor, player);
            builder.tell(actor, name, text(&format!("{number:x}")));
            number += 1;
        }
        builder.end_frame();
        if leave {
            builder.frame(0.0);
            for actor in number - 50..number {
                builder.delete((actor % 60_000) as u16);
            }
            builder.end_frame();
        }
    }
}

fn players(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    add_players(&mut builder, bytes, false);
    builder.finish()
}

fn players_who_leave(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    // As many actors as there can be stay.
    let ball = builder.object(BALL);
    builder.frame(0.0);
    builder.spawn(u16::MAX - 1, ball);
    builder.end_frame();
    add_players(&mut builder, bytes, true);
    builder.finish()
}

/// A player with a long name, and many changes of the score.
fn long_player(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let player = builder.object(PLAYER);
    let name = builder.id(player, "Engine.PlayerReplicationInfo:PlayerName");
    let score = builder.id(player, "TAGame.PRI_TA:MatchScore");
    builder.frame(0.0);
    builder.spawn(0, player);
    builder.tell(0, name, text(&"A".repeat(bytes / 2)));
    builder.end_frame();
    let mut points = 0;
    while builder.bytes() < bytes {
        builder.frame(0.0);
        builder.tell(0, score, |bits| bits.bits(points, 32));
        builder.end_frame();
        points += 1;
    }
    builder.finish()
}

/// As many cars as there can be, and touches of the ball.
fn touches(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let (car, ball) = (builder.object(CAR), builder.object(BALL));
    let state = builder.id(car, "TAGame.RBActor_TA:ReplicatedRBState");
    let hit = builder.id(ball, "TAGame.Ball_TA:HitTeamNum");
    let context = builder.context.clone();
    builder.frame(0.0);
    builder.spawn(0, ball);
    let mut actor = 1;
    while builder.bytes() < bytes / 2 && actor < u16::MAX {
        builder.spawn(actor, car);
        builder.tell(actor, state, |bits| body(0).write(bits, &context));
        actor += 1;
    }
    while builder.bytes() < bytes {
        builder.tell(0, hit, |bits| bits.bits(1, 8));
    }
    builder.end_frame();
    builder.finish()
}

/// Players, each with a car, told of in the same frames.
fn cars(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    add_players(&mut builder, bytes / 4, false);
    let count = (bytes / 4 / 15).min(60_000) as u16;
    let car = builder.object(CAR);
    let player = builder.object(PLAYER);
    let state = builder.id(car, "TAGame.RBActor_TA:ReplicatedRBState");
    let link = builder.id(car, "Engine.Pawn:PlayerReplicationInfo");
    let team = builder.id(player, "Engine.PlayerReplicationInfo:Team");
    let teams =
        ["Archetypes.Teams.Team0", "Archetypes.Teams.Team1"].map(|name| builder.object(name));
    let context = builder.context.clone();
    let cars = (count / 4).max(1);
    builder.frame(0.0);
    for (actor, object) in (65_000_u16..).zip(teams) {
        builder.spawn(actor, object);
    }
    for number in 0..cars {
        builder.tell(number, team, reference(65_000 + number % 2));
        builder.spawn(30_000 + number, car);
        builder.tell(30_000 + number, link, reference(number));
    }
    builder.end_frame();
    let mut time = 0.0;
    while builder.bytes() < bytes {
        time += 0.2;
        builder.frame(time);
        for number in 0..cars.min(2000) {
            let body = body(number.into());
            builder.tell(30_000 + number, state, |bits| body.write(bits, &context));
        }
        builder.end_frame();
    }
    builder.finish()
}

/// Items of a car whose player is not known, in turns.
fn items(bytes: usize) -> Vec<u8> {
    let name = "Archetypes.SpecialPickups.SpecialPickup_BallFreeze";
    let mut builder = Builder::with(|body| body.objects.push(Text::new(name)));
    let item = builder.object(name);
    act(&mut builder, item, bytes);
    builder.finish()
}

fn components(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let boost = builder.object(BOOST);
    act(&mut builder, boost, bytes);
    builder.finish()
}

/// Components begin and end to act, each of another player.
fn act(builder: &mut Builder, object: i32, bytes: usize) {
    add_players(builder, bytes / 4, false);
    let active = builder.id(object, "TAGame.CarComponent_TA:ReplicatedActive");
    let vehicle = builder.id(object, "TAGame.CarComponent_TA:Vehicle");
    let car = builder.object(CAR);
    let link = builder.id(car, "Engine.Pawn:PlayerReplicationInfo");
    builder.frame(0.0);
    for number in 0..50 {
        builder.spawn(61_000 + number, car);
        builder.tell(61_000 + number, link, reference(number * 7));
        builder.spawn(62_000 + number, object);
        builder.tell(62_000 + number, vehicle, reference(61_000 + number));
    }
    builder.end_frame();
    let mut counter = 0_u64;
    while builder.bytes() < bytes {
        counter += 1;
        builder.frame(0.0);
        for number in 0..50 {
            builder.tell(62_000 + number, active, |bits| bits.bits(counter & 1, 8));
        }
        builder.end_frame();
    }
}

/// Demolitions of many pairs of cars in one frame.
fn demolitions(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let car = builder.object(CAR);
    let id = builder.id(car, "TAGame.Car_TA:ReplicatedDemolish");
    let context = builder.context.clone();
    builder.frame(0.0);
    builder.spawn(0, car);
    let mut pair = 0_u64;
    while builder.bytes() < bytes {
        builder.tell(0, id, |bits| {
            bits.bit(true);
            bits.bits(pair / 60_000, 32);
            bits.bit(true);
            bits.bits(pair % 60_000, 32);
            let velocity = Vector { x: (pair & 0xffff) as i32, ..Vector::default() };
            velocity.write(bits, &context);
            velocity.write(bits, &context);
        });
        pair += 1;
    }
    builder.end_frame();
    builder.finish()
}

/// Panels of Dropshot's floor, each an object of its own.
fn panels(bytes: usize) -> Vec<u8> {
    let count = bytes / 120;
    let mut first = 0;
    let mut builder = Builder::with(|body| {
        let name = "TAGame.BreakOutActor_Platform_TA";
        add_class(body, name, (0, 0), &[format!("{name}:DamageState")]);
        first = body.objects.len() as i32;
        for panel in 0..count {
            body.objects.push(Text::new(&format!(
                "P.TheWorld:PersistentLevel.BreakOutActor_Platform_TA_{panel}"
            )));
        }
    });
    let id = builder.id(first, "TAGame.BreakOutActor_Platform_TA:DamageState");
    let context = builder.context.clone();
    builder.frame(0.0);
    for panel in 0..count {
        let actor = (panel % 60_000) as u16;
        builder.spawn(actor, first + panel as i32);
        builder.tell(actor, id, |bits| {
            bits.bits(1, 8);
            ObjectRef { is_actor: true, index: 0 }.write(bits, &context);
            Vector::default().write(bits, &context);
            bits.bits(0, 2);
        });
    }
    builder.end_frame();
    builder.finish()
}

/// A player with one car after the other, each with a tank.
fn boost(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let (car, _) = team_of_two(&mut builder);
    let boost = builder.object(BOOST);
    let link = builder.id(car, "Engine.Pawn:PlayerReplicationInfo");
    let vehicle = builder.id(boost, "TAGame.CarComponent_TA:Vehicle");
    let amount = builder.id(boost, "TAGame.CarComponent_Boost_TA:ReplicatedBoostAmount");
    builder.tell(10, link, reference(0));
    builder.end_frame();
    while builder.bytes() < bytes {
        builder.frame(0.0);
        builder.spawn(20, boost);
        builder.tell(20, vehicle, reference(10));
        builder.tell(20, amount, |bits| bits.bits(85, 8));
        builder.end_frame();
        builder.frame(0.0);
        builder.delete(20);
        builder.end_frame();
    }
    builder.finish()
}

/// Pauses of the recording in which nothing moves.
fn halts(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let mut time = 0.0;
    while builder.bytes() < bytes {
        builder.frame(time);
        builder.end_frame();
        time += 0.6;
    }
    builder.finish()
}

/// Countdowns that end in every second frame, and touches of the ball.
fn kickoffs(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let (game, ball) =
        (builder.object("Archetypes.GameEvent.GameEvent_Soccar"), builder.object(BALL));
    let countdown = builder.id(game, "TAGame.GameEvent_TA:ReplicatedRoundCountDownNumber");
    let state = builder.id(game, "TAGame.GameEvent_TA:ReplicatedStateName");
    let hit = builder.id(ball, "TAGame.Ball_TA:HitTeamNum");
    builder.frame(0.0);
    builder.spawn(0, game);
    builder.spawn(1, ball);
    builder.end_frame();
    let mut time = 0.0;
    let mut number = 0_u64;
    while builder.bytes() < bytes {
        builder.frame(time);
        builder.tell(0, countdown, |bits| bits.bits(number & 1, 32));
        builder.tell(0, state, |bits| bits.bits(number & 1, 32));
        builder.tell(1, hit, |bits| bits.bits(number & 1, 8));
        builder.end_frame();
        number += 1;
        time += 0.03;
    }
    builder.finish()
}

/// A ball that changes its way in each frame beside a car, and teams that hit it.
fn told_touches(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let (car, _) = team_of_two(&mut builder);
    let ball = builder.object(BALL);
    let state = builder.id(car, "TAGame.RBActor_TA:ReplicatedRBState");
    let hit = builder.id(ball, "TAGame.Ball_TA:HitTeamNum");
    let of_ball = builder.id(ball, "TAGame.RBActor_TA:ReplicatedRBState");
    let link = builder.id(car, "Engine.Pawn:PlayerReplicationInfo");
    builder.spawn(2, ball);
    builder.tell(10, link, reference(0));
    builder.tell(11, link, reference(1));
    builder.end_frame();
    let context = builder.context.clone();
    let mut time = 0.0;
    let mut number = 0;
    while builder.bytes() < bytes {
        time += 0.03;
        number += 1;
        builder.frame(time);
        let body = body(if number % 2 == 0 { 90_000 } else { -90_000 });
        builder.tell(10, state, |bits| body.write(bits, &context));
        builder.tell(2, of_ball, |bits| body.write(bits, &context));
        builder.tell(2, hit, |bits| bits.bits(number % 2, 8));
        builder.end_frame();
    }
    builder.finish()
}

/// A property with a name as long as half the file, under many numbers, each with a value.
fn long_properties(bytes: usize) -> Vec<u8> {
    let count = (bytes / 4 / 8).min(16_000);
    let mut builder = Builder::with(|body| {
        let name = format!("TAGame.Ghost_TA:{}", "A".repeat(bytes / 2));
        let object =
            add_class(body, "TAGame.Ghost_TA", (0, 0), &[name, "Engine.Actor:bHidden".to_owned()]);
        if let Some(row) = body.net_cache.iter_mut().find(|row| row.object == object) {
            let [long, known] = [row.properties[0].object, row.properties[1].object];
            let property = |stream_id| NetProperty { object: known, stream_id };
            row.properties = (0..count as i32).map(property).collect();
            row.properties.push(NetProperty { object: long, stream_id: count as i32 });
        }
    });
    let object = builder.object("TAGame.Ghost_TA");
    let bound = Bound::new(builder.class(object).map_or(4, |class| class.slots().len() as u32));
    builder.frame(0.0);
    builder.spawn(0, object);
    for id in 0..count as u32 {
        builder.tell(0, (id, bound), |bits| bits.bit(true));
    }
    builder.end_frame();
    builder.finish()
}

/// Names of the same object at many places of the tables, with many values.
fn long_values(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::with(|body| {
        body.names.push(Text::new(&"A".repeat(bytes / 2)));
    });
    let game = builder.object("Archetypes.GameEvent.GameEvent_Soccar");
    let state = builder.id(game, "TAGame.GameEvent_TA:ReplicatedStateName");
    let name = builder.replay.body.names.len() as u64 - 1;
    builder.frame(0.0);
    builder.spawn(0, game);
    builder.end_frame();
    while builder.bytes() < bytes / 2 {
        builder.frame(0.0);
        builder.tell(0, state, |bits| bits.bits(name, 32));
        builder.end_frame();
    }
    builder.finish()
}

/// Keyframes in each of which a known property is laid out otherwise, behind many others.
fn wrong_layouts(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let player = builder.object(PLAYER);
    let names = [
        "TAGame.PRI_TA:MatchScore",
        "TAGame.PRI_TA:MatchGoals",
        "TAGame.PRI_TA:MatchAssists",
        "TAGame.PRI_TA:MatchSaves",
        "TAGame.PRI_TA:MatchShots",
        "TAGame.PRI_TA:SteeringSensitivity",
    ];
    let ids = names.map(|name| builder.id(player, name));
    let mut noise = numbers(11);
    let mut time = 0.0;
    while builder.bytes() < bytes {
        builder.keyframe(time);
        builder.spawn(0, player);
        builder.end_frame();
        for _ in 0..30 {
            builder.frame(time);
            builder.update(0);
            for id in ids {
                let width = 33 - (noise.next().unwrap_or(0) % 2) as u32;
                builder.property(id, |bits| bits.bits(noise.next().unwrap_or(0), width));
            }
            builder.end_update();
            builder.end_frame();
        }
        time += 1.0;
    }
    builder.finish()
}

/// One update that tells of small values again and again, and keyframes that fail behind it.
fn repeated(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let car = builder.object(CAR);
    let hidden = builder.id(car, "Engine.Actor:bHidden");
    let mut time = 0.0;
    while builder.bytes() < bytes {
        builder.keyframe(time);
        builder.spawn(0, car);
        builder.update(0);
        for _ in 0..1500 {
            builder.property(hidden, |bits| bits.bit(true));
        }
        builder.end_update();
        builder.update(1);
        time += 1.0;
    }
    builder.finish()
}

/// Goals in the header, and players who could have kept them out.
fn goals(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    add_players(&mut builder, bytes / 3, false);
    let goal = |frame: i32| {
        Properties(vec![
            Property::new("frame", PropertyValue::Int(frame)),
            Property::new("PlayerName", PropertyValue::Str(Text::new("a"))),
            Property::new("PlayerTeam", PropertyValue::Int(0)),
        ])
    };
    let goals = vec![goal(1); bytes / 3 / 130];
    builder.set("Goals", PropertyValue::Array(goals));
    builder.finish()
}

/// Players in the header's list, one of each name.
fn header_players(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let player = |number: usize| {
        Properties(vec![
            Property::new("Name", PropertyValue::Str(Text::new(&format!("{number}")))),
            Property::new("Team", PropertyValue::Int(number as i32 & 1)),
            Property::new("Score", PropertyValue::Int(1)),
        ])
    };
    let players = (0..bytes / 130).map(player).collect();
    builder.set("PlayerStats", PropertyValue::Array(players));
    builder.frame(0.0);
    builder.end_frame();
    builder.finish()
}

fn header_properties(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let more = (0..bytes / 35).map(|_| Property::new("A", PropertyValue::Bool(1)));
    builder.replay.header.properties.0.extend(more);
    builder.finish()
}

fn header_elements(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let elements = vec![Properties(Vec::new()); bytes / 9];
    builder.set("PlayerStats", PropertyValue::Array(elements));
    builder.finish()
}

fn header_nested(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let deep = (0..14).fold(Properties(Vec::new()), |inner, _| {
        Properties(vec![Property::new("", PropertyValue::Array(vec![inner]))])
    });
    let elements = vec![deep; bytes / (9 + 14 * 43)];
    builder.set("Goals", PropertyValue::Array(elements));
    builder.finish()
}

fn objects(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::with(|body| {
        for object in 0..bytes / 70 {
            body.objects.push(Text::new(&format!(
                "P{object}.TheWorld:PersistentLevel.VehiclePickup_Boost_TA_{object}"
            )));
        }
    });
    builder.frame(0.0);
    builder.end_frame();
    builder.finish()
}

fn net_cache(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::with(|body| {
        let object = body.objects.len() as i32 - 1;
        let property = NetProperty { object, stream_id: 0 };
        for _ in 0..bytes / 3 / 16 {
            body.net_cache.push(NetCache { object, parent: 0, cache: 0, properties: vec![] });
        }
        let properties = vec![property; bytes / 3 / 8];
        body.net_cache.push(NetCache { object, parent: 0, cache: 0, properties });
        for class in 0..bytes / 3 / 18 {
            let class = Text::new(&format!("{class}"));
            body.class_index.push(ClassIndex { class, object: 0 });
        }
    });
    builder.frame(0.0);
    builder.end_frame();
    builder.finish()
}

/// Levels, packages, names, marks and the debug log, of texts that are as short as can be.
fn tables(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let body = &mut builder.replay.body;
    let count = bytes / 5;
    body.levels = vec![Text::default(); count / 4];
    body.packages = vec![Text::default(); count / 4];
    body.names = vec![Text::default(); count / 4];
    body.tick_marks = vec![TickMark { kind: Text::default(), frame: 0 }; count / 8];
    body.debug_log =
        vec![DebugLog { frame: 0, user: Text::default(), text: Text::default() }; count / 12];
    builder.frame(0.0);
    builder.end_frame();
    builder.finish()
}

/// A stream of nothing but noise, with keyframes into it.
fn noise(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let mut noise = numbers(3);
    let mut time = 0.0;
    while builder.bytes() < bytes {
        builder.keyframe(time);
        let player = builder.object(PLAYER);
        builder.spawn(0, player);
        builder.end_frame();
        builder.frame(time);
        builder.update(0);
        for _ in 0..200 {
            builder.bits.bits(noise.next().unwrap_or(0), 57);
        }
        builder.frames += 20;
        time += 1.0;
    }
    builder.finish()
}
