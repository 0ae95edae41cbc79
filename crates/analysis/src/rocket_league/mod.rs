//! Statistics of Rocket League, under ballchasing's names and as near to its numbers as three of its results allow to
//! find out. Definitions are in `docs/stats/rocket-league.md`.

mod arena;
mod ball;
mod boost;
mod car_and_camera;
mod clock;
mod contests;
#[cfg(feature = "copies")]
mod copies;
mod core;
mod ending;
mod events;
mod heat_map;
mod mechanics;
mod mistakes;
pub(crate) mod moments;
mod movement;
mod number;
mod pads;
#[cfg(test)]
pub(crate) mod page_rules;
mod player_action;
mod player_and_team;
mod plays;
mod positioning;
mod ranks;
mod report;
mod samples;
mod sheet;
mod sides;
mod tables;
mod touches;
mod vectors;

crate::ask::declare_questions! {}

pub use ball::TeamBall;
pub use boost::{Boost, TeamBoost};
pub use car_and_camera::Camera;
pub use contests::{FiftyFifty, Kickoff};
#[cfg(feature = "copies")]
pub(crate) use copies::COPIES;
pub use core::{Core, Demo};
pub use events::{Events, Pass, Save, Shot};
pub use heat_map::HeatMapRow;
pub use mechanics::{FlickDirection, Mechanic, MechanicKind};
pub use mistakes::{Mistake, MistakeKind};
pub use movement::{Movement, TeamMovement};
pub use pads::{PadRow, PadTakenRow};
pub use player_action::PlayerAction;
pub use plays::{Demolition, Dribble, Goal, Item, Panel};
pub use positioning::{Positioning, TeamPositioning};
pub use report::{Player, PlayerId, PlayerStats, Report, Server, Team, TeamStats};
pub(crate) use sides::{occasion, sides};
pub(crate) use tables::further_tables;
pub use touches::Touch;

/// The names of the teams, by their numbers.
pub(crate) const TEAM_NAMES: [&str; 2] = ["Blue", "Orange"];
