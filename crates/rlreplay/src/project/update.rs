//! The effect of a property's new value.

use ghostreel_timeline::TeamNumber;

use super::actor::{Actor, Entry, Input};
use super::roles::Role;
use super::rows::CameraRow;
use super::walker::Walker;
use crate::attributes::Rows;

impl Walker<'_, '_> {
    /// Takes the value of a row. It says nothing if it is of another type than values of its role are.
    pub(super) fn update(&mut self, actor: u16, role: Role, rows: &Rows, row: usize) {
        let Some(Some(known)) = self.actors.get_mut(usize::from(actor)) else { return };
        let is_changed = match role {
            Role::RigidBody | Role::Damage | Role::Welded | Role::HitTeam => {
                return self.move_or_hit(actor, role, rows, row);
            }
            Role::CarPlayer | Role::ComponentCar | Role::CameraPlayer => {
                let Rows::ObjectRef(rows) = rows else { return };
                let link = rows.get(row).and_then(|reference| reference.actor());
                return self.link(actor, link);
            }
            Role::Pickup | Role::PickupNew => return self.pick_up(actor, role, rows, row),
            Role::Demolish | Role::DemolishFx | Role::DemolishGoal | Role::DemolishExtended => {
                return self.demolish(actor, role, rows, row);
            }
            Role::TeamScore => return self.score(actor, rows, row),
            Role::Seconds | Role::Countdown | Role::Overtime | Role::State | Role::StateIndex => {
                return self.update_board(role, rows, row);
            }
            Role::Throttle
            | Role::Steer
            | Role::Handbrake
            | Role::BoostAmount
            | Role::Boost
            | Role::ComponentActive
            | Role::DodgeTorque => known.drive(role, rows, row),
            Role::PlayerTeam => known.join(rows, row),
            Role::PlayerName | Role::PlayerId | Role::PlayerBot | Role::PlayerSteering => {
                known.entry.introduce(role, rows, row)
            }
            Role::Score | Role::Goals | Role::Assists | Role::Saves | Role::Shots => {
                known.entry.count(role, rows, row)
            }
            Role::Loadout | Role::Loadouts => known.entry.equip(role, rows, row),
            Role::CameraSettings | Role::BallCam | Role::BehindView => {
                known.camera.update(role, rows, row)
            }
        };
        if is_changed {
            self.change(actor);
        }
    }

    fn move_or_hit(&mut self, actor: u16, role: Role, rows: &Rows, row: usize) {
        match (role, rows) {
            (Role::RigidBody, Rows::RigidBody(rows)) => {
                if let Some(body) = rows.get(row) {
                    self.body(actor, body);
                }
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
            (Role::HitTeam, Rows::U8(rows)) => {
                let team = TeamNumber(rows.get(row).copied().unwrap_or(u8::MAX).into());
                // Keyframes send the last hit again.
                let last = self.world.touches.last();
                if !self.is_keyframe || last.is_some_and(|last| last.team != team) {
                    self.touch(actor, team);
                }
            }
            _ => {}
        }
    }

    fn pick_up(&mut self, actor: u16, role: Role, rows: &Rows, row: usize) {
        match (role, rows) {
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
            _ => {}
        }
    }

    fn demolish(&mut self, actor: u16, role: Role, rows: &Rows, row: usize) {
        match (role, rows) {
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
            _ => {}
        }
    }

    fn score(&mut self, actor: u16, rows: &Rows, row: usize) {
        let Rows::I32(rows) = rows else { return };
        let value = rows.get(row).copied().unwrap_or_default();
        let team = self.team_number(actor);
        let score = team.and_then(|team| self.scores.get_mut(usize::try_from(team.0).ok()?));
        if let Some(score) = score {
            *score = value;
            self.is_board_changed = true;
        }
    }

    fn update_board(&mut self, role: Role, rows: &Rows, row: usize) {
        match (role, rows) {
            (Role::Seconds, Rows::I32(rows)) => {
                self.board.seconds_remaining = rows.get(row).copied().unwrap_or_default();
            }
            (Role::Countdown, Rows::I32(rows)) => {
                self.board.countdown = rows.get(row).copied().unwrap_or_default();
            }
            (Role::Overtime, Rows::Bool(rows)) => {
                self.board.is_overtime = rows.get(row).copied().unwrap_or_default();
            }
            (Role::State, Rows::NameIndex(rows)) => {
                let name = rows.get(row).and_then(|name| usize::try_from(name.index).ok());
                let names = &self.view.body().names;
                self.board.state =
                    name.and_then(|name| names.get(name)).cloned().unwrap_or_default();
            }
            (Role::StateIndex, Rows::U8(rows)) => self.state_index = rows.get(row).copied(),
            _ => return,
        }
        self.is_board_changed = true;
    }
}

// Each says whether the value is of the type that it must have.

impl Actor {
    /// Changes of a car and of its parts.
    fn drive(&mut self, role: Role, rows: &Rows, row: usize) -> bool {
        match (role, rows) {
            (Role::Throttle, Rows::U8(rows)) => {
                self.input.throttle = rows.get(row).copied().unwrap_or(Input::NEUTRAL);
            }
            (Role::Steer, Rows::U8(rows)) => {
                self.input.steer = rows.get(row).copied().unwrap_or(Input::NEUTRAL);
            }
            (Role::Handbrake, Rows::Bool(rows)) => {
                self.input.handbrake = rows.get(row).copied().unwrap_or_default();
            }
            (Role::BoostAmount, Rows::U8(rows)) => self.amount = rows.get(row).copied(),
            (Role::Boost, Rows::ReplicatedBoost(rows)) => {
                self.amount = rows.get(row).map(|boost| boost.boost_amount);
                self.grants = rows.get(row).map_or(0, |boost| boost.grant_count);
            }
            (Role::ComponentActive, Rows::U8(rows)) => {
                self.is_active = rows.get(row).is_some_and(|counter| counter & 1 == 1);
            }
            (Role::DodgeTorque, Rows::Vector(rows)) => {
                self.torque = rows.get(row).map(|torque| torque.in_units(1.0));
            }
            _ => return false,
        }
        true
    }

