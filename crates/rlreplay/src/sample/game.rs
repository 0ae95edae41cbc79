//! The match: who drives, what happens between cars, ball, pads and goals.

use ghostreel_core::Random;

use super::FileKind;
use super::arena::{self, Pad};
use super::ball::Ball;
use super::car::{Car, FULL};
use super::floor::{Damage, Floor};
use super::items::{Change, Holder};
use super::math::V;
use crate::arena::{BACK, BALL_RADIUS, FASTEST, SUPERSONIC};

/// The phase of the match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Phase {
    /// Cars stand still; seconds left.
    Countdown(f64),
    Active,
    /// Seconds left until the next kick-off.
    AfterGoal(f64),
    Finished,
}

/// Something that happened in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Event {
    Phase,
    Touch(usize),
    Goal {
        by: usize,
        team: usize,
    },
    Shot(usize),
    Save(usize),
    PadTaken(usize, usize),
    PadBack(usize),
    Demolition {
        attacker: usize,
        victim: usize,
        velocities: [V; 2],
    },
    /// The car of a player is there again.
    Back(usize),
    /// Something becomes of a player's item.
    Item(usize, Change),
    /// A panel of the floor has a new state; by whom, unless all are whole again.
    Panel(Damage, Option<usize>),
}

impl Stats {
    /// The difference since an earlier state.
    pub(super) fn since(&self, before: &Self) -> Self {
        Self {
            score: self.score - before.score,
            goals: self.goals - before.goals,
            assists: self.assists - before.assists,
            saves: self.saves - before.saves,
            shots: self.shots - before.shots,
            demolitions: self.demolitions - before.demolitions,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Stats {
    pub(super) score: i32,
    pub(super) goals: i32,
    pub(super) assists: i32,
    pub(super) saves: i32,
    pub(super) shots: i32,
    pub(super) demolitions: i32,
}

#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) is_orange: bool,
    pub(super) car: Option<Car>,
    pub(super) stats: Stats,
    /// Seconds until the car is there again.
    away: f64,
    /// Seconds until the next touch counts.
    touched: f64,
    /// Goes for the others' cars rather than the ball.
    is_hunting: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) players: Vec<Player>,
    pub(super) ball: Ball,
    pub(super) phase: Phase,
    pub(super) scores: [i32; 2],
    /// Seconds on the clock.
    pub(super) clock: f64,
    pads: Vec<(Pad, f64)>,
    /// By player; only Rumble has items.
    items: Vec<Holder>,
    /// Dropshot's.
    floor: Option<Floor>,
    random: Random,
    last_touch: Option<usize>,
    touch_before: Option<usize>,
}

const SUBSTEPS: usize = 4;
/// How close a car's middle is to the ball when it touches it.
const REACH: f64 = 165.0;
/// How far above a car's middle the ball is carried.
const CARRIED: f64 = BALL_RADIUS + 40.0;
/// Boost a second where there are no pads.
const RECHARGE: f64 = 10.0;

impl Game {
    pub(super) fn new(seed: u64, team_size: u8, kind: FileKind) -> Self {
        let player = |index: u8| Player {
            is_orange: index % 2 == 1,
            car: None,
            stats: Stats::default(),
            away: 0.0,
            touched: 0.0,
            is_hunting: false,
        };
        let is_dropshot = kind == FileKind::Dropshot;
        let pads = if is_dropshot { Vec::new() } else { arena::pads() };
        let holders = if kind == FileKind::Rumble { 2 * usize::from(team_size) } else { 0 };
        let mut game = Self {
            players: (0..2 * team_size).map(player).collect(),
            ball: Ball::new(),
            phase: Phase::Countdown(2.0),
            scores: [0; 2],
            clock: 300.0,
            pads: pads.into_iter().map(|pad| (pad, 0.0)).collect(),
            items: (0..holders).map(Holder::new).collect(),
            floor: is_dropshot.then(Floor::new),
            random: Random::new(seed),
            last_touch: None,
            touch_before: None,
        };
        game.line_up();
        game
    }

    /// Ball and cars as they are at kick-off.
    fn line_up(&mut self) {
        self.ball = Ball::new();
        (self.last_touch, self.touch_before) = (None, None);
        let first = self.random.between(0, 4) as usize;
        for (index, player) in self.players.iter_mut().enumerate() {
            player.car = Some(Car::new(arena::kickoff(first + index / 2, player.is_orange)));
            player.away = 0.0;
        }
        // One player is after cars for a while.
        let hunter = self.random.between(0, self.players.len() as i32 - 1) as usize;
        for (index, player) in self.players.iter_mut().enumerate() {
            player.is_hunting = index == hunter;
        }
    }

    /// Ends the match.
    pub(super) fn finish(&mut self) {
        self.phase = Phase::Finished;
    }

