//! The effect of a property's new value.

use ghostreel_timeline::TeamNumber;

use super::actor::Input;
use super::roles::Role;
use super::walker::Walker;
use crate::attributes::Rows;

impl Walker<'_, '_> {
    pub(super) fn update(&mut self, actor: u16, role: Role, rows: &Rows, row: usize) {
        let Some(Some(known)) = self.actors.get_mut(usize::from(actor)) else { return };
        match (role, rows) {
            (Role::RigidBody, Rows::RigidBody(rows)) => {
                if let Some(body) = rows.get(row) {
                    self.body(actor, body);
                }
            }
            (Role::CarPlayer | Role::ComponentCar | Role::CameraPlayer, Rows::ObjectRef(rows)) => {
                let link = rows.get(row).and_then(|reference| reference.actor());
                self.link(actor, link);
            }
            (Role::Throttle, Rows::U8(rows)) => {
                known.input.throttle = rows.get(row).copied().unwrap_or(Input::NEUTRAL);
                self.change(actor);
            }
            (Role::Steer, Rows::U8(rows)) => {
                known.input.steer = rows.get(row).copied().unwrap_or(Input::NEUTRAL);
                self.change(actor);
            }
            (Role::Handbrake, Rows::Bool(rows)) => {
                known.input.handbrake = rows.get(row).copied().unwrap_or_default();
                self.change(actor);
            }
            (Role::BoostAmount, Rows::U8(rows)) => {
                known.amount = rows.get(row).copied();
                self.change(actor);
            }
            (Role::Boost, Rows::ReplicatedBoost(rows)) => {
                known.amount = rows.get(row).map(|boost| boost.boost_amount);
                known.grants = rows.get(row).map_or(0, |boost| boost.grant_count);
                self.change(actor);
            }
            (Role::ComponentActive, Rows::U8(rows)) => {
                known.is_active = rows.get(row).is_some_and(|counter| counter & 1 == 1);
                self.change(actor);
            }
            (Role::PlayerTeam, Rows::ObjectRef(rows)) => {
                known.link = rows.get(row).and_then(|reference| reference.actor());
                self.change(actor);
            }
            (Role::PlayerName, Rows::String(rows)) => {
                known.entry.name = rows.get(row).cloned().unwrap_or_default();
                known.entry.is_new = true;
                self.change(actor);
            }
            (Role::PlayerId, Rows::UniqueId(rows)) => {
                known.entry.id = rows.get(row).cloned().unwrap_or_default();
                known.entry.has_id = true;
                known.entry.is_new = true;
                self.change(actor);
            }
            (Role::PlayerBot, Rows::Bool(rows)) => {
                known.entry.is_bot = rows.get(row).copied().unwrap_or_default();
                self.change(actor);
            }
            (Role::PlayerSteering, Rows::F32(rows)) => {
                known.entry.steering = rows.get(row).copied();
                self.change(actor);
            }
            (
                Role::Score | Role::Goals | Role::Assists | Role::Saves | Role::Shots,
                Rows::I32(rows),
            ) => {
                let [score, goals, assists, saves, shots] = &mut known.entry.points;
                let counter = match role {
                    Role::Goals => goals,
                    Role::Assists => assists,
                    Role::Saves => saves,
                    Role::Shots => shots,
                    _ => score,
                };
                *counter = rows.get(row).copied();
                self.change(actor);
            }
            (Role::Loadout, Rows::Loadout(rows)) => {
                let body = rows.get(row).and_then(|loadout| loadout.products().first().copied());
                known.entry.bodies = [body; 2];
                self.change(actor);
            }
            (Role::Loadouts, Rows::TeamLoadout(rows)) => {
                if let Some(loadouts) = rows.get(row) {
                    let bodies = [&loadouts.blue, &loadouts.orange];
                    known.entry.bodies = bodies.map(|l| l.products().first().copied());
                    self.change(actor);
                }
            }
            (Role::TeamScore, Rows::I32(rows)) => {
                let value = rows.get(row).copied().unwrap_or_default();
                let team = self.team_number(actor);
                if let Some(score) =
                    team.and_then(|team| self.scores.get_mut(usize::try_from(team.0).ok()?))
                {
                    *score = value;
                    self.is_board_changed = true;
                }
            }
            (Role::Seconds, Rows::I32(rows)) => {
                self.board.seconds_remaining = rows.get(row).copied().unwrap_or_default();
                self.is_board_changed = true;
            }
            (Role::Countdown, Rows::I32(rows)) => {
                self.board.countdown = rows.get(row).copied().unwrap_or_default();
                self.is_board_changed = true;
            }
            (Role::Damage, Rows::DamageState(rows)) => {
                if let Some(damage) = rows.get(row) {
                    self.damage(actor, damage);
                }
            }
            (Role::Welded, Rows::Welded(rows)) => {
                if let Some(welded) = rows.get(row) {
                    self.weld(actor, welded);
                }
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
            (Role::StateIndex, Rows::U8(rows)) => {
                self.state_index = rows.get(row).copied();
                self.is_board_changed = true;
            }
            (Role::HitTeam, Rows::U8(rows)) => {
                let team = TeamNumber(rows.get(row).copied().unwrap_or(u8::MAX).into());
                // Keyframes send the last hit again.
                let last = self.world.touches.last();
                if !self.is_keyframe || last.is_some_and(|last| last.team != team) {
                    self.touch(actor, team);
                }
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
                    self.demolition(actor, cars, [d.attacker_velocity, d.victim_velocity]);
                }
            }
            (Role::DemolishFx | Role::DemolishGoal, Rows::DemolishFx(rows)) => {
                if let Some(d) = rows.get(row) {
                    let cars = [d.attacker.actor(), d.victim.actor()];
                    self.demolition(actor, cars, [d.attacker_velocity, d.victim_velocity]);
                }
            }
            (Role::DemolishExtended, Rows::DemolishExtended(rows)) => {
                if let Some(d) = rows.get(row) {
                    let cars = [d.attacker.actor(), d.victim.actor()];
                    self.demolition(actor, cars, [d.attacker_velocity, d.victim_velocity]);
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
                    camera.transition_speed = settings.transition_speed;
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
}
