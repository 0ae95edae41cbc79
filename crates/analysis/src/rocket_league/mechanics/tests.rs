use ghostreel_formats::rlreplay::project::{
    BLUE, BodyRow, ComponentRow, FrameRow, ORANGE, PlayerRow, Quaternion, Vec3,
};
use ghostreel_formats::timeline::TeamNumber;

use super::super::clock::Clock;
use super::super::samples::samples;
use super::*;

/// Rows in a second.
const RATE: f32 = 30.0;
/// As players jump: a dodge follows the jump by so many seconds.
const AFTER_JUMP: f32 = 0.1;

fn at([x, y, z]: [f32; 3]) -> Vec3 {
    Vec3 { x, y, z }
}

/// Turned by an angle in degrees about an axis of the world.
fn turned([x, y, z]: [f32; 3], degrees: f32) -> Quaternion {
    let (sin, cos) = (degrees.to_radians() / 2.0).sin_cos();
    Quaternion { x: x * sin, y: y * sin, z: z * sin, w: cos }
}

/// The frame at a time.
fn number_of(time: f32) -> u32 {
    (0_u16..).find(|frame| f32::from(*frame) + 0.5 > time * RATE).unwrap().into()
}

fn level() -> Quaternion {
    turned([0.0, 0.0, 1.0], 0.0)
}

/// A car that stands still in the air.
fn body(place: [f32; 3]) -> BodyRow {
    BodyRow { position: at(place), rotation: level(), ..BodyRow::default() }
}

/// A match of four seconds: a car of blue, and of a mate where one is given, and the ball.
struct Match {
    world: World,
}

impl Match {
    fn new(car: impl Fn(f32) -> BodyRow, ball: impl Fn(f32) -> BodyRow) -> Self {
        let mut world = World {
            players: vec![
                PlayerRow { team: Some(BLUE), ..PlayerRow::default() },
                PlayerRow { team: Some(BLUE), ..PlayerRow::default() },
            ],
            ..World::default()
        };
        for frame in 0_u16..120 {
            let time = f32::from(frame) / RATE;
            let number = u32::from(frame);
            world.frames.push(FrameRow { frame: number, time, ..FrameRow::default() });
            let row = |body: BodyRow, life, player| {
                // Whoever does not move has no sample: all move a little.
                let x = body.position.x + time * 0.01;
                let position = Vec3 { x, ..body.position };
                BodyRow { frame: number, time, life, player, position, ..body }
            };
            world.cars.push(row(car(time), 1, Some(PlayerIndex::at(0))));
            world.cars.push(row(body([2000.0, -4000.0, 17.0]), 2, Some(PlayerIndex::at(1))));
            world.ball.push(row(ball(time), 0, None));
        }
        Self { world }
    }

    /// The player's car begins to do something.
    fn does(mut self, component: &str, time: f32, torque: Option<[f32; 3]>) -> Self {
        self.world.components.push(ComponentRow {
            frame: number_of(time),
            time,
            player: Some(PlayerIndex::at(0)),
            component: ghostreel_formats::rlreplay::layout::Text::new(component),
            is_active: true,
            torque: torque.map(at),
        });
        self
    }

    fn jumps_and_dodges(self, time: f32, torque: [f32; 3]) -> Self {
        self.does("Jump", time - AFTER_JUMP, None).does("Dodge", time, Some(torque))
    }

    fn found(&self, touches: &[Touch]) -> Vec<(MechanicKind, f32)> {
        let samples = samples(&self.world, &Clock::new(&self.world));
        let found = mechanics(&self.world, "Stadium_P", &samples, touches);
        found.iter().map(|mechanic| (mechanic.kind, mechanic.action.time)).collect()
    }
}

fn far_away(_: f32) -> BodyRow {
    body([0.0, 4000.0, 92.75])
}

fn touch(time: f32, player: u32, place: [f32; 3]) -> Touch {
    Touch {
        frame: 0.into(),
        time,
        player: PlayerIndex::at(player as usize),
        team: Some(BLUE),
        ball_speed: 1500.0,
        hit: 500.0,
        place,
        is_aerial: true,
    }
}

