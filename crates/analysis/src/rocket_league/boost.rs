//! How players collect and use boost. Amounts are in percent of a full tank.

use std::ops::RangeInclusive;

use ghostreel_formats::rlreplay::View;
use ghostreel_formats::rlreplay::arena::{FULL_TANK, Pad, SUPERSONIC};
use ghostreel_formats::rlreplay::attributes::Rows;
use ghostreel_formats::rlreplay::project::{BLUE, BoostRow, PickupRow, World};
use ghostreel_formats::timeline::{PlayerIndex, TeamNumber};

use super::arena::{GROUND, is_stolen_by};
use super::clock::Clock;
use super::number::{hundredths, mean, percent, shares, whole};
use super::player_and_team::player_and_team;
use super::samples::{Sample, last};
use super::vectors::{length, vector};
use crate::sheet::Cell;

/// The amount that a small pad gives, as it is replicated.
const SMALL_PAD: u8 = 31;

/// The times of a tank.
macro_rules! tank {
    ($boost:ident) => {
        [
            $boost.time_boost_0_25,
            $boost.time_boost_25_50,
            $boost.time_boost_50_75,
            $boost.time_boost_75_100,
        ]
    };
}

player_and_team! {
    /// How a player collects and uses boost. Times in seconds.
    Boost,
    /// How a team collects and uses boost: the sums of its players.
    TeamBoost {
        both bpm: u32, "% of a tank/min", "Boost used per minute, counted while the car has a tank"
            => USED_PER_MINUTE "Used per minute" (Cell::count);
        both bcpm: f64, "% of a tank/min", "Boost collected per minute of counted time"
            => COLLECTED_PER_MINUTE "Collected per minute" (Cell::count);
        both avg_amount: f64, "% of a tank", "Mean of all amounts that were sent"
            => MEAN_AMOUNT "Mean amount" (Cell::count);
        both amount_collected: u32, "% of a tank", "Boost from pads"
            => COLLECTED "Collected" (Cell::count);
        both amount_stolen: u32, "% of a tank", "Boost from pads in the other half"
            => STOLEN "Stolen" (Cell::count) part high;
        both amount_collected_big: u32, "% of a tank", "Boost from big pads";
        both amount_stolen_big: u32, "% of a tank", "Boost from big pads in the other half";
        both amount_collected_small: u32, "% of a tank", "Boost from small pads";
        both amount_stolen_small: u32, "% of a tank", "Boost from small pads in the other half";
        both count_collected_big: u32, "", "Big pads taken"
            => BIG_PADS "Big pads" {|boost| pads(boost.count_collected_big, boost.count_stolen_big)};
        both count_stolen_big: u32, "", "Big pads taken in the other half";
        both count_collected_small: u32, "", "Small pads taken"
            => SMALL_PADS "Small pads" {|boost| pads(boost.count_collected_small, boost.count_stolen_small)};
        both count_stolen_small: u32, "", "Small pads taken in the other half";
        both amount_overfill: u32, "% of a tank", "Boost from pads that no tank had room for"
            => WASTED "Wasted at pads" (Cell::count) low;
        both amount_overfill_stolen: u32, "% of a tank", "The same at pads in the other half";
        both amount_used_while_supersonic: u32, "% of a tank", "Boost used on the ground while supersonic"
            => USED_WHILE_SUPERSONIC "Used while supersonic" (Cell::count) low;
        both time_zero_boost: f64, "s", "With an empty tank"
            => EMPTY "Empty" (Cell::seconds) low;
        player percent_zero_boost: f64, "%", "With an empty tank, of counted time";
        both time_full_boost: f64, "s", "With a full tank"
            => FULL "Full" (Cell::seconds);
        player percent_full_boost: f64, "%", "With a full tank, of counted time";
        both time_boost_0_25: f64, "s", "With 0 to 25 in the tank"
            => TANK_0_25 "Tank 0 to 25" {|boost| Cell::time(boost.time_boost_0_25, tank!(boost))};
        both time_boost_25_50: f64, "s", "With 25 to 50 in the tank"
            => TANK_25_50 "25 to 50" {|boost| Cell::time(boost.time_boost_25_50, tank!(boost))} part;
        both time_boost_50_75: f64, "s", "With 50 to 75 in the tank"
            => TANK_50_75 "50 to 75" {|boost| Cell::time(boost.time_boost_50_75, tank!(boost))} part;
        both time_boost_75_100: f64, "s", "With 75 to 100 in the tank"
            => TANK_75_100 "75 to 100" {|boost| Cell::time(boost.time_boost_75_100, tank!(boost))} part;
        player percent_boost_0_25: f64, "%", "With 0 to 25 in the tank, of the four times together";
        player percent_boost_25_50: f64, "%", "With 25 to 50 in the tank, of the four times together";
        player percent_boost_50_75: f64, "%", "With 50 to 75 in the tank, of the four times together";
        player percent_boost_75_100: f64, "%", "With 75 to 100 in the tank, of the four times together";
    }
}

