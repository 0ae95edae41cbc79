use ghostreel_formats::rlreplay::project::{FrameRow, PlayerRow};

use super::super::samples::samples;
use super::*;

const RATE: f32 = 10.0;

/// The frame at a time.
fn number_of(time: f32) -> u32 {
    (0_u16..).find(|frame| f32::from(*frame) + 0.5 > time * RATE).unwrap().into()
}

/// A match of twenty seconds of two blue players, who are where `cars` says, and the ball.
fn game(cars: [&dyn Fn(f32) -> BodyRow; 2], ball: &dyn Fn(f32) -> BodyRow) -> World {
    let player = PlayerRow { team: Some(BLUE), ..PlayerRow::default() };
    let mut world = World { players: vec![player.clone(), player], ..World::default() };
    for frame in 0_u16..200 {
        let time = f32::from(frame) / RATE;
        let number = u32::from(frame);
        world.frames.push(FrameRow { frame: number, time, ..FrameRow::default() });
        for (index, car) in (0_u32..).zip(cars) {
            let body = car(time);
            // Whoever does not move has no sample: all move a little.
            let position = Vec3 { x: body.position.x + time * 0.01, ..body.position };
            let player = Some(PlayerIndex::at(index as usize));
            let life = index + 1;
            world.cars.push(BodyRow { frame: number, time, life, player, position, ..body });
        }
        world.ball.push(BodyRow { frame: number, time, ..ball(time) });
    }
    world
}

fn body(place: [f32; 3], speed: [f32; 3]) -> BodyRow {
    let vector = |[x, y, z]: [f32; 3]| Vec3 { x, y, z };
    BodyRow { position: vector(place), velocity: vector(speed), ..BodyRow::default() }
}

fn touch(time: f32, place: [f32; 3]) -> Touch {
    Touch {
        frame: number_of(time).into(),
        time,
        player: PlayerIndex::at(0),
        team: Some(BLUE),
        ball_speed: 1000.0,
        hit: 500.0,
        place,
        is_aerial: false,
    }
}

fn found(world: &World, touches: &[Touch], kickoffs: &[Kickoff]) -> Vec<Mistake> {
    let clock = Clock::new(world);
    mistakes(world, &clock, &samples(world, &clock), touches, kickoffs)
}

#[test]
fn a_double_commit_is_a_mate_who_goes_for_the_same_ball() {
    let at = |y: f32, speed: f32| move |_: f32| body([0.0, y, 17.0], [0.0, speed, 0.0]);
    let (own, far) = (at(-100.0, 1000.0), at(-3000.0, 1000.0));
    let (mate, slow) = (at(-300.0, 1000.0), at(-300.0, 100.0));
    let ball = |_: f32| body([0.0, 0.0, 92.75], [0.0; 3]);
    let touches = [touch(10.0, [0.0, 0.0, 92.75]), touch(11.0, [0.0, 0.0, 92.75])];
    let commits = found(&game([&own, &mate], &ball), &touches, &[]);
    let [commit] = commits[..] else { panic!("{commits:?}") };
    assert_eq!(commit.kind, MistakeKind::DoubleCommit);
    assert_eq!((commit.action.player, commit.mate), (PlayerIndex::at(1), Some(PlayerIndex::at(0))));
    assert!((commit.action.time - 10.0).abs() < 0.01);
    assert_eq!(found(&game([&own, &slow], &ball), &touches, &[]), []);
    assert_eq!(found(&game([&own, &far], &ball), &touches, &[]), []);
    let kickoff = Kickoff {
        frame: 80.into(),
        time: 8.0,
        first: None,
        first_time: None,
        winner: None,
        goal: None,
    };
    let at_kickoff = found(&game([&own, &mate], &ball), &touches[..1], &[kickoff]);
    assert_eq!(at_kickoff, [], "at a kick-off both may go");
}

#[test]
fn the_last_man_is_out_when_nobody_is_behind_a_ball_that_comes() {
    // The ball comes from 10 s on, from the halfway line.
    let ball = |time: f32| {
        let y = if time < 10.0 { 0.0 } else { -1000.0 * (time - 10.0) };
        body([0.0, y, 92.75], [0.0, if time < 10.0 { 0.0 } else { -1000.0 }, 0.0])
    };
    let up = |_: f32| body([500.0, 2000.0, 17.0], [0.0; 3]);
    let back = |time: f32| body([0.0, if time < 10.0 { -1000.0 } else { 500.0 }, 17.0], [0.0; 3]);
    let stays = |_: f32| body([0.0, -4900.0, 17.0], [0.0; 3]);
    let out = found(&game([&up, &back], &ball), &[], &[]);
    let [out] = out[..] else { panic!("{out:?}") };
    assert_eq!((out.kind, out.action.player), (MistakeKind::LastManOut, PlayerIndex::at(1)));
    assert!((10.0..10.6).contains(&out.action.time), "{out:?}");
    assert!(
        found(&game([&up, &stays], &ball), &[], &[]).iter().all(|out| out.action.time > 14.5),
        "somebody is in the goal"
    );
}

#[test]
fn a_starvation_lasts_ten_seconds() {
    let car = |_: f32| body([0.0, -1000.0, 17.0], [0.0; 3]);
    let ball = |_: f32| body([0.0, 3000.0, 92.75], [0.0; 3]);
    let starved = |from: f32, to: f32| {
        let mut world = game([&car, &car], &ball);
        for (time, tank) in [(from, 20.0), (to, 60.0)] {
            world.boost.push(BoostRow {
                frame: number_of(time),
                time,
                player: Some(PlayerIndex::at(0)),
                tank,
                ..BoostRow::default()
            });
        }
        found(&world, &[], &[])
    };
    let long = starved(2.0, 13.0);
    let [long] = long[..] else { panic!("{long:?}") };
    assert_eq!((long.kind, long.end_time), (MistakeKind::BoostStarvation, Some(13.0)));
    assert_eq!(starved(2.0, 11.0), []);
}
