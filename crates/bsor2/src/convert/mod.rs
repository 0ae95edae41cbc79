//! From version 1 and back, with a list of assumptions and losses.
//!
//! Spellings of version 1 that version 2 has no place for (pauses at fractions of a second, one text for both controllers,
//! wrong lengths of strings, sections that are not there …) are kept in a section of its own, [`REMAINS`]. Converted back, version 2 has
//! the last word: a value is taken from that section only where version 2 still says what follows from it.

mod from_bsor;
mod info;
mod notes;
mod pauses;
mod remains;
mod to_bsor;
mod user_data;
mod walls;
mod without_lists;

use ghostreel_bsor::layout::Pose;
use ghostreel_core::Record;

use crate::model::CustomSection;

pub use from_bsor::from_bsor;
pub(crate) use to_bsor::convert;
pub use to_bsor::to_bsor;

/// Name of the section with a file of version 1 that has no frames, notes, walls and heights.
pub const REMAINS: &str = "ghostreel.v1";

pub(crate) fn is_remains(section: &CustomSection) -> bool {
    section.name.as_bytes() == REMAINS.as_bytes()
}

/// The assumed meanings of the numbers of `endType`: the draft does not say. The order is that of the mods' own list.
pub(crate) mod end_type {
    pub(crate) const UNKNOWN: i32 = 0;
    pub(crate) const FAIL: i32 = 2;
}

/// Version 1.0 of the format, in which a replay was recorded that was then converted.
const ORIGINAL: (u8, u8) = (1, 0);

/// The `spawnId` of an object without a known one.
const NO_SPAWN_ID: i32 = -1;

/// Sentences, some about a number of things.
struct Sentences(Vec<String>);

impl Sentences {
    /// Says it if it is so.
    fn add_if(&mut self, is_so: bool, sentence: &str) {
        if is_so {
            self.0.push(sentence.to_owned());
        }
    }

    /// Says how many there are, in place of `#`, if there are any.
    fn add(&mut self, count: usize, one: &str, many: &str) {
        match count {
            0 => {}
            1 => self.0.push(one.to_owned()),
            _ => self.0.push(many.replace('#', &count.to_string())),
        }
    }
}

fn pose_bytes(pose: &Pose) -> [u8; Pose::SIZE] {
    let mut bytes = [0; Pose::SIZE];
    pose.write(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests;