/// A car that jumps at 0.9 s and dodges to the front left. Its turn about the right side is `kept` after a quarter of a second.
fn diagonal(kept: f32, nose: f32) -> Match {
    let car = move |time: f32| {
        let since = time - 1.0;
        let turn = if !(0.0..=0.6).contains(&since) {
            0.0
        } else if since < 0.22 {
            4.0
        } else {
            kept
        };
        BodyRow {
            angular_velocity: at([0.0, turn, 0.0]),
            rotation: if since > 0.2 { turned([0.0, 1.0, 0.0], nose) } else { level() },
            velocity: at([1800.0, 0.0, 0.0]),
            ..body([0.0, 0.0, if time < 0.9 { 17.0 } else { 80.0 }])
        }
    };
    Match::new(car, far_away).jumps_and_dodges(1.0, [150.0, 183.0, 0.0])
}

#[test]
fn a_speed_flip_is_cancelled_and_keeps_its_nose() {
    assert_eq!(diagonal(0.5, 10.0).found(&[]), [(MechanicKind::SpeedFlip, 1.0)]);
    assert_eq!(diagonal(4.0, 10.0).found(&[]), [], "turns on");
    assert_eq!(diagonal(0.5, 120.0).found(&[]), [], "the nose goes under");
    let hit = touch(1.3, 0, [0.0, 0.0, 150.0]);
    assert_eq!(diagonal(0.5, 10.0).found(&[hit]), [], "the ball stops it");
    let late = Match::new(|_| body([0.0, 0.0, 80.0]), far_away);
    let late = late.does("Jump", 0.4, None).does("Dodge", 1.0, Some([150.0, 183.0, 0.0]));
    assert_eq!(late.found(&[]), [], "long after the jump");
}

/// A car that dodges backward at 1 s, and is turned by an angle about an axis from `since` seconds later on.
fn backward(since: f32, axis: [f32; 3]) -> Match {
    let car = move |time: f32| BodyRow {
        rotation: if time < 1.0 + since { level() } else { turned(axis, 180.0) },
        ..body([0.0, 0.0, if time < 0.9 { 17.0 } else { 80.0 }])
    };
    Match::new(car, far_away).jumps_and_dodges(1.0, [0.0, -224.0, 0.0])
}

#[test]
fn a_half_flip_ends_upright_and_turned_round() {
    assert_eq!(backward(0.8, [0.0, 0.0, 1.0]).found(&[]), [(MechanicKind::HalfFlip, 1.0)]);
    assert_eq!(backward(0.8, [0.0, 1.0, 0.0]).found(&[]), [], "on the roof");
    assert_eq!(backward(1.5, [0.0, 0.0, 1.0]).found(&[]), [], "turned later, by hand");
}

#[test]
fn a_wave_dash_lands_at_once_and_gains_speed() {
    let dash = |lands: f32, speed: f32| {
        let car = move |time: f32| BodyRow {
            velocity: at([if time < 1.0 { 1000.0 } else { speed }, 0.0, 0.0]),
            ..body([0.0, 0.0, if time < lands { 60.0 } else { 17.0 }])
        };
        Match::new(car, far_away).does("Dodge", 1.0, Some([0.0, 224.0, 0.0])).found(&[])
    };
    assert_eq!(dash(1.1, 1400.0), [(MechanicKind::WaveDash, 1.0)]);
    assert_eq!(dash(1.1, 1000.0), [], "no faster");
    assert_eq!(dash(1.6, 1400.0), [], "lands late");
}

/// A car that jumps at 0.1 s and flies on. The ball is under its wheels at `under`.
fn flight(under: f32) -> Match {
    let car = |time: f32| body([0.0, 0.0, if time < 0.1 { 17.0 } else { 800.0 }]);
    let ball = move |time: f32| {
        let below = if (time - under).abs() < 0.02 { 98.0 } else { 400.0 };
        body([20.0, 5.0, 800.0 - below])
    };
    Match::new(car, ball).does("Jump", 0.1, None)
}

