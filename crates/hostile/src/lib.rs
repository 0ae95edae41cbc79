//! Replays that are built to cost: each makes one table or one count of its format grow and leaves the rest small, where
//! changed bits of sound files never get. Tests hold work and memory against their size, `cargo xtask bench hostile` times them.
//!
//! They are whole files as far as their format goes: each is opened, though most are damaged in some way, unless what grows has a limit.
#![allow(missing_debug_implementations, clippy::type_complexity, reason = "for tests")]

mod beat_saber;
mod climb;
mod melee;
mod rocket_league;
mod steps;

pub use climb::{Summit, climb};
pub use steps::{STEPS, Step};

/// A way to build a file of any size.
#[derive(Clone, Copy)]
pub struct Case {
    /// The game.
    pub game: &'static str,
    /// The name of the part that grows.
    pub name: &'static str,
    /// Makes a file of about so many bytes.
    pub make: fn(bytes: usize) -> Vec<u8>,
}

/// All of them.
pub fn cases() -> impl Iterator<Item = Case> {
    let of = |game, cases: &'static [(&'static str, fn(usize) -> Vec<u8>)]| {
        cases.iter().map(move |&(name, make)| Case { game, name, make })
    };
    of("beat-saber", beat_saber::CASES)
        .chain(of("melee", melee::CASES))
        .chain(of("rocket-league", rocket_league::CASES))
}

/// Numbers that are spread well, the same on every machine.
fn numbers(seed: u64) -> impl Iterator<Item = u64> {
    (1_u64..).map(move |i| {
        let x = (i ^ seed.rotate_left(17)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ (x >> 32)
    })
}
