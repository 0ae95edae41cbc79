//! Events of cars, the ball and the arena.

use super::ObjectRef;
use super::attribute::structures;
use super::motion::{Rotator8, Vector};

structures! {
    /// The taker of a pickup. The reference is always there, even without a taker.
    Pickup {
        instigator: ObjectRef, "", "The car, or none";
        picked_up: bool, "", "Whether the pickup is gone";
    }

    /// The taker of a pickup, counted. The reference is always there, even without a taker.
    PickupNew {
        instigator: ObjectRef, "", "The car, or none";
        counter: u8, "", "Counts up with each event: odd when taken, even when it is there again";
    }

    /// Pickups that a player may choose from.
    PickupInfo {
        first: ObjectRef, "", "First";
        second: ObjectRef, "", "Second";
        third: ObjectRef, "", "Third";
        is_preview: bool, "", "Whether these are a preview";
    }

    /// A car's boost. Takes the place of `ReplicatedBoostAmount`.
    ReplicatedBoost {
        grant_count: u8, "", "Counts up when boost is granted";
        boost_amount: u8, "1/255", "Boost in the tank";
        unused1: u8, "", "Unused";
        unused2: u8, "", "Unused";
    }

    /// A car that destroys another.
    Demolish {
        attacker: ObjectRef, "", "Car that destroys";
        victim: ObjectRef, "", "Car that is destroyed";
        attacker_velocity: Vector, "uu/s", "Velocity of the first";
        victim_velocity: Vector, "uu/s", "Velocity of the second";
    }

    /// A car that destroys another, with effects of its own.
    DemolishFx {
        effect: ObjectRef, "", "Effect, or the player whose goal explosion it is";
        attacker: ObjectRef, "", "Car that destroys";
        victim: ObjectRef, "", "Car that is destroyed";
        attacker_velocity: Vector, "uu/s", "Velocity of the first";
        victim_velocity: Vector, "uu/s", "Velocity of the second";
    }

    /// A car that destroys another, in newer versions.
    DemolishExtended {
        attacker_pri: ObjectRef, "", "Player who destroys";
        self_demolish_effect: ObjectRef, "", "Effect of destroying oneself";
        is_self_demolish: bool, "", "Whether a player destroyed themselves";
        goal_explosion_owner: ObjectRef, "", "Player whose goal explosion it is";
        attacker: ObjectRef, "", "Car that destroys";
        victim: ObjectRef, "", "Car that is destroyed";
        attacker_velocity: Vector, "uu/s", "Velocity of the first";
        victim_velocity: Vector, "uu/s", "Velocity of the second";
    }

    /// A goal's explosion.
    Explosion {
        goal: ObjectRef, "", "Goal";
        location: Vector, "uu", "Place";
    }

    /// A goal's explosion, and its scorer.
    ExtendedExplosion {
        goal: ObjectRef, "", "Goal";
        location: Vector, "uu", "Place";
        scorer: ObjectRef, "", "Player who scored";
    }

    /// An explosion that the ball reacts to.
    FlaggedByte {
        flag: bool, "", "Unknown";
        value: u8, "", "Unknown";
    }

    /// Damage to the floor in Dropshot.
    AppliedDamage {
        id: u8, "", "Counts up";
        location: Vector, "uu", "Place";
        damage_index: i32, "", "Which damage";
        total_damage: i32, "", "All damage so far";
    }

    /// A panel of the floor in Dropshot.
    DamageState {
        state: u8, "", "0 whole, 1 damaged, 2 broken";
        causer: ObjectRef, "", "Player";
        location: Vector, "uu", "Place";
        is_direct_hit: bool, "", "Whether the ball hit this very panel";
        is_immediate: bool, "", "Whether it shows at once";
    }

    /// Something stuck to a car.
    Welded {
        actor: ObjectRef, "", "The thing";
        offset: Vector, "uu", "Where";
        mass: f32, "", "Mass";
        rotation: Rotator8, "", "How it is turned";
    }

    /// A push.
    Impulse {
        rotation: i32, "", "Direction, compressed";
        speed: f32, "uu/s", "Speed";
    }
}
