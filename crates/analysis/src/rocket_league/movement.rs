//! How players move.

use ghostreel_formats::rlreplay::project::World;
use serde::Serialize;

use super::arena::{GROUND, HIGH};
use super::clock::Clock;
use super::number::{hundredths, mean, percent, whole};
use super::samples::{Sample, length};

/// A car this fast moves at boost speed; slower is slow.
const BOOST_SPEED: f64 = 1410.0;
/// A car this fast is supersonic.
pub(super) const SUPERSONIC: f64 = 2200.0;
/// No car is faster.
const FASTEST: f64 = 2300.0;

/// How a player moves. Speeds in uu/s, distances in uu, times in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs, reason = "named as ballchasing's; see docs/stats/rocket-league.md")]
pub struct Movement {
    pub avg_speed: u32,
    pub total_distance: u32,
    pub time_supersonic_speed: f64,
    pub time_boost_speed: f64,
    pub time_slow_speed: f64,
    pub time_ground: f64,
    pub time_low_air: f64,
    pub time_high_air: f64,
    pub time_powerslide: f64,
    pub count_powerslide: u32,
    pub avg_powerslide_duration: f64,
    pub avg_speed_percentage: f64,
    pub percent_slow_speed: f64,
    pub percent_boost_speed: f64,
    pub percent_supersonic_speed: f64,
    pub percent_ground: f64,
    pub percent_low_air: f64,
    pub percent_high_air: f64,
}

/// How a team moves: its players together.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs, reason = "named as ballchasing's; see docs/stats/rocket-league.md")]
pub struct TeamMovement {
    pub total_distance: u32,
    pub time_supersonic_speed: f64,
    pub time_boost_speed: f64,
    pub time_slow_speed: f64,
    pub time_ground: f64,
    pub time_low_air: f64,
    pub time_high_air: f64,
    pub time_powerslide: f64,
    pub count_powerslide: u32,
}

impl Movement {
    pub(super) fn new(world: &World, clock: &Clock, player: usize, samples: &[Sample<'_>]) -> Self {
        let speed = |sample: &Sample<'_>| length(&sample.row.velocity);
        let time = |is_counted: &dyn Fn(&Sample<'_>) -> bool| {
            samples.iter().filter(|s| is_counted(s)).map(|s| s.seconds).sum::<f64>()
        };
        let slow = time(&|s| speed(s) < BOOST_SPEED);
        let supersonic = time(&|s| speed(s) >= SUPERSONIC);
        let ground = time(&|s| s.row.position.z <= GROUND);
        let high = time(&|s| s.row.position.z >= HIGH);
        let all = time(&|_| true);
        let avg_speed = mean(samples.iter().map(speed));
        let slides = slides(world, clock, player, samples);
        let (count, slid) = slides;
        Self {
            avg_speed: whole(avg_speed),
            total_distance: whole(samples.iter().map(|s| s.distance).sum()),
            time_supersonic_speed: hundredths(supersonic),
            time_boost_speed: hundredths(all - slow - supersonic),
            time_slow_speed: hundredths(slow),
            time_ground: hundredths(ground),
            time_low_air: hundredths(all - ground - high),
            time_high_air: hundredths(high),
            time_powerslide: hundredths(slid),
            count_powerslide: count,
            avg_powerslide_duration: if count == 0 {
                0.0
            } else {
                hundredths(slid / f64::from(count))
            },
            avg_speed_percentage: percent(avg_speed.floor(), FASTEST),
            percent_slow_speed: percent(slow, all),
            percent_boost_speed: percent(all - slow - supersonic, all),
            percent_supersonic_speed: percent(supersonic, all),
            percent_ground: percent(ground, all),
            percent_low_air: percent(all - ground - high, all),
            percent_high_air: percent(high, all),
        }
    }
}

/// How often and how long a player slid: on the ground with the handbrake on, but not while waiting for a kick-off. Each
/// time that it was pulled counts once, if the car was on the ground meanwhile, or just before.
fn slides(world: &World, clock: &Clock, player: usize, samples: &[Sample<'_>]) -> (u32, f64) {
    let is_players = |row: i32| usize::try_from(row).is_ok_and(|row| row == player);
    let mut inputs = world.inputs.iter().filter(|row| is_players(row.player)).peekable();
    let mut samples = samples.iter().peekable();
    let (mut is_pulled, mut is_grounded, mut is_counted) = (false, false, false);
    let (mut count, mut seconds) = (0_u32, 0.0);
    for frame in 0..clock.frames() {
        let (was_pulled, was_grounded) = (is_pulled, is_grounded);
        while let Some(row) = inputs.next_if(|row| clock.frame(row.frame) <= frame) {
            is_pulled = row.handbrake;
        }
        while let Some(sample) = samples.next_if(|sample| sample.frame <= frame) {
            is_grounded = sample.row.position.z <= GROUND;
        }
        let before = frame.saturating_sub(1);
        if was_pulled && was_grounded && !clock.is_countdown(before) {
            seconds += clock.between(before, frame);
        }
        if is_pulled && !was_pulled {
            is_counted = false;
        }
        if (is_pulled || was_pulled) && (is_grounded || was_grounded) && !is_counted {
            is_counted = true;
            count = count.saturating_add(1);
        }
    }
    (count, seconds)
}

impl TeamMovement {
    pub(super) fn new<'p>(players: impl Iterator<Item = &'p Movement>) -> Self {
        let mut team = Self::default();
        for player in players {
            team.total_distance = team.total_distance.saturating_add(player.total_distance);
            team.time_supersonic_speed += player.time_supersonic_speed;
            team.time_boost_speed += player.time_boost_speed;
            team.time_slow_speed += player.time_slow_speed;
            team.time_ground += player.time_ground;
            team.time_low_air += player.time_low_air;
            team.time_high_air += player.time_high_air;
            team.time_powerslide += player.time_powerslide;
            team.count_powerslide = team.count_powerslide.saturating_add(player.count_powerslide);
        }
        team
    }
}
