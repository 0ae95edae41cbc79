//! The things that a server replicates of a match: actors, their properties, states of the game.

use super::accounts::{account, name};
use super::arena;
use super::floor::{Damage, Floor};
use super::game::{Event, Game, Phase, Stats};
use super::header::{Match, header};
use super::items::Change;
use super::math::{V, rotation};
use super::recorder::{AttributeValue, NOBODY, Recorder, actor};
use super::{FileKind, Options, tables};
use crate::attributes::*;
use crate::layout::{Text, TickMark};
use crate::model::Replay;

/// The actors of a player.
#[derive(Clone, Copy, Debug, Default)]
struct Actors {
    pri: u16,
    camera: u16,
    car: Option<Parts>,
}

/// A car and its components.
#[derive(Clone, Copy, Debug)]
struct Parts {
    car: u16,
    boost: u16,
    jump: u16,
    double_jump: u16,
    dodge: u16,
    flip: u16,
}

struct Server<'o> {
    options: &'o Options,
    recorder: Recorder,
    game: Game,
    event: u16,
    teams: [u16; 2],
    ball: Option<u16>,
    players: Vec<Actors>,
    /// By pad, its actor and how often something happened to it.
    pads: Vec<Option<(u16, u8)>>,
    /// By player, how often boost was granted.
    grants: Vec<u8>,
    boosting: Vec<u8>,
    /// By player, the actor of the item.
    items: Vec<Option<u16>>,
    /// By panel of the floor, its actor.
    panels: Vec<Option<u16>>,
    round: i32,
    /// The game's own state, which knows the players.
    gri: u16,
    /// By player, the scoreboard's values when they left.
    left: Vec<Stats>,
    result: Match,
}

const DT: f64 = 1.0 / 30.0;
/// Frames from one keyframe to the next.
const KEYFRAME_DELAY: usize = 300;

/// Plays a match. Returns the replay without its header, and the header's values about the match.
pub(super) fn play(options: &Options) -> (Replay, Match) {
    let is_lan = options.kind == FileKind::Lan;
    let context = Context::new(options.kind.version(), Some(options.kind.build()), is_lan);
    let mut server = Server::new(options, Recorder::new(tables::body(options.kind), context));
    let frames = match options.kind {
        FileKind::NoNetwork => 0,
        _ => usize::from(options.frames),
    };
    let start = 5.5_f32;
    for frame in 0..frames {
        if frame + 60 == frames && frame > 0 {
            server.end();
        }
        let events = if frame == 0 { vec![Event::Phase] } else { server.game.step(DT) };
        let restarts = server.game.phase == Phase::Countdown(2.0) && frame > 0;
        for event in events {
            server.replicate(event);
        }
        if frame == frames / 2 {
            server.half();
        }
        server.state();
        if options.kind == FileKind::UnknownAttribute
            && frame == 200
            && let Some(parts) = server.players.first().and_then(|player| player.car)
        {
            server.recorder.send_once(parts.car, tables::RENAMED, AttributeValue::F32(1.25));
        }
        let last = server.recorder.body.keyframes.last().map_or(0, |last| last.frame as usize);
        let is_keyframe = frame == 0 || restarts || frame - last == KEYFRAME_DELAY;
        let time = start + frame as f32 * DT as f32;
        server.recorder.frame(time, if frame == 0 { 0.0 } else { DT as f32 }, is_keyframe);
    }
    let mut result = server.result;
    result.names = (0..server.game.players.len()).map(|index| name(options, index)).collect();
    result.players = server.game.players;
    for (player, left) in result.players.iter_mut().zip(&server.left) {
        player.stats = player.stats.since(left);
    }
    result.scores = server.game.scores;
    result.seconds = (300.0 - server.game.clock) as f32;
    let header = header(options, &result);
    (server.recorder.finish(header), result)
}

