//! Unknown names, and layouts that do not fit: all that inference tries.

use ghostreel_formats::rlreplay::bits::Bound;
use ghostreel_formats::rlreplay::layout::{Body, Text};

use super::builder::{Builder, CAR, PLAYER};
use super::tables::add_class;
use crate::numbers;

/// `count` unknown properties, spread over as many classes; each of them fails in keyframes of its own.
pub(super) fn unknown(
    classes: usize,
    each: usize,
    failures: usize,
    more: impl Fn(&mut Body),
) -> Vec<u8> {
    let mut names = Vec::new();
    let mut builder = Builder::with(|body| {
        for class in 0..classes {
            let name = format!("TAGame.Ghost{class}_TA");
            let properties: Vec<String> =
                (0..each).map(|property| format!("{name}:Property{property}")).collect();
            names.push(add_class(body, &name, (0, 0), &properties));
        }
        more(body);
    });
    let mut noise = numbers(7);
    for failure in 0..failures {
        builder.keyframe(failure as f32 * 0.1);
        let object = names[failure % names.len().max(1)];
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
pub(super) fn unknown_among_classes(bytes: usize) -> Vec<u8> {
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
pub(super) fn unknown_of_classes(bytes: usize) -> Vec<u8> {
    let properties = (bytes / 26 / 60).clamp(1, 1250);
    unknown(26, properties, (bytes / 2000).clamp(4, 64), |_| {})
}

/// An object whose class is not known, and many that it could be of.
pub(super) fn unknown_object(bytes: usize) -> Vec<u8> {
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

/// Many objects whose classes are not known, each appearing.
pub(super) fn unknown_objects(bytes: usize) -> Vec<u8> {
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

/// Keyframes that each lay out a known property otherwise, after many others.
pub(super) fn wrong_layouts(bytes: usize) -> Vec<u8> {
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

/// One update that repeats small values, and keyframes that fail after it.
pub(super) fn repeated(bytes: usize) -> Vec<u8> {
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

/// A stream of nothing but noise, with keyframes into it.
pub(super) fn noise(bytes: usize) -> Vec<u8> {
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
