//! The movement of each player's car: a sample for each update, and the time that it stands for.

use ghostreel_formats::rlreplay::project::{BodyRow, World};
use ghostreel_formats::timeline::PlayerIndex;

use super::clock::Clock;
use super::vectors::distance;

/// An update of a car.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<'w> {
    /// Index of the frame.
    pub(super) frame: usize,
    /// Seconds since the sample before of the same car, which count for what the car does now; 0 for its first.
    pub(super) seconds: f64,
    /// How far it came since then, in uu.
    pub(super) distance: f64,
    pub(super) row: &'w BodyRow,
}

/// The samples of each player. There are none of a car that was destroyed, nor of one that did not move.
pub(super) fn samples<'w>(world: &'w World, clock: &Clock) -> Vec<Vec<Sample<'w>>> {
    let wrecks = wrecks(world);
    // Each list gets room for all rows of its player: one that grows takes up three times what it needs for a moment.
    let mut counts = vec![0_usize; world.players.len()];
    let players = world.cars.iter().filter_map(|row| Some(row.player?.place()));
    for player in players {
        if let Some(count) = counts.get_mut(player) {
            *count = count.saturating_add(1);
        }
    }
    let mut samples: Vec<Vec<Sample<'w>>> = counts.into_iter().map(Vec::with_capacity).collect();
    let mut last: Vec<Option<&BodyRow>> = vec![None; world.players.len()];
    for row in &world.cars {
        let Some(player) = row.player.map(PlayerIndex::place) else { continue };
        let (Some(samples), Some(last)) = (samples.get_mut(player), last.get_mut(player)) else {
            continue;
        };
        if wrecks.get(row.life as usize).is_some_and(|&frame| frame < row.frame) {
            continue;
        }
        let before = last.filter(|before| before.life == row.life);
        if before.is_some_and(|before| is_same(before, row)) {
            continue;
        }
        let frame = clock.frame(row.frame);
        samples.push(Sample {
            frame,
            seconds: before.map_or(0.0, |b| clock.between(clock.frame(b.frame), frame)),
            distance: before.map_or(0.0, |before| distance(&before.position, &row.position)),
            row,
        });
        *last = Some(row);
    }
    samples
}

/// The last sample until a frame.
pub(super) fn last<'s, 'w>(samples: &'s [Sample<'w>], frame: usize) -> Option<&'s Sample<'w>> {
    let next = samples.partition_point(|sample| sample.frame <= frame);
    next.checked_sub(1).and_then(|last| samples.get(last))
}

/// The frame in which each car was first destroyed by another, by the car's row of the table `actors`; the highest number if it
/// never was.
fn wrecks(world: &World) -> Vec<u32> {
    let mut wrecks = vec![u32::MAX; world.actors.len()];
    let mut rows = world.cars.iter().peekable();
    let mut cars: Vec<u32> = vec![u32::MAX; world.players.len()];
    for demolition in world.demolitions.iter().filter(|row| row.attacker.is_some()) {
        while let Some(row) = rows.next_if(|row| row.frame <= demolition.frame) {
            if let Some(car) = row.player.and_then(|player| cars.get_mut(player.place())) {
                *car = row.life;
            }
        }
        let car = demolition.victim.and_then(|victim| cars.get(victim.place()));
        if let Some(wreck) = car.and_then(|&car| wrecks.get_mut(car as usize)) {
            *wreck = demolition.frame.min(*wreck);
        }
    }
    wrecks
}

/// Whether a car moves as before.
pub(super) fn is_same(one: &BodyRow, other: &BodyRow) -> bool {
    one.position == other.position
        && one.rotation == other.rotation
        && one.velocity == other.velocity
        && one.angular_velocity == other.angular_velocity
}
