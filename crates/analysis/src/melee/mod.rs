//! Statistics of Super Smash Bros. Melee, under slippi-js's names and by its rules.
//!
//! [`Game::new`] walks over a replay's events once; each statistic is computed when it is asked for. Definitions are in
//! `docs/stats/slippi.md`; names there and in JSON are slippi-js's (`killCount`), the fields here are their snake case.
//!
//! ```no_run
//! use ghostreel_analysis::melee::Game;
//! use ghostreel_formats::{core::DecodeOptions, slp::View};
//!
//! # let bytes: &[u8] = &[];
//! let view = View::open(bytes, &DecodeOptions::RECOVER)?;
//! let stats = Game::new(&view).stats();
//! for player in &stats.overall {
//!     println!("port {}: {} kills", player.player_index + 1, player.kill_count);
//! }
//! # Ok::<(), ghostreel_formats::core::Error>(())
//! ```

mod action_counts;
mod attribution;
mod combos;
mod contestant;
mod conversions;
#[cfg(feature = "copies")]
mod copies;
mod deaths;
mod details;
mod ending;
mod fighter;
mod game;
mod holes;
mod inputs;
mod kills;
mod landing_lag;
mod landings;
pub(crate) mod moments;
mod move_landed;
mod move_names;
mod moves;
mod number;
mod opening_type;
mod openings;
mod opponents;
mod overall;
#[cfg(test)]
pub(crate) mod page_rules;
mod recoveries;
mod report;
mod rollbacks;
mod sequence;
mod sheet;
mod sides;
mod stadium;
mod stage;
mod stage_control;
pub mod states;
mod stats;
mod stocks;
mod tables;
mod teams;
mod techs;
mod winners;

crate::ask::declare_questions! {}

pub use action_counts::{
    ActionCounts, AttackCount, EdgeCancelCount, GroundTechCount, SuccessCount, ThrowCount,
};
pub use combos::Combo;
pub use contestant::Contestant;
pub use conversions::Conversion;
#[cfg(feature = "copies")]
pub(crate) use copies::COPIES;
pub use deaths::{Death, Direction};
pub use details::{Details, PlayerDetails};
pub use game::Game;
pub use inputs::InputCounts;
pub use landings::{Landing, Landings};
pub use move_landed::MoveLanded;
pub use move_names::move_name;
pub use moves::MoveTotals;
pub use number::on_screen;
pub use opening_type::OpeningType;
pub use opponents::{OpeningTotals, Versus};
pub use overall::{Overall, Ratio};
pub use recoveries::{Recovery, RecoveryOutcome};
pub use report::{Player, Report, Stage};
pub use rollbacks::RollbackFrames;
pub(crate) use sides::{occasion, sides};
pub use stadium::{StadiumStats, TargetBreak, Units};
pub use stage_control::StageControl;
pub use stats::Stats;
pub use stocks::Stock;
pub use tables::PlayerStats;
pub(crate) use tables::further_tables;
pub use teams::{TEAM_NAMES, Team, team_name};
pub use techs::{TechTotals, Techs};
pub use winners::{Placement, WinnersBy};

/// Number of the first frame of every game.
pub const FIRST_FRAME: i32 = ghostreel_formats::slp::layout::FIRST_FRAME;
/// Players can act from this frame on.
pub const FIRST_PLAYABLE_FRAME: i32 = ghostreel_formats::slp::FIRST_PLAYABLE_FRAME;
