//! Mechanics with the ball between two contacts with the ground.

use ghostreel_formats::rlreplay::arena::{BACK, GOAL_HALF_WIDTH, GOAL_HEIGHT, GRAVITY};
use ghostreel_formats::rlreplay::project::{BLUE, ORANGE, World};
use ghostreel_formats::timeline::TeamNumber;

use super::super::ball::ball_at;
use super::super::touches::Touch;
use super::super::vectors::{Vector, dot, length, level, vector};
use super::bounces::Bounces;
use super::car::{Car, Contact};
use super::surface::Surface;
use super::{Mechanic, MechanicKind};

/// A car whose wheels were on something so shortly before a touch, in seconds, is not in the air.
const IN_THE_AIR: f32 = 0.1;
/// Touches of an air dribble are at most so far apart, in seconds, and there are so many at least.
const DRIBBLE_GAP: f32 = 2.5;
const DRIBBLE_TOUCHES: usize = 3;
/// The ball of a dribble that begins on the ground is so high at least after the first touch, in uu.
const DRIBBLE_HEIGHT: f32 = 300.0;
/// The longest time between the touches of a double tap, in seconds.
const DOUBLE_TAP_SECONDS: f32 = 4.0;
/// A flight from a wall or the ceiling lasts at most so long until its touch, in seconds, and leaves the wall so high at least, as does the
/// ball, in uu.
const FLIGHT_SECONDS: f32 = 3.0;
const WALL_HEIGHT: f32 = 150.0;
const BALL_HEIGHT: f32 = 300.0;
/// A pass that is turned is at most so long under way, in seconds, turns by so much (the cosine), and is so fast afterwards, in uu/s.
const PASS_SECONDS: f32 = 3.5;
const TURN: f64 = 0.87;
const REDIRECTED: f64 = 1000.0;
/// It goes so near to the goal, in uu.
const MARGIN: f64 = 300.0;

pub(super) fn of(
    cars: &[Car<'_>],
    world: &World,
    bounces: &Bounces,
    touches: &[Touch],
) -> Vec<Mechanic> {
    let mut all = Vec::new();
    let mut dribble: Vec<&Touch> = Vec::new();
    let mut last: Option<&Touch> = None;
    // When each player touched the ball last.
    let mut touched = vec![f32::NEG_INFINITY; cars.len()];
    for touch in touches {
        let flight = flight(cars, touch);
        if !goes_on(&dribble, touch, flight, bounces) {
            all.extend(air_dribble(&dribble));
            dribble.clear();
        }
        dribble.push(touch);
        let touched = touched.get_mut(touch.player.place());
        let before = touched.map_or(f32::NEG_INFINITY, |last| std::mem::replace(last, touch.time));
        if let Some(flight) = flight {
            // An earlier touch of the same flight was the first.
            let kind = from_surface(touch, flight).filter(|_| before < flight.time);
            all.extend(kind.map(|kind| Mechanic::touch(kind, touch)));
            if last.is_some_and(|last| is_double_tap(last, touch, bounces)) {
                all.push(Mechanic::touch(MechanicKind::DoubleTap, touch));
            }
            if last.is_some_and(|last| is_redirect(last, touch, world, bounces)) {
                all.push(Mechanic::touch(MechanicKind::Redirect, touch));
            }
        }
        last = Some(touch);
    }
    all.extend(air_dribble(&dribble));
    all
}

/// Where the flight began in which a player touches the ball; `None` on the ground.
fn flight(cars: &[Car<'_>], touch: &Touch) -> Option<Contact> {
    let car = cars.get(touch.player.place())?;
    let contact = car.last_contact(car.at(touch.time)?)?;
    (touch.time - contact.time >= IN_THE_AIR).then_some(contact)
}

/// Whether a touch is one more of the same player's flight; its first may be from the ground.
fn goes_on(dribble: &[&Touch], touch: &Touch, flight: Option<Contact>, bounces: &Bounces) -> bool {
    let (Some(first), Some(last), Some(flight)) = (dribble.first(), dribble.last(), flight) else {
        return false;
    };
    let is_high = touch.place.last().is_some_and(|z| *z >= DRIBBLE_HEIGHT);
    last.player == touch.player
        && touch.time - last.time <= DRIBBLE_GAP
        && !bounces.is_on_floor(last.time, touch.time)
        && (flight.time <= first.time || dribble.len() == 1 && is_high)
}

fn air_dribble(dribble: &[&Touch]) -> Option<Mechanic> {
    let (first, last) = (dribble.first()?, dribble.last()?);
    let dribbled = Mechanic::touch(MechanicKind::AirDribble, first);
    (dribble.len() >= DRIBBLE_TOUCHES).then_some(Mechanic {
        touches: u32::try_from(dribble.len()).ok(),
        end_time: Some(last.time),
        ..dribbled
    })
}

/// The kind of a touch by where its flight began, a wall or the ceiling.
fn from_surface(touch: &Touch, flight: Contact) -> Option<MechanicKind> {
    if touch.time - flight.time > FLIGHT_SECONDS {
        return None;
    }
    let is_high = touch.place.last().is_some_and(|z| *z >= BALL_HEIGHT);
    match flight.surface {
        Surface::Wall if is_high && flight.height >= WALL_HEIGHT => Some(MechanicKind::WallAerial),
        Surface::Ceiling => Some(MechanicKind::CeilingShot),
        _ => None,
    }
}

fn is_double_tap(last: &Touch, touch: &Touch, bounces: &Bounces) -> bool {
    last.player == touch.player
        && touch.time - last.time <= DOUBLE_TAP_SECONDS
        && !bounces.is_on_floor(last.time, touch.time)
        && other(touch.team)
            .is_some_and(|team| bounces.is_from_back_wall(team, last.time, touch.time))
}

fn is_redirect(last: &Touch, touch: &Touch, world: &World, bounces: &Bounces) -> bool {
    let is_pass = last.player != touch.player
        && last.team == touch.team
        && touch.is_aerial
        && touch.time - last.time <= PASS_SECONDS
        && !bounces.is_on_floor(last.time, touch.time);
    let Some(goal) = other(touch.team).filter(|_| is_pass) else { return false };
    let Some(after) = ball_at(world, touch.time) else { return false };
    let before = world.ball.partition_point(|row| row.time < after.time);
    let before = before.checked_sub(1).and_then(|at| world.ball.get(at));
    let Some(before) = before.filter(|before| before.life == after.life) else { return false };
    let (came, goes) = (vector(&before.velocity), vector(&after.velocity));
    length(goes) >= REDIRECTED
        && dot(level(came), level(goes)) <= TURN
        && is_on_target(vector(&after.position), goes, goal)
}

/// Whether a ball that flies on goes into a team's goal, or near it.
fn is_on_target([x, y, z]: Vector, [vx, vy, vz]: Vector, goal: TeamNumber) -> bool {
    let line = if goal == BLUE { -BACK } else { BACK };
    let seconds = (line - y) / vy;
    if !(seconds > 0.0 && seconds < 5.0) {
        return false;
    }
    let height = z + vz * seconds + f64::from(GRAVITY) / 2.0 * seconds * seconds;
    (x + vx * seconds).abs() <= GOAL_HALF_WIDTH + MARGIN && height <= GOAL_HEIGHT + MARGIN
}

/// The other team.
fn other(team: Option<TeamNumber>) -> Option<TeamNumber> {
    match team? {
        BLUE => Some(ORANGE),
        ORANGE => Some(BLUE),
        _ => None,
    }
}
