//! The cars or the balls of a replay, each from its appearance to its end.

use std::collections::BTreeMap;

use super::pose::Pose;
use super::sample::{Presence, Sample};
use crate::project::{BodyRow, TickRow, World};
use crate::view::View;
use ghostreel_space::Vector;
use ghostreel_timeline::PlayerIndex;

/// A destroyed car is away for so long at the least, in seconds.
pub const AWAY: f64 = 2.5;
/// The old ball may still be there for so long when the new one is, in seconds.
pub const OVERLAP: f64 = 0.2;

/// The cars, or the balls, of a replay.
#[derive(Debug)]
pub struct Bodies<'v> {
    rows: &'v [BodyRow],
    ticks: Vec<TickRow>,
    tracks: Vec<Track>,
    /// The cars that carry balls, by the tracks of these.
    carriers: Option<Box<Bodies<'v>>>,
}

/// A body at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Which of the times.
    pub time: usize,
    /// The last row of the body's until then.
    pub row: usize,
    /// How it is.
    pub pose: Pose,
}

/// One body.
#[derive(Debug)]
struct Track {
    actor: u32,
    player: Option<PlayerIndex>,
    /// In the order of time.
    rows: Vec<usize>,
    /// When it was sampled first.
    begin: f64,
    /// When it was last there.
    end: f64,
    /// From then on another one is in its place.
    until: f64,
    /// When it was destroyed, in order.
    destroyed: Vec<f64>,
    /// When it hangs on a car, in the order in which that begins.
    welds: Vec<Weld>,
}

/// A stretch of time in which a ball hangs on a car.
#[derive(Debug)]
struct Weld {
    begin: f64,
    end: f64,
    /// Which of the tracks of cars.
    car: usize,
    /// From the car's middle, in its own axes.
    offset: Vector,
}

impl<'v> Bodies<'v> {
    /// The cars. One that was destroyed is away until it is back.
    pub fn cars(view: &'v View<'_>) -> Self {
        let world = view.world();
        let mut cars = Self::of(view, &world.cars);
        for row in &world.demolitions {
            let of_victim = |track: &&mut Track| row.victim.is_some() && track.player == row.victim;
            for track in cars.tracks.iter_mut().filter(of_victim) {
                track.destroyed.push(row.time.into());
            }
        }
        for track in &mut cars.tracks {
            track.destroyed.sort_by(f64::total_cmp);
        }
        // A player's next car is in the place of the one before.
        let mut last: BTreeMap<usize, usize> = BTreeMap::new();
        for index in cars.by_begin() {
            let Some(Track { begin, player: Some(player), .. }) = cars.tracks.get(index) else {
                continue;
            };
            let (begin, before) = (*begin, last.insert(player.place(), index));
            if let Some(before) = before.and_then(|before| cars.tracks.get_mut(before)) {
                before.until = begin;
            }
        }
        cars
    }

    /// The balls.
    pub fn balls(view: &'v View<'_>) -> Self {
        let world = view.world();
        let mut balls = Self::of(view, &world.ball);
        let by_begin = balls.by_begin();
        let begins: Vec<f64> =
            by_begin.iter().filter_map(|index| Some(balls.tracks.get(*index)?.begin)).collect();
        for track in &mut balls.tracks {
            let next = begins
                .partition_point(|begin| *begin <= track.begin || *begin < track.end - OVERLAP);
            track.until = begins.get(next).copied().unwrap_or(f64::INFINITY);
        }
        if !world.welds.is_empty() {
            let cars = Self::cars(view);
            balls.weld(world, &cars);
            balls.carriers = Some(Box::new(cars));
        }
        balls
    }

    fn of(view: &View<'_>, rows: &'v [BodyRow]) -> Self {
        let world = view.world();
        let ticks = view.ticks_of(rows);
        let mut of_lives: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (index, row) in rows.iter().enumerate() {
            of_lives.entry(row.life).or_default().push(index);
        }
        let track = |(life, of_body): (u32, Vec<usize>)| {
            let first = *of_body.first()?;
            let players = of_body.iter().rev().filter_map(|row| rows.get(*row)?.player);
            let last_frame = world.actors.get(life as usize).map(|actor| actor.last_frame as usize);
            let end = last_frame.and_then(|frame| world.frames.get(frame));
            Some(Track {
                actor: rows.get(first)?.actor,
                player: { players }.next(),
                begin: ticks.get(first)?.tick_time.into(),
                end: end.map_or(f64::INFINITY, |frame| frame.time.into()),
                until: f64::INFINITY,
                rows: of_body,
                destroyed: Vec::new(),
                welds: Vec::new(),
            })
        };
        let tracks = of_lives.into_iter().filter_map(track).collect();
        Self { rows, ticks, tracks, carriers: None }
    }

    /// The tracks in the order in which they begin.
    fn by_begin(&self) -> Vec<usize> {
        let begin =
            |index: &usize| self.tracks.get(*index).map_or(f64::INFINITY, |track| track.begin);
        let mut order: Vec<usize> = (0..self.tracks.len()).collect();
        order.sort_by(|a, b| begin(a).total_cmp(&begin(b)));
        order
    }

