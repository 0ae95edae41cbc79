//! One walk through the frames: what each actor is, and which player it belongs to.

use ghostreel_core::work::Budget;
use ghostreel_core::{Diagnostic, Severity};

use super::actor::Actor;
use super::listed::{listed, rows_of};
use super::match_time::MatchTime;
use super::objects::Objects;
use super::roles::{ActorKind, Role, actor_kinds, roles};
use super::rows::{ActorRow, FrameRow, ScoreboardRow};
use super::stays::Stay;
use super::world::World;
use crate::actor_set::ActorSet;
use crate::attributes::Rows;
use crate::layout::Text;
use crate::limits;
use crate::memory_budget::MemoryBudget;
use crate::network::{ActorEvent, Event, Frame, Segment, Spawn};
use crate::view::View;

/// Walks through a match, and gathers what happens in it.
pub(super) fn walk(view: &View<'_>) -> World {
    let mut keyframes = view.plan().parts.iter().map(|part| part.first_frame).peekable();
    let mut walker = Walker::new(view);
    for segment in view.network() {
        walker.enter(segment);
        segment.walk(|frame, events| {
            while keyframes.next_if(|&keyframe| keyframe < frame.number).is_some() {}
            let is_keyframe = keyframes.peek() == Some(&frame.number);
            walker.frame(frame, events, is_keyframe);
        });
    }
    let stopped = walker.is_full.then(|| {
        let message = "limit: what happens in the match takes more memory than a file of this size may cost; \
                       the rest is left out";
        Diagnostic::new(Severity::Warning, 0, "network stream", message)
    });
    let (mut world, mut stays, budget) = walker.finish();
    world.name_players();
    let header = &view.header().properties;
    let listed = listed(header);
    let rows = rows_of(&listed, &world.players);
    world.clock_direction();
    world.goals(header, &listed, &rows, &budget);
    world.final_points(&listed, &rows, &mut stays);
    let unaffordable = "finding out who scores and who hits the ball";
    world.stopped = stopped.or_else(|| budget.diagnostic("network stream", unaffordable));
    world
}

/// Walks through the match of a replay.
pub(super) struct Walker<'v, 'a> {
    pub(super) view: &'v View<'a>,
    kinds: Vec<ActorKind>,
    roles: Vec<Option<Role>>,
    rows: &'v [Rows],
    spawns: &'v [Spawn],
    pub(super) actors: Vec<Option<Actor>>,
    /// The actors that are alive, and some that were.
    listed: ActorSet,
    /// Numbers of the cars that are alive, at most [`limits::PLAYERS`].
    pub(super) cars: Vec<u16>,
    /// By number of a player's entry, the cars and cameras that were linked to it.
    owned: Vec<Vec<u16>>,
    pub(super) objects: Objects<'v>,
    pub(super) budget: Budget,
    /// Actors that changed in this frame, in the order of the stream.
    changed: Vec<u16>,
    pub(super) board: ScoreboardRow,
    pub(super) is_board_changed: bool,
    /// The number that older replays have for the state of the game.
    pub(super) state_index: Option<u8>,
    /// The index of the countdown among these numbers.
    pub(super) countdown_index: Option<u8>,
    /// Goals by team.
    pub(super) scores: [i32; 2],
    pub(super) match_time: MatchTime,
    pub(super) frame: u32,
    pub(super) time: f32,
    /// The time of the first frame in the file.
    first_time: f32,
    pub(super) is_keyframe: bool,
    /// Recent demolitions: attacker, victim, frame.
    pub(super) recent_demolitions: Vec<(Option<u16>, Option<u16>, u32)>,
    /// By object, the states of Dropshot's panels: after a goal they go on as other actors.
    pub(super) panels: Vec<u8>,
    /// By player, no player first, the row of the last item.
    /// By player.
    pub(super) stays: Vec<Stay>,
    pub(super) last_items: Vec<Option<usize>>,
    pub(super) world: World,
    /// The memory that the world may still take up.
    pub(super) memory: MemoryBudget,
    pub(super) is_full: bool,
}

