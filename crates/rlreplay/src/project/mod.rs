//! The replay as a timeline: tables of the match's events, then a table for each replicated property.

mod actor;
mod board;
mod bodies;
mod cars;
mod events;
mod listed;
mod match_time;
mod meta;
mod objects;
mod people;
mod physics_clock;
mod properties;
mod roles;
mod row_lists;
mod rows;
pub(crate) mod schemas;
mod stays;
mod tables;
mod ticks;
mod update;
mod walker;
pub(crate) mod world;

use ghostreel_timeline::Timeline;

use crate::features::PROPERTY_TABLES;
use crate::view::View;
use schemas::Schemas;

pub use match_time::HALT;
pub use row_lists::Row;
pub use rows::*;
pub use ticks::TICK_RATE;
pub use world::World;

impl View<'_> {
    /// The replay as named tables of columns.
    ///
    /// First what happened in the match: `frames`, `players`, `cars`, `ball`, `inputs`, `boost`, `components`, `items`, `pickups`,
    /// `demolitions`, `damage`, `welds`, `goals`, `touches`, `scoreboard`,
    /// `match_time`, `player_scores`, `cameras`, `actors`. Then a table for each replicated
    /// property that the replay has values of, under its own name.
    pub fn timeline(&self) -> Timeline<'_> {
        let schemas = self.schemas.get_or_init(|| Schemas {
            derived: tables::schemas(),
            properties: if PROPERTY_TABLES { properties::schemas(self) } else { Vec::new() },
        });
        let mut tables = tables::tables(self, &schemas.derived);
        if PROPERTY_TABLES {
            tables.extend(properties::tables(self, &schemas.properties));
        }
        Timeline::new(self.meta(), tables, self.meter())
    }

    /// All of it: a file that has got longer is opened again.
    pub fn appended_timeline(&self) -> Timeline<'_> {
        self.timeline()
    }

    /// The events of the match, as rows. The stream is decoded and walked through once.
    pub fn world(&self) -> &World {
        self.world.get_or_init(|| walker::walk(self))
    }
}
