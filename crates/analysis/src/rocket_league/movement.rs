//! How players move.

use ghostreel_formats::rlreplay::arena::{FASTEST, SUPERSONIC};
use ghostreel_formats::rlreplay::project::World;
use ghostreel_formats::timeline::PlayerIndex;

use super::arena::{GROUND, HIGH};
use super::clock::Clock;
use super::number::{hundredths, mean, percent, shares, sum_of_singles, whole};
use super::player_and_team::player_and_team;
use super::samples::Sample;
use super::vectors::{length, vector};
use crate::sheet::{Cell, seconds};

/// A car this fast moves at boost speed; slower is slow.
const BOOST_SPEED: f64 = 1410.0;

/// The times by speed.
macro_rules! speeds {
    ($movement:ident) => {
        [$movement.time_slow_speed, $movement.time_boost_speed, $movement.time_supersonic_speed]
    };
}

/// The times by height.
macro_rules! heights {
    ($movement:ident) => {
        [$movement.time_ground, $movement.time_low_air, $movement.time_high_air]
    };
}

player_and_team! {
    /// How a player moves. Speeds in uu/s, distances in uu, times in seconds.
    Movement,
    /// How a team moves: its players together.
    TeamMovement {
        player avg_speed: u32, "uu/s", "Mean speed over all samples"
            => MEAN_SPEED "Mean speed, uu/s" (Cell::count) high;
        both total_distance: u32, "uu", "Way that was driven and flown"
            => DISTANCE "Distance, 1,000 uu" (|uu| Cell::count(f64::from(uu) / 1000.0));
        both time_supersonic_speed: f64, "s", "At 2,200 uu/s and more"
            => SUPERSONIC "Supersonic" {|movement| Cell::time(movement.time_supersonic_speed, speeds!(movement))};
        both time_boost_speed: f64, "s", "From 1,410 to 2,200 uu/s"
            => AT_BOOST_SPEED "At boost speed" {|movement| Cell::time(movement.time_boost_speed, speeds!(movement))};
        both time_slow_speed: f64, "s", "Below 1,410 uu/s"
            => SLOW "Slow" {|movement| Cell::time(movement.time_slow_speed, speeds!(movement))};
        both time_ground: f64, "s", "Up to 20 uu above the floor"
            => ON_THE_GROUND "On the ground" {|movement| Cell::time(movement.time_ground, heights!(movement))};
        both time_low_air: f64, "s", "From 20 to 840 uu above the floor"
            => LOW_IN_THE_AIR "Low in the air" {|movement| Cell::time(movement.time_low_air, heights!(movement))};
        both time_high_air: f64, "s", "Above 840 uu"
            => HIGH_IN_THE_AIR "High in the air" {|movement| Cell::time(movement.time_high_air, heights!(movement))};
        both time_powerslide: f64, "s", "On the ground with the handbrake on";
        both count_powerslide: u32, "", "How often that began"
            => POWERSLIDES "Powerslides" {|movement| Cell::count(movement.count_powerslide).beside(seconds(movement.time_powerslide))};
        player avg_powerslide_duration: f64, "s", "Mean length of a powerslide";
        player avg_speed_percentage: f64, "%", "Mean speed, of 2,300 uu/s";
        player percent_slow_speed: f64, "%", "Below 1,410 uu/s, of the three times by speed";
        player percent_boost_speed: f64, "%", "From 1,410 to 2,200 uu/s, of the three times by speed";
        player percent_supersonic_speed: f64, "%", "At 2,200 uu/s and more, of the three times by speed";
        player percent_ground: f64, "%", "Up to 20 uu above the floor, of the three times by height";
        player percent_low_air: f64, "%", "From 20 to 840 uu above the floor, of the three times by height";
        player percent_high_air: f64, "%", "Above 840 uu, of the three times by height";
    }
}

