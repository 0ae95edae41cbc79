//! Frames, keyframes, actors and their properties.

use ghostreel_formats::rlreplay::bits::Bound;
use ghostreel_formats::rlreplay::layout::{NetProperty, Text};

use super::builder::{BALL, Builder, PLAYER};
use super::tables::add_class;

/// Keyframes with nothing after their times that makes sense.
pub(super) fn gaps(bytes: usize) -> Vec<u8> {
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

/// The same after frames that are longer from part to part.
pub(super) fn long_gaps(bytes: usize) -> Vec<u8> {
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

/// As many keyframes as there can be, each beginning anew with all channels.
pub(super) fn keyframes(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    for part in 0..bytes / 21 {
        builder.keyframe(part as f32 * 0.001);
        builder.end_frame();
    }
    builder.finish()
}

/// Keyframes that name their actors only once: none but the first says everything again.
pub(super) fn restarts(bytes: usize) -> Vec<u8> {
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
    // Listed as keyframes, though the actor is updated again after them.
    let listed = builder.replay.body.keyframes.clone();
    builder.replay.body.keyframes = listed.into_iter().step_by(2).collect();
    builder.finish()
}

pub(super) fn empty_frames(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    while builder.bytes() < bytes {
        builder.frame(0.0);
        builder.end_frame();
    }
    builder.finish()
}

pub(super) fn empty_updates(bytes: usize) -> Vec<u8> {
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

pub(super) fn actors(bytes: usize) -> Vec<u8> {
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
pub(super) fn long_names(bytes: usize) -> Vec<u8> {
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
pub(super) fn many_properties(bytes: usize) -> Vec<u8> {
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
        builder.update_one(0, (id % count.max(1) as u32, bound), |bits| bits.bit(true));
        id += 1;
    }
    builder.end_frame();
    builder.finish()
}

/// A property with a name as long as half the file, under many numbers, each with a value.
pub(super) fn long_properties(bytes: usize) -> Vec<u8> {
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
        builder.update_one(0, (id, bound), |bits| bits.bit(true));
    }
    builder.end_frame();
    builder.finish()
}

/// Names of the same object at many places of the tables, with many values.
pub(super) fn long_values(bytes: usize) -> Vec<u8> {
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
        builder.update_one(0, state, |bits| bits.bits(name, 32));
        builder.end_frame();
    }
    builder.finish()
}

/// Loadouts whose products have attributes, and many objects that say what they are.
pub(super) fn products(bytes: usize) -> Vec<u8> {
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
        builder.update_one(0, id, |bits| {
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
