//! The actors that the derived tables look at, and their properties.

use crate::layout::{Body, Text};
use crate::names;
use crate::network::Catalog;

/// The kind of an actor, as far as the derived tables need it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ActorKind {
    /// Anything else.
    #[default]
    Other,
    Ball,
    Car,
    /// A player's entry in the game.
    Player,
    Team,
    Camera,
    /// A part of a car.
    Component,
    GameEvent,
    /// Boost, or an item, that lies in the arena.
    Pickup,
}

impl ActorKind {
    /// Whether such an actor is linked to the player it belongs to.
    pub(crate) const fn has_player(self) -> bool {
        matches!(self, Self::Car | Self::Camera)
    }
}

/// The kind of every object, by its place in the table of objects.
pub(crate) fn actor_kinds(body: &Body) -> Vec<ActorKind> {
    body.objects.iter().map(|object| actor_kind(&object.as_str())).collect()
}

fn actor_kind(object: &str) -> ActorKind {
    let name = names::table_name(object);
    let above = std::iter::successors(Some(&*name), |class| names::parent(class));
    let kind = |class: &str| match class {
        "TAGame.Ball_TA" => Some(ActorKind::Ball),
        "TAGame.Vehicle_TA" => Some(ActorKind::Car),
        "Engine.PlayerReplicationInfo" => Some(ActorKind::Player),
        "Engine.TeamInfo" => Some(ActorKind::Team),
        "TAGame.CameraSettingsActor_TA" => Some(ActorKind::Camera),
        "TAGame.CarComponent_TA" => Some(ActorKind::Component),
        "TAGame.GameEvent_TA" => Some(ActorKind::GameEvent),
        "TAGame.VehiclePickup_TA" => Some(ActorKind::Pickup),
        _ => None,
    };
    above.take(32).find_map(kind).unwrap_or_default()
}

/// The nearest class of an object: the class above it in the table, or the object itself if it is a class.
pub(crate) fn class_name(object: &str) -> String {
    let name = names::table_name(object);
    let is_class = !name.contains(':')
        && ["Archetypes.", "Default__"].iter().all(|mark| names::after_last(&name, mark).is_none());
    if is_class && names::parent(&name).is_some() {
        return name.into_owned();
    }
    names::parent(&name).map_or_else(|| name.to_string(), str::to_owned)
}

macro_rules! roles {
    ($($name:ident: $property:literal,)*) => {
        /// A property that the derived tables look at.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Role {
            $($name,)*
        }

        fn role(property: &str) -> Option<Role> {
            match property {
                $($property => Some(Role::$name),)*
                _ => None,
            }
        }
    };
}

roles! {
    RigidBody: "TAGame.RBActor_TA:ReplicatedRBState",
    CarPlayer: "Engine.Pawn:PlayerReplicationInfo",
    Throttle: "TAGame.Vehicle_TA:ReplicatedThrottle",
    Steer: "TAGame.Vehicle_TA:ReplicatedSteer",
    Handbrake: "TAGame.Vehicle_TA:bReplicatedHandbrake",
    ComponentCar: "TAGame.CarComponent_TA:Vehicle",
    ComponentActive: "TAGame.CarComponent_TA:ReplicatedActive",
    DodgeTorque: "TAGame.CarComponent_Dodge_TA:DodgeTorque",
    BoostAmount: "TAGame.CarComponent_Boost_TA:ReplicatedBoostAmount",
    Boost: "TAGame.CarComponent_Boost_TA:ReplicatedBoost",
    PlayerName: "Engine.PlayerReplicationInfo:PlayerName",
    PlayerTeam: "Engine.PlayerReplicationInfo:Team",
    PlayerId: "Engine.PlayerReplicationInfo:UniqueId",
    PlayerBot: "Engine.PlayerReplicationInfo:bBot",
    PlayerSteering: "TAGame.PRI_TA:SteeringSensitivity",
    Score: "TAGame.PRI_TA:MatchScore",
    Goals: "TAGame.PRI_TA:MatchGoals",
    Assists: "TAGame.PRI_TA:MatchAssists",
    Saves: "TAGame.PRI_TA:MatchSaves",
    Shots: "TAGame.PRI_TA:MatchShots",
    Loadout: "TAGame.PRI_TA:ClientLoadout",
    Loadouts: "TAGame.PRI_TA:ClientLoadouts",
    TeamScore: "Engine.TeamInfo:Score",
    Seconds: "TAGame.GameEvent_Soccar_TA:SecondsRemaining",
    Overtime: "TAGame.GameEvent_Soccar_TA:bOverTime",
    State: "TAGame.GameEvent_TA:ReplicatedStateName",
    StateIndex: "TAGame.GameEvent_TA:ReplicatedStateIndex",
    Countdown: "TAGame.GameEvent_TA:ReplicatedGameStateTimeRemaining",
    Damage: "TAGame.BreakOutActor_Platform_TA:DamageState",
    Welded: "TAGame.RBActor_TA:WeldedInfo",
    HitTeam: "TAGame.Ball_TA:HitTeamNum",
    Pickup: "TAGame.VehiclePickup_TA:ReplicatedPickupData",
    PickupNew: "TAGame.VehiclePickup_TA:NewReplicatedPickupData",
    Demolish: "TAGame.Car_TA:ReplicatedDemolish",
    DemolishFx: "TAGame.Car_TA:ReplicatedDemolish_CustomFX",
    DemolishGoal: "TAGame.Car_TA:ReplicatedDemolishGoalExplosion",
    DemolishExtended: "TAGame.Car_TA:ReplicatedDemolishExtended",
    CameraPlayer: "TAGame.CameraSettingsActor_TA:PRI",
    CameraSettings: "TAGame.CameraSettingsActor_TA:ProfileSettings",
    BallCam: "TAGame.CameraSettingsActor_TA:bUsingSecondaryCamera",
    BehindView: "TAGame.CameraSettingsActor_TA:bUsingBehindView",
}

/// The role of every slot.
pub(crate) fn roles(catalog: &Catalog, body: &Body) -> Vec<Option<Role>> {
    let property = |object: i32| body.objects.get(usize::try_from(object).ok()?).map(Text::as_str);
    catalog.slots().iter().map(|slot| role(&property(slot.object)?)).collect()
}
