//! A replay with its analysis.

use std::cell::OnceCell;
use std::sync::LazyLock;

use ghostreel_formats::AnyView;
use ghostreel_formats::timeline::{Map, Moment, MomentKind, Schema, Table, TableKind, Timeline};

use crate::{Moments, Statistics, further_tables, moment_kinds, moments, stats};

/// A replay, its statistics and its moments, each worked out once and when asked for.
///
/// ```
/// use ghostreel_analysis::Analysis;
/// use ghostreel_formats::{core::DecodeOptions, open, sample};
///
/// let bytes = sample("rocket-league", None, 1).unwrap();
/// let analysis = Analysis::new(open(&bytes[..], &DecodeOptions::RECOVER)?);
/// for goal in analysis.moments().iter().filter(|moment| moment.kind == "goal") {
///     println!("{:.1} s: {}", goal.time, goal.label);
/// }
/// assert_eq!(analysis.timeline().table("moments").unwrap().rows(), analysis.moments().len());
/// # Ok::<(), ghostreel_formats::core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Analysis<'a> {
    view: AnyView<'a>,
    stats: OnceCell<Option<Statistics>>,
    moments: OnceCell<Moments>,
    #[cfg_attr(
        not(feature = "beat-saber"),
        allow(dead_code, reason = "only Beat Saber keeps something")
    )]
    pub(crate) kept: FurtherData,
}

/// Further things that a game keeps of a replay.
#[derive(Clone, Debug, Default)]
pub(crate) struct FurtherData {
    #[cfg(feature = "beat-saber")]
    pub(crate) beat_saber: crate::beat_saber::FurtherData,
}

/// The tables of a replay beside its own and that of its moments.
#[derive(Default)]
pub(crate) struct FurtherTables<'a> {
    /// The names of the map beside the replay, for a replay that does not record them.
    pub(crate) map: Option<Map>,
    pub(crate) ready: Vec<Table<'a>>,
    pub(crate) later: Vec<LaterTable<'a>>,
}

/// A table whose rows are worked out when their columns or their number are asked for.
pub(crate) struct LaterTable<'a> {
    pub(crate) table: Table<'a>,
    /// Whether its rows follow from the statistics, which then have to be worked out, too.
    pub(crate) is_of_statistics: bool,
}

impl<'a> LaterTable<'a> {
    pub(crate) fn of_statistics(table: Table<'a>) -> Self {
        Self { table, is_of_statistics: true }
    }
}

static MOMENTS: LazyLock<Schema> = LazyLock::new(|| {
    Schema::of::<Moment>(
        "moments",
        TableKind::Events,
        Some("time"),
        "something worth a look happens",
    )
});

/// The moments of a replay, which are worked out when their rows are asked for.
struct MomentRows<'a>(&'a Analysis<'a>);

impl AsRef<[Moment]> for MomentRows<'_> {
    fn as_ref(&self) -> &[Moment] {
        self.0.moments()
    }
}

impl<'a> Analysis<'a> {
    /// Costs nothing yet.
    pub fn new(view: AnyView<'a>) -> Self {
        Self {
            view,
            stats: OnceCell::new(),
            moments: OnceCell::new(),
            kept: FurtherData::default(),
        }
    }

    /// The file, read in place.
    pub fn view(&self) -> &AnyView<'a> {
        &self.view
    }

    /// The file, given back.
    pub fn into_view(self) -> AnyView<'a> {
        self.view
    }

    /// Statistics, as [`stats`] gives them.
    // A function of its own in every build: the code behind it is a part of the page's modules that is fetched by itself (`cargo xtask web`).
    #[inline(never)]
    pub fn stats(&self) -> Option<&Statistics> {
        self.stats.get_or_init(|| stats(&self.view)).as_ref()
    }

    /// The noteworthy moments, by time.
    pub fn moments(&self) -> &[Moment] {
        &self.all_moments().list
    }

    /// Why there are more moments than are listed, where there are: no game that was ever played has so many.
    pub fn moments_limit(&self) -> Option<&str> {
        self.all_moments().limit.as_deref()
    }

    fn all_moments(&self) -> &Moments {
        self.moments.get_or_init(|| {
            self.stats().map(|stats| moments(&self.view, stats)).unwrap_or_default()
        })
    }

    /// The kinds that the game's moments are of.
    pub fn moment_kinds(&self) -> &'static [MomentKind] {
        moment_kinds(self.view.format().game)
    }

    /// The schemas of the tables that [`timeline`](Self::timeline) adds after the replay's own: `moments`, in Rocket League `heat_map`, `pads` and `pads_taken`, and in Beat Saber
    /// what came towards the player.
    pub fn lazy_schemas(&self) -> Vec<&Schema> {
        self.later_tables().iter().map(|later| later.table.schema()).collect()
    }

    /// Whether a column, as `moments.time`, is of a table whose rows follow from the statistics.
    pub fn is_of_statistics(&self, column: &str) -> bool {
        let is_of = |later: &LaterTable<'_>| {
            let rest = column.strip_prefix(later.table.schema().name.as_ref());
            rest.is_some_and(|rest| rest.starts_with('.'))
        };
        self.later_tables().iter().any(|later| later.is_of_statistics && is_of(later))
    }

    fn later_tables(&self) -> Vec<LaterTable<'_>> {
        let mut tables = vec![LaterTable::of_statistics(Table::of(&MOMENTS, MomentRows(self)))];
        tables.extend(further_tables(self).later);
        tables
    }

    /// The replay's tables, and those of its map, if there is one: all but [those that are worked out later](Self::lazy_schemas).
    pub fn tables(&self) -> Timeline<'_> {
        let mut timeline = self.view.timeline();
        let FurtherTables { map, ready, .. } = further_tables(self);
        if let (Some(recorded), Some(map)) = (&mut timeline.meta.map, map)
            && recorded.name.is_empty()
        {
            recorded.name = map.name;
            recorded.author = recorded.author.take().or(map.author);
        }
        for table in ready {
            timeline.push(table);
        }
        timeline
    }

    /// All tables. The rows of the [later ones](Self::lazy_schemas) are worked out when their columns or their number are asked for.
    pub fn timeline(&self) -> Timeline<'_> {
        let mut timeline = self.tables();
        for later in self.later_tables() {
            timeline.push(later.table);
        }
        timeline
    }
}
