//! Functions that make members of moments, whatever the game.
#![allow(dead_code, reason = "one game may need less than another")]

use std::borrow::Cow;

/// Bytes of a name in a label. Names of players have at most some thirty, but in a file they can be as long as the file.
const NAME: usize = 64;

/// A name as it stands in a label.
pub(crate) fn short(name: &str) -> Cow<'_, str> {
    if name.len() <= NAME {
        return name.into();
    }
    let end = name.floor_char_boundary(NAME);
    [name.get(..end).unwrap_or_default(), "…"].concat().into()
}

/// A value with its unit.
pub(crate) fn measured(value: f64, unit: &str) -> String {
    format!("{} {unit}", whole(value))
}

/// A number as it stands in a label: to the next whole one. Writing fractions out would be much code in the page's modules.
#[allow(clippy::cast_possible_truncation, reason = "it saturates")]
pub(crate) fn whole(value: f64) -> i64 {
    value.round() as i64
}