    /// Goes on by a frame.
    pub(super) fn step(&mut self, dt: f64) -> Vec<Event> {
        let mut events = Vec::new();
        match &mut self.phase {
            Phase::Countdown(left) => {
                *left -= dt;
                if *left <= 0.0 {
                    self.phase = Phase::Active;
                    events.push(Event::Phase);
                }
                return events;
            }
            Phase::AfterGoal(left) => {
                *left -= dt;
                if *left <= 0.0 {
                    self.line_up();
                    self.phase = Phase::Countdown(2.0);
                    events.push(Event::Phase);
                    self.start_modes_anew(&mut events);
                    return events;
                }
            }
            Phase::Active => {
                if !self.ball.is_sleeping {
                    self.clock -= dt;
                }
            }
            Phase::Finished => {}
        }
        self.think();
        if self.phase == Phase::Active {
            for (player, holder) in self.items.iter_mut().enumerate() {
                let car = self.players.get(player).and_then(|player| player.car.as_ref());
                let is_at_ball =
                    car.is_some_and(|car| self.ball.place.sub(car.place).length() < 2.0 * REACH);
                events
                    .extend(holder.step(dt, is_at_ball).map(|change| Event::Item(player, change)));
            }
        }
        for _ in 0..SUBSTEPS {
            self.move_on(dt / SUBSTEPS as f64, &mut events);
        }
        events
    }

    fn think(&mut self) {
        let places: Vec<(bool, Option<V>, V)> = self
            .players
            .iter()
            .map(|player| {
                let car = player.car.as_ref();
                (
                    player.is_orange,
                    car.map(|car| car.place),
                    car.map_or(V::default(), |c| c.velocity),
                )
            })
            .collect();
        let is_over = matches!(self.phase, Phase::Finished | Phase::AfterGoal(_));
        // Hunts take turns with play, and begin after the ball was hit.
        let is_hunt = !self.ball.is_sleeping && self.clock % 12.0 < 6.0;
        let (ball, ball_velocity) = (self.ball.place, self.ball.velocity);
        for player in &mut self.players {
            let Some(car) = &mut player.car else { continue };
            if is_over {
                (car.throttle, car.steer, car.is_boosting) = (128, 128, false);
                continue;
            }
            let prey = places
                .iter()
                .find(|(is_orange, place, _)| *is_orange != player.is_orange && place.is_some());
            match prey {
                Some((_, Some(place), velocity))
                    if player.is_hunting && car.boost > 1.0 && is_hunt =>
                {
                    let lead = (place.sub(car.place).length() / FASTEST).min(1.0);
                    car.aim(place.add(velocity.times(lead)), true);
                }
                _ if car.boost < 20.0 && !self.ball.is_sleeping => {
                    let free = self.pads.iter().filter(|(_, wait)| *wait <= 0.0);
                    let big = if player.is_hunting { 0.2 } else { 0.6 };
                    let cost = |pad: &Pad| {
                        let distance = pad.place.sub(car.place).length();
                        if pad.is_big { distance * big } else { distance }
                    };
                    let nearest =
                        free.map(|(pad, _)| *pad).min_by(|a, b| cost(a).total_cmp(&cost(b)));
                    car.aim(nearest.map_or(ball, |pad| pad.place), false);
                }
                _ => {
                    let forward = arena::forward(player.is_orange);
                    car.chase(ball, ball_velocity, forward, &mut self.random);
                }
            }
        }
    }

    fn move_on(&mut self, dt: f64, events: &mut Vec<Event>) {
        for index in 0..self.players.len() {
            self.drive(index, dt, events);
        }
        self.destroy(events);
        for (pad, (_, wait)) in self.pads.iter_mut().enumerate() {
            let was_empty = *wait > 0.0;
            *wait -= dt;
            if was_empty && *wait <= 0.0 {
                events.push(Event::PadBack(pad));
            }
        }
        if let Phase::AfterGoal(_) = self.phase {
            return;
        }
        if self.is_held() {
            return;
        }
        let falling = -self.ball.velocity.z;
        if let Some(against) = self.ball.step(dt, self.floor.is_none()) {
            self.goal(1 - against, events);
        }
        if self.ball.place.z <= BALL_RADIUS {
            self.land(falling, events);
        }
    }

    /// Items stop the ball, or carry it.
    fn is_held(&mut self) -> bool {
        if self.items.iter().any(Holder::is_freezing) {
            self.ball.velocity = V::default();
            return true;
        }
        let spiky = self.items.iter().zip(&self.players).filter(|(holder, _)| holder.is_spiky());
        let mut cars = spiky.filter_map(|(_, player)| player.car.as_ref());
        let is_near = |car: &&Car| self.ball.place.sub(car.place).length() < 2.0 * REACH;
        let Some(car) = cars.find(is_near) else { return false };
        self.ball.place = car.place.add(V::new(0.0, 0.0, CARRIED));
        self.ball.velocity = car.velocity;
        self.ball.is_sleeping = false;
        true
    }

