//! The tables in `data/`: which class an object is of, and how the values of properties are laid out.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use crate::kinds::Kind;

/// A table of this file: names of replays are looked up in it and never put into it, so nobody can make them collide.
type Table<V> = HashMap<&'static str, V, FixedState>;

/// Rows of two columns behind comments and a header.
fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .filter_map(|line| line.split_once('\t'))
}

static PARENTS: LazyLock<Table<&str>> =
    LazyLock::new(|| rows(include_str!("../data/classes.tsv")).collect());

static KINDS: LazyLock<Table<Kind>> = LazyLock::new(|| {
    rows(include_str!("../data/attributes.tsv"))
        .filter_map(|(property, kind)| Some((property, Kind::named(kind)?)))
        .collect()
});

/// The class above an object or a class.
pub fn parent(name: &str) -> Option<&'static str> {
    PARENTS.get(name).copied()
}

/// How the values of a property are laid out.
pub fn kind(property: &str) -> Option<Kind> {
    KINDS.get(property).copied()
}

static MAPS: LazyLock<Table<&str>> =
    LazyLock::new(|| rows(include_str!("../data/maps.tsv")).collect());

/// A map's name by the header's `MapName`, whose case varies.
pub fn map(id: &str) -> Option<&'static str> {
    MAPS.get(id.to_ascii_lowercase().as_str()).copied()
}

/// What is written when an actor is spawned, by class; the nearest class above counts.
const TRAJECTORIES: [(&str, Trajectory); 11] = [
    ("Engine.Actor", Trajectory::Location),
    ("Engine.ZoneInfo", Trajectory::None),
    ("TAGame.BreakOutActor_Platform_TA", Trajectory::None),
    ("TAGame.CrowdActor_TA", Trajectory::None),
    ("TAGame.CrowdManager_TA", Trajectory::None),
    ("TAGame.HauntedBallTrapTrigger_TA", Trajectory::None),
    ("TAGame.InMapScoreboard_TA", Trajectory::None),
    ("TAGame.PlayerStart_Platform_TA", Trajectory::None),
    ("TAGame.VehiclePickup_Boost_TA", Trajectory::None),
    ("TAGame.RBActor_TA", Trajectory::LocationAndRotation),
    ("TAGame.KeepUpIndicator_TA", Trajectory::LocationAndRotation),
];

/// What is written when an actor is spawned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Trajectory {
    /// Nothing.
    None,
    /// Where.
    #[default]
    Location,
    /// Where, and how it is turned.
    LocationAndRotation,
}

/// What is written when an actor of exactly this class is spawned.
pub(crate) fn trajectory(class: &str) -> Option<Trajectory> {
    TRAJECTORIES.iter().find(|(name, _)| *name == class).map(|(_, trajectory)| *trajectory)
}

/// The classes for which it is known what is written.
pub(crate) fn placed() -> impl Iterator<Item = &'static str> {
    TRAJECTORIES.iter().map(|(name, _)| *name)
}

/// The name of an object as the table of classes has it. An object that stands in a level, such as
/// `stadium_p.TheWorld:PersistentLevel.VehiclePickup_Boost_TA_12`, is named after its class.
pub(crate) fn table_name(object: &str) -> Cow<'_, str> {
    // A colon is found much sooner than a longer text.
    let instance = object.match_indices(':').find_map(|(colon, _)| {
        object.get(..colon)?.strip_suffix("TheWorld")?;
        object.get(colon..)?.strip_prefix(":PersistentLevel.")
    });
    match instance {
        Some(instance) => {
            let class = instance.trim_end_matches(|c: char| c.is_ascii_digit());
            let class = class.strip_suffix('_').unwrap_or(instance);
            let engine = format!("Engine.{class}");
            if PARENTS.contains_key(&*engine) { engine } else { format!("TAGame.{class}") }.into()
        }
        None => object.into(),
    }
}

/// What stands behind the last mark in a name. Names are short: the standard library's search, made for long texts, is 5 KB of what the
/// page fetches.
pub(crate) fn behind<'n>(name: &'n str, mark: &str) -> Option<&'n str> {
    (0..name.len()).rev().find_map(|at| name.get(at..)?.strip_prefix(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_the_table_is_known() {
        for (property, kind) in rows(include_str!("../data/attributes.tsv")) {
            assert!(Kind::named(kind).is_some(), "{property} is of the kind {kind}");
        }
        assert!(KINDS.len() > 300 && PARENTS.len() > 250);
    }

    #[test]
    fn every_chain_of_classes_ends() {
        for (name, _) in rows(include_str!("../data/classes.tsv")) {
            let chain = std::iter::successors(Some(name), |name| parent(name));
            assert_eq!(chain.take(20).last(), Some("Core.Object"), "{name}");
        }
    }

    #[test]
    fn objects_of_levels_lose_map_and_number() {
        let name = "stadium_p.TheWorld:PersistentLevel.VehiclePickup_Boost_TA_12";
        assert_eq!(table_name(name), "TAGame.VehiclePickup_Boost_TA");
        assert_eq!(table_name("cs_p.TheWorld:PersistentLevel.WorldInfo_3"), "Engine.WorldInfo");
        assert_eq!(table_name("TAGame.Car_TA:TeamPaint"), "TAGame.Car_TA:TeamPaint");
    }

    #[test]
    fn the_specification_tells_what_is_written_of_new_actors() {
        let spec = include_str!("../../../docs/spec/rocket-league.md");
        let (_, table) = spec.split_once("| class | place |\n|---|---|\n").unwrap();
        let rows = table.lines().take_while(|line| line.starts_with('|'));
        let written = |trajectory| match trajectory {
            Trajectory::None => "nothing",
            Trajectory::Location => "location",
            Trajectory::LocationAndRotation => "location, rotation",
        };
        let known = TRAJECTORIES.map(|(name, place)| format!("| `{name}` | {} |", written(place)));
        assert_eq!(rows.collect::<Vec<_>>(), known);
    }
}
