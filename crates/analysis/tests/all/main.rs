//! All integration tests of `ghostreel-analysis`, in one program, which links once.

// What holds for every game, whichever there are.
#[cfg(feature = "copies")]
mod copies;
mod moments;
mod sheet;
mod stats_tables;

// What single games promise besides.
#[cfg(feature = "default")]
mod ballchasing;
#[cfg(feature = "default")]
mod beat_saber;
#[cfg(feature = "default")]
mod counts;
#[cfg(feature = "default")]
mod definition;
#[cfg(feature = "default")]
mod ending;
#[cfg(feature = "default")]
mod head_of_a_run;
#[cfg(feature = "default")]
mod match_time;
#[cfg(feature = "default")]
mod melee;
#[cfg(feature = "default")]
mod rocket_league_damage;
#[cfg(feature = "default")]
mod rocket_league_events;
#[cfg(feature = "default")]
mod rocket_league_mechanics;
#[cfg(feature = "default")]
mod rocket_league_reports;
#[cfg(feature = "default")]
mod stats_page;
#[cfg(feature = "default")]
mod verify;
#[cfg(feature = "default")]
mod with_map;