    /// Hangs balls on the cars that carry them.
    fn weld(&mut self, world: &World, cars: &Self) {
        // By the actor that carries, which ball it carries: its track and the weld.
        let mut carried: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
        for row in &world.welds {
            let begin = f64::from(row.time);
            let before = carried.remove(&row.actor);
            let before =
                before.and_then(|(ball, weld)| self.tracks.get_mut(ball)?.welds.get_mut(weld));
            if let Some(before) = before {
                before.end = begin;
            }
            let Some(car) = cars.track_of(row.actor, begin) else { continue };
            let Some(ball) = row.held.and_then(|held| self.track_of(held, begin)) else { continue };
            let end = cars.tracks.get(car).map_or(begin, |car| car.end);
            let Some(track) = self.tracks.get_mut(ball) else { continue };
            carried.insert(row.actor, (ball, track.welds.len()));
            track.welds.push(Weld { begin, end, car, offset: Vector::of(&row.offset) });
        }
        for track in &mut self.tracks {
            track.welds.sort_by(|a, b| a.begin.total_cmp(&b.begin));
        }
    }

    /// The last track of an actor that is there at a time.
    fn track_of(&self, actor: u32, time: f64) -> Option<usize> {
        self.tracks
            .iter()
            .rposition(|track| track.actor == actor && track.begin <= time && time <= track.end)
    }

    /// How each body is at each of some times, which are in order: by time, and at a time in the order in which the bodies appeared. Those that are away are
    /// left out. `None` if that were more than `most`, or if a few times as many had to be looked at.
    pub fn at(&self, times: &[f64], most: usize) -> Option<Vec<Placed>> {
        let (mut all, mut left) = (Vec::new(), most.saturating_mul(4));
        for track in &self.tracks {
            let first = times.partition_point(|time| *time < track.begin);
            let mut last = 0_usize;
            for (index, &time) in times.iter().enumerate().skip(first) {
                if time >= track.until {
                    break;
                }
                left = left.checked_sub(1)?;
                while self.time_of(track, last.saturating_add(1)).is_some_and(|next| next <= time) {
                    last = last.saturating_add(1);
                }
                let is_last = last.saturating_add(1) >= track.rows.len();
                if is_last && time > track.end {
                    break;
                }
                if let Some((row, pose)) = self.placed(track, last, time) {
                    all.push(Placed { time: index, row, pose });
                }
                if all.len() > most {
                    return None;
                }
            }
        }
        all.sort_by_key(|placed| placed.time);
        Some(all)
    }

    /// Where a body is whose last sample until then is at that place of its rows.
    fn placed(&self, track: &Track, last: usize, time: f64) -> Option<(usize, Pose)> {
        let row = *track.rows.get(last)?;
        // The car that took it last has it: another may have lost it without saying so.
        let taken = last_until(&track.welds, time, |weld| weld.begin);
        let on_car = taken.filter(|weld| time < weld.end).and_then(|weld| {
            let cars = self.carriers.as_ref()?;
            let car = cars.tracks.get(weld.car)?;
            let last =
                car.rows.partition_point(|row| cars.sampled(*row).is_some_and(|its| its <= time));
            let (_, mut pose) = cars.placed(car, last.checked_sub(1)?, time)?;
            pose.position = pose.position.plus(pose.rotation.turn(weld.offset));
            Some((row, pose))
        });
        if on_car.is_some() {
            return on_car;
        }
        let next = track.rows.get(last.saturating_add(1)).and_then(|row| self.sample(*row));
        let (presence, pose) = self.sample(row)?.at(next.as_ref(), track.end, time);
        let destroyed = last_until(&track.destroyed, time, |destroyed| *destroyed);
        let is_destroyed = destroyed.is_some_and(|destroyed| time - destroyed <= AWAY);
        (presence != Presence::Away && !is_destroyed).then_some((row, pose))
    }

    fn sample(&self, row: usize) -> Option<Sample> {
        let (body, tick) = (self.rows.get(row)?, self.ticks.get(row)?);
        Some(Sample {
            pose: Pose::of(body),
            time: tick.tick_time.into(),
            tick: tick.tick.0.into(),
            is_asleep: body.sleeping,
        })
    }

    /// When the sample at a place of a body's rows was taken.
    fn time_of(&self, track: &Track, place: usize) -> Option<f64> {
        self.sampled(*track.rows.get(place)?)
    }

    fn sampled(&self, row: usize) -> Option<f64> {
        Some(self.ticks.get(row)?.tick_time.into())
    }
}

/// The last of what is in the order of time that is not after a time.
fn last_until<T>(all: &[T], time: f64, time_of: impl Fn(&T) -> f64) -> Option<&T> {
    let until = all.partition_point(|one| time_of(one) <= time);
    all.get(until.checked_sub(1)?)
}