impl<'v, 'a> Walker<'v, 'a> {
    pub(super) fn new(view: &'v View<'a>) -> Self {
        Self {
            view,
            kinds: actor_kinds(view.body()),
            roles: roles(view.catalog(), view.body()),
            rows: &[],
            spawns: &[],
            actors: vec![None; view.channels().max() as usize],
            listed: ActorSet::new(limits::CHANNELS as usize),
            cars: Vec::new(),
            owned: Vec::new(),
            objects: Objects::new(&view.body().objects),
            budget: view.budget(),
            changed: Vec::new(),
            board: ScoreboardRow::default(),
            is_board_changed: false,
            state_index: None,
            countdown_index: None,
            scores: [0; 2],
            match_time: MatchTime::default(),
            frame: 0,
            time: 0.0,
            first_time: view.first_time(),
            is_keyframe: false,
            recent_demolitions: Vec::new(),
            panels: vec![0; view.body().objects.len()],
            stays: Vec::new(),
            last_items: vec![None; limits::PLAYERS.saturating_add(1)],
            world: World::default(),
            memory: MemoryBudget::of(
                limits::WORLD_PER_BYTE
                    .saturating_mul(view.bytes().len())
                    .saturating_add(limits::WORLD_BASE),
            ),
            is_full: false,
        }
    }

    /// A segment of the stream begins.
    pub(super) fn enter(&mut self, segment: &'v Segment) {
        self.rows = &segment.rows;
        self.spawns = &segment.spawns;
    }

    pub(super) fn frame(&mut self, frame: &Frame, events: &[Event], is_keyframe: bool) {
        if self.is_full {
            return;
        }
        self.memory.progress(frame.number as usize, self.view.frame_count() as usize);
        self.frame = frame.number;
        self.time = frame.time - self.first_time;
        self.is_keyframe = is_keyframe && frame.number > 0;
        let row = FrameRow {
            frame: frame.number,
            time: self.time,
            file_time: frame.time,
            delta: Some(frame.delta).filter(|delta| *delta != 0.0),
            is_keyframe,
        };
        self.keep(|world| &mut world.frames, row);
        self.budget.spend(events.len().saturating_add(1));
        for event in events {
            self.event(event);
        }
        if self.is_keyframe {
            self.end_missing();
        }
        // Players first: the rows of cars refer to them.
        let changed = std::mem::take(&mut self.changed);
        let is_player = |walker: &Self, actor: u16| {
            walker.actor(actor).is_some_and(|actor| actor.kind == ActorKind::Player)
        };
        for &actor in &changed {
            if is_player(self, actor) {
                self.player(actor);
            }
        }
        for &actor in &changed {
            if !is_player(self, actor) {
                self.emit(actor);
            }
        }
        self.board();
        let is_play = self.is_play();
        if let Some(row) = self.match_time.step(self.frame, self.time, is_play) {
            self.keep(|world| &mut world.match_time, row);
        }
    }

    /// Appends a row to one of the lists, unless there is no room for it.
    pub(super) fn keep<T>(&mut self, rows: impl Fn(&mut World) -> &mut Vec<T>, row: T) {
        self.is_full |= !self.memory.push(rows(&mut self.world), row);
    }

    fn event(&mut self, event: &Event) {
        match event.what {
            ActorEvent::Deleted => {
                if let Some(actor) = self.actor_mut(event.actor).take() {
                    self.end(event.actor, &actor);
                }
            }
            ActorEvent::Spawned => self.spawn(event),
            ActorEvent::EmptyUpdate => {}
            ActorEvent::Updated { slot, .. } => {
                if let Some(Some(role)) = self.roles.get(usize::from(slot)).copied()
                    && let Some(rows) = self.rows.get(usize::from(slot))
                {
                    self.update(event.actor, role, rows, event.row);
                }
            }
        }
    }

    pub(super) fn actor_mut(&mut self, actor: u16) -> &mut Option<Actor> {
        let index = usize::from(actor);
        if index >= self.actors.len() {
            self.actors.resize(index.saturating_add(1), None);
        }
        // The table reaches that far by now.
        #[allow(clippy::indexing_slicing, reason = "see above")]
        &mut self.actors[index]
    }

    pub(super) fn actor(&self, actor: u16) -> Option<&Actor> {
        self.actors.get(usize::from(actor))?.as_ref()
    }

