//! The living actors.

use super::Class;
use crate::actor_set::ActorSet;

/// The class of each actor that is alive.
#[derive(Clone, Debug)]
pub(super) struct Actors {
    /// By actor; [`Class::NONE`] if it is not alive.
    classes: Vec<u16>,
    /// Those that were alive since all were gone: to begin anew need not look at all numbers there are.
    seen: ActorSet,
}

impl Actors {
    /// So many numbers, none of them alive.
    pub(super) fn new(channels: usize) -> Self {
        Self { classes: vec![Class::NONE; channels], seen: ActorSet::new(channels) }
    }

    /// The class of an actor.
    #[inline]
    pub(super) fn class(&self, actor: u16) -> u16 {
        self.classes.get(usize::from(actor)).copied().unwrap_or(Class::NONE)
    }

    pub(super) fn is_alive(&self, actor: u16) -> bool {
        self.class(actor) != Class::NONE
    }

    /// An actor appears.
    pub(super) fn begin(&mut self, actor: u16, class: u16) {
        if let Some(known) = self.classes.get_mut(usize::from(actor)) {
            *known = class;
            self.seen.insert(actor);
        }
    }

    /// An actor is gone.
    #[inline]
    pub(super) fn end(&mut self, actor: u16) {
        if let Some(class) = self.classes.get_mut(usize::from(actor)) {
            *class = Class::NONE;
        }
    }

    /// All are gone.
    pub(super) fn clear(&mut self) {
        self.seen.retain(|actor| {
            if let Some(class) = self.classes.get_mut(usize::from(actor)) {
                *class = Class::NONE;
            }
            false
        });
    }

    /// How many a copy looks at.
    pub(super) fn seen(&self) -> usize {
        self.seen.len()
    }

    /// Those that are alive, to be [put back](Self::restore).
    pub(super) fn copy(&self) -> Vec<(u16, u16)> {
        let alive = self.seen.iter().map(|actor| (actor, self.class(actor)));
        alive.filter(|(_, class)| *class != Class::NONE).collect()
    }

    /// Makes those alive that were copied, and no others.
    pub(super) fn restore(&mut self, alive: &[(u16, u16)]) {
        self.clear();
        for (actor, class) in alive {
            self.begin(*actor, *class);
        }
    }
}
