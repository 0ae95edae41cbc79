//! Numbers in JSON as JavaScript writes them, so that ours read like slippi-js's: whole ones without `.0`. And percents as the game shows
//! them.

use serde::Serializer;

/// From here on, doubles have no fractions, and JavaScript may write them with an exponent.
const LARGEST: f64 = 9_007_199_254_740_992.0;

/// A percent as the game shows it: cut off, not rounded.
#[allow(clippy::cast_possible_truncation, reason = "it saturates")]
pub fn on_screen(percent: f64) -> i64 {
    percent.floor() as i64
}

pub(super) fn as_in_js<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if number.fract() == 0.0 && number.abs() < LARGEST {
        #[allow(clippy::cast_possible_truncation, reason = "whole, and smaller than 2^53")]
        serializer.serialize_i64(*number as i64)
    } else {
        serializer.serialize_f64(*number)
    }
}

pub(super) fn as_in_js_if_any<S: Serializer>(
    number: &Option<f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => as_in_js(number, serializer),
        None => serializer.serialize_none(),
    }
}