fn pads(taken: u32, stolen: u32) -> Cell {
    Cell::count(taken).beside(format!("{stolen} stolen"))
}

/// How many of a player's latest tanks may still change.
const LATEST_TANKS: usize = 16;

/// The rows of one tank: a row for each change of its amount or of a gain.
struct Tank<'w> {
    rows: Vec<&'w BoostRow>,
}

/// The tanks of a player. Each car has its own; at every kick-off there are new cars.
fn tanks(world: &World, player: usize) -> Vec<Tank<'_>> {
    let mut tanks: Vec<Tank<'_>> = Vec::new();
    let player = Some(PlayerIndex::at(player));
    for row in world.boost.iter().filter(|row| row.player == player) {
        // A player has a car or two at a time.
        let mut late = tanks.iter_mut().rev().take(LATEST_TANKS);
        match late.find(|tank| tank.rows.first().is_some_and(|first| first.life == row.life)) {
            Some(tank) => {
                if tank
                    .rows
                    .last()
                    .is_some_and(|last| (last.amount, last.grants) != (row.amount, row.grants))
                {
                    tank.rows.push(row);
                }
            }
            None => tanks.push(Tank { rows: vec![row] }),
        }
    }
    tanks
}

/// A boost pad that is taken.
#[derive(Clone, Copy)]
struct Take {
    frame: u32,
    pad: Pad,
}

/// How tanks fill by themselves, where a mutator has them do so.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recharge {
    /// By how much in a second, of a full tank of 255.
    per_second: f64,
}

impl Recharge {
    /// Steps that a tank may be ahead of the rate: it is recorded in whole ones.
    const STEPS: f64 = 3.0;
    /// A pad gives to the tank within so many seconds.
    const LATEST_S: f64 = 1.0;

    /// `None` where tanks do not.
    pub(super) fn of(view: &View<'_>) -> Option<Self> {
        let Rows::F32(rates) = view.values("TAGame.CarComponent_Boost_TA:RechargeRate")? else {
            return None;
        };
        let rate = rates.iter().copied().filter(|rate| rate.is_finite()).fold(0.0, f32::max);
        (rate > 0.0).then(|| Self { per_second: f64::from(rate) * f64::from(FULL_TANK) })
    }

    /// Whether a tank that fills by itself may gain so much in so many seconds.
    fn explains(self, gain: u8, seconds: f64) -> bool {
        f64::from(gain) <= self.per_second * seconds + Self::STEPS
    }
}

/// The pads that a player takes. A pad counts only if the replay showed it as free before.
fn takes(world: &World, player: usize) -> Vec<Take> {
    let player = Some(PlayerIndex::at(player));
    let rows = world.pickups.iter().filter(|row| row.is_taken && row.was_free);
    let take = |row: &PickupRow| {
        let place = row.position.as_ref()?;
        Some(Take { frame: row.frame, pad: Pad::nearest(place.x, place.y) })
    };
    rows.filter(|row| row.player == player).filter_map(take).collect()
}

/// The last pad taken in some frames.
fn last_taken(takes: &[Take], frames: RangeInclusive<u32>) -> Option<Take> {
    let next = takes.partition_point(|take| take.frame <= *frames.end());
    let last = next.checked_sub(1).and_then(|last| takes.get(last));
    last.filter(|take| frames.contains(&take.frame)).copied()
}

