//! Beat Saber's frames: head and hands between them.

use ghostreel_formats::bsor::ShownFrames;
use ghostreel_formats::timeline::{Table, Timeline};
use ghostreel_space::{Rotation, Turn};

use super::{Next, Sampled, columns_of, mixed, number};
use crate::{Columns, Result};

const PARTS: [&str; 3] = ["head", "left", "right"];
const AXES: [&str; 4] = ["x", "y", "z", "w"];

pub(super) fn frames(
    timeline: &Timeline<'_>,
    table: &Table<'_>,
    wanted: &Columns,
    times: &[f64],
) -> Result<Sampled> {
    let shown = shown_frames(timeline, table, wanted)?;
    let mut sampled = Sampled::default();
    let mut next: Vec<Next> = Vec::new();
    for (place, &time) in times.iter().enumerate() {
        if let Some(frame) = shown.at(time) {
            sampled.push(place, frame.row)?;
            next.push(frame.next);
        }
    }
    for part in PARTS {
        for name in AXES.map(|axis| format!("{part}.pos.{axis}")) {
            if let Ok(column) = wanted.column(&name) {
                let value = |row| number(column, row).unwrap_or_default();
                let between = |from: f64, to: f64, share: f64| from + (to - from) * share;
                let values = mixed(&sampled.rows, &next, value, between);
                sampled.instead.push((name, values));
            }
        }
        turn(table, part, wanted, &next, &mut sampled)?;
    }
    Ok(sampled)
}

fn shown_frames(
    timeline: &Timeline<'_>,
    table: &Table<'_>,
    wanted: &Columns,
) -> Result<ShownFrames> {
    let playable = columns_of(table, &["playable"])?;
    let playable = playable.column("playable").ok().and_then(|column| column.as_bool());
    let is_playable = |row: usize| playable.is_none_or(|playable| playable.get(row) == Some(&1));
    let frames = wanted.times().enumerate().map(|(row, time)| (time, is_playable(row)));
    let pauses = match timeline.table("pauses") {
        Ok(pauses) => columns_of(pauses, &["time"])?.times().collect(),
        Err(_) => Vec::new(),
    };
    Ok(ShownFrames::new(frames, pauses.into_iter()))
}

/// Puts the rotations of a part where one of its columns is wanted.
fn turn(
    table: &Table<'_>,
    part: &str,
    wanted: &Columns,
    next: &[Next],
    sampled: &mut Sampled,
) -> Result<()> {
    let names = AXES.map(|axis| format!("{part}.rot.{axis}"));
    if !names.iter().any(|name| wanted.column(name).is_ok()) {
        return Ok(());
    }
    let all = columns_of(table, &names.each_ref().map(String::as_str))?;
    let rotation = |row| {
        let value = |name: &String| all.column(name).ok().and_then(|column| number(column, row));
        Rotation::of_parts(names.each_ref().map(|name| value(name).unwrap_or_default()))
    };
    let between = |from, to, share| Turn::new(from, to).at(share);
    let rotations = mixed(&sampled.rows, next, rotation, between);
    for (axis, name) in names.into_iter().enumerate() {
        let part = |rotation: &Rotation| rotation.parts().get(axis).copied().unwrap_or_default();
        sampled.instead.push((name, rotations.iter().map(part).collect()));
    }
    Ok(())
}
