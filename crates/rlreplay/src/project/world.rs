//! One walk through a match: who is who, and what happens to whom.

use super::roles::{ActorKind, Role, actor_kinds, class_name, roles};
use super::rows::*;
use crate::kinds::{RigidBody, Rows, UniqueId, Vector};
use crate::layout::Text;
use crate::network::{Event, Frame, What};
use crate::view::View;

/// The rows of all derived tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct World {
    pub(crate) frames: Vec<FrameRow>,
    pub(crate) players: Vec<PlayerRow>,
    pub(crate) cars: Vec<BodyRow>,
    pub(crate) ball: Vec<BodyRow>,
    pub(crate) inputs: Vec<InputRow>,
    pub(crate) boost: Vec<BoostRow>,
    pub(crate) components: Vec<ComponentRow>,
    pub(crate) pickups: Vec<PickupRow>,
    pub(crate) demolitions: Vec<DemolitionRow>,
    pub(crate) goals: Vec<GoalRow>,
    pub(crate) touches: Vec<TouchRow>,
    pub(crate) scoreboard: Vec<ScoreboardRow>,
    pub(crate) player_scores: Vec<PlayerScoreRow>,
    pub(crate) cameras: Vec<CameraRow>,
    pub(crate) actors: Vec<ActorRow>,
}

/// What is known of an actor that is alive.
#[derive(Clone, Debug, Default)]
struct Actor {
    kind: ActorKind,
    object: i32,
    /// Its row of the table `actors`.
    row: usize,
    /// The car of a component, the player of a car or a camera, the team of a player.
    link: Option<u16>,
    /// For a player's entry: the row of the table `players`.
    player: Option<usize>,
    id: UniqueId,
    name: Text,
    is_bot: bool,
    has_id: bool,
    /// For a car.
    input: (u8, u8, bool),
    position: Option<Triple>,
    /// For a boost component: what is in the tank, and whether it acts.
    amount: u8,
    is_active: bool,
    /// For a camera.
    camera: CameraRow,
    /// For a pickup: the last counter, or whether it was gone.
    pickup: Option<u8>,
    /// Something changed in this frame that makes a row.
    is_changed: bool,
}

/// Walks through the match of a replay.
struct Walker<'v, 'a> {
    view: &'v View<'a>,
    kinds: Vec<ActorKind>,
    roles: Vec<Option<Role>>,
    rows: &'v [Rows],
    actors: Vec<Option<Actor>>,
    /// Actors that changed in this frame, in the order of the stream.
    changed: Vec<u16>,
    board: ScoreboardRow,
    is_board_changed: bool,
    /// By team actor, which team it is.
    scores: [i32; 2],
    frame: u32,
    time: f32,
    is_keyframe: bool,
    /// Demolitions told of late: attacker, victim, frame.
    told: Vec<(Option<u16>, Option<u16>, u32)>,
    world: World,
}

/// Demolitions of the same two within so many frames are one.
const SAME_DEMOLITION: u32 = 8;

impl World {
    pub(crate) fn new(view: &View<'_>) -> Self {
        let mut keyframes = view.plan().parts.iter().map(|part| part.first_frame).peekable();
        let mut walker = Walker {
            view,
            kinds: actor_kinds(view.body()),
            roles: roles(view.catalog(), view.body()),
            rows: &[],
            actors: vec![None; view.channels().max() as usize],
            changed: Vec::new(),
            board: ScoreboardRow::default(),
            is_board_changed: false,
            scores: [0; 2],
            frame: 0,
            time: 0.0,
            is_keyframe: false,
            told: Vec::new(),
            world: Self::default(),
        };
        for run in view.network() {
            walker.rows = &run.rows;
            run.walk(|frame, events| {
                while keyframes.next_if(|&keyframe| keyframe < frame.number).is_some() {}
                let is_keyframe = keyframes.peek() == Some(&frame.number);
                walker.frame(frame, events, is_keyframe);
            });
        }
        walker.finish()
    }
}