/// Number and amount of the pads of one kind that a player takes.
#[derive(Clone, Copy, Default)]
struct Taken {
    count: u32,
    amount: Amount,
}

impl Taken {
    fn add(&mut self, amount: u8) {
        self.count = self.count.saturating_add(1);
        self.amount.add(amount);
    }
}

/// A sum of amounts, as they are replicated.
#[derive(Clone, Copy, Default)]
struct Amount(u32);

impl Amount {
    fn add(&mut self, amount: u8) {
        self.0 = self.0.saturating_add(amount.into());
    }

    /// In percent of a full tank, cut off after the point.
    fn whole(self) -> u32 {
        whole(of_tank(self.0))
    }
}

#[derive(Default)]
struct Sums {
    seconds: [f64; 4],
    zero: f64,
    full: f64,
    used: Amount,
    used_supersonic: Amount,
    big: Taken,
    small: Taken,
    big_stolen: Taken,
    small_stolen: Taken,
    overfill: Amount,
    overfill_stolen: Amount,
}

impl Boost {
    /// `counted` is how long the player was there, countdowns left out.
    pub(super) fn new(
        world: &World,
        clock: &Clock,
        player: usize,
        samples: &[Sample<'_>],
        counted: f64,
        recharge: Option<Recharge>,
    ) -> Self {
        let team = world.players.get(player).and_then(|player| player.team).unwrap_or(BLUE);
        let tanks = tanks(world, player);
        let takes = takes(world, player);
        let mut sums = Sums::default();
        for tank in &tanks {
            let begin = tank.rows.first().map_or(0, |row| row.frame);
            // Where tanks fill by themselves, the first frame of takes that gave nothing yet.
            let mut free_from = begin;
            for pair in tank.rows.windows(2) {
                if let [before, after] = pair {
                    sums.change(clock, samples, before, after);
                    let gain = after.amount.saturating_sub(before.amount);
                    if gain == 0 {
                        continue;
                    }
                    let Some(recharge) = recharge else {
                        if let Some(take) = last_taken(&takes, begin..=after.frame) {
                            sums.take(take.pad, team, before.amount, after.amount);
                        }
                        continue;
                    };
                    let (from, to) = (clock.frame(before.frame), clock.frame(after.frame));
                    let taken = last_taken(&takes, free_from..=after.frame);
                    let taken = taken.filter(|take| {
                        clock.between(clock.frame(take.frame), to) <= Recharge::LATEST_S
                    });
                    if let Some(take) = taken
                        && !recharge.explains(gain, clock.between(from, to))
                    {
                        free_from = take.frame.saturating_add(1);
                        // Any rise above that came by itself.
                        let gain = gain.min(most_of(take.pad));
                        sums.take(take.pad, team, after.amount.saturating_sub(gain), after.amount);
                    }
                }
            }
        }
        let rows = tanks.iter().flat_map(|tank| &tank.rows);
        let all: f64 = sums.seconds.iter().sum();
        let quarters = sums.seconds.map(hundredths);
        let [zero, full] = [sums.zero, sums.full].map(hundredths);
        let [percent_boost_0_25, percent_boost_25_50, percent_boost_50_75, percent_boost_75_100] =
            shares(quarters);
        let [time_boost_0_25, time_boost_25_50, time_boost_50_75, time_boost_75_100] = quarters;
        let [big, small] = [sums.big, sums.small].map(|taken| taken.amount.whole());
        let [big_stolen, small_stolen] =
            [sums.big_stolen, sums.small_stolen].map(|taken| taken.amount.whole());
        let collected = big.saturating_add(small);
        let per_minute = |amount: f64, seconds: f64| {
            if seconds > 0.0 { amount * 60.0 / seconds } else { 0.0 }
        };
        Self {
            bpm: whole(per_minute(of_tank(sums.used.0), all)),
            bcpm: per_minute(collected.into(), counted),
            avg_amount: hundredths(mean(rows.map(|row| of_tank(row.amount)))),
            amount_collected: collected,
            amount_stolen: big_stolen.saturating_add(small_stolen),
            amount_collected_big: big,
            amount_stolen_big: big_stolen,
            amount_collected_small: small,
            amount_stolen_small: small_stolen,
            count_collected_big: sums.big.count,
            count_stolen_big: sums.big_stolen.count,
            count_collected_small: sums.small.count,
            count_stolen_small: sums.small_stolen.count,
            amount_overfill: sums.overfill.whole(),
            amount_overfill_stolen: sums.overfill_stolen.whole(),
            amount_used_while_supersonic: sums.used_supersonic.whole(),
            time_zero_boost: zero,
            percent_zero_boost: percent(zero, counted),
            time_full_boost: full,
            percent_full_boost: percent(full, counted),
            time_boost_0_25,
            time_boost_25_50,
            time_boost_50_75,
            time_boost_75_100,
            percent_boost_0_25,
            percent_boost_25_50,
            percent_boost_50_75,
            percent_boost_75_100,
        }
    }
}

/// In percent of a full tank.
fn of_tank(amount: impl Into<f64>) -> f64 {
    amount.into() * 100.0 / f64::from(FULL_TANK)
}

/// The boost that a pad gives to an empty tank.
const fn most_of(pad: Pad) -> u8 {
    if pad.is_big { FULL_TANK } else { SMALL_PAD }
}

impl Sums {
    /// Adds the time between two rows: to the quarter that the amount is in at the second, and to empty or full tanks if it was one
    /// at the first.
    fn change(
        &mut self,
        clock: &Clock,
        samples: &[Sample<'_>],
        before: &BoostRow,
        after: &BoostRow,
    ) {
        let (from, to) = (clock.frame(before.frame), clock.frame(after.frame));
        let seconds = clock.between(from, to);
        let [lowest, low, high, highest] = &mut self.seconds;
        *(match of_tank(after.amount) {
            ..25.0 => lowest,
            25.0..50.0 => low,
            50.0..75.0 => high,
            _ => highest,
        }) += seconds;
        // Given to, but full as before.
        if before.amount == after.amount {
            return;
        }
        match before.amount {
            0 => self.zero += seconds,
            FULL_TANK => self.full += seconds,
            _ => {}
        }
        let used = before.amount.saturating_sub(after.amount);
        if used > 0 {
            self.used.add(used);
            let is_counted = |sample: &Sample<'_>| {
                length(vector(&sample.row.velocity)) >= SUPERSONIC
                    && sample.row.position.z <= GROUND
            };
            if last(samples, to).is_some_and(is_counted) {
                self.used_supersonic.add(used);
            }
        }
    }