    /// An actor is gone. If it is a player's entry, that player's cars and cameras keep the player's row, as the entry's number may be
    /// given to another actor.
    fn end(&mut self, number: u16, actor: &Actor) {
        self.cars.retain(|car| *car != number);
        if let Some(row) = self.world.actors.get_mut(actor.row) {
            row.last_frame = self.frame;
        }
        if actor.kind == ActorKind::Player {
            let owned = self.owned.get_mut(usize::from(number)).map(std::mem::take);
            let owned = owned.unwrap_or_default();
            self.budget.spend(owned.len());
            for owned in owned {
                let owned = self.actors.get_mut(usize::from(owned)).and_then(Option::as_mut);
                if let Some(owned) =
                    owned.filter(|owned| owned.kind.has_player() && owned.link == Some(number))
                {
                    owned.link = None;
                    owned.player = actor.player;
                }
            }
            let player = actor.player.and_then(|player| self.world.players.get_mut(player));
            if let Some(player) = player {
                player.last_frame = self.frame;
            }
            if let Some(stay) = actor.player.and_then(|player| self.stays.get_mut(player)) {
                stay.entries = stay.entries.saturating_sub(1);
            }
        }
    }

    /// Links an actor to another: a component to its car, a car or a camera to its player's entry.
    pub(super) fn link(&mut self, actor: u16, link: Option<u16>) {
        let Some(Some(known)) = self.actors.get_mut(usize::from(actor)) else { return };
        let Some(link) = link.filter(|link| known.link != Some(*link)) else { return };
        known.link = Some(link);
        if known.kind.has_player() {
            let place = usize::from(link);
            if self.owned.len() <= place {
                self.owned.resize_with(place.saturating_add(1), Vec::new);
            }
            if let Some(owned) = self.owned.get_mut(place) {
                owned.push(actor);
            }
        }
    }

    /// Ends the actors that a keyframe, which sends all actors again, does not have.
    fn end_missing(&mut self) {
        self.budget.spend(self.listed.len());
        let mut listed = std::mem::replace(&mut self.listed, ActorSet::new(0));
        listed.retain(|number| {
            let frame = self.frame;
            let is_gone = |actor: &mut Actor| actor.spawned != frame;
            if let Some(actor) = self.actor_mut(number).take_if(is_gone) {
                self.end(number, &actor);
            }
            self.actor(number).is_some()
        });
        self.listed = listed;
    }

    fn spawn(&mut self, event: &Event) {
        let Some(spawn) = self.spawns.get(event.row) else { return };
        let frame = self.frame;
        if let Some(mut actor) = self.actor_mut(event.actor).take() {
            if (actor.object, actor.name_index) == (spawn.object, spawn.name) {
                actor.reset();
                actor.spawned = frame;
                *self.actor_mut(event.actor) = Some(actor);
                self.change(event.actor);
                return;
            }
            self.end(event.actor, &actor);
        }
        let body = self.view.body();
        let text = |list: &[Text], index: i32| {
            usize::try_from(index).ok().and_then(|index| list.get(index)).cloned()
        };
        let info = self.objects.info(spawn.object);
        let (object, class) = (info.object.clone(), info.class.clone());
        let kind = usize::try_from(spawn.object).ok().and_then(|index| self.kinds.get(index));
        let kind = kind.copied().unwrap_or_default();
        let row = self.world.actors.len();
        self.keep(
            |world| &mut world.actors,
            ActorRow {
                actor: event.actor.into(),
                class,
                object,
                name: spawn.name.and_then(|name| text(&body.names, name)).unwrap_or_default(),
                first_frame: frame,
                last_frame: frame,
            },
        );
        let actor = Actor {
            kind,
            object: spawn.object,
            name_index: spawn.name,
            row,
            spawned: frame,
            ..Actor::default()
        };
        self.listed.insert(event.actor);
        if actor.kind == ActorKind::Car && self.cars.len() < limits::PLAYERS {
            self.cars.push(event.actor);
        }
        *self.actor_mut(event.actor) = Some(actor);
    }

    /// Remembers that an actor makes a row at the end of the frame.
    pub(super) fn change(&mut self, actor: u16) {
        if let Some(known) = self.actor_mut(actor)
            && !known.is_changed
        {
            known.is_changed = true;
            self.changed.push(actor);
        }
    }

    pub(super) fn finish(mut self) -> (World, Vec<Stay>, Budget) {
        for (number, actor) in std::mem::take(&mut self.actors).into_iter().enumerate() {
            if let (Some(actor), Ok(number)) = (actor, u16::try_from(number)) {
                self.end(number, &actor);
            }
        }
        match self.match_time.end() {
            Some(last) => self.keep(|world| &mut world.match_time, last),
            None => self.world.match_time.clear(),
        }
        (self.world, self.stays, self.budget)
    }
}