impl<'o> Server<'o> {
    fn new(options: &'o Options, mut recorder: Recorder) -> Self {
        let origin = V::default();
        let game = Game::new(options.seed, options.team_size, options.kind);
        let gri = "GameInfo_Soccar.GameInfo.GameInfo_Soccar:GameReplicationInfoArchetype";
        let gri = recorder.spawn(gri, "GRI_TA", origin, 0.0);
        let event = recorder.spawn(
            "Archetypes.GameEvent.GameEvent_Soccar",
            "GameEvent_Soccar_TA",
            origin,
            0.0,
        );
        let teams = ["Archetypes.Teams.Team0", "Archetypes.Teams.Team1"]
            .map(|team| recorder.spawn(team, "Team_Soccar_TA", origin, 0.0));
        for team in teams {
            recorder.set(team, "TAGame.Team_TA:GameEvent", AttributeValue::actor(event));
        }
        let players = game.players.iter().map(|_| Actors::default()).collect();
        let count = game.players.len();
        let mut server = Self {
            options,
            recorder,
            game,
            event,
            teams,
            ball: None,
            players,
            pads: vec![None; arena::pads().len()],
            grants: vec![0; count],
            boosting: vec![0; count],
            items: vec![None; count],
            panels: vec![None; Floor::PANELS],
            round: 0,
            gri,
            left: vec![Stats::default(); count],
            result: Match::default(),
        };
        server.introduce(gri);
        server
    }

    /// Sends what stays the same about the match and its players.
    fn introduce(&mut self, gri: u16) {
        let options = self.options;
        let recorder = &mut self.recorder;
        let object = |recorder: &Recorder, name: &str| {
            AttributeValue::ObjectRef(ObjectRef { is_actor: false, index: recorder.object(name) })
        };
        let class = object(recorder, "TAGame.GameInfo_Soccar_TA");
        recorder.set(gri, "Engine.GameReplicationInfo:GameClass", class);
        recorder.set(
            gri,
            "Engine.GameReplicationInfo:ServerName",
            AttributeValue::text("Ghostreel-1"),
        );
        recorder.set(gri, "ProjectX.GRI_X:bGameStarted", AttributeValue::Bool(true));
        let server = match recorder.context.has_server_names {
            true => GameServerId::Text(Text::new("1000000001")),
            false => GameServerId::Number(1_000_000_001),
        };
        recorder.set(gri, "ProjectX.GRI_X:GameServerID", AttributeValue::GameServerId(server));
        let playlist = match options.kind {
            FileKind::Rumble => 18,
            FileKind::Dropshot => 23,
            _ if options.team_size == 1 => 10,
            _ => 11,
        };
        recorder.set(gri, "ProjectX.GRI_X:ReplicatedGamePlaylist", AttributeValue::I32(playlist));
        recorder.set(gri, "ProjectX.GRI_X:ReplicatedServerRegion", AttributeValue::text("EU"));
        let match_type = object(recorder, "TAGame.MatchType_PublicRanked_TA");
        recorder.set(self.event, "TAGame.GameEvent_TA:MatchTypeClass", match_type);
        recorder.set(
            self.event,
            "TAGame.GameEvent_Team_TA:MaxTeamSize",
            AttributeValue::I32(options.team_size.into()),
        );
        recorder.set(
            self.event,
            "TAGame.GameEvent_Soccar_TA:bReadyToStartGame",
            AttributeValue::Bool(true),
        );
        for index in 0..self.players.len() {
            self.introduce_player(gri, index);
        }
    }