#[test]
fn a_flip_reset_is_a_dodge_that_was_not_left() {
    let forward = Some([0.0, 224.0, 0.0]);
    let reset = flight(2.5).does("Dodge", 2.6, forward).found(&[]);
    assert_eq!(reset, [(MechanicKind::FlipReset, 2.5)]);
    let used = flight(1.0).does("Dodge", 0.6, forward).does("Dodge", 1.2, forward).found(&[]);
    assert_eq!(used, [(MechanicKind::FlipReset, 1.0)], "after a first dodge");
    assert_eq!(flight(1.0).does("Dodge", 1.2, forward).found(&[]), [], "there was one left");
    assert_eq!(flight(3.5).does("Dodge", 2.6, forward).found(&[]), [], "the ball is elsewhere");
}

#[test]
fn an_air_dribble_is_three_touches_of_one_flight() {
    let high = |time| touch(time, 0, [0.0, 0.0, 700.0]);
    let fly = || flight(9.0);
    let three = [high(0.5), high(1.2), high(2.0)];
    assert_eq!(fly().found(&three), [(MechanicKind::AirDribble, 0.5)]);
    assert_eq!(fly().found(&three[..2]), []);
    let other = touch(1.5, 1, [0.0, 0.0, 700.0]);
    assert_eq!(fly().found(&[high(0.5), high(1.2), other, high(2.0)]), [], "somebody else's");
    let lands = |time: f32| {
        body([0.0, 0.0, if time < 0.1 || (1.4..1.6).contains(&time) { 17.0 } else { 800.0 }])
    };
    assert_eq!(Match::new(lands, |_| body([0.0, 0.0, 700.0])).found(&three), [], "two flights");
}

/// A ball that flies to orange's back wall and comes back at 1.5 s.
fn from_back_wall(height: f32) -> impl Fn(f32) -> BodyRow {
    move |time| {
        let y = 5027.0 - 800.0 * (time - 1.5).abs();
        let speed = if time < 1.5 { 800.0 } else { -700.0 };
        BodyRow { velocity: at([0.0, speed, 0.0]), ..body([0.0, y, height]) }
    }
}

#[test]
fn a_double_tap_comes_back_from_the_other_teams_wall() {
    let car = |time: f32| body([0.0, 4000.0, if time < 0.5 { 17.0 } else { 800.0 }]);
    let tap = |team: TeamNumber, ball: f32| {
        let of = |touch: Touch| Touch { team: Some(team), ..touch };
        let place = [0.0, 4500.0, ball];
        let touches = [of(touch(0.9, 0, place)), of(touch(2.0, 0, place))];
        Match::new(car, from_back_wall(ball)).found(&touches)
    };
    assert_eq!(tap(BLUE, 900.0), [(MechanicKind::DoubleTap, 2.0)]);
    assert_eq!(tap(ORANGE, 900.0), [], "the own wall");
    assert_eq!(tap(BLUE, 92.75), [], "it rolls");
}

#[test]
fn flights_are_from_where_the_wheels_were_last() {
    let shot = |place: [f32; 3], axis: [f32; 3], degrees: f32| {
        let car = move |time: f32| {
            if time < 1.0 {
                BodyRow { rotation: turned(axis, degrees), ..body(place) }
            } else {
                body([0.0, 0.0, 900.0])
            }
        };
        let high = |time| touch(time, 0, [0.0, 0.0, 900.0]);
        Match::new(car, |_| body([0.0, 0.0, 900.0])).found(&[high(1.5), high(2.2)])
    };
    // A car whose wheels are on the wall at positive x: its roof points to negative x.
    let wall = shot([4079.0, 0.0, 700.0], [0.0, 1.0, 0.0], -90.0);
    assert_eq!(wall, [(MechanicKind::WallAerial, 1.5)], "the first touch alone");
    let beside = shot([4040.0, 0.0, 17.0], [0.0, 0.0, 1.0], 0.0);
    assert_eq!(beside, [], "from the floor beside the wall");
    let ceiling = shot([0.0, 0.0, 2027.0], [1.0, 0.0, 0.0], 180.0);
    assert_eq!(ceiling, [(MechanicKind::CeilingShot, 1.5)]);
}