    /// The tank has more than before, from a pad.
    fn take(&mut self, pad: Pad, team: TeamNumber, had: u8, has: u8) {
        let gain = has.saturating_sub(had);
        let (taken, stolen) = if pad.is_big {
            (&mut self.big, &mut self.big_stolen)
        } else {
            (&mut self.small, &mut self.small_stolen)
        };
        let overfill = if has == FULL_TANK { most_of(pad).saturating_sub(gain) } else { 0 };
        taken.add(gain);
        self.overfill.add(overfill);
        if is_stolen_by(pad, team) {
            stolen.add(gain);
            self.overfill_stolen.add(overfill);
        }
    }
}

macro_rules! sum {
    ($team:ident, $player:ident: $($count:ident)* ; $($time:ident)*) => {
        $($team.$count = $team.$count.saturating_add($player.$count);)*
        $($team.$time += $player.$time;)*
    };
}

impl TeamBoost {
    pub(super) fn new<'p>(players: impl Iterator<Item = &'p Boost>) -> Self {
        let mut team = Self::default();
        for player in players {
            sum! { team, player:
                bpm amount_collected amount_stolen amount_collected_big amount_stolen_big
                amount_collected_small amount_stolen_small count_collected_big count_stolen_big
                count_collected_small count_stolen_small amount_overfill amount_overfill_stolen
                amount_used_while_supersonic;
                bcpm avg_amount time_zero_boost time_full_boost time_boost_0_25 time_boost_25_50
                time_boost_50_75 time_boost_75_100
            }
        }
        team
    }
}