impl Walker<'_, '_> {
    fn frame(&mut self, frame: &Frame, events: &[Event], is_keyframe: bool) {
        self.frame = frame.number;
        self.time = frame.time;
        self.is_keyframe = is_keyframe && frame.number > 0;
        let (number, time, delta) = (frame.number, frame.time, frame.delta);
        self.world.frames.push(FrameRow { frame: number, time, delta, is_keyframe });
        for event in events {
            self.event(event);
        }
        for actor in std::mem::take(&mut self.changed) {
            self.emit(actor);
        }
        if std::mem::take(&mut self.is_board_changed) {
            self.board.frame = number;
            self.board.time = time;
            [self.board.blue, self.board.orange] = self.scores;
            if self.world.scoreboard.last().is_none_or(|last| !last.says_the_same(&self.board)) {
                self.world.scoreboard.push(self.board.clone());
            }
        }
    }

    fn event(&mut self, event: &Event) {
        match event.what {
            What::Deleted => {
                if let Some(actor) = self.actor_mut(event.actor).take() {
                    self.end(&actor);
                }
            }
            What::Spawned => self.spawn(event),
            What::Nothing => {}
            What::Updated { slot, .. } => {
                if let Some(Some(role)) = self.roles.get(usize::from(slot)).copied()
                    && let Some(rows) = self.rows.get(usize::from(slot))
                {
                    self.update(event.actor, role, rows, event.row);
                }
            }
        }
    }

    fn actor_mut(&mut self, actor: u16) -> &mut Option<Actor> {
        let index = usize::from(actor);
        if index >= self.actors.len() {
            self.actors.resize(index.saturating_add(1), None);
        }
        // The table reaches that far by now.
        #[allow(clippy::indexing_slicing, reason = "see above")]
        &mut self.actors[index]
    }

    fn end(&mut self, actor: &Actor) {
        if let Some(row) = self.world.actors.get_mut(actor.row) {
            row.last_frame = self.frame;
        }
    }

    fn spawn(&mut self, event: &Event) {
        let run = self.view.network().first();
        let Some(spawn) = run.and_then(|run| run.spawns.get(event.row)) else { return };
        let again = self.is_keyframe;
        let before = self.actor_mut(event.actor).take();
        if let Some(mut actor) = before {
            if again && actor.object == spawn.object {
                // Everything is said again; what is not is at its default.
                actor.input = NEUTRAL;
                actor.is_active = false;
                actor.camera = CameraRow::default();
                *self.actor_mut(event.actor) = Some(actor);
                self.change(event.actor);
                return;
            }
            self.end(&actor);
        }
        let body = self.view.body();
        let text = |list: &[Text], index: i32| {
            usize::try_from(index).ok().and_then(|index| list.get(index)).cloned()
        };
        let object = text(&body.objects, spawn.object).unwrap_or_default();
        let kind = usize::try_from(spawn.object).ok().and_then(|index| self.kinds.get(index));
        let row = self.world.actors.len();
        self.world.actors.push(ActorRow {
            actor: event.actor.into(),
            class: Text::new(&class_name(&object.as_str())),
            object,
            name: spawn.name.and_then(|name| text(&body.names, name)).unwrap_or_default(),
            first_frame: self.frame,
            last_frame: self.frame,
        });
        let actor = Actor {
            kind: kind.copied().unwrap_or_default(),
            object: spawn.object,
            row,
            input: NEUTRAL,
            ..Actor::default()
        };
        *self.actor_mut(event.actor) = Some(actor);
    }

    /// Remembers that an actor makes a row at the end of the frame.
    fn change(&mut self, actor: u16) {
        if let Some(known) = self.actor_mut(actor)
            && !known.is_changed
        {
            known.is_changed = true;
            self.changed.push(actor);
        }
    }

