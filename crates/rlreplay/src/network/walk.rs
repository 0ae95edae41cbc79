//! A segment's log with the index of each value: what happened, in the order of the stream.

use super::{ActorEvent, Frame, Segment};

/// Something that happened to an actor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// The actor.
    pub actor: u16,
    /// Its event.
    pub what: ActorEvent,
    /// The index in [`Segment::spawns`], or among the property's values in [`Segment::rows`]; else 0.
    pub row: usize,
}

impl Segment {
    /// Calls `visit` with each frame in order and what happened in it.
    pub fn walk(&self, mut visit: impl FnMut(&Frame, &[Event])) {
        let mut next = vec![0_usize; self.rows.len()];
        let mut next_spawn = 0_usize;
        let mut begin = 0;
        let mut events = Vec::new();
        for frame in &self.frames {
            let end = frame.end as usize;
            events.clear();
            for entry in self.log.get(begin..end).unwrap_or_default() {
                let what = entry.what();
                let counter = match what {
                    ActorEvent::Updated { slot, .. } => next.get_mut(usize::from(slot)),
                    ActorEvent::Spawned => Some(&mut next_spawn),
                    ActorEvent::Deleted | ActorEvent::EmptyUpdate => None,
                };
                let row = counter.map_or(0, |counter| {
                    let row = *counter;
                    *counter = row.saturating_add(1);
                    row
                });
                events.push(Event { actor: entry.actor, what, row });
            }
            begin = end;
            visit(frame, &events);
        }
    }
}
