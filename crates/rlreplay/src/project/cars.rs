//! The players' controls of their cars: steering, boost and other parts, items, cameras.

use super::actor::Actor;
use super::roles::ActorKind;
use super::rows::{BoostRow, CameraRow, ComponentRow, InputRow, ItemRow};
use super::walker::Walker;

/// How fast boosting empties a tank, of 255 a second.
const DRAIN: f32 = 86.0;
/// The most of the latest rows that are searched for a tank's last one.
const LATEST_TANKS: usize = 64;

impl BoostRow {
    /// The amount in the tank later, if nothing else happens.
    fn tank_at(&self, time: f32) -> f32 {
        (self.tank - self.drain * (time - self.time)).max(0.0).min(self.tank)
    }
}

impl Walker<'_, '_> {
    /// Makes the rows of an actor that changed in this frame.
    pub(super) fn emit(&mut self, number: u16) {
        let (frame, time) = (self.frame, self.time);
        let player = self.driver(number);
        let Some(actor) = self.actor_mut(number) else { return };
        actor.is_changed = false;
        let actor = actor.clone();
        match actor.kind {
            ActorKind::Car => {
                let axis = |value: u8| ((f32::from(value) - 128.0) / 127.0).max(-1.0);
                self.keep(
                    |world| &mut world.inputs,
                    InputRow {
                        frame,
                        time,
                        player,
                        throttle: axis(actor.input.throttle),
                        steer: axis(actor.input.steer),
                        handbrake: actor.input.handbrake,
                    },
                );
            }
            ActorKind::Component => self.component(&actor),
            ActorKind::Camera => {
                let Some(player) = player else { return };
                self.keep(
                    |world| &mut world.cameras,
                    CameraRow { frame, time, player, ..actor.camera },
                );
            }
            _ => {}
        }
    }

    fn component(&mut self, component: &Actor) {
        let (frame, time) = (self.frame, self.time);
        let player = component.link.and_then(|car| self.driver(car));
        let is_active = component.is_active;
        let info = self.objects.info(component.object);
        if let Some(item) = info.item.clone() {
            // Those without a player come first.
            let place = player.map_or(0, |player| player.place().saturating_add(1));
            let Some(row) = self.last_items.get_mut(place) else { return };
            let last = row.and_then(|row| self.world.items.get(row));
            if last.is_none_or(|last| (&last.item, last.is_used) != (&item, is_active)) {
                *row = Some(self.world.items.len());
                self.keep(
                    |world| &mut world.items,
                    ItemRow { frame, time, player, item, is_used: is_active },
                );
            }
            return;
        }
        let name = info.component.clone();
        if let Some(amount) = component.amount.filter(|_| name == *"Boost") {
            let actor_row = u32::try_from(component.row).unwrap_or(u32::MAX);
            let grants = component.grants;
            let mut last = self.world.boost.iter().rev().take(LATEST_TANKS);
            let last = last
                .find(|last| last.life == actor_row)
                .filter(|last| (last.amount, last.grants) == (amount, grants));
            let tank = last.map_or(amount.into(), |last| last.tank_at(time));
            let drain = if is_active { DRAIN } else { 0.0 };
            let row = BoostRow {
                frame,
                time,
                life: actor_row,
                player,
                amount,
                grants,
                is_active,
                tank,
                drain,
            };
            self.keep(|world| &mut world.boost, row);
        }
        let last = self.world.components.iter().rev();
        let last = last.take(64).find(|row| row.player == player && row.component == name);
        if last.map_or(is_active, |last| last.is_active != is_active) {
            let torque = component.torque.clone();
            let row = ComponentRow { frame, time, player, component: name, is_active, torque };
            self.keep(|world| &mut world.components, row);
        }
    }
}
