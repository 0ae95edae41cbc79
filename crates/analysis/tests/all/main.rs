//! All integration tests of `ghostreel-analysis`, in one program, which links once.

mod ballchasing;
mod beat_saber;
mod counts;
mod definition;
mod ending;
mod match_time;
mod melee;
mod moments;
mod rocket_league_damage;
mod rocket_league_events;
mod rocket_league_reports;
mod sheet;
mod stats_tables;
mod verify;
mod with_map;
