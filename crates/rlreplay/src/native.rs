//! What a recorder in the game writes into a reel: every physics tick.
//!
//! `docs/spec/reel-rocket-league.md` says why each column is there.

use ghostreel_timeline::{Schema, TableKind, rows};

use crate::project::{Triple, Turn};

rows! {
    /// The match.
    pub struct MatchRow {
        guid: String, "", "The match's id, as replays have it";
        map: String, "", "Name of the map's file, e.g. stadium_p";
        playlist: i32, "", "Number of the playlist", none "0: not known";
        team_size: i32, "", "Players in a team";
        build: String, "", "Version of the game";
    }

    /// Someone who plays.
    pub struct PlayerRow {
        time: f64, "s", "When the player joined";
        player: u8, "", "What the other tables name the player by, from 0 in the order of joining";
        name: String, "", "Name";
        id: String, "", "Platform and account: steam:76561197960287930", none "empty: a bot";
        team: i32, "", "0 blue, 1 orange", none "-1: no team";
        body: u32, "", "Product id of the car's body";
        is_recorder: bool, "", "Whether it is who records";
    }

    /// A tick of the physics.
    pub struct TickRow {
        time: f64, "s", "Real time since the moment that the header gives as started";
        tick: u32, "", "Number of the tick: 120 a second, a gap is ticks that were not recorded";
        is_running: bool, "", "Whether the game's clock runs";
        clock: f32, "s", "Seconds left on the clock; in overtime, seconds played of it";
        is_overtime: bool, "", "Whether it is overtime";
        is_server: bool, "", "Whether this machine decides what happens: else others' cars are predicted";
    }

    /// Where the ball is.
    pub struct BallRow {
        time: f64, "s", "As in the table ticks";
        tick: u32, "", "Row of the table ticks by its number";
        position: Triple, "uu", "Centre";
        rotation: Turn, "", "Quaternion from body to world";
        velocity: Triple, "uu/s", "Velocity";
        angular_velocity: Triple, "rad/s", "Spin";
    }

    /// Where a car is.
    pub struct CarRow {
        time: f64, "s", "As in the table ticks";
        tick: u32, "", "Row of the table ticks by its number";
        player: u8, "", "As in the table players";
        position: Triple, "uu", "Centre of mass";
        rotation: Turn, "", "Quaternion from body (x forward, y right, z up) to world";
        velocity: Triple, "uu/s", "Velocity";
        angular_velocity: Triple, "rad/s", "Spin";
        boost: f32, "", "In the tank, 0 to 1";
        wheels: u8, "", "Wheels that touch ground, a bit each: 1 front left, 2 front right, 4 back left, 8 back right";
        is_jumping: bool, "", "Whether the first jump's force acts";
        has_flip: bool, "", "Whether a second jump or flip is left";
        is_flipping: bool, "", "Whether a flip's torque acts";
        is_supersonic: bool, "", "Whether it is supersonic";
        is_demolished: bool, "", "Whether it is demolished: the place is where it was last";
    }

    /// What a player presses.
    pub struct InputRow {
        time: f64, "s", "As in the table ticks";
        tick: u32, "", "Row of the table ticks by its number";
        player: u8, "", "As in the table players";
        throttle: f32, "", "-1 full reverse to 1 full forward";
        steer: f32, "", "-1 full left to 1 full right";
        pitch: f32, "", "-1 nose down to 1 nose up";
        yaw: f32, "", "-1 left to 1 right";
        roll: f32, "", "-1 left to 1 right";
        jump: bool, "", "Jump";
        boost: bool, "", "Boost";
        handbrake: bool, "", "Powerslide";
    }

    /// A boost pad that is taken or comes back.
    pub struct BoostPadRow {
        time: f64, "s", "As in the table ticks";
        tick: u32, "", "Row of the table ticks by its number";
        position: Triple, "uu", "The pad: it does not move";
        is_big: bool, "", "Whether it fills the tank";
        is_there: bool, "", "Whether it can be taken from now on";
        player: i32, "", "Who took it, as in the table players", none "-1: it came back";
    }

    /// What happens.
    pub struct EventRow {
        time: f64, "s", "As in the table ticks";
        tick: u32, "", "Row of the table ticks by its number";
        kind: String, "", "touch, goal, shot, save, assist, demolition, bump, kick-off, overtime, end";
        player: i32, "", "Who does it, as in the table players", none "-1: nobody";
        other: i32, "", "To whom it is done", none "-1: nobody";
        position: Triple, "uu", "Where";
        speed: f32, "uu/s", "Of the ball behind a touch or goal; between the cars of a bump or demolition", none "0: of other kinds";
    }
}

/// The tables of a session, in the order of their streams.
pub fn schemas() -> Vec<Schema> {
    let time = Some("time");
    vec![
        Schema::of::<MatchRow>("match", TableKind::Events, None, "what is played: one row"),
        Schema::of::<PlayerRow>("players", TableKind::Events, time, "someone joins"),
        Schema::of::<TickRow>("ticks", TableKind::Steps, time, "a tick of the physics"),
        Schema::of::<BallRow>("ball", TableKind::States, time, "where the ball is in a tick"),
        Schema::of::<CarRow>("cars", TableKind::States, time, "where a car is in a tick"),
        Schema::of::<InputRow>(
            "inputs",
            TableKind::Steps,
            time,
            "what a player presses, in the tick in which it changes",
        ),
        Schema::of::<BoostPadRow>(
            "boost_pads",
            TableKind::Steps,
            time,
            "a pad is taken or comes back",
        ),
        Schema::of::<EventRow>("events", TableKind::Events, time, "something happens"),
    ]
}
