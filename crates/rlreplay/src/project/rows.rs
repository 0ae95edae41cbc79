//! The rows of the derived tables.

use ghostreel_timeline::{PlayerIndex, TeamNumber, numbers, rows};

use crate::layout::Text;

/// The blue team, which begins on the side of negative y.
pub const BLUE: TeamNumber = TeamNumber(0);
/// The orange team.
pub const ORANGE: TeamNumber = TeamNumber(1);

numbers! {
    /// The number of a physics step. The game takes 120 steps a second.
    TickNumber(i32);
}

rows! {
    /// A frame of the network stream.
    pub struct FrameRow {
        frame: u32, "frame", "Frame, from 0";
        time: f32, "s", "Time in the recording, from its first frame";
        file_time: f32, "s", "Time as it is in the file: the game's clock may have gone on for long before";
        delta: Option<f32>, "s", "Time since the frame before", null "a keyframe that does not say";
        is_keyframe: bool, "", "Everything is said again in this frame";
    }

    /// Someone who played, on one side: who changes sides has a row for each.
    pub struct PlayerRow {
        name: Text, "", "Name";
        id: Option<Text>, "", "Platform and account: steam:76561197960287930; of another player in front of one screen with its number, as in steam:76561197960287930:1", null "not known";
        team: Option<TeamNumber>, "", "0 blue, 1 orange", null "no team";
        platform: Option<Text>, "", "steam, epic, ps4, xbox, switch, qq", null "a bot";
        account: Text, "", "The platform's id of the account";
        local_id: u8, "", "Which of the players in front of one screen";
        is_bot: bool, "", "Whether the game itself plays";
        score: i32, "", "Points of all stays: who leaves and comes back begins at 0 on the scoreboard";
        goals: i32, "", "Goals";
        assists: i32, "", "Assists";
        saves: i32, "", "Saves";
        shots: i32, "", "Shots";
        first_frame: u32, "frame", "Frame in which the player joined";
        last_frame: u32, "frame", "Last frame the player was there in";
        body: Option<u32>, "", "Product id of the car's body in the last loadout", null "not known";
        steering: Option<f32>, "", "Sensitivity of steering", null "not known";
    }

    /// Three components.
    pub struct Vec3 {
        x: f32, "", "X";
        y: f32, "", "Y";
        z: f32, "", "Z";
    }

    /// A rotation.
    pub struct Quaternion {
        x: f32, "", "X";
        y: f32, "", "Y";
        z: f32, "", "Z";
        w: f32, "", "W";
    }

    /// A car or the ball in a frame in which it has an update.
    pub struct BodyRow {
        frame: u32, "frame", "Frame";
        time: f32, "s", "Time in the recording";
        actor: u32, "", "Actor";
        life: u32, "", "Row of the table actors: numbers of actors are given again";
        player: Option<PlayerIndex>, "", "Row of the table players", null "the ball, or not known";
        sleeping: bool, "", "The body lies still until the next row";
        position: Vec3, "uu", "Centre of mass";
        rotation: Quaternion, "", "Quaternion from body (x forward, y right, z up) to world";
        velocity: Vec3, "uu/s", "Velocity, 0 when sleeping";
        angular_velocity: Vec3, "rad/s", "Spin, 0 when sleeping";
    }

    /// When a body was sampled, estimated from how it moves: a frame's time is when the recorder wrote it.
    pub struct TickRow {
        tick: TickNumber, "1/120 s", "Physics tick of the sample, counted for this body alone; at its first row that nearest to the frame's time";
        tick_time: f32, "s", "When the sample was taken, on the clock of the frames' times";
    }

    /// A player's controls of the car, from this frame on.
    pub struct InputRow {
        frame: u32, "frame", "Frame";
        time: f32, "s", "Time in the recording";
        player: Option<PlayerIndex>, "", "Row of the table players", null "not known";
        throttle: f32, "", "-1 full reverse to 1 full forward";
        steer: f32, "", "-1 full left to 1 full right";
        handbrake: bool, "", "Powerslide";
    }

    /// A car's boost, from this frame on.
    pub struct BoostRow {
        frame: u32, "frame", "Frame";
        time: f32, "s", "Time in the recording";
        life: u32, "", "Row of the table actors: which tank it is";
        player: Option<PlayerIndex>, "", "Row of the table players", null "not known";
        amount: u8, "1/255", "Last replicated amount";
        grants: u8, "", "Counts what was given since the car is there; 0 in older versions";
        is_active: bool, "", "Whether the car boosts";
        tank: f32, "1/255", "In the tank at this time: the amount, or where no new one was replicated, the rest of it after boosting";
        drain: f32, "1/255/s", "How fast the tank drains from this time on, to 0 at least";
    }

    /// A part of a car that begins or ends to act.
    pub struct ComponentRow {
        frame: u32, "frame", "Frame";
        time: f32, "s", "Time in the recording";
        player: Option<PlayerIndex>, "", "Row of the table players", null "not known";
        component: Text, "", "Boost, Jump, DoubleJump, Dodge, FlipCar, …";
        is_active: bool, "", "Whether it acts";
        torque: Option<Vec3>, "", "Turns a car that dodges, as it is replicated, about the car's own axes: x rolls it to the left, up to 260, y turns the nose down, up to 224", null "another part, or not known";
    }

    /// An item of Rumble that a player gets, or begins or ends to use.
    pub struct ItemRow {
        frame: u32, "frame", "Frame";
        time: f32, "s", "Time in the recording";
        player: Option<PlayerIndex>, "", "Row of the table players", null "not known";
        item: Text, "", "BallFreeze, BallLasso, Swapper, Tornado, …";
        is_used: bool, "", "Whether it acts";
    }

    /// A pickup that was taken, or is there again.
    pub struct PickupRow {
        frame: u32, "frame", "Frame";
        time: f32, "s", "Time in the recording";
        pad: Text, "", "The pickup's object in the level";
        player: Option<PlayerIndex>, "", "The player who took it, a row of the table players", null "not known, or it is there again";
        is_taken: bool, "", "Taken, or there again";
        was_free: bool, "", "The replay showed it as free; it can be taken again before the replay shows it as free again";
        position: Option<Vec3>, "uu", "Where the car was that took it";
    }

    /// A car that was destroyed.
    pub struct DemolitionRow {
        frame: u32, "frame", "Frame";
        time: f32, "s", "Time in the recording";
        attacker: Option<PlayerIndex>, "", "The player who destroyed it, a row of the table players", null "not known";
        victim: Option<PlayerIndex>, "", "The player of the car, a row of the table players", null "not known";
        attacker_velocity: Vec3, "uu/s", "Velocity of the first car";
        victim_velocity: Vec3, "uu/s", "Velocity of the second car";
    }

    /// A panel of Dropshot's floor that was hit.
    pub struct DamageRow {
        frame: u32, "frame", "Frame";
        time: f32, "s", "Time in the recording";
        panel: Text, "", "The panel's object in the level";
        state: u8, "", "0 whole again, 1 damaged, 2 open";
        player: Option<PlayerIndex>, "", "The player who did it, a row of the table players", null "not known";
        position: Vec3, "uu", "Where the ball hit the floor";
        is_direct_hit: bool, "", "Whether it hit this very panel";
    }

    /// Something is stuck to an actor, or no longer: a ball to a car with spikes.
    pub struct WeldRow {
        frame: u32, "frame", "Frame";
        time: f32, "s", "Time in the recording";
        actor: u32, "", "Actor that holds the other";
        held: Option<u32>, "", "Actor that is stuck to it", null "nothing any more";
        offset: Vec3, "uu", "Where it is stuck, as the holder is turned";
    }

    /// A goal.
    pub struct GoalRow {
        frame: u32, "frame", "Frame";
        time: f32, "s", "Time in the recording";
        team: Option<TeamNumber>, "", "Team that scored: 0 blue, 1 orange", null "not known";
        player: Option<PlayerIndex>, "", "The player who scored, a row of the table players", null "not known";
        clock: Option<i32>, "s", "On the clock: what is left, or in overtime how long it lasts", null "not known";
        is_overtime: bool, "", "Scored in overtime";
    }

    /// The ball was hit.
    pub struct TouchRow {
        frame: u32, "frame", "Frame";
        time: f32, "s", "Time in the recording";
        team: TeamNumber, "", "Team that hit it: 0 blue, 1 orange";
        player: Option<PlayerIndex>, "", "Player of that team whose car is nearest, a row of the table players", null "there is none";
    }

    /// The scoreboard, from this frame on.
    pub struct ScoreboardRow {
        frame: u32, "frame", "Frame";
        time: f32, "s", "Time in the recording";
        blue: i32, "", "Goals of the blue team";
        orange: i32, "", "Goals of the orange team";
        seconds_remaining: i32, "s", "On the clock; in overtime, and where it counts up, how long it lasts";
        is_overtime: bool, "", "Overtime";
        countdown: i32, "s", "The rest of the countdown to a kick-off";
        state: Text, "", "Countdown, Active, PostGoalScored, ReplayPlayback, Finished, …";
        counts_up: bool, "", "The clock counts up from the start, as in training and Knockout: no time is left, and there is no overtime";
    }

    /// The time of the match at a time of the recording: wherever it begins to go on or stops, and at the last frame. It goes on with the
    /// recording's while the players play, and stands still from a goal to the end of the next countdown.
    pub struct MatchTimeRow {
        frame: u32, "frame", "Frame";
        time: f32, "s", "Time in the recording";
        played: f32, "s", "Time that was played since the first kick-off";
    }

    /// A player's points, from this frame on.
    pub struct PlayerScoreRow {
        frame: u32, "frame", "Frame";
        time: f32, "s", "Time in the recording";
        player: PlayerIndex, "", "Row of the table players";
        score: i32, "", "Points";
        goals: i32, "", "Goals";
        assists: i32, "", "Assists";
        saves: i32, "", "Saves";
        shots: i32, "", "Shots";
    }

    /// A player's camera, from this frame on.
    pub struct CameraRow {
        frame: u32, "frame", "Frame";
        time: f32, "s", "Time in the recording";
        player: PlayerIndex, "", "Row of the table players";
        is_ball_cam: bool, "", "The camera looks at the ball";
        is_behind_view: bool, "", "The camera looks back";
        fov: f32, "°", "Angle of view";
        height: f32, "uu", "Height above the car";
        pitch: f32, "°", "Downward angle";
        distance: f32, "uu", "Distance from the car";
        stiffness: f32, "", "How stiffly it follows, 0 to 1";
        swivel_speed: f32, "", "How fast it turns by hand";
        transition_speed: Option<f32>, "", "How fast it changes between car and ball", null "not known", since "868.20";
    }

    /// An actor from its appearance to its end; that it is said again in keyframes does not count.
    pub struct ActorRow {
        actor: u32, "", "Actor";
        object: Text, "", "Its archetype or class";
        class: Text, "", "Class";
        name: Text, "", "Name", since "868.14";
        first_frame: u32, "frame", "Frame in which it appeared";
        last_frame: u32, "frame", "Last frame it was there in";
    }
}
