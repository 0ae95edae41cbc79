//! The header and the tables around the network stream.

use ghostreel_formats::rlreplay::layout::{
    Body, ClassIndex, DebugLog, NetCache, NetProperty, Properties, Property, PropertyValue, Text,
    TickMark,
};

use super::builder::Builder;

/// A class with a property that is not known, and an actor's object of it.
pub(super) fn add_class(
    body: &mut Body,
    name: &str,
    parent: (i32, i32),
    properties: &[String],
) -> i32 {
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

/// The net cache has one class again and again, and classes below it in front of it.
pub(super) fn rows_of_one_class(bytes: usize) -> Vec<u8> {
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
pub(super) fn classes_in_a_chain(bytes: usize) -> Vec<u8> {
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

/// Players in the header's list, one of each name.
pub(super) fn header_players(bytes: usize) -> Vec<u8> {
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

pub(super) fn header_properties(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let more = (0..bytes / 35).map(|_| Property::new("A", PropertyValue::Bool(1)));
    builder.replay.header.properties.0.extend(more);
    builder.finish()
}

pub(super) fn header_elements(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let elements = vec![Properties(Vec::new()); bytes / 9];
    builder.set("PlayerStats", PropertyValue::Array(elements));
    builder.finish()
}

pub(super) fn header_nested(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let deep = (0..14).fold(Properties(Vec::new()), |inner, _| {
        Properties(vec![Property::new("", PropertyValue::Array(vec![inner]))])
    });
    let elements = vec![deep; bytes / (9 + 14 * 43)];
    builder.set("Goals", PropertyValue::Array(elements));
    builder.finish()
}

pub(super) fn objects(bytes: usize) -> Vec<u8> {
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

pub(super) fn net_cache(bytes: usize) -> Vec<u8> {
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
pub(super) fn tables(bytes: usize) -> Vec<u8> {
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
