//! Building blocks of codecs for replay formats.
//!
//! A [`Codec`] knows a format: it decodes parts of a file into fields, predicts each from those before it, and packs the part that
//! prediction misses. Two ways to pack are here. [`zstd`](general) over [byte planes](planes) is quick; the
//! [adaptive coder](coder) with its [models](model) is slower, and packs shorter.
//!
//! Everything is exact, and the same on every processor: integers, and floats only by additions, multiplications, divisions and square
//! roots, which IEEE 754 defines to the bit.
#![deny(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation
)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        clippy::cast_possible_truncation
    )
)]

pub mod bits;
pub mod cells;
mod codec;
pub mod coder;
pub mod general;
pub mod integers;
pub mod least_squares;
pub mod mixer;
pub mod model;
pub mod planes;

pub use codec::{Codec, Level, Part};
