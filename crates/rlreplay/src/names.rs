//! The tables in `data/`: the classes of objects, and the layouts of properties' values.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use crate::attributes::AttributeType;
use crate::limits;

/// A table of this file: names of replays are looked up in it and never put into it, so a file cannot make them collide.
type Table = HashMap<&'static [u8], Known, FixedState>;

/// Rows of two columns after comments and a header.
fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .filter_map(|line| line.split_once('\t'))
}

/// A name of the tables, by its index among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known(u16);

/// Facts about a name.
#[derive(Debug)]
struct Entry {
    name: &'static str,
    parent: Option<Known>,
    kind: Option<AttributeType>,
    trajectory: Option<Trajectory>,
}

/// Every name of the tables, so that one search finds all that is known of it.
#[derive(Default)]
struct Names {
    places: Table,
    entries: Vec<Entry>,
}

impl Names {
    fn place(&mut self, name: &'static str) -> Known {
        let next = Known(u16::try_from(self.entries.len()).unwrap_or(u16::MAX));
        *self.places.entry(name.as_bytes()).or_insert_with(|| {
            self.entries.push(Entry { name, parent: None, kind: None, trajectory: None });
            next
        })
    }

    fn entry(&mut self, name: &'static str) -> Option<&mut Entry> {
        let Known(place) = self.place(name);
        self.entries.get_mut(usize::from(place))
    }
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let mut names = Names::default();
    for (class, parent) in rows(include_str!("../data/classes.tsv")) {
        let parent = names.place(parent);
        names.entry(class).into_iter().for_each(|entry| entry.parent = Some(parent));
    }
    for (property, kind) in rows(include_str!("../data/attributes.tsv")) {
        names.entry(property).into_iter().for_each(|entry| entry.kind = AttributeType::named(kind));
    }
    for (class, trajectory) in TRAJECTORIES {
        names.entry(class).into_iter().for_each(|entry| entry.trajectory = Some(trajectory));
    }
    names
});

impl Known {
    /// Finds a name by its characters.
    pub(crate) fn find(name: &[u8]) -> Option<Self> {
        NAMES.places.get(name).copied()
    }

    /// The number of names.
    pub(crate) fn count() -> usize {
        NAMES.entries.len()
    }

    /// By its place.
    pub(crate) fn at(place: usize) -> Option<Self> {
        u16::try_from(place).ok().filter(|_| place < Self::count()).map(Self)
    }

    pub(crate) const fn place(self) -> usize {
        self.0 as usize
    }

    fn entry(self) -> Option<&'static Entry> {
        NAMES.entries.get(self.place())
    }

    pub(crate) fn name(self) -> &'static str {
        self.entry().map_or("", |entry| entry.name)
    }

    /// The class above an object or a class.
    pub(crate) fn parent(self) -> Option<Self> {
        self.entry()?.parent
    }

    /// The layout of a property's values.
    pub(crate) fn kind(self) -> Option<AttributeType> {
        self.entry()?.kind
    }

    /// The trajectory written when an actor of exactly this class is spawned.
    pub(crate) fn trajectory(self) -> Option<Trajectory> {
        self.entry()?.trajectory
    }
}

/// The class above an object or a class, e.g. `TAGame.Vehicle_TA` for `TAGame.Car_TA`; `None` for a name that `data/classes.tsv` does
/// not have.
pub fn parent(name: &str) -> Option<&'static str> {
    Known::find(name.as_bytes())?.parent().map(Known::name)
}

/// How the values of a property are laid out; `None` for a name that `data/attributes.tsv` does not have.
pub fn kind(property: &str) -> Option<AttributeType> {
    Known::find(property.as_bytes())?.kind()
}

/// A map's name by the header's `MapName`, whose case varies. It is asked for once a replay: the table is short enough to be gone through.
pub fn map(id: &str) -> Option<&'static str> {
    let mut maps = rows(include_str!("../data/maps.tsv"));
    maps.find(|(map, _)| map.eq_ignore_ascii_case(id)).map(|(_, name)| name)
}

/// The trajectory written when an actor appears, by class; the nearest class above counts.
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

/// The fields written of an actor's place when it appears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Trajectory {
    /// Nothing.
    None,
    /// Its location.
    #[default]
    Location,
    /// Its location, and how it is turned.
    LocationAndRotation,
}

impl Trajectory {
    /// Their number.
    pub(crate) const COUNT: usize = 3;
}

/// The classes in [`TRAJECTORIES`].
pub(crate) fn classes_with_trajectory() -> impl Iterator<Item = &'static str> {
    TRAJECTORIES.iter().map(|(name, _)| *name)
}

/// The beginning of a name that is longer than any real one, with dots after it; others as they are.
pub(crate) fn shortened(name: &str) -> Cow<'_, str> {
    if name.len() <= limits::NAME {
        return name.into();
    }
    let end = name.floor_char_boundary(limits::NAME);
    format!("{}…", name.get(..end).unwrap_or_default()).into()
}

/// The name of an object as the table of classes has it. An object that stands in a level, such as
/// `stadium_p.TheWorld:PersistentLevel.VehiclePickup_Boost_TA_12`, is named after its class.
pub(crate) fn table_name(object: &str) -> Cow<'_, str> {
    let class = class_in_level(object.as_bytes());
    let Some(class) = class.and_then(|class| std::str::from_utf8(class).ok()) else {
        return object.into();
    };
    let engine = format!("Engine.{class}");
    if parent(&engine).is_some() { engine } else { format!("TAGame.{class}") }.into()
}

/// The class, without its package, that an object which stands in a level is named after.
pub(crate) fn class_in_level(object: &[u8]) -> Option<&[u8]> {
    // A colon is found much sooner than a longer text.
    let mut colons = object.iter().enumerate().filter(|(_, byte)| **byte == b':');
    let instance = colons.find_map(|(colon, _)| {
        object.get(..colon)?.strip_suffix(b"TheWorld")?;
        object.get(colon..)?.strip_prefix(b":PersistentLevel.")
    })?;
    let digits = instance.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let class = instance.get(..instance.len().saturating_sub(digits))?;
    Some(class.strip_suffix(b"_").unwrap_or(instance))
}

/// The part of a name after the last `mark`; `None` if the name does not have it. Names are short: the standard library's search, made for long texts, is 5 KB of the
/// page's download.
pub(crate) fn after_last<'n>(name: &'n str, mark: &str) -> Option<&'n str> {
    (0..name.len()).rev().find_map(|at| name.get(at..)?.strip_prefix(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_the_table_is_known() {
        for (property, kind) in rows(include_str!("../data/attributes.tsv")) {
            assert!(AttributeType::named(kind).is_some(), "{property} is of the kind {kind}");
        }
        assert!(Known::count() > 550, "{}", Known::count());
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
    fn the_specification_has_what_is_written_of_new_actors() {
        let spec = include_str!("../../../docs/spec/rocket-league.md");
        let (_, table) = spec.split_once("| class | place |\n|---|---|\n").unwrap();
        let rows = table.lines().take_while(|line| line.starts_with('|'));
        let written = |trajectory| match trajectory {
            Trajectory::None => "nothing",
            Trajectory::Location => "location",
            Trajectory::LocationAndRotation => "location, rotation",
        };
        let expected =
            TRAJECTORIES.map(|(name, place)| format!("| `{name}` | {} |", written(place)));
        assert_eq!(rows.collect::<Vec<_>>(), expected);
    }
}
