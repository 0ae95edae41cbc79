//! States at given times, beside the rows of the replay.

use std::collections::{BTreeMap, BTreeSet};

use ghostreel::{Cell, Columns, Error, Options, Replay, Times, read, sample};

fn replay(game: &str) -> Replay<'static> {
    read(sample(game, None, 1).unwrap(), &Options::default()).unwrap()
}

fn f32s(columns: &Columns, name: &str) -> Vec<f32> {
    columns.column(name).unwrap().as_f32().unwrap().to_vec()
}

/// The integer, yes or no of a column in each row; -1 where there is none.
fn integers(columns: &Columns, name: &str) -> Vec<i128> {
    let integer = |row: ghostreel::Row<'_>| match row.cell(name).unwrap() {
        Cell::Integer(value) => value,
        Cell::Bool(value) => value.into(),
        _ => -1,
    };
    columns.rows().map(integer).collect()
}

const HEAD: [&str; 4] = ["playable", "head.pos.y", "head.rot.y", "head.rot.w"];

#[test]
fn beat_sabers_poses_are_the_recorded_ones_at_frames_and_in_the_middle_between_two() {
    let replay = replay("beat-saber");
    let frames = replay.frames(HEAD, ..).unwrap();
    let pauses: Vec<f64> = replay.columns("pauses", ["time"], ..).unwrap().times().collect();
    let times: Vec<f64> = frames.times().collect();
    let (heights, w) = (f32s(&frames, "head.pos.y"), f32s(&frames, "head.rot.w"));
    let playable = integers(&frames, "playable");
    let mut checked = (0, 0);
    for row in 0..frames.len() - 1 {
        let (now, next) = (times[row], times[row + 1]);
        if playable[row] == 0 || playable[row + 1] == 0 {
            continue;
        }
        let at = replay.at([now, (now + next) / 2.0], "frames", HEAD).unwrap();
        assert_eq!(at.times().collect::<Vec<_>>(), [now, (now + next) / 2.0]);
        let (found, found_w) = (f32s(&at, "head.pos.y"), f32s(&at, "head.rot.w"));
        assert_eq!(found[0], heights[row]);
        assert!((found_w[0] - w[row]).abs() < 1e-6, "{} is {}", found_w[0], w[row]);
        let is_paused = pauses.iter().any(|pause| (now..next).contains(pause));
        let goes_on = next - now <= 0.2 && !is_paused;
        let middle = if goes_on { heights[row].midpoint(heights[row + 1]) } else { heights[row] };
        assert!((found[1] - middle).abs() < 1e-5, "{} is {middle} after row {row}", found[1]);
        if goes_on {
            checked.0 += 1
        } else {
            checked.1 += 1
        }
        if checked.0 > 500 && checked.1 > 0 {
            break;
        }
    }
    assert!(checked.0 > 300, "{checked:?}");
    assert_eq!(replay.at([-5.0, 9e9], "frames", HEAD).unwrap().len(), 0, "nothing was recorded");
}

#[test]
fn a_rate_has_the_same_times_for_every_table() {
    let replay = replay("rocket-league");
    let tenths = |columns: &Columns| -> BTreeSet<i64> {
        let near = |time: f64| {
            assert!((time * 10.0 - (time * 10.0).round()).abs() < 1e-9, "{time}");
            (time * 10.0).round() as i64
        };
        columns.times().map(near).collect()
    };
    let ball = replay.at(Times::Rate(10.0), "ball", ["position.x"]).unwrap();
    let cars = replay.at(Times::Rate(10.0), "cars", ["position.x", "player"]).unwrap();
    let (of_ball, of_cars) = (tenths(&ball), tenths(&cars));
    assert!(of_ball.len() > 100 && of_ball.intersection(&of_cars).count() > 100);
    assert!(ball.times().is_sorted() && cars.times().is_sorted());
    // A player has one car.
    let seen: BTreeSet<(u64, i128)> =
        cars.times().map(f64::to_bits).zip(integers(&cars, "player")).collect();
    assert_eq!(seen.len(), cars.len());
}

#[test]
fn rocket_leagues_bodies_are_where_they_were_sampled() {
    let replay = replay("rocket-league");
    let names = ["tick_time", "life", "position.x", "position.y", "rotation.w", "sleeping"];
    for table in ["ball", "cars"] {
        let rows = replay.columns(table, names, ..).unwrap();
        let sampled = f32s(&rows, "tick_time");
        let mut lives: BTreeMap<i128, Vec<usize>> = BTreeMap::new();
        for (row, life) in integers(&rows, "life").into_iter().enumerate() {
            lives.entry(life).or_default().push(row);
        }
        let mut checked = 0;
        for (life, of_life) in lives {
            // Samples of one tick have the same time: the last of them is meant.
            let last_of_time = |pair: &&[usize]| sampled[pair[0]] < sampled[pair[1]];
            for pair in of_life.windows(2).filter(last_of_time).step_by(37) {
                let time = f64::from(sampled[pair[0]]);
                let at = replay.at([time], table, names).unwrap();
                let lives = integers(&at, "life");
                // It may be destroyed.
                let Some(found) = lives.iter().position(|its| *its == life) else { continue };
                for name in ["position.x", "position.y", "rotation.w"] {
                    let (found, wanted) = (f32s(&at, name)[found], f32s(&rows, name)[pair[0]]);
                    assert!((found - wanted).abs() < 0.01, "{name} at {time}: {found}, {wanted}");
                }
                checked += 1;
            }
        }
        assert!(checked > 20, "{checked} rows of {table}");
    }
}

