//! The tables beside a replay's own: the flights towards the player, and those of its map.

use std::sync::LazyLock;

use ghostreel_formats::GameView;
use ghostreel_formats::timeline::{Schema, Table};

use super::Report;
use super::map::{self, Flights};
#[cfg(feature = "maps")]
use super::map_file::{MapError, MapFile};
use crate::stats_tables::{OfPlayer, player_stats, stats_table};
use crate::{Analysis, FurtherTables, LaterTable};

static PLAYER_STATS: LazyLock<Schema> = LazyLock::new(player_stats::<Report>);

/// The flights towards the player, worked out when their rows are asked for.
struct FlightRows<'a, R: 'static>(&'a Analysis<'a>, fn(&Flights) -> &[R]);

impl<R> AsRef<[R]> for FlightRows<'_, R> {
    fn as_ref(&self) -> &[R] {
        self.0.flights().map_or(&[], self.1)
    }
}

pub(crate) fn further_tables<'a>(analysis: &'a Analysis<'_>) -> FurtherTables<'a> {
    FurtherTables {
        #[cfg(feature = "maps")]
        map: analysis.map().map(MapFile::names),
        #[cfg(not(feature = "maps"))]
        map: None,
        #[cfg(feature = "maps")]
        ready: analysis.map().map(MapFile::tables).unwrap_or_default(),
        #[cfg(not(feature = "maps"))]
        ready: Vec::new(),
        later: [
            Table::of(&map::FLIGHTS, FlightRows(analysis, |all| &all.notes)),
            Table::of(&map::WALL_FLIGHTS, FlightRows(analysis, |all| &all.walls)),
            Table::of(&map::ARC_FLIGHTS, FlightRows(analysis, |all| &all.arcs)),
            Table::of(&map::PACES, FlightRows(analysis, |all| &all.paces)),
        ]
        .into_iter()
        .map(|table| LaterTable { table, is_of_statistics: false })
        .chain(stats_table(&PLAYER_STATS, move || OfPlayer::each(report(analysis).cloned())))
        .collect(),
    }
}

fn report<'a>(analysis: &'a Analysis<'_>) -> Option<&'a Report> {
    analysis.stats()?.beat_saber()
}

impl Analysis<'_> {
    /// Puts the map that it was played on, a zip file, beside the replay: [`timeline`](Self::timeline) then has the map's tables, too.
    ///
    /// # Errors
    /// If the map cannot be read, or is another one, or the game has none. The replay is then without a map.
    #[cfg(feature = "maps")]
    pub fn set_map(&mut self, zip: &[u8]) -> Result<&MapFile, MapError> {
        self.kept.beat_saber.map = None;
        let map = MapFile::open(self.view(), zip)?;
        Ok(self.kept.beat_saber.map.insert(map))
    }

    /// The map beside the replay, if there is one.
    #[cfg(feature = "maps")]
    pub fn map(&self) -> Option<&MapFile> {
        self.kept.beat_saber.map.as_ref()
    }

    /// Where the bars of its map begin, in seconds of the song, if that is at hand.
    pub(super) fn bars(&self) -> Option<&[f32]> {
        #[cfg(feature = "maps")]
        return self.map().map(MapFile::bars);
        #[cfg(not(feature = "maps"))]
        None
    }

    /// The flights towards the player, by the map if that is at hand; `None` of other games than Beat Saber.
    pub fn flights(&self) -> Option<&Flights> {
        let GameView::Bsor(view) = self.view().game_view() else { return None };
        #[cfg(feature = "maps")]
        if let Some(map) = self.map() {
            return Some(map.flights());
        }
        Some(self.kept.beat_saber.flights.get_or_init(|| Flights::recorded(view)))
    }
}
