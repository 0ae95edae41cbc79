//! Statistics of Rocket League, under ballchasing's names and as near to its numbers as three of its results allow to
//! find out. Definitions are in `docs/stats/rocket-league.md`.

mod arena;
mod ball;
mod boost;
mod clock;
mod core;
mod events;
mod movement;
mod number;
mod positioning;
mod ranks;
mod report;
mod samples;
mod touches;

pub use ball::TeamBall;
pub use boost::{Boost, TeamBoost};
pub use core::{Core, Demo, TeamCore};
pub use events::{Events, FiftyFifty, Kickoff, Moment, Pass, Shot};
pub use movement::{Movement, TeamMovement};
pub use positioning::{Positioning, TeamPositioning};
pub use report::{Player, PlayerId, PlayerStats, Report, Team, TeamStats};
pub use touches::Touch;
