//! The rows of a table around events, and just before or after them, beside the same worked out row by row.

use ghostreel::{Beside, Cell, Columns, Error, Options, Replay, read, sample, sequence};

fn replay(game: &str) -> Replay<'static> {
    read(sample(game, None, 1).unwrap(), &Options::default()).unwrap()
}

fn f32s(columns: &Columns, name: &str) -> Vec<f32> {
    columns.column(name).unwrap().as_f32().unwrap().to_vec()
}

#[test]
fn the_rows_around_events_are_those_whose_time_is_near() {
    let replay = replay("rocket-league");
    let touches = replay.events("touches").unwrap();
    let ball = replay.columns("ball", ["position.x"], ..).unwrap();
    let (places, times): (Vec<f32>, Vec<f64>) = (f32s(&ball, "position.x"), ball.times().collect());
    assert!(touches.len() > 3 && times.is_sorted());
    let around = replay.around(&touches, -0.5..=0.25, "ball", ["position.x"]).unwrap();
    let mut expected = Vec::new();
    for (event, at) in (0_u32..).zip(touches.times()) {
        let near =
            times.iter().zip(&places).filter(|(time, _)| (-0.5..=0.25).contains(&(**time - at)));
        expected.extend(near.map(|(time, place)| (event, time - at, *place)));
    }
    assert!(expected.len() > 10);
    let events = around.column("event").unwrap().as_u32().unwrap();
    let offsets = around.column("offset_s").unwrap().as_f64().unwrap();
    let rows = events.iter().zip(offsets).zip(f32s(&around, "position.x"));
    let found: Vec<_> = rows.map(|((&event, &offset), place)| (event, offset, place)).collect();
    assert_eq!(found, expected);
    let names: Vec<_> = around.schema().columns.iter().map(|column| &*column.name).collect();
    assert_eq!(names, ["event", "offset_s", "time", "position.x"]);
    assert_eq!(replay.around(&touches, 9e9.., "ball", ["position.x"]).unwrap().len(), 0);
}

#[test]
fn an_event_gets_the_row_before_or_after_it_of_its_own_player() {
    let replay = replay("rocket-league");
    let touches = replay.events("touches").unwrap();
    let cars = replay.columns("cars", ["player", "position.z"], ..).unwrap();
    let of_player = |columns: &Columns, row: usize| {
        format!("{:?}", columns.rows().nth(row).unwrap().cell("player").unwrap())
    };
    let (heights, times): (Vec<f32>, Vec<f64>) =
        (f32s(&cars, "position.z"), cars.times().collect());
    for beside in [Beside::Before, Beside::After] {
        let same = [("player", "player")];
        let joined = replay.joined(&touches, "cars", ["position.z"], beside, &same).unwrap();
        assert_eq!((joined.len(), joined.schema().kind), (touches.len(), touches.schema().kind));
        let mut with_value = 0;
        for (event, at) in touches.times().enumerate() {
            let own = |row: &usize| of_player(&cars, *row) == of_player(&touches, event);
            let mut rows = (0..cars.len()).filter(own);
            let row = match beside {
                Beside::Before => rows.rev().find(|row| times[*row] <= at),
                Beside::After => rows.find(|row| times[*row] > at),
            };
            let expected = row.map_or(Cell::Absent, |row| Cell::F32(heights[row]));
            let found = joined.rows().nth(event).unwrap().cell("cars.position.z").unwrap();
            assert_eq!(found, expected, "{beside:?} {event}");
            with_value += usize::from(row.is_some());
        }
        assert!(with_value > 3);
        // The events' own columns stay.
        assert!(joined.column("player").is_ok() && joined.times().eq(touches.times()));
    }
}

#[test]
fn events_without_a_row_beside_them_have_no_value() {
    let replay = replay("melee");
    let moments = replay.events("moments").unwrap();
    assert!(!moments.is_empty());
    // No text equals a number.
    let joined =
        replay.joined(&moments, "frames", ["post.percent"], Beside::Before, &[("label", "frame")]);
    let joined = joined.unwrap();
    assert!(joined.rows().all(|row| row.cell("frames.post.percent").unwrap() == Cell::Absent));
    let before = replay.joined(&moments, "frames", ["post.percent"], Beside::Before, &[]).unwrap();
    assert!(before.rows().any(|row| row.cell("frames.post.percent").unwrap() != Cell::Absent));
}

#[test]
fn events_follow_each_other_within_some_seconds_of_the_first() {
    let replay = replay("rocket-league");
    let touches = replay.events("touches").unwrap();
    let goals = replay.events("goals").unwrap();
    let (touched, scored): (Vec<f64>, Vec<f64>) =
        (touches.times().collect(), goals.times().collect());
    let found = sequence(&[&touches, &touches, &goals], 17.0).unwrap();
    let mut expected = Vec::new();
    for (row, at) in touched.iter().enumerate() {
        let next = touched.iter().position(|touch| touch > at);
        let goal = next.and_then(|next| scored.iter().position(|goal| *goal >= touched[next]));
        if let (Some(next), Some(goal)) = (next, goal)
            && scored[goal] - at <= 17.0
        {
            expected.push(vec![row, next, goal]);
        }
    }
    assert!(!expected.is_empty() && expected.len() < touched.len());
    assert_eq!(found, expected);
    assert_eq!(sequence(&[], 1.0).unwrap(), Vec::<Vec<usize>>::new());
    let all = sequence(&[&touches], 0.0).unwrap();
    assert_eq!(all.len(), touched.len());
    let players = replay.columns("players", ["name"], ..).unwrap();
    assert!(matches!(sequence(&[&touches, &players], 1.0), Err(Error::NoTimes { .. })));
}

#[test]
fn what_is_not_there_is_said() {
    let replay = replay("rocket-league");
    let goals = replay.events("goals").unwrap();
    let error = replay.around(&goals, .., "bal", ["position.x"]).unwrap_err();
    assert!(error.to_string().contains("bal"), "{error}");
    let error = replay.joined(&goals, "ball", ["speed"], Beside::Before, &[]).unwrap_err();
    assert!(error.to_string().contains("speed"), "{error}");
    let players = replay.columns("players", ["name"], ..).unwrap();
    for columns in [
        replay.around(&players, .., "ball", ["position.x"]),
        replay.around(&goals, .., "players", ["name"]),
    ] {
        assert!(matches!(columns, Err(Error::NoTimes { .. })));
    }
}
