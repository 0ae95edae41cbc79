//! Pickups, demolitions and broken panels.

use ghostreel_timeline::PlayerIndex;

use super::rows::{DamageRow, DemolitionRow, PickupRow, WeldRow};
use super::walker::Walker;
use crate::attributes::{DamageState, Vector, Welded};
use crate::limits;

/// Demolitions of the same two cars within so many frames are one.
const SAME_DEMOLITION: u32 = 8;

impl Walker<'_, '_> {
    /// A pickup has a new state. `counter` is odd while it is taken.
    pub(super) fn pickup(&mut self, pad: u16, counter: u8, car: Option<u16>) {
        let is_keyframe = self.is_keyframe;
        let Some(actor) = self.actor_mut(pad) else { return };
        let before = actor.pickup.replace(counter);
        let was_free = std::mem::replace(&mut actor.link, car).is_none();
        // The initial value of a pickup is no event.
        if before.is_none_or(|before| before == counter) && (before.is_some() || counter == 0) {
            return;
        }
        if before.is_none() && is_keyframe {
            return;
        }
        let pad = actor.object;
        let pad = self.objects.info(pad).object.clone();
        let position = car.and_then(|car| self.actor(car)).and_then(|car| car.position.clone());
        self.keep(
            |world| &mut world.pickups,
            PickupRow {
                frame: self.frame,
                time: self.time,
                pad,
                player: car.and_then(|car| self.driver(car)),
                is_taken: counter & 1 == 1,
                was_free,
                position,
            },
        );
    }

    /// A car was destroyed. `car` is the one whose property says so.
    pub(super) fn demolition(&mut self, car: u16, cars: [Option<u16>; 2], velocities: [Vector; 2]) {
        let [attacker, victim] = cars;
        let frame = self.frame;
        // Keyframes send the last one again, with the same velocities.
        let before =
            self.actor_mut(car).as_mut().and_then(|car| car.demolition.replace(velocities));
        let recent = &mut self.recent_demolitions;
        recent.retain(|(_, _, at)| at.saturating_add(SAME_DEMOLITION) >= frame);
        let is_known = recent.iter().any(|other| (other.0, other.1) == (attacker, victim));
        if recent.len() < limits::PLAYERS {
            recent.push((attacker, victim, frame));
        }
        if is_known || before == Some(velocities) || victim.is_none() {
            return;
        }
        let driver = |car: Option<u16>| car.and_then(|car| self.driver(car));
        let [attacker_velocity, victim_velocity] = velocities.map(|v| v.in_units(1.0));
        let row = DemolitionRow {
            frame,
            time: self.time,
            attacker: driver(attacker),
            victim: driver(victim),
            attacker_velocity,
            victim_velocity,
        };
        self.keep(|world| &mut world.demolitions, row);
    }

    /// Something is stuck to an actor, or no longer.
    pub(super) fn weld(&mut self, actor: u16, welded: &Welded) {
        let row = WeldRow {
            frame: self.frame,
            time: self.time,
            actor: actor.into(),
            held: welded.actor.actor().map(u32::from),
            offset: welded.offset.in_units(1.0),
        };
        self.keep(|world| &mut world.welds, row);
    }

    /// A panel of Dropshot's floor has a new state.
    pub(super) fn damage(&mut self, panel: u16, damage: &DamageState) {
        let Some(object) = self.actor(panel).map(|panel| panel.object) else { return };
        let panel = self.objects.info(object).object.clone();
        let state = usize::try_from(object).ok().and_then(|object| self.panels.get_mut(object));
        let before = state.map_or(0, |state| std::mem::replace(state, damage.state));
        if before == damage.state {
            return;
        }
        let causer = damage.causer.actor().and_then(|entry| self.owner(Some(entry), None));
        self.keep(
            |world| &mut world.damage,
            DamageRow {
                frame: self.frame,
                time: self.time,
                panel,
                state: damage.state,
                player: causer.map(PlayerIndex::at),
                position: damage.location.in_units(1.0),
                is_direct_hit: damage.is_direct_hit,
            },
        );
    }
}
