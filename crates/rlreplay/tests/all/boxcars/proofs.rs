//! A replay's own evidence about the values that boxcars has otherwise.

use ghostreel_rlreplay::View;
use ghostreel_rlreplay::attributes::{ProductValue, RigidBody, Rotation, Rows, Vector};
use ghostreel_rlreplay::network::{ActorEvent, Event, Frame, Segment, Spawn};

use super::class::Class;

/// A replay by frames.
pub(crate) struct Scene<'v> {
    view: &'v View<'v>,
    segment: &'v Segment,
    frames: Vec<(Frame, Vec<Event>)>,
}

impl<'v> Scene<'v> {
    pub(crate) fn new(view: &'v View<'v>) -> Self {
        let segment = &view.network()[0];
        let mut frames = Vec::new();
        segment.walk(|frame, events| frames.push((*frame, events.to_vec())));
        Self { view, segment, frames }
    }

    /// Whether the replay shows at a frame and an actor that a difference is an error of boxcars.
    pub(crate) fn shows(&self, class: Class, frame: u32, actor: u16) -> bool {
        let shown = match class {
            Class::PickupIndex | Class::BogusRole => self.counter_goes_on(frame, actor),
            Class::OldUnits => self.car_is_where_it_appears(frame, actor),
            Class::SpinUnits => self.body_turns_as_it_spins(frame, actor),
            Class::WholeUnits => self.attacker_is_as_fast_as_its_car(frame, actor),
            Class::Angles => self.car_drives_where_it_points(frame, actor),
            Class::Precision => self.body(frame, actor).map(|body| {
                let length: f64 =
                    body.rotation.quaternion().map(|n| f64::from(n).powi(2)).iter().sum();
                (length - 1.0).abs() < 1.2e-7
            }),
            Class::RotatorOrder => self.car_appears_as_it_points(frame, actor),
            Class::NoPlatform => self.updates(frame, actor).find_map(|(rows, row)| match rows {
                Rows::Reservation(rows) => {
                    let name = rows[row].name.content();
                    let end = name.iter().position(|&byte| byte == 0);
                    Some(name.len() > 1 && end == name.len().checked_sub(1))
                }
                _ => None,
            }),
            Class::LoadoutEnd => self.title_has_a_text(frame, actor),
            Class::TitleBits => self.title_is_of_a_player(frame, actor),
            Class::FloatAsInt => self.updates(frame, actor).find_map(|(rows, row)| match rows {
                Rows::F32(rows) => Some((0.0..=1.0).contains(&rows[row])),
                _ => None,
            }),
        };
        shown.unwrap_or(false)
    }

    fn time(&self, frame: u32) -> Option<f32> {
        Some(self.frames.get(frame as usize)?.0.time)
    }

    fn events(&self, frame: u32) -> &[Event] {
        self.frames.get(frame as usize).map(|(_, events)| &events[..]).unwrap_or_default()
    }

    /// Values that an actor gets in a frame.
    fn updates(&self, frame: u32, actor: u16) -> impl Iterator<Item = (&Rows, usize)> {
        self.events(frame).iter().filter_map(move |event| match event.what {
            ActorEvent::Updated { slot, .. } if event.actor == actor => {
                Some((&self.segment.rows[usize::from(slot)], event.row))
            }
            _ => None,
        })
    }

    fn body(&self, frame: u32, actor: u16) -> Option<&RigidBody> {
        self.updates(frame, actor).find_map(|(rows, row)| match rows {
            Rows::RigidBody(rows) => Some(&rows[row]),
            _ => None,
        })
    }

    fn spawn(&self, frame: u32, actor: u16) -> Option<&Spawn> {
        let is_it = |event: &&Event| event.actor == actor && event.what == ActorEvent::Spawned;
        Some(&self.segment.spawns[self.events(frame).iter().find(is_it)?.row])
    }

    /// The name of an actor's object at a frame.
    fn object(&self, frame: u32, actor: u16) -> Option<String> {
        let spawn = (0..=frame).rev().find_map(|frame| self.spawn(frame, actor))?;
        Some(self.view.body().objects[usize::try_from(spawn.object).ok()?].to_string())
    }

    fn pickup(&self, frame: u32, actor: u16) -> Option<(bool, u8)> {
        self.updates(frame, actor).find_map(|(rows, row)| match rows {
            Rows::PickupNew(rows) => Some((rows[row].instigator.is_actor, rows[row].counter)),
            _ => None,
        })
    }

    /// It was taken by a car under the number before.
    fn counter_goes_on(&self, frame: u32, actor: u16) -> Option<bool> {
        let (is_taken, counter) = self.pickup(frame, actor)?;
        let before = (0..frame).rev().find_map(|frame| self.pickup(frame, actor))?;
        Some(!is_taken && counter > 0 && before == (true, counter - 1))
    }