    fn update(&mut self, actor: u16, role: Role, rows: &Rows, row: usize) {
        let Some(Some(known)) = self.actors.get_mut(usize::from(actor)) else { return };
        match (role, rows) {
            (Role::RigidBody, Rows::RigidBody(rows)) => {
                if let Some(body) = rows.get(row) {
                    self.body(actor, body);
                }
            }
            (Role::CarPlayer | Role::ComponentCar | Role::CameraPlayer, Rows::ObjectRef(rows)) => {
                let link = rows.get(row).and_then(|reference| reference.actor());
                known.link = link.or(known.link);
            }
            (Role::Throttle, Rows::U8(rows)) => {
                known.input.0 = rows.get(row).copied().unwrap_or(NEUTRAL.0);
                self.change(actor);
            }
            (Role::Steer, Rows::U8(rows)) => {
                known.input.1 = rows.get(row).copied().unwrap_or(NEUTRAL.1);
                self.change(actor);
            }
            (Role::Handbrake, Rows::Bool(rows)) => {
                known.input.2 = rows.get(row).copied().unwrap_or_default();
                self.change(actor);
            }
            (Role::BoostAmount, Rows::U8(rows)) => {
                known.amount = rows.get(row).copied().unwrap_or_default();
                self.change(actor);
            }
            (Role::Boost, Rows::ReplicatedBoost(rows)) => {
                known.amount = rows.get(row).map_or(0, |boost| boost.boost_amount);
                self.change(actor);
            }
            (Role::ComponentActive, Rows::U8(rows)) => {
                known.is_active = rows.get(row).is_some_and(|counter| counter & 1 == 1);
                self.change(actor);
            }
            (Role::PlayerTeam, Rows::ObjectRef(rows)) => {
                known.link = rows.get(row).and_then(|reference| reference.actor());
                self.player(actor);
            }
            (Role::PlayerName, Rows::String(rows)) => {
                known.name = rows.get(row).cloned().unwrap_or_default();
                self.player(actor);
            }
            (Role::PlayerId, Rows::UniqueId(rows)) => {
                known.id = rows.get(row).cloned().unwrap_or_default();
                known.has_id = true;
                self.player(actor);
            }
            (Role::PlayerBot, Rows::Bool(rows)) => {
                known.is_bot = rows.get(row).copied().unwrap_or_default();
                self.player(actor);
            }
            (
                Role::Score | Role::Goals | Role::Assists | Role::Saves | Role::Shots,
                Rows::I32(rows),
            ) => {
                let value = rows.get(row).copied().unwrap_or_default();
                self.points(actor, role, value);
            }
            (Role::Loadout, Rows::Loadout(rows)) => {
                let body = rows.get(row).and_then(|loadout| loadout.products().first());
                self.loadout(actor, body.copied());
            }
            (Role::Loadouts, Rows::TeamLoadout(rows)) => {
                let team = self.team_of(actor);
                let loadouts = rows.get(row);
                let loadout = loadouts.map(|l| if team == 1 { &l.orange } else { &l.blue });
                self.loadout(actor, loadout.and_then(|l| l.products().first()).copied());
            }
            (Role::TeamScore, Rows::I32(rows)) => {
                let value = rows.get(row).copied().unwrap_or_default();
                let team = self.team_number(actor);
                if let Some(score) = usize::try_from(team).ok().and_then(|t| self.scores.get_mut(t))
                {
                    *score = value;
                    self.is_board_changed = true;
                }
            }
            (Role::Seconds, Rows::I32(rows)) => {
                self.board.seconds_remaining = rows.get(row).copied().unwrap_or_default();
                self.is_board_changed = true;
            }
            (Role::Overtime, Rows::Bool(rows)) => {
                self.board.is_overtime = rows.get(row).copied().unwrap_or_default();
                self.is_board_changed = true;
            }
            (Role::State, Rows::NameIndex(rows)) => {
                let name = rows.get(row).and_then(|name| usize::try_from(name.index).ok());
                let names = &self.view.body().names;
                self.board.state =
                    name.and_then(|name| names.get(name)).cloned().unwrap_or_default();
                self.is_board_changed = true;
            }
            (Role::HitTeam, Rows::U8(rows)) if !self.is_keyframe => {
                let team = rows.get(row).copied().unwrap_or(u8::MAX);
                self.touch(actor, team);
            }
            (Role::Pickup, Rows::Pickup(rows)) => {
                if let Some(pickup) = rows.get(row) {
                    self.pickup(actor, u8::from(pickup.picked_up), pickup.instigator.actor());
                }
            }
            (Role::PickupNew, Rows::PickupNew(rows)) => {
                if let Some(pickup) = rows.get(row) {
                    self.pickup(actor, pickup.counter, pickup.instigator.actor());
                }
            }
            (Role::Demolish, Rows::Demolish(rows)) => {
                if let Some(d) = rows.get(row) {
                    let cars = [d.attacker.actor(), d.victim.actor()];
                    self.demolition(cars, [d.attacker_velocity, d.victim_velocity]);
                }
            }
            (Role::DemolishFx | Role::DemolishGoal, Rows::DemolishFx(rows)) => {
                if let Some(d) = rows.get(row) {
                    let cars = [d.attacker.actor(), d.victim.actor()];
                    self.demolition(cars, [d.attacker_velocity, d.victim_velocity]);
                }
            }
            (Role::DemolishExtended, Rows::DemolishExtended(rows)) => {
                if let Some(d) = rows.get(row) {
                    let cars = [d.attacker.actor(), d.victim.actor()];
                    self.demolition(cars, [d.attacker_velocity, d.victim_velocity]);
                }
            }
            (Role::CameraSettings, Rows::CamSettings(rows)) => {
                if let Some(settings) = rows.get(row) {
                    let camera = &mut known.camera;
                    camera.fov = settings.fov;
                    camera.height = settings.height;
                    camera.pitch = settings.pitch;
                    camera.distance = settings.distance;
                    camera.stiffness = settings.stiffness;
                    camera.swivel_speed = settings.swivel_speed;
                    camera.transition_speed = settings.transition_speed.unwrap_or_default();
                    self.change(actor);
                }
            }
            (Role::BallCam, Rows::Bool(rows)) => {
                known.camera.is_ball_cam = rows.get(row).copied().unwrap_or_default();
                self.change(actor);
            }
            (Role::BehindView, Rows::Bool(rows)) => {
                known.camera.is_behind_view = rows.get(row).copied().unwrap_or_default();
                self.change(actor);
            }
            _ => {}
        }
    }

