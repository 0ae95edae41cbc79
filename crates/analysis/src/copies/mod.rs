//! Whether one recording is a copy of another.
//!
//! [`Recording`] is the compared data: the raw movement of each thing that moves. [`Motion`] is the same on an even clock, without what a
//! copyist can change for free: place, direction and slow drift. A [`Fingerprint`] is some hundred moments of it, which [`Index`] finds
//! again among a million recordings; [`compare()`] then looks at two recordings whole and names the passages that agree. [`original`] says
//! which of two recordings that agree is the original.
//!
//! The same recording gives the same fingerprint on every machine: whole numbers, and of floating point only what IEEE 754 defines to the
//! last bit. docs/trust.md says how well this finds copies, and what a fingerprint does not show.

mod agreement;
mod anchors;
mod band;
#[cfg(feature = "beat-saber")]
mod beat_saber;
mod compare;
mod descriptor;
mod fingerprint;
mod index;
mod lookup;
#[cfg(feature = "melee")]
mod melee;
mod motion;
mod origin;
mod passage;
mod recording;
mod reversed;
#[cfg(feature = "rocket-league")]
mod rocket_league;
mod same_match;
mod same_movement;
mod secret;
mod seeds;
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
pub use secret::Secret;
