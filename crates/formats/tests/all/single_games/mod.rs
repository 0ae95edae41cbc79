//! The promises of single games and formats, besides those of every game.

mod bsor2;
mod declared;
mod json;
mod native;
mod scoresaber_json;
