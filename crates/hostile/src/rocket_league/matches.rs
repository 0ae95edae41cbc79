//! Players, cars, the ball, and what happens to them.

use ghostreel_formats::rlreplay::attributes::{Attribute, ObjectRef, Vector};
use ghostreel_formats::rlreplay::layout::{Properties, Property, PropertyValue, Text};

use super::builder::{BALL, BOOST, Builder, CAR, PLAYER, body, reference, text};
use super::tables::add_class;

/// Frames a minute apart.
pub(super) fn far_frames(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let (car, player) = team_of_two(&mut builder);
    let state = builder.id(car, "TAGame.RBActor_TA:ReplicatedRBState");
    let link = builder.id(car, "Engine.Pawn:PlayerReplicationInfo");
    for number in [0, 1] {
        builder.update_one(10 + number, link, reference(number));
    }
    let _ = player;
    builder.end_frame();
    let context = builder.context.clone();
    let mut time = 0.0;
    while builder.bytes() < bytes {
        time = (time + 59.0_f32) % 99_000.0;
        builder.frame(time);
        for car in [10, 11] {
            builder.update_one(car, state, |bits| body(100).write(bits, &context));
        }
        builder.end_frame();
    }
    builder.finish()
}

/// Pauses of the recording in which nothing moves.
pub(super) fn halts(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let mut time = 0.0;
    while builder.bytes() < bytes {
        builder.frame(time);
        builder.end_frame();
        time += 0.6;
    }
    builder.finish()
}

/// A frame with two players and their cars, left open.
pub(super) fn team_of_two(builder: &mut Builder) -> (i32, i32) {
    let (car, player) = (builder.object(CAR), builder.object(PLAYER));
    builder.frame(0.0);
    for number in [0, 1] {
        builder.spawn(number, player);
        builder.spawn(10 + number, car);
    }
    let name = builder.id(player, "Engine.PlayerReplicationInfo:PlayerName");
    for number in [0, 1] {
        builder.update_one(number, name, text(["Ghost", "Reel"][usize::from(number)]));
    }
    (car, player)
}

/// Appends players, each with a name of its own.
pub(super) fn add_players(builder: &mut Builder, bytes: usize, leave: bool) {
    let player = builder.object(PLAYER);
    let name = builder.id(player, "Engine.PlayerReplicationInfo:PlayerName");
    let mut number = 0_u32;
    while builder.bytes() < bytes && number < 1 << 22 {
        builder.frame(0.0);
        for _ in 0..50 {
            let actor = (number % 60_000) as u16;
            builder.spawn(actor, player);
            builder.update_one(actor, name, text(&format!("{number:x}")));
            number += 1;
        }
        builder.end_frame();
        if leave {
            builder.frame(0.0);
            for actor in number - 50..number {
                builder.delete((actor % 60_000) as u16);
            }
            builder.end_frame();
        }
    }
}

pub(super) fn players(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    add_players(&mut builder, bytes, false);
    builder.finish()
}

pub(super) fn players_who_leave(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    // As many actors as there can be stay.
    let ball = builder.object(BALL);
    builder.frame(0.0);
    builder.spawn(u16::MAX - 1, ball);
    builder.end_frame();
    add_players(&mut builder, bytes, true);
    builder.finish()
}

/// A player with a long name, and many changes of the score.
pub(super) fn points_of_long_player(bytes: usize) -> Vec<u8> {
    long_player(bytes, "TAGame.PRI_TA:MatchScore")
}

/// A player with a long name, and as many shots as fit: each is a moment that names who shoots.
pub(super) fn shots_of_long_player(bytes: usize) -> Vec<u8> {
    long_player(bytes, "TAGame.PRI_TA:MatchShots")
}

fn long_player(bytes: usize, property: &str) -> Vec<u8> {
    let mut builder = Builder::new();
    let player = builder.object(PLAYER);
    let name = builder.id(player, "Engine.PlayerReplicationInfo:PlayerName");
    let score = builder.id(player, property);
    builder.frame(0.0);
    builder.spawn(0, player);
    builder.update_one(0, name, text(&"A".repeat(bytes / 2)));
    builder.end_frame();
    let mut points = 0;
    while builder.bytes() < bytes {
        builder.frame(0.0);
        builder.update_one(0, score, |bits| bits.bits(points, 32));
        builder.end_frame();
        points += 1;
    }
    builder.finish()
}