    fn introduce_player(&mut self, gri: u16, index: usize) {
        let team = self.team(index % 2);
        let recorder = &mut self.recorder;
        let pri = recorder.spawn("TAGame.Default__PRI_TA", "PRI_TA", V::default(), 0.0);
        let camera = recorder.spawn(
            "TAGame.Default__CameraSettingsActor_TA",
            "CameraSettingsActor_TA",
            V::default(),
            0.0,
        );
        let id = account(self.options, index);
        let name = Text::new(&name(self.options, index));
        let number = index as u32;
        let reservation = Reservation {
            number: Below(number),
            unique_id: id.clone(),
            name: name.clone(),
            status: ReservationStatus(3),
        };
        let reservation = AttributeValue::Reservation(reservation);
        recorder.set_element(gri, "ProjectX.GRI_X:Reservations", number, reservation);

        let mut say = |property: &str, value| recorder.set(pri, property, value);
        say("Engine.PlayerReplicationInfo:PlayerName", AttributeValue::String(name));
        say("Engine.PlayerReplicationInfo:Team", AttributeValue::actor(team));
        say("Engine.PlayerReplicationInfo:UniqueId", AttributeValue::UniqueId(id));
        say("Engine.PlayerReplicationInfo:PlayerID", AttributeValue::I32(256 + index as i32));
        say("Engine.PlayerReplicationInfo:Ping", AttributeValue::U8(5 + index as u8));
        say("TAGame.PRI_TA:ReplicatedGameEvent", AttributeValue::actor(self.event));
        say("TAGame.PRI_TA:PersistentCamera", AttributeValue::actor(camera));
        say("TAGame.PRI_TA:SteeringSensitivity", AttributeValue::F32(1.3));
        let is_old = matches!(self.options.kind, FileKind::Old | FileKind::Lan);
        // Octane, Dominus, Breakout, Fennec.
        let body = [23, 403, 22, 4284].get(index % 4).copied().unwrap_or(23);
        let loadout = |version| {
            let mut slots = [0; 16];
            for (slot, product) in slots.iter_mut().zip([body, 0, 376, 63]) {
                *slot = product;
            }
            Loadout { version, slots }
        };
        if is_old {
            say("TAGame.PRI_TA:ClientLoadout", AttributeValue::Loadout(loadout(12)));
        } else {
            let both = TeamLoadout { blue: loadout(28), orange: loadout(28) };
            say("TAGame.PRI_TA:ClientLoadouts", AttributeValue::TeamLoadout(both));
            let painted = recorder.object("TAGame.ProductAttribute_Painted_TA");
            let paint = Product {
                class: ObjectRef { is_actor: false, index: painted },
                value: ProductValue::Number(Bits(12)),
            };
            let online = LoadoutOnline { slots: 16, products: vec![(0, paint)] };
            let both = LoadoutsOnline {
                blue: online.clone(),
                orange: online,
                is_set: true,
                is_deprecated: false,
            };
            recorder.set(
                pri,
                "TAGame.PRI_TA:ClientLoadoutsOnline",
                AttributeValue::LoadoutsOnline(both),
            );
        }
        let settings = CamSettings {
            fov: 110.0,
            height: 100.0,
            pitch: -4.0,
            distance: 270.0,
            stiffness: 0.5,
            swivel_speed: 5.0,
            transition_speed: recorder.context.has_transition_speed.then_some(1.2),
            ..CamSettings::default()
        };
        let mut say = |property: &str, value| recorder.set(camera, property, value);
        say("TAGame.CameraSettingsActor_TA:PRI", AttributeValue::actor(pri));
        say("TAGame.CameraSettingsActor_TA:ProfileSettings", AttributeValue::CamSettings(settings));
        say("TAGame.CameraSettingsActor_TA:bUsingSecondaryCamera", AttributeValue::Bool(true));
        say("TAGame.CameraSettingsActor_TA:CameraYaw", AttributeValue::U8(128));
        say("TAGame.CameraSettingsActor_TA:CameraPitch", AttributeValue::U8(128));
        if let Some(player) = self.players.get_mut(index) {
            *player = Actors { pri, camera, car: None };
        }
    }

    /// A team's actor.
    const fn team(&self, number: usize) -> u16 {
        let [blue, orange] = self.teams;
        if number == 0 { blue } else { orange }
    }

    fn mark(&mut self, kind: &str, team: usize) {
        let (kind, frame) = (format!("Team{team}{kind}"), self.recorder.frames() as i32);
        self.recorder.body.tick_marks.push(TickMark { kind: Text::new(&kind), frame });
    }

    fn team_of(&self, player: usize) -> usize {
        self.game.players.get(player).map_or(0, |player| usize::from(player.is_orange))
    }

    fn car_of(&self, player: usize) -> Option<u16> {
        Some(self.players.get(player)?.car?.car)
    }

    /// Replicates the events.
    fn replicate(&mut self, event: Event) {
        match event {
            Event::Phase => self.phase(),
            Event::Touch(player) => {
                let team = self.team_of(player) as u8;
                if let Some(ball) = self.ball {
                    self.recorder.set(ball, "TAGame.Ball_TA:HitTeamNum", AttributeValue::U8(team));
                }
                let hit = "TAGame.GameEvent_Soccar_TA:bBallHasBeenHit";
                self.recorder.set(self.event, hit, AttributeValue::Bool(true));
            }
            Event::Goal { by, team } => self.goal(by, team),
            Event::Shot(_) => {}
            Event::Save(player) => self.mark("Save", self.team_of(player)),
            Event::PadTaken(pad, player) => self.pad(pad, Some(player)),
            Event::PadBack(pad) => self.pad(pad, None),
            Event::Demolition { attacker, victim, velocities } => {
                self.demolition(attacker, victim, velocities);
            }
            Event::Back(player) => self.bring(player),
            Event::Item(player, change) => self.item(player, change),
            Event::Panel(damage, by) => self.panel(damage, by),
        }
    }