#[test]
fn a_redirect_turns_a_mates_ball_to_the_goal() {
    let car = |time: f32| body([0.0, 3000.0, if time < 0.5 { 17.0 } else { 800.0 }]);
    let turn = |after: [f32; 3], passer: u32| {
        let ball = move |time: f32| BodyRow {
            velocity: at(if time < 2.0 { [1500.0, 0.0, 0.0] } else { after }),
            ..body([0.0, 3000.0, 800.0])
        };
        let place = [0.0, 3000.0, 800.0];
        Match::new(car, ball).found(&[touch(1.0, passer, place), touch(2.0, 0, place)])
    };
    assert_eq!(turn([0.0, 2000.0, 0.0], 1), [(MechanicKind::Redirect, 2.0)]);
    assert_eq!(turn([0.0, 2000.0, 0.0], 0), [], "the own ball");
    assert_eq!(turn([0.0, -2000.0, 0.0], 1), [], "away from the goal");
    assert_eq!(turn([1500.0, 100.0, 0.0], 1), [], "it goes on as it came");
}

/// A car that carries the ball, jumps, is turned by an angle about the vertical, and dodges at 2 s.
fn flick(torque: [f32; 3], yaw: f32, pitch: f32, thrown: [f32; 3]) -> Option<Mechanic> {
    let car = move |time: f32| BodyRow {
        velocity: at([1000.0, 0.0, 0.0]),
        rotation: if time < 1.7 {
            level()
        } else if pitch == 0.0 {
            turned([0.0, 0.0, 1.0], yaw)
        } else {
            turned([0.0, 1.0, 0.0], pitch)
        },
        ..body([1000.0 * time, 0.0, if time < 1.5 { 17.0 } else { 130.0 }])
    };
    let ball = move |time: f32| {
        let [x, y, z] = thrown;
        let fall = -650.0 * (time - 2.0);
        let velocity = if time <= 2.0 { [1000.0, 0.0, 0.0] } else { [1000.0 + x, y, z + fall] };
        let height = if time < 1.5 { 150.0 } else { 260.0 };
        BodyRow { velocity: at(velocity), ..body([1000.0 * time, 0.0, height]) }
    };
    let game = Match::new(car, ball);
    let game = game.does("Jump", 1.5, None).does("Dodge", 2.0, Some(torque));
    let samples = samples(&game.world, &Clock::new(&game.world));
    let touches = [touch(2.1, 0, [2100.0, 0.0, 260.0])];
    let found = mechanics(&game.world, "Stadium_P", &samples, &touches);
    found
        .into_iter()
        .find(|found| matches!(found.kind, MechanicKind::Flick | MechanicKind::MustyFlick))
}

#[test]
fn flicks_go_where_the_dodge_turns_the_car() {
    let direction =
        |torque, yaw, thrown| flick(torque, yaw, 0.0, thrown).and_then(|flick| flick.direction);
    let onward = [600.0, 0.0, 300.0];
    assert_eq!(direction([0.0, 224.0, 0.0], 0.0, onward), Some(FlickDirection::Front));
    assert_eq!(direction([260.0, 0.0, 0.0], 0.0, onward), Some(FlickDirection::Side));
    assert_eq!(direction([184.0, 158.0, 0.0], 0.0, onward), Some(FlickDirection::Diagonal));
    assert_eq!(direction([0.0, -224.0, 0.0], 0.0, onward), Some(FlickDirection::Back));
    assert_eq!(direction([0.0, -224.0, 0.0], 120.0, onward), Some(FlickDirection::Reverse));
    assert_eq!(direction([0.0, 224.0, 0.0], 0.0, [100.0, 0.0, 100.0]), None, "hardly thrown");
    let musty = flick([0.0, -224.0, 0.0], 0.0, 30.0, onward).map(|flick| flick.kind);
    assert_eq!(musty, Some(MechanicKind::MustyFlick));
}
