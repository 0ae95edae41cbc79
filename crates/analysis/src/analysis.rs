//! A replay with what follows from it.

use std::cell::OnceCell;
use std::sync::LazyLock;

use ghostreel_formats::AnyView;
#[cfg(any(feature = "beat-saber", feature = "rocket-league"))]
use ghostreel_formats::GameView;
use ghostreel_formats::timeline::{Moment, MomentKind, Schema, Table, TableKind, Timeline};

#[cfg(feature = "beat-saber")]
use crate::beat_saber::map::{self, Flights};
#[cfg(feature = "beat-saber")]
use crate::beat_saber::{self, ComparedCut, LostPoints, Motion};
#[cfg(feature = "rocket-league")]
use crate::rocket_league::heat_map::{self, HeatMapRow};
use crate::{Moments, Statistics, moment_kinds, moments, stats};

/// Without the one game whose motion is judged, there is nothing to say.
#[cfg(not(feature = "beat-saber"))]
#[allow(unreachable_pub, reason = "in place of types that are public")]
mod unjudged {
    /// What there is none of.
    #[derive(Clone, Copy, Debug, serde::Serialize)]
    pub enum Never {}
    pub use Never as ComparedCut;
    pub use Never as LostPoints;
    pub use Never as Motion;
}
#[cfg(not(feature = "beat-saber"))]
use unjudged::{ComparedCut, LostPoints, Motion};

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
    /// What came towards the player, without a map.
    #[cfg(feature = "beat-saber")]
    flights: OnceCell<Flights>,
    #[cfg(feature = "maps")]
    map: Option<crate::MapFile>,
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

/// Where the players of Rocket League were, which is worked out with the statistics.
#[cfg(feature = "rocket-league")]
struct HeatMapRows<'a>(&'a Analysis<'a>);

#[cfg(feature = "rocket-league")]
impl AsRef<[HeatMapRow]> for HeatMapRows<'_> {
    fn as_ref(&self) -> &[HeatMapRow] {
        match self.0.stats() {
            Some(Statistics::RocketLeague(report)) => &report.heat_map,
            _ => &[],
        }
    }
}

/// What came towards the player of Beat Saber, which is worked out when it is asked for.
#[cfg(feature = "beat-saber")]
struct FlightRows<'a, R: 'static>(&'a Analysis<'a>, fn(&Flights) -> &[R]);

#[cfg(feature = "beat-saber")]
impl<R> AsRef<[R]> for FlightRows<'_, R> {
    fn as_ref(&self) -> &[R] {
        self.0.flights().map_or(&[], self.1)
    }
}

impl<'a> Analysis<'a> {
    /// Costs nothing yet.
    pub fn new(view: AnyView<'a>) -> Self {
        Self {
            view,
            stats: OnceCell::new(),
            moments: OnceCell::new(),
            #[cfg(feature = "beat-saber")]
            flights: OnceCell::new(),
            #[cfg(feature = "maps")]
            map: None,
        }
    }

    /// Puts the map that it was played on, a zip file, beside the replay: [`timeline`](Self::timeline) then has the map's tables, too.
    ///
    /// # Errors
    /// If the map cannot be read, or is another one. The replay is then without a map.
    #[cfg(feature = "maps")]
    pub fn set_map(&mut self, zip: &[u8]) -> Result<&crate::MapFile, crate::MapError> {
        self.map = None;
        let map = crate::MapFile::open(&self.view, zip)?;
        Ok(self.map.insert(map))
    }