    fn phase(&mut self) {
        let name = match self.game.phase {
            Phase::Countdown(_) => {
                self.kick_off();
                "Countdown"
            }
            Phase::Active => "Active",
            Phase::AfterGoal(_) => "PostGoalScored",
            Phase::Finished => "Finished",
        };
        let index = self.recorder.name(name);
        let state = AttributeValue::NameIndex(NameIndex { index });
        self.recorder.set(self.event, "TAGame.GameEvent_TA:ReplicatedStateName", state);
    }

    /// A new ball, and every car anew.
    fn kick_off(&mut self) {
        if let Some(ball) = self.ball.take() {
            self.recorder.delete(ball);
        }
        let ball = self.game.ball.place;
        let (object, name) = match self.options.kind {
            FileKind::Dropshot => ("Archetypes.Ball.Ball_Breakout", "Ball_Breakout_TA"),
            _ => ("Archetypes.Ball.Ball_Default", "Ball_TA"),
        };
        let ball = self.recorder.spawn(object, name, ball, 0.0);
        self.recorder.set(ball, "TAGame.Ball_TA:GameEvent", AttributeValue::actor(self.event));
        self.ball = Some(ball);
        for player in 0..self.players.len() {
            self.remove(player);
            self.bring(player);
        }
        self.round += 1;
        let mut say = |property: &str, value| self.recorder.set(self.event, property, value);
        say("TAGame.GameEvent_Soccar_TA:RoundNum", AttributeValue::I32(self.round));
        say("TAGame.GameEvent_Soccar_TA:bBallHasBeenHit", AttributeValue::Bool(false));
        say("TAGame.GameEvent_Soccar_TA:ReplicatedScoredOnTeam", AttributeValue::U8(255));
    }

    /// The halfway events of some kinds of files.
    fn half(&mut self) {
        let first = 0;
        let (Some(player), Some(actors)) =
            (self.game.players.get_mut(first), self.players.get(first).copied())
        else {
            return;
        };
        match self.options.kind {
            FileKind::Rejoin => {
                if let Some(left) = self.left.get_mut(first) {
                    *left = player.stats.clone();
                }
                self.remove(first);
                self.recorder.delete(actors.camera);
                self.recorder.delete(actors.pri);
                self.introduce_player(self.gri, first);
            }
            FileKind::OtherSide => {
                player.is_orange = true;
                let team = AttributeValue::actor(self.team(1));
                self.recorder.set(actors.pri, "Engine.PlayerReplicationInfo:Team", team);
                self.remove(first);
            }
            _ => return,
        }
        self.bring(first);
    }

    /// Deletes the car of a player and its components.
    fn remove(&mut self, player: usize) {
        self.take_item(player);
        let Some(parts) = self.players.get_mut(player).and_then(|player| player.car.take()) else {
            return;
        };
        let Parts { car, boost, jump, double_jump, dodge, flip } = parts;
        for id in [boost, jump, double_jump, dodge, flip, car] {
            self.recorder.delete(id);
        }
    }

    /// Spawns the car of a player and its components.
    fn bring(&mut self, index: usize) {
        let Some(player) = self.game.players.get(index) else { return };
        let (Some(car), Some(actors)) = (&player.car, self.players.get_mut(index)) else { return };
        let (place, yaw) = (car.place, car.yaw);
        let team = u8::from(player.is_orange);
        let recorder = &mut self.recorder;
        let id = recorder.spawn("Archetypes.Car.Car_Default", "Car_TA", place, yaw);
        recorder.set(id, "Engine.Pawn:PlayerReplicationInfo", AttributeValue::actor(actors.pri));
        let paint = TeamPaint {
            team,
            team_color: if team == 0 { 35 } else { 33 },
            custom_color: 90,
            team_finish: 270,
            custom_finish: 270,
        };
        recorder.set(id, "TAGame.Car_TA:TeamPaint", AttributeValue::TeamPaint(paint));
        let mut part = |name: &str| {
            let object = format!("Archetypes.CarComponents.CarComponent_{name}");
            let part = recorder.spawn(&object, &format!("CarComponent_{name}_TA"), place, 0.0);
            recorder.set(part, "TAGame.CarComponent_TA:Vehicle", AttributeValue::actor(id));
            part
        };
        actors.car = Some(Parts {
            car: id,
            boost: part("Boost"),
            jump: part("Jump"),
            double_jump: part("DoubleJump"),
            dodge: part("Dodge"),
            flip: part("FlipCar"),
        });
        if let (Some(grants), Some(boosting)) =
            (self.grants.get_mut(index), self.boosting.get_mut(index))
        {
            (*grants, *boosting) = (0, 0);
        }
    }