    /// A player's team.
    fn join(&mut self, rows: &Rows, row: usize) -> bool {
        let Rows::ObjectRef(rows) = rows else { return false };
        self.link = rows.get(row).and_then(|reference| reference.actor());
        true
    }
}

impl Entry {
    fn introduce(&mut self, role: Role, rows: &Rows, row: usize) -> bool {
        match (role, rows) {
            (Role::PlayerName, Rows::String(rows)) => {
                self.name = rows.get(row).cloned().unwrap_or_default();
                self.is_new = true;
            }
            (Role::PlayerId, Rows::UniqueId(rows)) => {
                self.id = rows.get(row).cloned().unwrap_or_default();
                self.has_id = true;
                self.is_new = true;
            }
            (Role::PlayerBot, Rows::Bool(rows)) => {
                self.is_bot = rows.get(row).copied().unwrap_or_default();
            }
            (Role::PlayerSteering, Rows::F32(rows)) => self.steering = rows.get(row).copied(),
            _ => return false,
        }
        true
    }

    fn count(&mut self, role: Role, rows: &Rows, row: usize) -> bool {
        let Rows::I32(rows) = rows else { return false };
        let [score, goals, assists, saves, shots] = &mut self.points;
        let counter = match role {
            Role::Goals => goals,
            Role::Assists => assists,
            Role::Saves => saves,
            Role::Shots => shots,
            _ => score,
        };
        *counter = rows.get(row).copied();
        true
    }

    fn equip(&mut self, role: Role, rows: &Rows, row: usize) -> bool {
        match (role, rows) {
            (Role::Loadout, Rows::Loadout(rows)) => {
                let body = rows.get(row).and_then(|loadout| loadout.products().first().copied());
                self.bodies = [body; 2];
                true
            }
            (Role::Loadouts, Rows::TeamLoadout(rows)) => match rows.get(row) {
                Some(loadouts) => {
                    let bodies = [&loadouts.blue, &loadouts.orange];
                    self.bodies = bodies.map(|l| l.products().first().copied());
                    true
                }
                None => false,
            },
            _ => false,
        }
    }
}

impl CameraRow {
    fn update(&mut self, role: Role, rows: &Rows, row: usize) -> bool {
        match (role, rows) {
            (Role::CameraSettings, Rows::CamSettings(rows)) => {
                let Some(settings) = rows.get(row) else { return false };
                self.fov = settings.fov;
                self.height = settings.height;
                self.pitch = settings.pitch;
                self.distance = settings.distance;
                self.stiffness = settings.stiffness;
                self.swivel_speed = settings.swivel_speed;
                self.transition_speed = settings.transition_speed;
            }
            (Role::BallCam, Rows::Bool(rows)) => {
                self.is_ball_cam = rows.get(row).copied().unwrap_or_default();
            }
            (Role::BehindView, Rows::Bool(rows)) => {
                self.is_behind_view = rows.get(row).copied().unwrap_or_default();
            }
            _ => return false,
        }
        true
    }
}