#[test]
fn melees_rows_are_those_of_the_frame() {
    let replay = replay("melee");
    let names = ["frame", "port", "post.position_x"];
    let frames = replay.frames(names, ..).unwrap();
    let last = *integers(&frames, "frame").last().unwrap();
    for frame in (-123..last as i32).step_by(61) {
        let start = f64::from(frame) / 60.0;
        let wanted =
            frames.clone().filter(|row| row.cell("frame").unwrap() == Cell::Integer(frame.into()));
        for time in [start, start + 0.008, start + 0.0166] {
            let at = replay.at([time], "frames", names).unwrap();
            assert!(at.times().all(|its| its == time) && at.len() > 1);
            assert_eq!(
                at.column("post.position_x").unwrap(),
                wanted.column("post.position_x").unwrap()
            );
        }
    }
    assert_eq!(replay.at([9e9], "frames", names).unwrap().len(), 0);
}

#[test]
fn steps_hold_for_each_subject_and_states_go_straight() {
    let replay = replay("rocket-league");
    let names = ["life", "player", "tank"];
    let boost = replay.columns("boost", names, ..).unwrap();
    let rows: Vec<(f64, i128, i128, f32)> = boost
        .times()
        .zip(integers(&boost, "life"))
        .zip(integers(&boost, "player"))
        .zip(f32s(&boost, "tank"))
        .map(|(((time, life), player), tank)| (time, life, player, tank))
        .collect();
    for time in [0.0, 3.3, 10.0, 17.25, 1e6] {
        let at = replay.at([time], "boost", names).unwrap();
        let mut wanted: BTreeMap<(i128, i128), f32> = BTreeMap::new();
        for (_, life, player, tank) in rows.iter().filter(|(its, ..)| *its <= time) {
            wanted.insert((*life, *player), *tank);
        }
        let keys = integers(&at, "life").into_iter().zip(integers(&at, "player"));
        let found: BTreeMap<_, _> = keys.zip(f32s(&at, "tank")).collect();
        assert_eq!((found.len(), &found), (at.len(), &wanted), "at {time}");
    }
    let played = replay.columns("match_time", ["played"], ..).unwrap();
    let (times, values): (Vec<f64>, _) = (played.times().collect(), f32s(&played, "played"));
    let middle = times[0].midpoint(times[1]);
    let at = replay.at([times[0], middle, 1e6], "match_time", ["played"]).unwrap();
    assert_eq!(f32s(&at, "played"), [values[0], values[0].midpoint(values[1])]);
}

#[test]
fn times_come_in_order_and_what_is_no_number_is_left_out() {
    let replay = replay("melee");
    let at = replay.at([5.0, f64::NAN, 1.0, f64::INFINITY], "frames", ["port"]).unwrap();
    let mut times: Vec<f64> = at.times().collect();
    times.dedup();
    assert_eq!(times, [1.0, 5.0]);
}

#[test]
fn what_cannot_be_sampled_is_said() {
    let replay = replay("rocket-league");
    let said = |times: Times, table: &str| {
        replay.at(times, table, ["time"]).map(|at| at.len()).unwrap_err().to_string()
    };
    let events = "table goals holds events, which have no state at other times";
    assert_eq!(said(Times::Rate(1.0), "goals"), events);
    assert_eq!(
        said(Times::Rate(0.0), "ball"),
        "0 is no rate: it is a number above 0, of times a second"
    );
    assert_eq!(
        said(Times::Rate(f64::NAN), "ball"),
        "NaN is no rate: it is a number above 0, of times a second"
    );
    let many = "that would be more than 2000000 rows; ask for fewer times, or at a lower rate";
    assert_eq!(said(Times::Rate(1e12), "ball"), many);
    assert_eq!(said(Times::Rate(1e308), "ball"), many);
    assert_eq!(said(Times::Rate(30_000.0), "cars"), many);
    assert_eq!(said(Times::Rate(1.0), "bal"), "there is no table bal; did you mean ball?");
    assert_eq!(
        said(Times::Rate(1.0), "players"),
        "table players has no times; ask for all of it, with `..`"
    );
    let no_column = replay.at([1.0], "ball", ["positionx"]).unwrap_err();
    assert!(matches!(no_column, Error::Misspelt { .. }), "{no_column}");
}
