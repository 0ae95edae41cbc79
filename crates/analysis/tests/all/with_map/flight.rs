//! Where everything is by the tables of flights, from which pictures are made, against where the checks of cuts have it: in every replay at a thousand times.

use ghostreel_analysis::Analysis;
use ghostreel_analysis::beat_saber::map::{Flights, MapTables, match_map};
use ghostreel_beatmap::Map;
use ghostreel_beatmap::flight::{
    Heads, Heights, Neighbours, NoteFlight, PlayedPaces, Recorded, Sight, Vector,
};
use ghostreel_formats::bsor::{View, encode, sample};
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::open;

use super::played::{Style, play};
use super::real::pairs;

const TIMES: u16 = 1000;
const MOST_M: f64 = 0.001;
const MOST_DEGREES: f64 = 0.1;

/// The frames of play in full precision.
struct Frames(Vec<(f64, Vector)>);

impl Heads for Frames {
    fn time_s(&self, place: usize) -> Option<f64> {
        self.0.get(place).map(|(time_s, _)| *time_s)
    }

    fn head(&self, place: usize) -> Option<(f64, Vector)> {
        self.0.get(place).copied()
    }
}

impl Frames {
    fn of(view: &View<'_>) -> Self {
        let mut frames: Vec<(f64, Vector)> = Vec::new();
        let mut previous = None;
        for frame in view.frames().iter() {
            let is_later = frames.last().is_none_or(|(time_s, _)| f64::from(frame.time) > *time_s);
            if frame.is_playable(previous) && is_later {
                frames.push((frame.time.into(), Vector::of(frame.head.position)));
            }
            previous = Some(frame.time);
        }
        Self(frames)
    }

    /// The first frame that is not before a time, and where the head is then.
    fn at(&self, time_s: f64) -> (usize, Vector) {
        let place = self.0.partition_point(|(frame_s, _)| *frame_s < time_s);
        let after = self.0[place.min(self.0.len() - 1)];
        let before = self.0[place.saturating_sub(1)];
        let seconds = after.0 - before.0;
        let share = if seconds > 0.0 { (time_s - before.0) / seconds } else { 0.0 };
        (place, before.1.plus(after.1.minus(before.1).times(share)))
    }
}

/// All that comes, by time, as the checks of cuts have it.
fn flights(view: &View<'_>, map: Option<&Map>) -> (Vec<NoteFlight>, PlayedPaces) {
    let info = view.info();
    let recorded = Recorded::of(view, |_| true);
    let (targets, beatmap, paces) = match map {
        Some(map) => {
            let is_it = |one: &&ghostreel_beatmap::Difficulty| {
                (&*one.mode, &*one.name) == (&*info.mode.as_str(), &*info.difficulty.as_str())
            };
            let difficulty = map.difficulties.iter().find(is_it).unwrap();
            let beatmap = difficulty.beatmap.clone().unwrap();
            let beatmap = if info.left_handed == 0 { beatmap } else { beatmap.mirrored() };
            let paces = PlayedPaces::of_map(view, difficulty, map.info.bpm).0;
            (match_map(view, difficulty).played, beatmap, paces)
        }
        None => (recorded.targets, recorded.beatmap, PlayedPaces::of_cuts(view).0),
    };
    let heights = Heights::of(view).unwrap_or_default();
    let raised_m = |due_s: f64| heights.of_jump(due_s, paces.at(due_s).lead_s);
    let neighbours = Neighbours::of(&targets, &beatmap);
    let notes = targets.iter().map(|target| {
        NoteFlight::of(target, &neighbours.around(target), raised_m(target.time_s.into()))
    });
    let bombs = beatmap.bombs.iter().map(|bomb| {
        let around = neighbours.around_bomb(bomb.cell);
        NoteFlight::of_bomb(&bomb.cell, &around, raised_m(bomb.cell.time_s.into()))
    });
    let mut all: Vec<NoteFlight> = notes.chain(bombs).collect();
    all.sort_by(|a, b| a.time_s.total_cmp(&b.time_s));
    (all, paces)
}

/// Everything in sight by the tables, asked as pictures ask.
fn sight(rows: &Flights, frames: &Frames) -> Sight {
    let mut sight = Sight::default();
    sight.set_notes(rows.notes.clone());
    sight.set_walls(rows.walls.clone());
    sight.set_arcs(rows.arcs.clone());
    sight.set_paces(&rows.paces);
    let single =
        |(time_s, Vector { x, y, z }): &(f64, Vector)| [*time_s, *x, *y, *z].map(|n| n as f32);
    sight.set_heads(frames.0.iter().map(single).collect());
    sight
}

/// How many were compared.
#[track_caller]
fn check(name: &str, file: &[u8], map: Option<&Map>) -> usize {
    let view = View::open(file, &DecodeOptions::RECOVER).unwrap();
    let analysis = Analysis::new(open(file, &DecodeOptions::RECOVER).unwrap());
    let tables = map.map(|map| MapTables::new(&view, map).unwrap());
    let rows = tables.as_ref().map_or_else(|| analysis.flights().unwrap(), MapTables::flights);
    let (all, paces) = flights(&view, map);
    assert_eq!(rows.notes.len(), all.len(), "{name}");
    let frames = Frames::of(&view);
    let sight = sight(rows, &frames);
    let (start_s, end_s) = (frames.0[0].0, frames.0[frames.0.len() - 1].0);
    let mut compared = 0;
    for step in 0..TIMES {
        let time_s = start_s + (end_s - start_s) * f64::from(step) / f64::from(TIMES - 1);
        let (place, head) = frames.at(time_s);
        for placed in sight.notes(time_s, head) {
            let flight = &all[placed.row];
            let apart = flight.center(&paces, time_s, head).minus(placed.center).length();
            let rotation =
                flight.rotation(&mut flight.turning(), &paces, &frames, place, (time_s, head));
            let degrees = rotation.degrees_to(placed.rotation);
            assert!(
                apart <= MOST_M && degrees <= MOST_DEGREES,
                "{name} at {time_s}: {apart} m, {degrees}°, {flight:?}"
            );
            compared += 1;
        }
    }
    compared
}

#[test]
fn pictures_have_everything_where_the_checks_of_cuts_have_it() {
    let all = Style { has_lanes: true, has_chains: true, has_bombs: true, ..Style::default() };
    let others = Style {
        has_speed_changes: true,
        has_turned_notes: true,
        has_heights: true,
        is_left_handed: true,
        game: Some("1.42.0_1"),
        ..all
    };
    for (seed, style) in [(1, Style::default()), (2, all), (3, others)] {
        let (replay, map) = play(seed, style);
        let bytes = encode(&replay);
        assert!(check("played", &bytes, Some(&map)) > 1000);
        assert!(check("played, without its map", &bytes, None) > 1000);
    }
    let built_in = encode(&sample::generate(&sample::Options::default()));
    assert!(check("built in", &built_in, None) > 1000);
}

#[test]
fn pictures_of_real_replays_have_everything_where_the_checks_of_cuts_have_it() {
    let Some(pairs) = pairs() else { return };
    for (name, file, map) in &pairs {
        assert!(check(name, file, Some(map)) > 100);
    }
    for (name, file) in ghostreel_corpus::files("beat-saber/bsor").unwrap_or_default() {
        assert!(check(&name, &file, None) > 500);
    }
}