/// As many cars as there can be, and touches of the ball.
pub(super) fn touches(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let (car, ball) = (builder.object(CAR), builder.object(BALL));
    let state = builder.id(car, "TAGame.RBActor_TA:ReplicatedRBState");
    let hit = builder.id(ball, "TAGame.Ball_TA:HitTeamNum");
    let context = builder.context.clone();
    builder.frame(0.0);
    builder.spawn(0, ball);
    let mut actor = 1;
    while builder.bytes() < bytes / 2 && actor < u16::MAX {
        builder.spawn(actor, car);
        builder.update_one(actor, state, |bits| body(0).write(bits, &context));
        actor += 1;
    }
    while builder.bytes() < bytes {
        builder.update_one(0, hit, |bits| bits.bits(1, 8));
    }
    builder.end_frame();
    builder.finish()
}

/// A ball that changes its way in each frame beside a car, and teams that hit it.
pub(super) fn touches_in_stream(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let (car, _) = team_of_two(&mut builder);
    let ball = builder.object(BALL);
    let state = builder.id(car, "TAGame.RBActor_TA:ReplicatedRBState");
    let hit = builder.id(ball, "TAGame.Ball_TA:HitTeamNum");
    let of_ball = builder.id(ball, "TAGame.RBActor_TA:ReplicatedRBState");
    let link = builder.id(car, "Engine.Pawn:PlayerReplicationInfo");
    builder.spawn(2, ball);
    builder.update_one(10, link, reference(0));
    builder.update_one(11, link, reference(1));
    builder.end_frame();
    let context = builder.context.clone();
    let mut time = 0.0;
    let mut number = 0;
    while builder.bytes() < bytes {
        time += 0.03;
        number += 1;
        builder.frame(time);
        let body = body(if number % 2 == 0 { 90_000 } else { -90_000 });
        builder.update_one(10, state, |bits| body.write(bits, &context));
        builder.update_one(2, of_ball, |bits| body.write(bits, &context));
        builder.update_one(2, hit, |bits| bits.bits(number % 2, 8));
        builder.end_frame();
    }
    builder.finish()
}

/// Players, each with a car, updated in the same frames.
pub(super) fn cars(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    add_players(&mut builder, bytes / 4, false);
    let count = (bytes / 4 / 15).min(60_000) as u16;
    let car = builder.object(CAR);
    let player = builder.object(PLAYER);
    let state = builder.id(car, "TAGame.RBActor_TA:ReplicatedRBState");
    let link = builder.id(car, "Engine.Pawn:PlayerReplicationInfo");
    let team = builder.id(player, "Engine.PlayerReplicationInfo:Team");
    let teams =
        ["Archetypes.Teams.Team0", "Archetypes.Teams.Team1"].map(|name| builder.object(name));
    let context = builder.context.clone();
    let cars = (count / 4).max(1);
    builder.frame(0.0);
    for (actor, object) in (65_000_u16..).zip(teams) {
        builder.spawn(actor, object);
    }
    for number in 0..cars {
        builder.update_one(number, team, reference(65_000 + number % 2));
        builder.spawn(30_000 + number, car);
        builder.update_one(30_000 + number, link, reference(number));
    }
    builder.end_frame();
    let mut time = 0.0;
    while builder.bytes() < bytes {
        time += 0.2;
        builder.frame(time);
        for number in 0..cars.min(2000) {
            let body = body(number.into());
            builder.update_one(30_000 + number, state, |bits| body.write(bits, &context));
        }
        builder.end_frame();
    }
    builder.finish()
}

/// Items of a car whose player is not known, in turns.
pub(super) fn items(bytes: usize) -> Vec<u8> {
    let name = "Archetypes.SpecialPickups.SpecialPickup_BallFreeze";
    let mut builder = Builder::with(|body| body.objects.push(Text::new(name)));
    let item = builder.object(name);
    act(&mut builder, item, bytes);
    builder.finish()
}

pub(super) fn components(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let boost = builder.object(BOOST);
    act(&mut builder, boost, bytes);
    builder.finish()
}

/// Components begin and end to act, each of another player.
pub(super) fn act(builder: &mut Builder, object: i32, bytes: usize) {
    add_players(builder, bytes / 4, false);
    let active = builder.id(object, "TAGame.CarComponent_TA:ReplicatedActive");
    let vehicle = builder.id(object, "TAGame.CarComponent_TA:Vehicle");
    let car = builder.object(CAR);
    let link = builder.id(car, "Engine.Pawn:PlayerReplicationInfo");
    builder.frame(0.0);
    for number in 0..50 {
        builder.spawn(61_000 + number, car);
        builder.update_one(61_000 + number, link, reference(number * 7));
        builder.spawn(62_000 + number, object);
        builder.update_one(62_000 + number, vehicle, reference(61_000 + number));
    }
    builder.end_frame();
    let mut counter = 0_u64;
    while builder.bytes() < bytes {
        counter += 1;
        builder.frame(0.0);
        for number in 0..50 {
            builder.update_one(62_000 + number, active, |bits| bits.bits(counter & 1, 8));
        }
        builder.end_frame();
    }
}

