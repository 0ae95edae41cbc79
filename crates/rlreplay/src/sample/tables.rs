//! The tables of a body: which classes there are, with which properties.

use super::FileKind;
use super::floor::Floor;
use crate::layout::{Body, ClassIndex, NetCache, NetProperty, Text};
use crate::names;

/// The property that is unknown once it has another name.
pub(super) const RENAMED: &str = "TAGame.Car_TA:ReplicatedCarScale";

/// The map of a match.
pub(super) const fn map(kind: FileKind) -> &'static str {
    if matches!(kind, FileKind::Dropshot) { "ShatterShot_P" } else { "Stadium_P" }
}

/// The name of something that stands in the level, such as a boost pad or a panel of the floor.
pub(super) fn in_level(kind: FileKind, name: &str) -> String {
    format!("{}.TheWorld:PersistentLevel.{name}", map(kind))
}

/// Name of a class; its properties; its spawned fields.
type Class = (&'static str, &'static [&'static str], &'static [&'static str]);

/// Classes below those above them.
const CLASSES: &[Class] = &[
    ("Core.Object", &[], &[]),
    ("Engine.Actor", &["bBlockActors", "bHidden", "Role", "RemoteRole", "DrawScale"], &[]),
    ("Engine.Info", &[], &[]),
    ("Engine.ReplicationInfo", &[], &[]),
    ("Engine.GameReplicationInfo", &["ServerName", "GameClass", "bMatchIsOver"], &[]),
    (
        "ProjectX.GRI_X",
        &[
            "bGameStarted",
            "GameServerID",
            "Reservations",
            "ReplicatedServerRegion",
            "ReplicatedGamePlaylist",
        ],
        &[],
    ),
    (
        "TAGame.GRI_TA",
        &[],
        &["GameInfo_Soccar.GameInfo.GameInfo_Soccar:GameReplicationInfoArchetype"],
    ),
    (
        "TAGame.GameEvent_TA",
        &[
            "ReplicatedRoundCountDownNumber",
            "ReplicatedStateName",
            "bHasLeaveMatchPenalty",
            "MatchTypeClass",
        ],
        &[],
    ),
    ("TAGame.GameEvent_Team_TA", &["bForfeit", "MaxTeamSize"], &[]),
    (
        "TAGame.GameEvent_Soccar_TA",
        &[
            "RoundNum",
            "ReplicatedScoredOnTeam",
            "MatchWinner",
            "GameWinner",
            "SecondsRemaining",
            "bReadyToStartGame",
            "bMatchEnded",
            "bOverTime",
            "bBallHasBeenHit",
        ],
        &["Archetypes.GameEvent.GameEvent_Soccar"],
    ),
    ("Engine.TeamInfo", &["Score"], &[]),
    ("TAGame.Team_TA", &["GameEvent"], &[]),
    ("TAGame.Team_Soccar_TA", &[], &["Archetypes.Teams.Team0", "Archetypes.Teams.Team1"]),
    ("Engine.Pawn", &["PlayerReplicationInfo"], &[]),
    ("ProjectX.Pawn_X", &[], &[]),
    ("TAGame.RBActor_TA", &["ReplicatedRBState", "bReplayActor"], &[]),
    (
        "TAGame.Ball_TA",
        &["GameEvent", "HitTeamNum", "ReplicatedExplosionData", "ReplicatedExplosionDataExtended"],
        &["Archetypes.Ball.Ball_Default"],
    ),
    (
        "Engine.PlayerReplicationInfo",
        &["Ping", "PlayerName", "Team", "UniqueId", "PlayerID", "Score", "bReadyToPlay"],
        &[],
    ),
    ("ProjectX.PRI_X", &[], &[]),
    (
        "TAGame.PRI_TA",
        &[
            "PersistentCamera",
            "ClientLoadoutsOnline",
            "ClientLoadouts",
            "ClientLoadoutOnline",
            "ClientLoadout",
            "ReplicatedGameEvent",
            "SteeringSensitivity",
            "MatchDemolishes",
            "MatchShots",
            "MatchSaves",
            "MatchAssists",
            "MatchGoals",
            "MatchScore",
        ],
        &["TAGame.Default__PRI_TA"],
    ),
    (
        "TAGame.CameraSettingsActor_TA",
        &[
            "PRI",
            "ProfileSettings",
            "bUsingBehindView",
            "bUsingSecondaryCamera",
            "CameraPitch",
            "CameraYaw",
        ],
        &["TAGame.Default__CameraSettingsActor_TA"],
    ),
    (
        "TAGame.Vehicle_TA",
        &["bDriving", "bReplicatedHandbrake", "ReplicatedSteer", "ReplicatedThrottle"],
        &[],
    ),
    (
        "TAGame.Car_TA",
        &["TeamPaint", "ReplicatedDemolish", "ReplicatedDemolishExtended", "ReplicatedCarScale"],
        &["Archetypes.Car.Car_Default"],
    ),
    ("TAGame.CarComponent_TA", &["Vehicle", "ReplicatedActive"], &[]),
    ("TAGame.CarComponent_AirActivate_TA", &["AirActivateCount"], &[]),
    (
        "TAGame.CarComponent_Boost_TA",
        &["ReplicatedBoost", "ReplicatedBoostAmount"],
        &["Archetypes.CarComponents.CarComponent_Boost"],
    ),
    ("TAGame.CarComponent_Jump_TA", &[], &["Archetypes.CarComponents.CarComponent_Jump"]),
    (
        "TAGame.CarComponent_DoubleJump_TA",
        &["DoubleJumpImpulse"],
        &["Archetypes.CarComponents.CarComponent_DoubleJump"],
    ),
    (
        "TAGame.CarComponent_Dodge_TA",
        &["DodgeTorque"],
        &["Archetypes.CarComponents.CarComponent_Dodge"],
    ),
    (
        "TAGame.CarComponent_FlipCar_TA",
        &["FlipCarTime", "bFlipRight"],
        &["Archetypes.CarComponents.CarComponent_FlipCar"],
    ),
    ("TAGame.GameInfo_Soccar_TA", &[], &[]),
    ("TAGame.MatchType_PublicRanked_TA", &[], &[]),
    ("TAGame.ProductAttribute_Painted_TA", &[], &[]),
    ("TAGame.ProductAttribute_UserColor_TA", &[], &[]),
    (
        "TAGame.VehiclePickup_TA",
        &["ReplicatedPickupData", "NewReplicatedPickupData", "bNoPickup"],
        &[],
    ),
    ("TAGame.VehiclePickup_Boost_TA", &[], &[]),
];

/// The classes that Rumble adds.
const ITEMS: &[Class] = &[
    ("TAGame.SpecialPickup_TA", &[], &[]),
    ("TAGame.SpecialPickup_Targeted_TA", &["Targeted"], &[]),
    (
        "TAGame.SpecialPickup_BallFreeze_TA",
        &["RepOrigSpeed"],
        &["Archetypes.SpecialPickups.SpecialPickup_BallFreeze"],
    ),
    (
        "TAGame.SpecialPickup_BallVelcro_TA",
        &["AttachTime", "BreakTime", "bBroken", "bHit"],
        &["Archetypes.SpecialPickups.SpecialPickup_BallVelcro"],
    ),
    ("TAGame.SpecialPickup_Tornado_TA", &[], &["Archetypes.SpecialPickups.SpecialPickup_Tornado"]),
];

/// The classes that Dropshot adds.
const FLOOR: &[Class] = &[
    ("TAGame.BreakOutActor_Platform_TA", &["DamageState"], &[]),
    (
        "TAGame.Ball_Breakout_TA",
        &["AppliedDamage", "DamageIndex", "LastTeamTouch"],
        &["Archetypes.Ball.Ball_Breakout"],
    ),
];

/// The name of a panel's actor, without its level.
pub(super) fn panel_name(panel: usize) -> String {
    format!("BreakOutActor_Platform_TA_{panel}")
}

/// The name of a boost pad's actor, without its level.
pub(super) fn pad_name(pad: usize) -> String {
    format!("VehiclePickup_Boost_TA_{pad}")
}

/// A body with all its tables but names, and without frames.
pub(super) fn body(kind: FileKind) -> Body {
    let mut body = Body {
        levels: vec![Text::new("Stadium_OOB_Audio_Map")],
        packages: vec![Text::new(&format!(r"..\..\TAGame\CookedPCConsole\{}.upk", map(kind)))],
        ..Body::default()
    };
    let add = |objects: &mut Vec<Text>, name: &str| -> i32 {
        objects.push(Text::new(name));
        objects.len() as i32 - 1
    };
    // By class, the first number that is free below it.
    let mut free: Vec<(&str, i32)> = Vec::new();
    let more = match kind {
        FileKind::Rumble => ITEMS,
        FileKind::Dropshot => FLOOR,
        _ => &[],
    };
    for (class, properties, archetypes) in CLASSES.iter().chain(more) {
        let mut above = names::parent(class);
        let mut parent = 0;
        while let Some(name) = above {
            if let Some((_, first)) = free.iter().find(|(class, _)| *class == name) {
                parent = *first;
                break;
            }
            above = names::parent(name);
        }
        let properties: Vec<NetProperty> = properties
            .iter()
            .zip(parent..)
            .map(|(property, stream_id)| {
                let object = add(&mut body.objects, &format!("{class}:{property}"));
                NetProperty { object, stream_id }
            })
            .collect();
        let object = add(&mut body.objects, class);
        let cache = parent + properties.len() as i32;
        free.push((class, cache));
        body.class_index.push(ClassIndex { class: Text::new(class), object });
        body.net_cache.push(NetCache { object, parent, cache, properties });
        for archetype in *archetypes {
            add(&mut body.objects, archetype);
        }
    }
    let standing: Vec<String> = match kind {
        FileKind::Dropshot => (0..Floor::PANELS).map(panel_name).collect(),
        _ => (0..super::arena::pads().len()).map(pad_name).collect(),
    };
    for name in standing {
        add(&mut body.objects, &in_level(kind, &name));
    }
    body
}