    /// In whole units, as where it appears is, which boxcars does not divide.
    fn car_is_where_it_appears(&self, frame: u32, actor: u16) -> Option<bool> {
        let appears = numbers(self.spawn(frame, actor)?.location.as_ref()?);
        let is = numbers(&self.body(frame, actor)?.location);
        Some(length(appears) > 1_000.0 && distance(appears, is) < 100.0)
    }

    /// How far it turns in a third of a second is what its spin says, in ten-thousandths.
    fn body_turns_as_it_spins(&self, frame: u32, actor: u16) -> Option<bool> {
        let (mut turned, mut spun) = (0.0, 0.0);
        for frame in frame..frame + 10 {
            let (from, to) = (self.body(frame, actor)?, self.body(frame + 1, actor)?);
            let seconds = self.time(frame + 1)? - self.time(frame)?;
            let [a, b] = [from, to].map(|body| body.rotation.quaternion());
            let dot: f32 = a.iter().zip(b).map(|(a, b)| a * b).sum();
            turned += 2.0 * dot.abs().min(1.0).acos();
            spun += length(numbers(from.angular_velocity.as_ref()?)) / 10_000.0 * seconds;
        }
        Some(turned > 0.5 && (turned / spun - 1.0).abs() < 0.1)
    }

    /// The attacker's velocity is that of its car, in whole units.
    fn attacker_is_as_fast_as_its_car(&self, frame: u32, actor: u16) -> Option<bool> {
        let (attacker, velocity) =
            self.updates(frame, actor).find_map(|(rows, row)| match rows {
                Rows::Demolish(rows) => Some((&rows[row].attacker, &rows[row].attacker_velocity)),
                Rows::DemolishFx(rows) => Some((&rows[row].attacker, &rows[row].attacker_velocity)),
                Rows::DemolishExtended(rows) => {
                    Some((&rows[row].attacker, &rows[row].attacker_velocity))
                }
                _ => None,
            })?;
        let car = self.body(frame, attacker.actor()?)?;
        let car = numbers(car.linear_velocity.as_ref()?).map(|number| number / 100.0);
        Some(distance(car, numbers(velocity)) < 0.05 * length(car))
    }

    /// On the ground, it moves where its second angle points, in a plane.
    fn car_drives_where_it_points(&self, frame: u32, actor: u16) -> Option<bool> {
        let body = self.body(frame, actor)?;
        let Rotation::Angles([pitch, yaw, roll]) = body.rotation else { return None };
        let [x, y, z] = numbers(body.linear_velocity.as_ref()?);
        let angle = f32::from(yaw) * std::f32::consts::TAU / 65_536.0;
        let along = (x * angle.cos() + y * angle.sin()) / length([x, y, z]);
        let is_level = [pitch, roll].iter().all(|angle| angle.cast_signed().unsigned_abs() < 300);
        Some(body.location.z < 20 && is_level && along > 0.99 && length([x, y, z]) > 10_000.0)
    }

    /// Its body is turned by the second angle.
    fn car_appears_as_it_points(&self, frame: u32, actor: u16) -> Option<bool> {
        let yaw = self.spawn(frame, actor)?.rotation.as_ref()?.yaw?;
        let [x, y, z, w] = self.body(frame, actor)?.rotation.quaternion();
        let turned = (2.0 * (w * z + x * y)).atan2(1.0 - 2.0 * (y * y + z * z)).to_degrees();
        let appears = f32::from(yaw.cast_signed()) * 360.0 / 256.0;
        let is_level = 1.0 - 2.0 * (x * x + y * y) > 0.99;
        Some(is_level && appears.abs() > 30.0 && (turned - appears).abs() < 2.0)
    }

    /// The last product is a title, and has one among the products' attributes.
    fn title_has_a_text(&self, frame: u32, actor: u16) -> Option<bool> {
        let title = self.updates(frame, actor).find_map(|(rows, row)| match rows {
            Rows::TeamLoadout(rows) => rows[row].blue.products().get(15).copied(),
            _ => None,
        })?;
        let is_text = self.updates(frame, actor).find_map(|(rows, row)| match rows {
            Rows::LoadoutsOnline(rows) => Some(
                rows[row]
                    .blue
                    .slot(21)
                    .any(|product| matches!(product.value, ProductValue::Title(_))),
            ),
            _ => None,
        })?;
        Some(title != 0 && is_text)
    }

    /// The player that the title names is an actor that is alive, and one.
    fn title_is_of_a_player(&self, frame: u32, actor: u16) -> Option<bool> {
        let member = self.updates(frame, actor).find_map(|(rows, row)| match rows {
            Rows::MemberTitle(rows) => Some(rows[row].member.actor()),
            _ => None,
        })??;
        Some(self.object(frame, member)?.contains("PRI_TA"))
    }
}

fn numbers(vector: &Vector) -> [f32; 3] {
    [vector.x, vector.y, vector.z].map(|number| number as f32)
}

fn length(vector: [f32; 3]) -> f32 {
    vector.map(|number| number * number).iter().sum::<f32>().sqrt()
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    length([a[0] - b[0], a[1] - b[1], a[2] - b[2]])
}
