//! Learns the lines from recorded games, and says which of them the table lacks.
//!
//! A form's heights are all multiplied by the same part, which is 1 most of the time. So the line of a ground is the one on which most
//! of the places lie where somebody stood on it, the highest in each half unit or, under the floor, the lowest. Lines of a form whose ends
//! are close and that cross there are joined at the crossing.

use std::collections::BTreeMap;

use ghostreel_core::DecodeOptions;

use super::super::stadium_forms::{FORMS, STAGE, is_blade};
use super::super::standing::standing;
use super::*;
use crate::View;

/// Places closer to a line than this are on it, in units.
const ON: f32 = 0.02;
/// Ends closer than this are joined.
const JOINED: f32 = 1.0;
/// A line needs so many places on it.
const PLACES: usize = 3;

type Place = [f32; 2];

/// Where fighters stood on each ground, over all games on Pokémon Stadium.
fn places() -> BTreeMap<u16, Vec<Place>> {
    let mut places: BTreeMap<u16, Vec<Place>> = BTreeMap::new();
    let folders = ["slippi/good", "slippi/seen"];
    for (_, bytes) in folders.into_iter().filter_map(ghostreel_corpus::files).flatten() {
        let Ok(view) = View::open(&bytes[..], &DecodeOptions::RECOVER) else { continue };
        if view.game_start().is_some_and(|start| start.stage() == STAGE) {
            for feet in standing(&view) {
                if let Some(ground) = feet.ground {
                    places.entry(ground).or_default().push([feet.x, feet.y]);
                }
            }
        }
    }
    places
}

/// The highest or lowest place in each half unit.
fn outermost(places: &[Place]) -> Vec<Place> {
    let mut outermost: BTreeMap<i32, Place> = BTreeMap::new();
    for &[x, y] in places {
        let place = outermost.entry(whole(x * 2.0)).or_insert([x, y]);
        if y.abs() > place[1].abs() {
            *place = [x, y];
        }
    }
    outermost.into_values().collect()
}

#[allow(clippy::cast_possible_truncation, reason = "a few hundred")]
fn whole(x: f32) -> i32 {
    x.round() as i32
}

fn is_on(line: &GroundLine, place: Place) -> bool {
    (place[1] - line.height_at(place[0])).abs() < ON
}

/// The line through most of the places: level, or through two of them.
fn fit(id: u16, places: &[Place]) -> Option<GroundLine> {
    let step = places.len().div_ceil(40).max(1);
    let some: Vec<Place> = places.iter().step_by(step).copied().collect();
    let level = some.iter().map(|&[x, y]| line(id, [x, y], [x + 1.0, y]));
    let pairs = some.iter().enumerate().flat_map(|(at, &left)| {
        let right = some[at..].iter().filter(move |right| right[0] - left[0] > 0.3);
        right.map(move |&right| line(id, left, right))
    });
    let count = |line: &GroundLine| places.iter().filter(|place| is_on(line, **place)).count();
    let best = level.chain(pairs).max_by_key(count)?;
    (count(&best) >= PLACES).then_some(best)
}

/// The lines that recorded games show, and what `known` has of others.
fn learned(known: &[GroundLine]) -> Vec<GroundLine> {
    let mut lines: BTreeMap<u16, GroundLine> = known.iter().map(|line| (line.id, *line)).collect();
    for (id, places) in places() {
        // Blades of the windmill turn.
        if is_blade(id) || !FORMS.iter().any(|form| form.is_of(id)) {
            continue;
        }
        let outermost = outermost(&places);
        let of_table = lines.get(&id).copied();
        let held = |line: &GroundLine| outermost.iter().any(|place| is_on(line, *place));
        let Some(mut line) = of_table.filter(held).or_else(|| fit(id, &outermost)) else {
            continue;
        };
        // Whoever stands on a form that comes or goes shows how far it reaches.
        let ends = of_table.map(|line| [line.left[0], line.right[0]]);
        let shown = places.iter().map(|place| place[0]).chain(ends.into_iter().flatten());
        let (left, right) = shown.fold((f32::MAX, f32::MIN), |(a, b), x| (a.min(x), b.max(x)));
        let end = |x: f32| [x, line.height_at(x)].map(hundredths);
        (line.left, line.right) = (end(left), end(right));
        lines.insert(id, line);
    }
    join(lines.into_values().collect())
}

fn hundredths(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

/// Joins those of a form whose ends are close.
fn join(mut lines: Vec<GroundLine>) -> Vec<GroundLine> {
    let form = |line: &GroundLine| FORMS.iter().position(|form| form.is_of(line.id));
    for a in 0..lines.len() {
        for b in 0..lines.len() {
            let (left, right) = (lines[a], lines[b]);
            if a == b || form(&left) != form(&right) {
                continue;
            }
            let Some(corner) = crossing(&left, &right) else { continue };
            let is_near = |end: Place| (end[0] - corner[0]).hypot(end[1] - corner[1]) < JOINED;
            if is_near(left.right) && is_near(right.left) {
                (lines[a].right, lines[b].left) = (corner, corner);
            }
        }
    }
    lines
}

/// Where two lines meet; for two that are level and as high as each other, between them.
fn crossing(left: &GroundLine, right: &GroundLine) -> Option<Place> {
    let slope = |line: &GroundLine| line.height_at(1.0) - line.height_at(0.0);
    let (difference, apart) =
        (slope(left) - slope(right), right.height_at(0.0) - left.height_at(0.0));
    if difference.abs() < 1e-4 {
        let middle = f32::midpoint(left.right[0], right.left[0]);
        return (apart.abs() < ON).then(|| [middle, left.right[1]].map(hundredths));
    }
    let x = apart / difference;
    Some([x, left.height_at(x)].map(hundredths))
}

#[test]
fn the_table_holds_all_that_recorded_games_show() {
    let apart = |a: Place, b: Place| (a[0] - b[0]).abs().max((a[1] - b[1]).abs());
    let is_known = |shown: &GroundLine| {
        line_of(shown.id).is_some_and(|known| {
            apart(known.left, shown.left).max(apart(known.right, shown.right)) < 0.05
        })
    };
    let learned = learned(&STADIUM_GROUND).into_iter().filter(|shown| !is_known(shown));
    let lines: Vec<String> = learned
        .map(|GroundLine { id, left, right }| format!("    line({id}, {left:.2?}, {right:.2?}),"))
        .collect();
    assert!(lines.is_empty(), "recorded games show these lines:\n{}", lines.join("\n"));
}

#[test]
fn nobody_stands_on_ground_that_is_not_known() {
    let is_edge = |id: u16| (51..=54).contains(&id);
    let unknown = |id: &u16| line_of(*id).is_none() && !is_edge(*id) && !is_blade(*id);
    let unknown: Vec<u16> = places().into_keys().filter(unknown).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn lines_are_in_the_order_of_their_numbers_and_go_to_the_right() {
    assert!(STADIUM_GROUND.is_sorted_by(|a, b| a.id < b.id));
    assert!(STADIUM_GROUND.iter().all(|line| line.left[0] < line.right[0]));
    assert_eq!(line_of(35).unwrap().height_at(-30.0), 25.0);
    assert_eq!(line_of(0), None);
}