    fn goal(&mut self, by: usize, team: usize) {
        let frame = self.recorder.frames();
        self.result.goals.push((frame, by, team));
        self.mark("Goal", team);
        let score = self.game.scores.get(team).copied().unwrap_or_default();
        self.recorder.set(self.team(team), "Engine.TeamInfo:Score", AttributeValue::I32(score));
        let against = "TAGame.GameEvent_Soccar_TA:ReplicatedScoredOnTeam";
        self.recorder.set(self.event, against, AttributeValue::U8(1 - team as u8));
        let Some(ball) = self.ball else { return };
        let location = self.game.ball.place.whole(1.0);
        if self.recorder.context.has_fine_units {
            let scorer = self.players.get(by).map_or(NOBODY, |player| actor(player.pri));
            let explosion = ExtendedExplosion { goal: NOBODY, location, scorer };
            let property = "TAGame.Ball_TA:ReplicatedExplosionDataExtended";
            self.recorder.send_once(ball, property, AttributeValue::ExtendedExplosion(explosion));
        } else {
            let explosion = Explosion { goal: NOBODY, location };
            let property = "TAGame.Ball_TA:ReplicatedExplosionData";
            self.recorder.send_once(ball, property, AttributeValue::Explosion(explosion));
        }
    }

    /// A pad was taken by a player, or is there again.
    fn pad(&mut self, pad: usize, player: Option<usize>) {
        let is_new = self.recorder.context.has_fine_units;
        let car = player.and_then(|player| self.car_of(player));
        let instigator = car.map_or(NOBODY, actor);
        let Some(pad_state) = self.pads.get_mut(pad) else { return };
        let recorder = &mut self.recorder;
        let (id, counter) = *pad_state.get_or_insert_with(|| {
            let name = tables::pad_name(pad);
            let object = tables::in_level(self.options.kind, &name);
            (recorder.spawn(&object, &name, V::default(), 0.0), 0)
        });
        let counter = counter + 1;
        *pad_state = Some((id, counter));
        if is_new {
            let pickup = AttributeValue::PickupNew(PickupNew { instigator, counter });
            recorder.set(id, "TAGame.VehiclePickup_TA:NewReplicatedPickupData", pickup);
        } else {
            let pickup = AttributeValue::Pickup(Pickup { instigator, picked_up: player.is_some() });
            recorder.set(id, "TAGame.VehiclePickup_TA:ReplicatedPickupData", pickup);
        }
        let grants = player.and_then(|player| self.grants.get_mut(player));
        if let Some(grants) = grants {
            *grants = grants.wrapping_add(1);
        }
    }

    fn demolition(&mut self, attacker: usize, victim: usize, velocities: [V; 2]) {
        let (Some(from), Some(to)) = (self.car_of(attacker), self.car_of(victim)) else { return };
        let [attacker_velocity, victim_velocity] = velocities.map(|velocity| velocity.whole(1.0));
        if self.recorder.context.has_whole_colors {
            let pri = self.players.get(attacker).map_or(NOBODY, |player| actor(player.pri));
            let demolish = DemolishExtended {
                attacker_pri: pri.clone(),
                self_demolish_effect: NOBODY,
                is_self_demolish: false,
                goal_explosion_owner: pri,
                attacker: actor(from),
                victim: actor(to),
                attacker_velocity,
                victim_velocity,
            };
            let property = "TAGame.Car_TA:ReplicatedDemolishExtended";
            self.recorder.send_once(from, property, AttributeValue::DemolishExtended(demolish));
        } else {
            let demolish = Demolish {
                attacker: actor(from),
                victim: actor(to),
                attacker_velocity,
                victim_velocity,
            };
            let property = "TAGame.Car_TA:ReplicatedDemolish";
            self.recorder.send_once(from, property, AttributeValue::Demolish(demolish));
        }
        self.remove(victim);
    }

