//! Finding the target that each event is about: by place and time, each target once.

use ghostreel_beatmap::Target;

use super::Event;

/// An event and a target within so many seconds are at the same time. The game's numbers are the same to the bit; files that went through text are not.
const SAME_TIME_S: f32 = 0.001;

/// So many targets of one place at one time are looked at for an event: maps have one, or a few by mistake.
const LOOKED_AT: usize = 16;

/// Note ids without their scoring type have that many values, also where digits overflow.
const PLACES: i32 = 10_000;

/// For each event, the index of the target that it is about; for bombs none.
pub(super) fn pair(targets: &[Target], events: &[Event]) -> Vec<Option<u32>> {
    let mut places = Vec::with_capacity(targets.len());
    for (index, target) in (0..).zip(targets) {
        for id in target.place_ids() {
            places.push(Place { key: key(id), time_s: target.time_s, target: index });
        }
    }
    places.sort_by(|a, b| a.key.cmp(&b.key).then(a.time_s.total_cmp(&b.time_s)));
    let events_of_notes = (0_u32..).zip(events).filter(|(_, event)| !event.is_bomb);
    let mut order: Vec<(u32, Event)> = events_of_notes.map(|(index, e)| (index, *e)).collect();
    order.sort_by(|a, b| a.1.time_s.total_cmp(&b.1.time_s));
    let mut is_taken = vec![false; targets.len()];
    let mut pairs = vec![None; events.len()];
    // By all that a note id says first, and then by all but the scoring type.
    for has_type in [true, false] {
        order.retain(|(index, event)| {
            let target = event.target_among(&places, targets, &is_taken, has_type);
            let Some(target) = target else { return true };
            if let (Some(is_taken), Some(place)) =
                (is_taken.get_mut(target as usize), pairs.get_mut(*index as usize))
            {
                *is_taken = true;
                *place = Some(target);
            }
            false
        });
    }
    pairs
}

/// Where a target is recorded.
struct Place {
    key: i32,
    time_s: f32,
    target: u32,
}

impl Event {
    /// The first target in time that the event can be about.
    fn target_among(
        &self,
        places: &[Place],
        targets: &[Target],
        is_taken: &[bool],
        has_type: bool,
    ) -> Option<u32> {
        let (key, time_s) = (key(self.note_id), self.time_s);
        let is_before = |place: &Place| {
            place.key < key || place.key == key && place.time_s < time_s - SAME_TIME_S
        };
        let first = places.partition_point(is_before);
        let is_near = |place: &&Place| place.key == key && place.time_s <= time_s + SAME_TIME_S;
        let near = places.get(first..)?.iter().take_while(is_near).take(LOOKED_AT);
        let is_free = |place: &&Place| is_taken.get(place.target as usize) == Some(&false);
        let is_it = |place: &&Place| {
            let target = targets.get(place.target as usize);
            target.is_some_and(|target| match has_type {
                true => target.has_id(self.note_id),
                false => target.recorded_type(self.note_id).is_some(),
            })
        };
        near.filter(is_free).find(is_it).map(|place| place.target)
    }
}

fn key(note_id: i32) -> i32 {
    note_id.rem_euclid(PLACES)
}