    fn known(&self, actor: u16) -> Option<&Actor> {
        self.actors.get(usize::from(actor))?.as_ref()
    }

    /// The row of the player who drives a car; -1 if not known.
    fn driver(&self, car: u16) -> i32 {
        let player = self.known(car).and_then(|car| car.link).and_then(|pri| self.known(pri));
        index(player.and_then(|player| player.player))
    }

    /// The number of a team's actor, which its archetype ends in.
    fn team_number(&self, team: u16) -> i32 {
        let objects = &self.view.body().objects;
        let object = self.known(team).and_then(|team| usize::try_from(team.object).ok());
        let name = object.and_then(|object| objects.get(object)).map(Text::as_str);
        match name.as_deref().and_then(|name| name.chars().last()) {
            Some('0') => 0,
            Some('1') => 1,
            _ => -1,
        }
    }

    /// The team of a player's entry.
    fn team_of(&self, pri: u16) -> i32 {
        self.known(pri).and_then(|pri| pri.link).map_or(-1, |team| self.team_number(team))
    }

    /// Something new is known of a player.
    fn player(&mut self, pri: u16) {
        let team = self.team_of(pri);
        let Some(known) = self.known(pri).cloned() else { return };
        // Without an id, or one that says nothing, players are known by name.
        let platform = Text::new(known.id.platform().unwrap_or_default());
        let has_account = known.has_id && known.id.system != 0;
        if !has_account && known.name.as_str().is_empty() {
            return;
        }
        let account = Text::new(&known.id.account_text());
        let is_same = |row: &PlayerRow| {
            if has_account && !row.account.as_str().is_empty() {
                row.account == account
                    && row.platform == platform
                    && row.local_id == known.id.local_id
            } else {
                row.name == known.name && !known.name.as_str().is_empty()
            }
        };
        let row = match known.player {
            Some(row) => row,
            None => match self.world.players.iter().position(is_same) {
                Some(row) => row,
                None => {
                    self.world.players.push(PlayerRow {
                        team: -1,
                        first_frame: self.frame,
                        ..PlayerRow::default()
                    });
                    self.world.players.len().saturating_sub(1)
                }
            },
        };
        let (name, is_bot, local_id) = (known.name, known.is_bot, known.id.local_id);
        if let Some(player) = self.world.players.get_mut(row) {
            if !name.as_str().is_empty() {
                player.name = name;
            }
            if has_account {
                player.platform = platform;
                player.account = account;
                player.local_id = local_id;
            }
            if team >= 0 {
                player.team = team;
            }
            player.is_bot |= is_bot;
            player.last_frame = self.frame;
        }
        if let Some(known) = self.actor_mut(pri) {
            known.player = Some(row);
        }
    }

    fn loadout(&mut self, pri: u16, body: Option<u32>) {
        let player = self.known(pri).and_then(|pri| pri.player);
        if let Some(row) = player.and_then(|player| self.world.players.get_mut(player)) {
            row.body = body.unwrap_or(row.body);
        }
    }