    /// Rumble: a player gets an item, uses it, and has it no longer.
    fn item(&mut self, player: usize, change: Change) {
        let Some(car) = self.car_of(player) else { return };
        let recorder = &mut self.recorder;
        let Some(item) = self.items.get_mut(player) else { return };
        match change {
            Change::Got(name) => {
                let object = format!("Archetypes.SpecialPickups.SpecialPickup_{name}");
                let name = format!("SpecialPickup_{name}_TA");
                let id = recorder.spawn(&object, &name, V::default(), 0.0);
                recorder.set(id, "TAGame.CarComponent_TA:Vehicle", AttributeValue::actor(car));
                *item = Some(id);
            }
            Change::Used => {
                if let Some(id) = *item {
                    recorder.set(
                        id,
                        "TAGame.CarComponent_TA:ReplicatedActive",
                        AttributeValue::U8(1),
                    );
                }
            }
            Change::Gone => self.take_item(player),
        }
    }

    fn take_item(&mut self, player: usize) {
        if let Some(id) = self.items.get_mut(player).and_then(Option::take) {
            self.recorder.delete(id);
        }
    }

    /// Dropshot: a panel of the floor has another state.
    fn panel(&mut self, damage: Damage, by: Option<usize>) {
        let kind = self.options.kind;
        let by = by.and_then(|by| self.players.get(by));
        let Some(panel) = self.panels.get_mut(damage.panel) else { return };
        let recorder = &mut self.recorder;
        let id = *panel.get_or_insert_with(|| {
            let name = tables::panel_name(damage.panel);
            recorder.spawn(&tables::in_level(kind, &name), &name, V::default(), 0.0)
        });
        let state = DamageState {
            state: damage.state,
            causer: by.map_or(NOBODY, |player| actor(player.pri)),
            location: self.game.ball.place.whole(1.0),
            is_direct_hit: damage.is_direct_hit,
            is_immediate: false,
        };
        let property = "TAGame.BreakOutActor_Platform_TA:DamageState";
        recorder.set(id, property, AttributeValue::DamageState(state));
    }

    /// The match is over: a team gives up.
    fn end(&mut self) {
        self.game.finish();
        let winner = usize::from(self.game.scores[1] > self.game.scores[0]);
        let team = self.team(winner);
        let mut say = |property: &str, value| self.recorder.set(self.event, property, value);
        say("TAGame.GameEvent_Soccar_TA:bMatchEnded", AttributeValue::Bool(true));
        say("TAGame.GameEvent_Soccar_TA:MatchWinner", AttributeValue::actor(team));
        say("TAGame.GameEvent_Soccar_TA:GameWinner", AttributeValue::actor(team));
        self.phase();
    }

    /// Replicates the whole state.
    fn state(&mut self) {
        let seconds = self.game.clock.ceil() as i32;
        let clock = "TAGame.GameEvent_Soccar_TA:SecondsRemaining";
        self.recorder.set(self.event, clock, AttributeValue::I32(seconds));
        let countdown = match self.game.phase {
            Phase::Countdown(left) => left.ceil() as i32,
            _ => 0,
        };
        let number = "TAGame.GameEvent_TA:ReplicatedRoundCountDownNumber";
        self.recorder.set(self.event, number, AttributeValue::I32(countdown));
        self.ball();
        for index in 0..self.players.len() {
            self.player(index);
        }
    }

    fn rigid_body(&self, place: V, angles: [f64; 3], motion: Option<[V; 2]>) -> AttributeValue {
        let context = &self.recorder.context;
        let (uu, speed, spin) =
            if context.has_fine_units { (100.0, 100.0, 10_000.0) } else { (1.0, 10.0, 1000.0) };
        AttributeValue::RigidBody(RigidBody {
            sleeping: motion.is_none(),
            location: place.whole(uu),
            rotation: rotation(angles, context.has_quaternions),
            linear_velocity: motion.map(|[velocity, _]| velocity.whole(speed)),
            angular_velocity: motion.map(|[_, turn]| turn.whole(spin)),
        })
    }

