//! How cars and the ball move, and who hits it.

use ghostreel_timeline::{PlayerIndex, TeamNumber};

use super::roles::ActorKind;
use super::rows::{BodyRow, Quaternion, TouchRow, Vec3};
use super::walker::Walker;
use crate::attributes::{RigidBody, Vector};

/// More balls are never hit in one frame.
const TOUCHES_OF_FRAME: usize = 16;

impl Walker<'_, '_> {
    pub(super) fn body(&mut self, number: u16, body: &RigidBody) {
        let Some(actor) = self.actor(number) else { return };
        let (kind, actor_row) = (actor.kind, actor.row);
        let fine = self.view.context().has_fine_units;
        let (uu, speed, spin) = if fine { (100.0, 100.0, 10_000.0) } else { (1.0, 10.0, 1000.0) };
        let [x, y, z, w] = body.rotation.quaternion();
        let velocity = |v: Option<Vector>, unit| v.map(|v| v.in_units(unit)).unwrap_or_default();
        let position = body.location.in_units(uu);
        let row = BodyRow {
            frame: self.frame,
            time: self.time,
            actor: number.into(),
            life: u32::try_from(actor_row).unwrap_or(u32::MAX),
            player: if kind == ActorKind::Car { self.driver(number) } else { None },
            sleeping: body.sleeping,
            position: position.clone(),
            rotation: Quaternion { x, y, z, w },
            velocity: velocity(body.linear_velocity, speed),
            angular_velocity: velocity(body.angular_velocity, spin),
        };
        match kind {
            ActorKind::Car => {
                let stays = &mut self.stays;
                if let Some(stay) = row.player.and_then(|driver| stays.get_mut(driver.place())) {
                    stay.has_played = true;
                }
                self.keep(|world| &mut world.cars, row);
            }
            ActorKind::Ball => self.keep(|world| &mut world.ball, row),
            _ => return,
        }
        if let Some(actor) = self.actor_mut(number) {
            actor.position = Some(position);
        }
    }

    /// The ball was hit. The stream says by which team; the player is the one of that team whose car is nearest.
    pub(super) fn touch(&mut self, ball: u16, team: TeamNumber) {
        // A frame has one touch of a ball.
        let in_frame = self.world.touches.iter().rev().take(TOUCHES_OF_FRAME);
        if in_frame.filter(|row| row.frame == self.frame).count() == TOUCHES_OF_FRAME {
            return;
        }
        let is_affordable = self.budget.spend(self.cars.len());
        let ball = self.actor(ball).and_then(|ball| ball.position.clone());
        let cars = self.cars.iter().filter(|_| is_affordable);
        let cars = cars.filter_map(|number| self.actor(*number));
        let distance = |player: usize, car: &Vec3| {
            let is_of_team = self.world.players.get(player)?.team == Some(team);
            is_of_team.then_some((car.distance(ball.as_ref()?), player))
        };
        let nearest = cars
            .filter_map(|car| distance(self.owner(car.link, car.player)?, car.position.as_ref()?))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        self.keep(
            |world| &mut world.touches,
            TouchRow {
                frame: self.frame,
                time: self.time,
                team,
                player: nearest.map(|(_, player)| PlayerIndex::at(player)),
            },
        );
    }
}

impl Vector {
    /// The vector, where so many steps are one unit.
    #[allow(clippy::cast_precision_loss, reason = "24 bits")]
    pub(super) fn in_units(self, steps: f32) -> Vec3 {
        let units = |number| number as f32 / steps;
        Vec3 { x: units(self.x), y: units(self.y), z: units(self.z) }
    }
}

impl Vec3 {
    fn distance(&self, other: &Self) -> f32 {
        let [x, y, z] = [self.x - other.x, self.y - other.y, self.z - other.z];
        (x * x + y * y + z * z).sqrt()
    }
}