    fn points(&mut self, pri: u16, role: Role, value: i32) {
        let Some(player) = self.known(pri).and_then(|pri| pri.player) else { return };
        let Some(row) = self.world.players.get_mut(player) else { return };
        let counter = match role {
            Role::Goals => &mut row.goals,
            Role::Assists => &mut row.assists,
            Role::Saves => &mut row.saves,
            Role::Shots => &mut row.shots,
            _ => &mut row.score,
        };
        if *counter == value {
            return;
        }
        *counter = value;
        self.world.player_scores.push(PlayerScoreRow {
            frame: self.frame,
            time: self.time,
            player: index(Some(player)),
            score: row.score,
            goals: row.goals,
            assists: row.assists,
            saves: row.saves,
            shots: row.shots,
        });
    }

    fn body(&mut self, actor: u16, body: &RigidBody) {
        let kind = self.known(actor).map(|actor| actor.kind);
        let fine = self.view.context().has_fine_units;
        let (uu, speed, spin) = if fine { (100.0, 100.0, 10_000.0) } else { (1.0, 10.0, 1000.0) };
        let [x, y, z, w] = body.rotation.quaternion();
        let velocity = |v: Option<Vector>, unit| v.map(|v| triple(v, unit)).unwrap_or_default();
        let position = triple(body.location, uu);
        let row = |player| BodyRow {
            frame: self.frame,
            time: self.time,
            actor: actor.into(),
            player,
            sleeping: body.sleeping,
            position: position.clone(),
            rotation: Turn { x, y, z, w },
            velocity: velocity(body.linear_velocity, speed),
            angular_velocity: velocity(body.angular_velocity, spin),
        };
        match kind {
            Some(ActorKind::Car) => {
                // Its player may be told of behind it in the same frame; see `finish`.
                let row = row(self.driver(actor));
                self.world.cars.push(row);
            }
            Some(ActorKind::Ball) => {
                let row = row(-1);
                self.world.ball.push(row);
            }
            _ => return,
        }
        if let Some(actor) = self.actor_mut(actor) {
            actor.position = Some(position);
        }
    }

    fn touch(&mut self, ball: u16, team: u8) {
        let ball = self.known(ball).and_then(|ball| ball.position.clone());
        let cars = self.actors.iter().flatten().filter(|actor| actor.kind == ActorKind::Car);
        let nearest = cars
            .filter_map(|car| {
                let pri = car.link?;
                if self.team_of(pri) != i32::from(team) {
                    return None;
                }
                let distance = car.position.as_ref()?.distance(ball.as_ref()?);
                Some((distance, self.known(pri)?.player?))
            })
            .min_by(|a, b| a.0.total_cmp(&b.0));
        self.world.touches.push(TouchRow {
            frame: self.frame,
            time: self.time,
            team: team.into(),
            player: index(nearest.map(|(_, player)| player)),
        });
    }

    fn pickup(&mut self, pad: u16, counter: u8, car: Option<u16>) {
        let is_keyframe = self.is_keyframe;
        let Some(known) = self.actor_mut(pad) else { return };
        let before = known.pickup.replace(counter);
        // What a pickup begins with is no event.
        if before.is_none_or(|before| before == counter) && (before.is_some() || counter == 0) {
            return;
        }
        if before.is_none() && is_keyframe {
            return;
        }
        let objects = &self.view.body().objects;
        let object = self.known(pad).and_then(|pad| usize::try_from(pad.object).ok());
        let pad = object.and_then(|object| objects.get(object)).cloned().unwrap_or_default();
        let position = car.and_then(|car| self.known(car)).and_then(|car| car.position.clone());
        self.world.pickups.push(PickupRow {
            frame: self.frame,
            time: self.time,
            pad,
            player: car.map_or(-1, |car| self.driver(car)),
            is_taken: counter & 1 == 1,
            position,
        });
    }

    fn demolition(&mut self, cars: [Option<u16>; 2], velocities: [Vector; 2]) {
        let [attacker, victim] = cars;
        let frame = self.frame;
        let is_told = |told: &(Option<u16>, Option<u16>, u32)| {
            (told.0, told.1) == (attacker, victim)
                && told.2.saturating_add(SAME_DEMOLITION) >= frame
        };
        let is_known = self.told.iter().any(is_told);
        self.told.retain(|told| told.2.saturating_add(SAME_DEMOLITION) >= frame);
        self.told.push((attacker, victim, frame));
        if is_known || self.is_keyframe || victim.is_none() {
            return;
        }
        let driver = |car: Option<u16>| car.map_or(-1, |car| self.driver(car));
        let [attacker_velocity, victim_velocity] = velocities.map(|v| triple(v, 1.0));
        let row = DemolitionRow {
            frame,
            time: self.time,
            attacker: driver(attacker),
            victim: driver(victim),
            attacker_velocity,
            victim_velocity,
        };
        self.world.demolitions.push(row);
    }