    fn ball(&mut self) {
        let Some(id) = self.ball else { return };
        let ball = self.game.ball;
        let motion = (!ball.is_sleeping).then_some([ball.velocity, ball.spin]);
        let body = self.rigid_body(ball.place, ball.angles, motion);
        self.recorder.place(id, ball.place, ball.angles);
        self.recorder.set(id, "TAGame.RBActor_TA:ReplicatedRBState", body);
    }

    fn player(&mut self, index: usize) {
        let Some(player) = self.game.players.get(index) else { return };
        let Some(actors) = self.players.get(index).copied() else { return };
        let left = self.left.get(index).cloned().unwrap_or_default();
        let stats = &player.stats.since(&left);
        for (property, value) in [
            ("Engine.PlayerReplicationInfo:Score", stats.goals),
            ("TAGame.PRI_TA:MatchScore", stats.score),
            ("TAGame.PRI_TA:MatchGoals", stats.goals),
            ("TAGame.PRI_TA:MatchAssists", stats.assists),
            ("TAGame.PRI_TA:MatchSaves", stats.saves),
            ("TAGame.PRI_TA:MatchShots", stats.shots),
            ("TAGame.PRI_TA:MatchDemolishes", stats.demolitions),
        ] {
            if value != 0 {
                self.recorder.set(actors.pri, property, AttributeValue::I32(value));
            }
        }
        let (Some(car), Some(parts)) = (player.car.clone(), actors.car) else { return };
        let angles = [car.pitch, car.yaw, car.roll];
        let body = self.rigid_body(car.place, angles, Some([car.velocity, car.spin]));
        let recorder = &mut self.recorder;
        recorder.place(parts.car, car.place, angles);
        recorder.set(parts.car, "TAGame.RBActor_TA:ReplicatedRBState", body);
        let neutral = [("ReplicatedThrottle", car.throttle), ("ReplicatedSteer", car.steer)];
        for (property, value) in neutral {
            recorder.set(
                parts.car,
                &format!("TAGame.Vehicle_TA:{property}"),
                AttributeValue::U8(value),
            );
        }
        let handbrake = "TAGame.Vehicle_TA:bReplicatedHandbrake";
        recorder.set(parts.car, handbrake, AttributeValue::Bool(car.is_sliding));
        let grants = self.grants.get(index).copied().unwrap_or_default();
        if let Some(count) = self.boosting.get_mut(index)
            && (*count & 1 == 1) != car.is_boosting
        {
            *count = count.wrapping_add(1);
        }
        let active = "TAGame.CarComponent_TA:ReplicatedActive";
        let boosting = self.boosting.get(index).copied().unwrap_or_default();
        for (id, count) in
            [(parts.boost, boosting), (parts.jump, car.jumps), (parts.dodge, car.dodges)]
        {
            if count > 0 {
                recorder.set(id, active, AttributeValue::U8(count));
            }
        }
        if car.dodges & 1 == 1 {
            let torque = AttributeValue::Vector(car.dodge_torque.whole(1.0));
            recorder.set(parts.dodge, "TAGame.CarComponent_Dodge_TA:DodgeTorque", torque);
        }
        // The amount is sent when it begins or ends to change, not while it drains.
        let is_sent = recorder.frames().is_multiple_of(15) || !car.is_boosting;
        if is_sent && recorder.context.has_whole_colors {
            let boost = ReplicatedBoost {
                grant_count: grants,
                boost_amount: car.boost.round() as u8,
                ..ReplicatedBoost::default()
            };
            let property = "TAGame.CarComponent_Boost_TA:ReplicatedBoost";
            recorder.set(parts.boost, property, AttributeValue::ReplicatedBoost(boost));
        } else if is_sent {
            let property = "TAGame.CarComponent_Boost_TA:ReplicatedBoostAmount";
            recorder.set(parts.boost, property, AttributeValue::U8(car.boost.round() as u8));
        }
        let is_near = self.game.ball.place.sub(car.place).length() < 900.0;
        let ball_camera = "TAGame.CameraSettingsActor_TA:bUsingSecondaryCamera";
        recorder.set(
            actors.camera,
            ball_camera,
            AttributeValue::Bool(!is_near || index.is_multiple_of(2)),
        );
    }
}