impl Movement {
    pub(super) fn new(world: &World, clock: &Clock, player: usize, samples: &[Sample<'_>]) -> Self {
        let speed = |sample: &Sample<'_>| length(vector(&sample.row.velocity));
        let time = |is_counted: &dyn Fn(&Sample<'_>) -> bool| {
            samples.iter().filter(|s| is_counted(s)).map(|s| s.seconds).sum::<f64>()
        };
        let all = time(&|_| true);
        let slow = time(&|s| speed(s) < BOOST_SPEED);
        let supersonic = time(&|s| speed(s) >= SUPERSONIC);
        let speeds = [slow, all - slow - supersonic, supersonic].map(hundredths);
        let ground = time(&|s| s.row.position.z <= GROUND);
        let high = time(&|s| s.row.position.z > HIGH);
        let heights = [ground, all - ground - high, high].map(hundredths);
        let [percent_slow_speed, percent_boost_speed, percent_supersonic_speed] = shares(speeds);
        let [percent_ground, percent_low_air, percent_high_air] = shares(heights);
        let [time_slow_speed, time_boost_speed, time_supersonic_speed] = speeds;
        let [time_ground, time_low_air, time_high_air] = heights;
        let avg_speed = mean(samples.iter().map(speed));
        let slides = slides(world, clock, player, samples);
        let (count, slid) = slides;
        Self {
            avg_speed: whole(avg_speed),
            total_distance: whole(sum_of_singles(samples.iter().map(|s| s.distance))),
            time_supersonic_speed,
            time_boost_speed,
            time_slow_speed,
            time_ground,
            time_low_air,
            time_high_air,
            time_powerslide: hundredths(slid),
            count_powerslide: count,
            avg_powerslide_duration: if count == 0 {
                0.0
            } else {
                hundredths(slid / f64::from(count))
            },
            avg_speed_percentage: percent(avg_speed.floor(), FASTEST),
            percent_slow_speed,
            percent_boost_speed,
            percent_supersonic_speed,
            percent_ground,
            percent_low_air,
            percent_high_air,
        }
    }
}

/// How often and how long a player slid: on the ground with the handbrake on. Within a frame, a handbrake is pulled before the
/// car moves, and let go after. A new car comes with its own, and a car's last slide ends with its last sample. Keyframes do not
/// record that a handbrake is let go.
fn slides(world: &World, clock: &Clock, player: usize, samples: &[Sample<'_>]) -> (u32, f64) {
    let player = Some(PlayerIndex::at(player));
    let mut inputs = world.inputs.iter().filter(|row| row.player == player).peekable();
    let mut samples = samples.iter().peekable();
    let mut slide = Slide::default();
    let mut car = None;
    for frame in 0..clock.frames() {
        let mut is_pulled = slide.is_pulled;
        let mut is_set = false;
        let is_keyframe = world.frames.get(frame).is_some_and(|row| row.is_keyframe);
        while let Some(row) = inputs.next_if(|row| clock.frame(row.frame) <= frame) {
            if row.handbrake || !is_keyframe {
                (is_pulled, is_set) = (row.handbrake, true);
            }
        }
        let sample = samples.next_if(|sample| sample.frame <= frame);
        if let Some(sample) = sample.filter(|sample| car != Some(sample.row.life)) {
            slide = Slide { count: slide.count, seconds: slide.seconds, ..Slide::default() };
            is_pulled &= is_set || car.is_none();
            car = Some(sample.row.life);
        }
        if is_pulled {
            slide.change(clock, frame, true, slide.is_grounded);
        }
        if let Some(sample) = sample {
            slide.change(clock, frame, slide.is_pulled, sample.row.position.z <= GROUND);
            if samples.peek().is_none_or(|next| next.row.life != sample.row.life) {
                slide.change(clock, frame, slide.is_pulled, false);
            }
        }
        if !is_pulled {
            slide.change(clock, frame, false, slide.is_grounded);
        }
    }
    (slide.count, slide.seconds)
}

/// Whether a car slides, and how it did so far.
#[derive(Clone, Copy, Debug, Default)]
struct Slide {
    is_pulled: bool,
    is_grounded: bool,
    /// The frame in which it began to slide.
    since: Option<usize>,
    count: u32,
    seconds: f64,
}

impl Slide {
    fn change(&mut self, clock: &Clock, frame: usize, is_pulled: bool, is_grounded: bool) {
        (self.is_pulled, self.is_grounded) = (is_pulled, is_grounded);
        match (is_pulled && is_grounded, self.since) {
            (true, None) => {
                self.since = Some(frame);
                self.count = self.count.saturating_add(1);
            }
            (false, Some(since)) => {
                self.since = None;
                self.seconds += clock.between(since, frame);
            }
            _ => {}
        }
    }
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
