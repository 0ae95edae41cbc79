//! All integration tests of `ghostreel-formats`, in one program, which links once.

// What holds for every game, whichever there are.
mod each_game;
mod options;
mod redact;
mod registry;
mod repair;

// What single games promise besides.
#[cfg(feature = "default")]
mod bsor2;
#[cfg(feature = "default")]
mod declared;
#[cfg(feature = "default")]
mod json;
#[cfg(feature = "default")]
mod native;
#[cfg(feature = "default")]
mod scoresaber_json;