/// A player with one car after the other, each with a tank.
pub(super) fn boost(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let (car, _) = team_of_two(&mut builder);
    let boost = builder.object(BOOST);
    let link = builder.id(car, "Engine.Pawn:PlayerReplicationInfo");
    let vehicle = builder.id(boost, "TAGame.CarComponent_TA:Vehicle");
    let amount = builder.id(boost, "TAGame.CarComponent_Boost_TA:ReplicatedBoostAmount");
    builder.update_one(10, link, reference(0));
    builder.end_frame();
    while builder.bytes() < bytes {
        builder.frame(0.0);
        builder.spawn(20, boost);
        builder.update_one(20, vehicle, reference(10));
        builder.update_one(20, amount, |bits| bits.bits(85, 8));
        builder.end_frame();
        builder.frame(0.0);
        builder.delete(20);
        builder.end_frame();
    }
    builder.finish()
}

/// Demolitions of many pairs of cars in one frame.
pub(super) fn demolitions(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let car = builder.object(CAR);
    let id = builder.id(car, "TAGame.Car_TA:ReplicatedDemolish");
    let context = builder.context.clone();
    builder.frame(0.0);
    builder.spawn(0, car);
    let mut pair = 0_u64;
    while builder.bytes() < bytes {
        builder.update_one(0, id, |bits| {
            bits.bit(true);
            bits.bits(pair / 60_000, 32);
            bits.bit(true);
            bits.bits(pair % 60_000, 32);
            let velocity = Vector { x: (pair & 0xffff) as i32, ..Vector::default() };
            velocity.write(bits, &context);
            velocity.write(bits, &context);
        });
        pair += 1;
    }
    builder.end_frame();
    builder.finish()
}

/// Panels of Dropshot's floor, each an object of its own.
pub(super) fn panels(bytes: usize) -> Vec<u8> {
    let count = bytes / 120;
    let mut first = 0;
    let mut builder = Builder::with(|body| {
        let name = "TAGame.BreakOutActor_Platform_TA";
        add_class(body, name, (0, 0), &[format!("{name}:DamageState")]);
        first = body.objects.len() as i32;
        for panel in 0..count {
            body.objects.push(Text::new(&format!(
                "P.TheWorld:PersistentLevel.BreakOutActor_Platform_TA_{panel}"
            )));
        }
    });
    let id = builder.id(first, "TAGame.BreakOutActor_Platform_TA:DamageState");
    let context = builder.context.clone();
    builder.frame(0.0);
    for panel in 0..count {
        let actor = (panel % 60_000) as u16;
        builder.spawn(actor, first + panel as i32);
        builder.update_one(actor, id, |bits| {
            bits.bits(1, 8);
            ObjectRef { is_actor: true, index: 0 }.write(bits, &context);
            Vector::default().write(bits, &context);
            bits.bits(0, 2);
        });
    }
    builder.end_frame();
    builder.finish()
}

/// Countdowns that end in every second frame, and touches of the ball.
pub(super) fn kickoffs(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let (game, ball) =
        (builder.object("Archetypes.GameEvent.GameEvent_Soccar"), builder.object(BALL));
    let countdown = builder.id(game, "TAGame.GameEvent_TA:ReplicatedRoundCountDownNumber");
    let state = builder.id(game, "TAGame.GameEvent_TA:ReplicatedStateName");
    let hit = builder.id(ball, "TAGame.Ball_TA:HitTeamNum");
    builder.frame(0.0);
    builder.spawn(0, game);
    builder.spawn(1, ball);
    builder.end_frame();
    let mut time = 0.0;
    let mut number = 0_u64;
    while builder.bytes() < bytes {
        builder.frame(time);
        builder.update_one(0, countdown, |bits| bits.bits(number & 1, 32));
        builder.update_one(0, state, |bits| bits.bits(number & 1, 32));
        builder.update_one(1, hit, |bits| bits.bits(number & 1, 8));
        builder.end_frame();
        number += 1;
        time += 0.03;
    }
    builder.finish()
}

/// Goals in the header, and players who could have kept them out.
pub(super) fn goals(bytes: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    add_players(&mut builder, bytes / 3, false);
    let goal = |frame: i32| {
        Properties(vec![
            Property::new("frame", PropertyValue::Int(frame)),
            Property::new("PlayerName", PropertyValue::Str(Text::new("a"))),
            Property::new("PlayerTeam", PropertyValue::Int(0)),
        ])
    };
    let goals = vec![goal(1); bytes / 3 / 130];
    builder.set("Goals", PropertyValue::Array(goals));
    builder.finish()
}
