//! What properties mean for the motion of bodies.

use crate::attributes::AttributeType;
use crate::layout::{Body, TextRef};
use crate::network::Catalog;

/// What a property's values are for the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Bits.
    Value = 0,
    /// A rigid body.
    Body = 1,
    /// How much throttle a player gives: 128 is none.
    Throttle = 2,
    /// How a player steers: 128 is straight on.
    Steer = 3,
    /// Whether a player pulls the handbrake.
    Handbrake = 4,
    /// Whether boost is on: odd.
    Boost = 5,
    /// The car that an actor is a part of.
    Car = 6,
}

impl Role {
    /// The role of that number.
    pub(super) const fn of(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Value,
            1 => Self::Body,
            2 => Self::Throttle,
            3 => Self::Steer,
            4 => Self::Handbrake,
            5 => Self::Boost,
            6 => Self::Car,
            _ => return None,
        })
    }
}

/// The roles of a replay's properties.
#[derive(Debug)]
pub(super) struct Roles {
    /// By slot.
    roles: Vec<Role>,
}

impl Roles {
    const NAMES: [(&str, AttributeType, Role); 5] = [
        ("TAGame.Vehicle_TA:ReplicatedThrottle", AttributeType::U8, Role::Throttle),
        ("TAGame.Vehicle_TA:ReplicatedSteer", AttributeType::U8, Role::Steer),
        ("TAGame.Vehicle_TA:bReplicatedHandbrake", AttributeType::Bool, Role::Handbrake),
        ("TAGame.CarComponent_TA:ReplicatedActive", AttributeType::U8, Role::Boost),
        ("TAGame.CarComponent_TA:Vehicle", AttributeType::ObjectRef, Role::Car),
    ];

    pub(super) fn new(catalog: &Catalog, body: &Body<TextRef<'_>>) -> Self {
        let slots = catalog.slots().iter();
        let roles = slots.map(|slot| {
            let object = usize::try_from(slot.object).ok();
            let name = object.and_then(|object| body.objects.get(object)).map(|text| text.as_str());
            let known = Self::NAMES.iter().find(|(known, kind, _)| {
                slot.kind == Some(*kind) && name.as_deref() == Some(*known)
            });
            known.map_or(Role::Value, |(_, _, role)| *role)
        });
        Self { roles: roles.collect() }
    }

    /// The role of a property.
    pub(super) fn of(&self, slot: usize, kind: Option<AttributeType>) -> Role {
        if kind == Some(AttributeType::RigidBody) {
            return Role::Body;
        }
        self.roles.get(slot).copied().unwrap_or(Role::Value)
    }
}
