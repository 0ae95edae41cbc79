//! Mechanics of recordings that were made or reviewed for them. Times are those of the file's own clock, as their reviewers wrote them down.
#![cfg(feature = "rocket-league")]

use ghostreel_analysis::rocket_league::{FlickDirection, Mechanic, MechanicKind, Report};
use ghostreel_corpus::files;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::rlreplay::View;

/// How far a found time may be from the reviewer's, in seconds.
const OFF: f32 = 0.3;

/// A recording with what is found in it.
struct Recording {
    report: Report,
    /// The file's time of the first frame.
    first: f32,
}

impl Recording {
    /// The one whose name begins so; `None` without a corpus.
    fn open(folder: &str, name: &str) -> Option<Self> {
        let files = files(folder)?;
        let (_, bytes) = files.iter().find(|(file, _)| file.starts_with(name)).unwrap();
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let first = view.world().frames.first().unwrap().file_time;
        Some(Self { report: Report::new(&view), first })
    }

    /// Times of a kind, by the file's clock.
    fn times(&self, kind: MechanicKind) -> Vec<f32> {
        let of_kind = self.report.events.mechanics.iter().filter(|found| found.kind == kind);
        of_kind.map(|found| found.action.time + self.first).collect()
    }

    fn has(&self, kind: MechanicKind, time: f32) -> bool {
        self.times(kind).iter().any(|found| (found - time).abs() <= OFF)
    }

    /// Dodges of all players, by the file's clock.
    fn dodges(&self) -> usize {
        self.report.events.flips.len()
    }
}

#[test]
fn nearly_all_dodges_of_the_drill_are_speed_flips() {
    let Some(drill) = Recording::open("rocket-league/seen", "80256373") else { return };
    let (found, dodges) = (drill.times(MechanicKind::SpeedFlip).len(), drill.dodges());
    // One dodge is a wave dash, and one comes after a goal.
    assert!(found * 100 >= (dodges - 2) * 95, "{found} of {dodges}");
}

#[test]
fn repeated_half_flips_are_found_and_front_flips_are_none() {
    let Some(drill) = Recording::open("rocket-league/seen", "9c7917a9") else { return };
    let times = drill.times(MechanicKind::HalfFlip);
    let within = times.iter().filter(|time| (265.0..=283.5).contains(*time)).count();
    assert!(within >= 7, "{times:?}");
}

#[test]
fn reverse_flicks_are_told_from_backflips() {
    let Some(game) = Recording::open("rocket-league/seen", "96766183") else { return };
    let first_goal = game.report.events.goals.first().unwrap().time;
    let reverse = |found: &&Mechanic| found.direction == Some(FlickDirection::Reverse);
    let mechanics = &game.report.events.mechanics;
    let times: Vec<f32> = mechanics.iter().filter(reverse).map(|found| found.action.time).collect();
    assert!(times.iter().all(|time| *time > first_goal), "{times:?}");
    assert!(times.len() >= 8, "{times:?}");
    let others = mechanics.iter().filter(|found| {
        found.kind == MechanicKind::Flick && found.action.time > first_goal && !reverse(found)
    });
    assert_eq!(others.count(), 0);
}

#[test]
fn an_air_dribble_begins_with_its_first_touch_from_the_ground() {
    let Some(game) = Recording::open("rocket-league/seen", "3a952366") else { return };
    assert!(game.has(MechanicKind::AirDribble, 56.23));
    assert!(!game.has(MechanicKind::AirDribble, 53.7), "a pop that comes down");
    let dribbles = &game.report.events.mechanics;
    let dribble = dribbles.iter().find(|found| found.kind == MechanicKind::AirDribble).unwrap();
    assert!((dribble.end_time.unwrap() + game.first - 59.02).abs() <= OFF, "{dribble:?}");
    assert!(dribble.touches >= Some(3), "{dribble:?}");
}

#[test]
fn a_double_tap_is_found_and_a_dash_is_no_speed_flip() {
    let Some(game) = Recording::open("rocket-league/seen", "bf7460f7") else { return };
    assert!(game.has(MechanicKind::DoubleTap, 174.481));
    assert!(!game.has(MechanicKind::SpeedFlip, 31.7));
}

#[test]
fn a_flip_reset_is_when_the_wheels_touch_the_ball() {
    let Some(game) = Recording::open("rocket-league/good", "2f2519d1") else { return };
    assert!(game.has(MechanicKind::FlipReset, 316.722));
    assert_eq!(game.times(MechanicKind::FlipReset).len(), 1);
}
