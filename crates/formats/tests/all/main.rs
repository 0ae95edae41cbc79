//! All integration tests of `ghostreel-formats`, in one program, which links once.

mod each_game;
mod options;
mod redact;
mod registry;
mod repair;
#[cfg(feature = "default")]
mod single_games;
