//! Whether one recording is a copy of another.
//!
//! [`Recording`] is the compared data: the raw movement of each thing that moves. [`Motion`] is the same on an even clock, without what a
//! copyist can change for free: place, direction and slow drift. A [`Fingerprint`] is some hundred moments of it, which [`Index`] finds
//! again among a million recordings; [`compare()`] then looks at two recordings whole and names the passages that agree. [`original`] says
//! which of two recordings that agree is the original.
//!
//! The same recording gives the same fingerprint on every machine: whole numbers, and of floating point only what IEEE 754 defines to the
//! last bit. docs/trust.md says how well this finds copies, and what a fingerprint does not show.
//!
//! The moving things of a game, and the thresholds that were measured on its replays, are declared by the game (`copies.rs` in its module). Replays of a game
//! without them are not compared.

mod agreement;
mod anchors;
mod band;
mod compare;
mod descriptor;
mod fingerprint;
mod index;
mod lookup;
mod motion;
mod origin;
mod passage;
#[allow(dead_code, reason = "one game may need less than another")]
pub(crate) mod recording;
mod reversed;
mod rules;
mod same_match;
mod same_movement;
mod secret;
mod seeds;
mod signal;
mod spectrum;
#[cfg(all(test, feature = "beat-saber", feature = "melee", feature = "rocket-league"))]
mod tests;
mod waves;

pub use compare::{Comparison, Verdict, agreed_s, compare};
pub use fingerprint::{Fingerprint, FingerprintError, Landmark};
pub use index::{Candidate, Index};
pub use lookup::Lookup;
pub use motion::Motion;
pub use origin::{Claim, Decision, original};
pub use passage::{Pair, Passage};
pub use recording::{Match, Recording, Track};
pub(crate) use rules::ComparedGame;
#[allow(unused_imports, reason = "there may be no game that is compared")]
pub(crate) use rules::Rules;
pub use secret::Secret;
