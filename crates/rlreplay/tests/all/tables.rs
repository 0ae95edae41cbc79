//! The derived tables of real replays, compared with their headers.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use ghostreel_core::DecodeOptions;
use ghostreel_corpus::files;
use ghostreel_rlreplay::View;
use ghostreel_rlreplay::layout::{Properties, PropertyValue};
use ghostreel_rlreplay::project::{
    BLUE, BodyRow, BoostRow, HALT, MatchTimeRow, ORANGE, PickupRow, PlayerRow, ScoreboardRow, Vec3,
    World,
};
use ghostreel_rlreplay::{encode, sample};
use ghostreel_timeline::{PlayerIndex, TeamNumber};

/// Calls `check` with every good replay that has a network stream.
fn each(files: &[(String, Vec<u8>)], check: impl Fn(&str, &View<'_>)) {
    for (name, bytes) in files {
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        if view.frame_count() > 0 {
            check(name, &view);
        }
    }
}

/// Whether the header's statistics are about a player of the table.
fn is_about(stats: &Properties, row: &PlayerRow) -> bool {
    let is_account = match stats.get("OnlineID") {
        Some(PropertyValue::QWord(id)) if *id != 0 => row.account == *id.to_string(),
        _ => false,
    };
    let name = stats.text("Name").unwrap_or_default();
    is_account
        || (row.name == *name && row.team == Some(TeamNumber(stats.int("Team").unwrap_or(0))))
}

#[test]
fn goals_and_the_scoreboard_agree_with_the_header() {
    let Some(files) = files("rocket-league/good") else { return };
    // It begins after a goal, which is nowhere in the file.
    const WITHOUT: [&str; 1] = ["c1994003"];
    each(&files, |name, view| {
        let header = &view.header().properties;
        let score = ["Team0Score", "Team1Score"].map(|key| header.int(key).unwrap_or(0));
        let world = view.world();
        let goals = [Some(BLUE), Some(ORANGE)]
            .map(|team| world.goals.iter().filter(|goal| goal.team == team).count());
        if !WITHOUT.iter().any(|without| name.starts_with(without)) {
            assert_eq!(goals.map(|count| i32::try_from(count).unwrap()), score, "{name}");
        }
        // The last goal may come too late for the scoreboard.
        let last = world.scoreboard.last().unwrap();
        let late: i32 =
            score.iter().zip([last.blue, last.orange]).map(|(all, shown)| all - shown).sum();
        assert!((0..=1).contains(&late), "{name}: {score:?}, but {last:?}");
        for pair in world.goals.windows(2) {
            assert!(pair[0].frame < pair[1].frame && pair[0].time < pair[1].time, "{name}");
        }
    });
}

/// Properties of the time of every match.
fn check_match_time(name: &str, world: &World) {
    let rows = &world.match_time;
    let played = |time: f32| world.played_until(time.into()).unwrap();
    let (first, last) = (&rows[0], rows.last().unwrap());
    assert_eq!((first.frame, first.played), (0, 0.0), "{name}");
    assert_eq!(last.frame, world.frames.last().unwrap().frame, "{name}");
    for pair in rows.windows(2) {
        let (step, played) = (pair[1].time - pair[0].time, pair[1].played - pair[0].played);
        assert!(step > 0.0 && (played == 0.0 || (played - step).abs() < 2e-3), "{name}: {pair:?}");
    }
    for pair in world.frames.windows(2) {
        let played = played(pair[1].time) - played(pair[0].time);
        let is_halt = f64::from(pair[1].time) - f64::from(pair[0].time) > HALT;
        assert!(!is_halt || played.abs() < 2e-3, "{name}: {played} s of {pair:?}");
    }
    // It stands still until the first kick-off, and goes on from the very frame in which play begins.
    let is_play = |row: &&ScoreboardRow| row.state.as_str() == "Active";
    let kickoff = world.scoreboard.iter().find(is_play).unwrap();
    assert!(played(kickoff.time) == 0.0, "{name}: {kickoff:?}");
    assert!(played(kickoff.time + 1.0) > 0.9, "{name}: {kickoff:?}");
    // While it stands still, so does the game's clock.
    for pair in world.scoreboard.windows(2) {
        let gone = pair[0].seconds_remaining - pair[1].seconds_remaining;
        let is_one = gone == 1 && !pair[1].is_overtime && pair[0].state == pair[1].state;
        let played = played(pair[1].time) - played(pair[0].time);
        assert!(!is_one || played > 0.0, "{name}: {played} s of {pair:?}");
    }
}

#[test]
fn the_time_of_a_match_begins_with_its_first_kickoff_and_stands_still_without_play() {
    let bytes = encode(&sample::generate(&sample::Options::default()));
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    check_match_time("sample", view.world());
    let Some(files) = files("rocket-league/good") else { return };
    each(&files, |name, view| check_match_time(name, view.world()));
    // The recording of this one begins at 1,463 s.
    let (_, bytes) = files.iter().find(|(name, _)| name.starts_with("709c0cde")).unwrap();
    let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
    let rows = view.rows::<MatchTimeRow>();
    assert!(rows[0].time == 0.0 && view.world().frames[0].file_time > 1463.0);
    // Five minutes, the waits for the first touch of each kick-off, and the time played at 0:00.
    assert!((300.0..330.0).contains(&rows.last().unwrap().played), "{rows:?}");
}

#[test]
fn players_are_different_and_have_the_points_of_the_header() {
    let Some(files) = files("rocket-league/good") else { return };
    each(&files, |name, view| {
        let world = view.world();
        let who = world.players.iter().map(|row| {
            let name =
                if row.account.as_str().is_empty() { row.name.to_string() } else { String::new() };
            (
                row.platform.clone().map(|platform| platform.to_string()),
                row.account.to_string(),
                row.local_id,
                name,
            )
        });
        assert_eq!(
            who.clone().collect::<BTreeSet<_>>().len(),
            who.count(),
            "{name}: a player twice"
        );
        for stats in view.header().properties.array("PlayerStats") {
            let mut rows = world.players.iter().enumerate().filter(|(_, row)| is_about(stats, row));
            let (player, row) = rows.next().unwrap_or_else(|| panic!("{name}: no {stats:?}"));
            assert!(rows.next().is_none(), "{name}: {} twice", row.name);
            assert_eq!(
                row.team,
                Some(TeamNumber(stats.int("Team").unwrap_or(0))),
                "{name}: {}",
                row.name
            );
            // The last scores in the stream: at most the points of the last goal and the win are missing.
            let player = PlayerIndex::at(player);
            let last = world.player_scores.iter().rev().find(|row| row.player == player);
            let last = last.map_or([0; 5], |t| [t.goals, t.assists, t.saves, t.shots, t.score]);
            let all = [row.goals, row.assists, row.saves, row.shots, row.score];
            for (at, (all, last)) in all.into_iter().zip(last).enumerate() {
                let most = [1, 1, 0, 1, 150][at];
                assert!((0..=most).contains(&(all - last)), "{name}: {} {all} {last}", row.name);
            }
        }
    });
}

#[test]
fn nearly_every_car_has_its_player() {
    let Some(files) = files("rocket-league/good") else { return };
    each(&files, |name, view| {
        let world = view.world();
        let cars = world.cars.iter().filter(|row| row.player.is_none()).count();
        let boost = world.boost.iter().filter(|row| row.player.is_none()).count();
        // In one short training file, the second of two cars has no player.
        let (cars_most, boost_most) = if name.starts_with("0337bf20") { (22, 2) } else { (1, 8) };
        assert!(cars <= cars_most && boost <= boost_most, "{name}: {cars} {boost}");
    });
}

#[test]
fn bodies_move_as_their_velocities_say() {
    let Some(files) = files("rocket-league/good") else { return };
    let length = |t: &Vec3| (t.x * t.x + t.y * t.y + t.z * t.z).sqrt();
    each(&files, |name, view| {
        let world = view.world();
        for (what, rows, greatest, spin) in
            [("cars", &world.cars, 2301.0, 5.51), ("ball", &world.ball, 6001.0, 6.01)]
        {
            let (mut way, mut expected) = (0.0, 0.0);
            let mut last = BTreeMap::<u32, &BodyRow>::new();
            for row in rows {
                assert!(length(&row.velocity) < greatest, "{name}: {row:?}");
                assert!(length(&row.angular_velocity) < spin, "{name}: {row:?}");
                let Some(before) = last.insert(row.life, row) else { continue };
                let (from, to) = (&before.position, &row.position);
                let step = Vec3 { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z };
                let seconds = row.time - before.time;
                // Not over gaps, nor where something was put elsewhere.
                if seconds > 0.0 && seconds < 0.1 && length(&step) < 400.0 {
                    way += length(&step);
                    expected += seconds * (length(&row.velocity) + length(&before.velocity)) / 2.0;
                }
            }
            // Cars stutter by a physics step of up to a quarter of a network frame.
            assert!(
                expected == 0.0 || (0.95..1.2).contains(&(way / expected)),
                "{name}: {what} {way} {expected}"
            );
        }
    });
}

/// The distance of the derived amount in tanks, while cars boost, from the next amount in the stream, of 255.
fn drains(world: &World) -> Vec<f32> {
    let mut last = BTreeMap::new();
    let mut off = Vec::new();
    for row in &world.boost {
        assert!((0.0..=255.0).contains(&row.tank) && row.drain >= 0.0, "{row:?}");
        let before: Option<&BoostRow> = last.insert(row.life, row);
        if before.is_none_or(|before| (before.amount, before.grants) != (row.amount, row.grants)) {
            assert_eq!(row.tank, f32::from(row.amount), "{row:?}");
        }
        if let Some(before) =
            before.filter(|before| before.drain > 0.0 && before.amount > row.amount)
        {
            let left = (before.tank - before.drain * (row.time - before.time)).max(0.0);
            off.push((left - row.tank).abs());
        }
    }
    off
}

#[test]
fn tanks_drain_to_the_amounts_that_come_next() {
    // Half of all come within a frame or two; nearly all of the others are off by the amount of a small pad meanwhile.
    let check = |mut off: Vec<f32>| {
        off.sort_by(f32::total_cmp);
        let [half, most] = [10, 19].map(|twentieths| off[off.len() * twentieths / 20]);
        assert!(half < 3.0 && most < 31.0, "{half} and {most} in {} rows", off.len());
    };
    let bytes = encode(&sample::generate(&sample::Options::default()));
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    check(drains(view.world()));
    let Some(files) = files("rocket-league/good") else { return };
    let off = Cell::new(Vec::new());
    each(&files, |_, view| {
        let mut all = off.take();
        all.extend(drains(view.world()));
        off.set(all);
    });
    check(off.take());
}

#[test]
fn a_pad_that_was_not_free_came_back_just_then() {
    let Some(files) = files("rocket-league/good") else { return };
    let (taken, not_free) = (Cell::new(0), Cell::new(0));
    each(&files, |name, view| {
        let rows = &view.world().pickups;
        taken.set(taken.get() + rows.iter().filter(|row| row.is_taken).count());
        for row in rows.iter().filter(|row| row.is_taken && !row.was_free) {
            let is_before = |before: &&PickupRow| before.pad == row.pad && before.frame < row.frame;
            let before = rows.iter().rev().find(is_before).unwrap();
            // Small ones come back after four seconds, big ones after ten.
            let gone = row.time - before.time;
            let is_back = [4.0, 10.0].iter().any(|back| (gone - back).abs() < 0.1);
            assert!(before.is_taken && is_back, "{name}: {} after {gone} s", row.pad);
            not_free.set(not_free.get() + 1);
        }
    });
    println!("{} of {}", not_free.get(), taken.get());
    assert!(not_free.get() >= 50);
}