    /// Makes the rows of an actor that changed in this frame.
    fn emit(&mut self, actor: u16) {
        let (frame, time) = (self.frame, self.time);
        let driver = self.driver(actor);
        let Some(known) = self.actor_mut(actor) else { return };
        known.is_changed = false;
        let known = known.clone();
        match known.kind {
            ActorKind::Car => {
                let (throttle, steer, handbrake) = known.input;
                let axis = |value: u8| ((f32::from(value) - 128.0) / 127.0).max(-1.0);
                self.world.inputs.push(InputRow {
                    frame,
                    time,
                    player: driver,
                    throttle: axis(throttle),
                    steer: axis(steer),
                    handbrake,
                });
            }
            ActorKind::Component => self.component(&known),
            ActorKind::Camera => {
                let player = known.link.and_then(|pri| self.known(pri)).and_then(|pri| pri.player);
                if let Some(player) = player {
                    let row =
                        CameraRow { frame, time, player: index(Some(player)), ..known.camera };
                    self.world.cameras.push(row);
                }
            }
            _ => {}
        }
    }

    fn component(&mut self, component: &Actor) {
        let (frame, time) = (self.frame, self.time);
        let player = component.link.map_or(-1, |car| self.driver(car));
        let objects = &self.view.body().objects;
        let object = usize::try_from(component.object).ok().and_then(|o| objects.get(o));
        let name = object.map(Text::as_str).unwrap_or_default();
        let name = name.rsplit_once("CarComponent_").map_or(&*name, |(_, name)| name);
        let is_active = component.is_active;
        if name == "Boost" {
            let amount = component.amount;
            self.world.boost.push(BoostRow { frame, time, player, amount, is_active });
        }
        let component = Text::new(name);
        let last = self.world.components.iter().rev();
        let last = last.take(64).find(|row| row.player == player && row.component == component);
        if last.map_or(is_active, |last| last.is_active != is_active) {
            self.world.components.push(ComponentRow { frame, time, player, component, is_active });
        }
    }

    fn finish(mut self) -> World {
        for actor in std::mem::take(&mut self.actors).into_iter().flatten() {
            self.end(&actor);
            let player = actor.player.and_then(|player| self.world.players.get_mut(player));
            if let Some(player) = player {
                player.last_frame = self.frame;
            }
        }
        let header = self.view.header();
        for goal in header.properties.array("Goals") {
            let frame = u32::try_from(goal.int("frame").unwrap_or(0)).unwrap_or(0);
            let name = goal.text("PlayerName").unwrap_or_default();
            let team = goal.int("PlayerTeam").unwrap_or(-1);
            let players = self.world.players.iter();
            let player = players.enumerate().find(|(_, row)| row.name == *name && row.team == team);
            let at = self.world.frames.partition_point(|row| row.frame < frame);
            self.world.goals.push(GoalRow {
                frame,
                time: self.world.frames.get(at).map_or(0.0, |row| row.time),
                team,
                player: index(player.map(|(row, _)| row)),
            });
        }
        self.world
    }
}

/// Nothing is pressed.
const NEUTRAL: (u8, u8, bool) = (128, 128, false);

fn index(row: Option<usize>) -> i32 {
    row.and_then(|row| i32::try_from(row).ok()).unwrap_or(-1)
}

fn triple(vector: Vector, unit: f32) -> Triple {
    #[allow(clippy::cast_precision_loss, reason = "24 bits")]
    let [x, y, z] = [vector.x, vector.y, vector.z].map(|number| number as f32 / unit);
    Triple { x, y, z }
}

impl Triple {
    fn distance(&self, other: &Self) -> f32 {
        let [x, y, z] = [self.x - other.x, self.y - other.y, self.z - other.z];
        (x * x + y * y + z * z).sqrt()
    }
}

impl ScoreboardRow {
    /// Whether two rows differ in nothing but when.
    fn says_the_same(&self, other: &Self) -> bool {
        let Self { blue, orange, seconds_remaining, is_overtime, state, .. } = other;
        (self.blue, self.orange) == (*blue, *orange)
            && self.seconds_remaining == *seconds_remaining
            && self.is_overtime == *is_overtime
            && self.state == *state
    }
}