    /// The ball comes down on the floor.
    fn land(&mut self, speed: f64, events: &mut Vec<Event>) {
        let Some(floor) = &mut self.floor else { return };
        let place = self.ball.place;
        if floor.is_open(place) {
            self.goal(usize::from(place.y < 0.0), events);
            return;
        }
        let by = self.last_touch;
        events.extend(floor.hit(place, speed).into_iter().map(|damage| Event::Panel(damage, by)));
    }

    /// Resets Rumble and Dropshot at a kick-off.
    fn start_modes_anew(&mut self, events: &mut Vec<Event>) {
        self.items.iter_mut().for_each(Holder::lose);
        let whole = |panel| Damage { panel, state: 0, is_direct_hit: false };
        let mended = self.floor.as_mut().map(Floor::mend).unwrap_or_default();
        events.extend(mended.into_iter().map(|panel| Event::Panel(whole(panel), None)));
    }

    fn drive(&mut self, index: usize, dt: f64, events: &mut Vec<Event>) {
        let Some(player) = self.players.get_mut(index) else { return };
        player.touched -= dt;
        let Some(car) = &mut player.car else {
            player.away -= dt;
            if player.away <= 0.0 {
                player.car = Some(Car::new(arena::respawn(index, player.is_orange)));
                events.push(Event::Back(index));
            }
            return;
        };
        car.step(dt);
        if self.floor.is_some() {
            car.boost = (car.boost + RECHARGE * dt).min(FULL);
        }
        for (pad, (place, wait)) in self.pads.iter_mut().enumerate() {
            let reach = if place.is_big { 160.0 } else { 128.0 };
            let is_near = place.place.sub(car.place).length() < reach;
            if *wait <= 0.0 && car.boost < FULL && is_near {
                car.fill(place.is_big);
                *wait = place.seconds_away;
                events.push(Event::PadTaken(pad, index));
            }
        }
        let in_play = self.phase == Phase::Active && player.touched <= 0.0;
        if in_play && self.ball.place.sub(car.place).length() < REACH {
            player.touched = 0.25;
            let forward = arena::forward(player.is_orange);
            let before = self.ball.velocity.y * forward;
            let lift = f64::from(self.random.range(0.02, 0.3));
            let aside = f64::from(self.random.range(-1300.0, 1300.0));
            let goal = V::new(aside, forward * (BACK + 500.0), 0.0);
            self.ball.hit(car.place, car.velocity, goal, lift);
            player.stats.score += 2;
            if self.last_touch != Some(index) {
                self.touch_before = self.last_touch.replace(index);
            }
            events.push(Event::Touch(index));
            let depth = self.ball.place.y * forward;
            if before < -600.0 && depth < -2500.0 {
                player.stats.saves += 1;
                player.stats.score += 50;
                events.push(Event::Save(index));
            } else if self.ball.velocity.y * forward > 1400.0 && depth > 1500.0 {
                player.stats.shots += 1;
                player.stats.score += 10;
                events.push(Event::Shot(index));
            }
        }
    }

    /// Supersonic cars destroy those they run into.
    fn destroy(&mut self, events: &mut Vec<Event>) {
        for attacker in 0..self.players.len() {
            for victim in 0..self.players.len() {
                let (Some(a), Some(v)) = (self.players.get(attacker), self.players.get(victim))
                else {
                    continue;
                };
                let (Some(from), Some(to)) = (&a.car, &v.car) else { continue };
                let way = to.place.sub(from.place);
                let is_hit = a.is_orange != v.is_orange
                    && from.velocity.length() >= SUPERSONIC
                    && way.length() < 170.0
                    && way.dot(from.velocity) > 0.0;
                if !is_hit {
                    continue;
                }
                let velocities = [from.velocity, to.velocity];
                events.push(Event::Demolition { attacker, victim, velocities });
                if let Some(victim) = self.players.get_mut(victim) {
                    victim.car = None;
                    victim.away = 3.0;
                }
                if let Some(holder) = self.items.get_mut(victim) {
                    holder.lose();
                }
                if let Some(attacker) = self.players.get_mut(attacker) {
                    attacker.stats.demolitions += 1;
                    attacker.stats.score += 25;
                    attacker.is_hunting = false;
                }
            }
        }
    }

    fn goal(&mut self, team: usize, events: &mut Vec<Event>) {
        let is_of_team = |index: &usize| {
            self.players.get(*index).is_some_and(|player| usize::from(player.is_orange) == team)
        };
        let by = self.last_touch.filter(is_of_team).unwrap_or(team);
        let helper = self.touch_before.filter(is_of_team).filter(|helper| *helper != by);
        if let Some(player) = self.players.get_mut(by) {
            player.stats.goals += 1;
            player.stats.shots = player.stats.shots.max(player.stats.goals);
            player.stats.score += 100;
        }
        if let Some(player) = helper.and_then(|helper| self.players.get_mut(helper)) {
            player.stats.assists += 1;
            player.stats.score += 50;
        }
        if let Some(score) = self.scores.get_mut(team) {
            *score += 1;
        }
        self.phase = Phase::AfterGoal(3.0);
        events.push(Event::Goal { by, team });
        events.push(Event::Phase);
    }
}