    /// The map beside the replay, if there is one.
    #[cfg(feature = "maps")]
    pub fn map(&self) -> Option<&crate::MapFile> {
        self.map.as_ref()
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
    pub fn stats(&self) -> Option<&Statistics> {
        self.stats.get_or_init(|| stats(&self.view)).as_ref()
    }

    /// Whether its motion fits its cuts, and with a map its cuts the map's notes; `None` of one whose motion is not judged.
    pub fn motion(&self) -> Option<Motion> {
        #[cfg(all(feature = "maps", feature = "beat-saber"))]
        if let Some(map) = &self.map {
            return match beat_saber::verify_with_map(&self.view, map.map()) {
                Ok(found) => Some(found.motion),
                Err(why) => beat_saber::verify_any(&self.view)
                    .map(|motion| Motion { not_by_map: Some(why.to_string()), ..motion }),
            };
        }
        #[cfg(feature = "beat-saber")]
        return beat_saber::verify_any(&self.view);
        #[cfg(not(feature = "beat-saber"))]
        None
    }

    /// Where it lost points, by the bars of its map if that is at hand; `None` of a game that is not about points.
    pub fn lost_points(&self) -> Option<LostPoints> {
        match self.view.game_view() {
            #[cfg(feature = "beat-saber")]
            GameView::Bsor(view) => {
                #[cfg(feature = "maps")]
                let bars = self.map.as_ref().map(crate::MapFile::bars);
                #[cfg(not(feature = "maps"))]
                let bars = None;
                Some(beat_saber::lost_points(view, bars))
            }
            _ => None,
        }
    }

    /// The replay beside its map: which of the map's notes it has, and what it is worth note by note; `None` without a map.
    #[cfg(all(feature = "maps", feature = "beat-saber"))]
    pub fn with_map(&self) -> Option<beat_saber::WithMap> {
        beat_saber::verify_with_map(&self.view, self.map.as_ref()?.map()).ok()
    }

    /// The cut of a note as the file has it, and as it follows from the frames; `None` if there is no such cut.
    #[cfg_attr(not(feature = "beat-saber"), allow(unused_variables))]
    pub fn compared_cut(&self, note: usize) -> Option<ComparedCut> {
        match &self.view {
            #[cfg(feature = "beat-saber")]
            AnyView::Bsor(view) => beat_saber::compared_cut(view, note),
            _ => None,
        }
    }

    /// What is worth a look, by time.
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

    /// What came towards the player, by the map if that is at hand; `None` of other games than Beat Saber.
    #[cfg(feature = "beat-saber")]
    pub fn flights(&self) -> Option<&Flights> {
        let GameView::Bsor(view) = self.view.game_view() else { return None };
        #[cfg(feature = "maps")]
        if let Some(map) = &self.map {
            return Some(map.flights());
        }
        Some(self.flights.get_or_init(|| Flights::recorded(view)))
    }

    /// The schemas of the tables that [`timeline`](Self::timeline) has behind the replay's own: `moments`, in Rocket League `heat_map`, and in Beat Saber
    /// what came towards the player.
    pub fn later_schemas(&self) -> Vec<&Schema> {
        self.later_tables().iter().map(Table::schema).collect()
    }

    /// Tables whose rows are worked out when their columns or their number are asked for.
    fn later_tables(&self) -> Vec<Table<'_>> {
        #[allow(unused_mut, reason = "most games have no other")]
        let mut tables = vec![Table::of(&MOMENTS, MomentRows(self))];
        #[cfg(feature = "rocket-league")]
        if matches!(self.view.game_view(), GameView::Rlreplay(_)) {
            tables.push(Table::of(&heat_map::SCHEMA, HeatMapRows(self)));
        }
        #[cfg(feature = "beat-saber")]
        if matches!(self.view.game_view(), GameView::Bsor(_)) {
            tables.push(Table::of(&map::FLIGHTS, FlightRows(self, |all| &all.notes)));
            tables.push(Table::of(&map::WALL_FLIGHTS, FlightRows(self, |all| &all.walls)));
            tables.push(Table::of(&map::ARC_FLIGHTS, FlightRows(self, |all| &all.arcs)));
            tables.push(Table::of(&map::PACES, FlightRows(self, |all| &all.paces)));
        }
        tables
    }

    /// The replay's tables, and those of its map, if there is one: all but [those that are worked out later](Self::later_schemas).
    pub fn tables(&self) -> Timeline<'_> {
        #[allow(unused_mut, reason = "there may be no maps")]
        let mut timeline = self.view.timeline();
        #[cfg(feature = "maps")]
        if let Some(map) = &self.map {
            map.push_to(&mut timeline);
        }
        timeline
    }

    /// All tables. The rows of the [later ones](Self::later_schemas) are worked out when their columns or their number are asked for.
    pub fn timeline(&self) -> Timeline<'_> {
        let mut timeline = self.tables();
        for table in self.later_tables() {
            timeline.push(table);
        }
        timeline
    }
}
