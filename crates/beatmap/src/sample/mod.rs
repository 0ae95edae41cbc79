//! Maps out of nothing, of every version, with something of everything that the version has. The same call gives the same bytes on every machine.

mod deviation;
mod v2;
mod v3;
mod v4;
mod zip;

use serde_json::Value;

use crate::files::FileList;

pub use deviation::Deviation;
pub use zip::zip;

/// A version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// 2.6.0, which has arcs and no chains.
    V2,
    /// 3.3.0.
    V3,
    /// 4.1.0, with changes of the notes' speed.
    V4,
}

impl Version {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::V2, Self::V3, Self::V4];
}

/// Beats a minute until [`FASTER_BEAT`].
const BPM: f32 = 120.0;
/// From here on there are twice as many.
const FASTER_BEAT: f32 = 12.0;
/// Metres a second at which notes come.
const NOTE_JUMP_SPEED: f32 = 10.0;

/// The files of a map: `Standard` with all kinds of objects, and `90Degree` with turns of the lane.
pub fn files(version: Version) -> FileList {
    let files = match version {
        Version::V2 => v2::files(),
        Version::V3 => v3::files(),
        Version::V4 => v4::files(),
    };
    files.into_iter().map(|(name, value)| (name, value.to_string())).collect()
}

/// Files by name.
type Written = Vec<(&'static str, Value)>;

/// A note of the sample.
struct SampleNote {
    beat: f32,
    line: i32,
    layer: i32,
    color: i32,
    direction: i32,
}

/// Two notes a beat, left and right by turns, up and down.
fn notes() -> impl Iterator<Item = SampleNote> {
    const FIRST_BEAT: f32 = 4.0;
    let mut beat = FIRST_BEAT;
    (0..24).map(move |index: i32| {
        let (hand, row) = (index.rem_euclid(2), index.rem_euclid(3));
        let note = SampleNote {
            beat,
            line: hand.saturating_add(1),
            layer: row,
            color: hand,
            direction: i32::from(index.rem_euclid(4) < 2),
        };
        beat += 0.5;
        note
    })
}

/// Beat, line and layer of bombs.
const BOMBS: [(f32, i32, i32); 2] = [(7.25, 0, 0), (7.25, 3, 2)];

/// Beat, line, layer, duration, width and height of walls: full, to duck under, and as no older version has them.
const WALLS: [(f32, i32, i32, f32, i32, i32); 3] =
    [(8.0, 0, 0, 1.0, 1, 5), (10.0, 1, 2, 0.5, 2, 3), (11.0, 3, 1, 2.0, 1, 2)];

/// The notes that arcs go between: one goes on where another ends.
const ARCS: [(usize, usize); 2] = [(0, 2), (2, 4)];

/// The note that is the head of a chain, with the beat, line and layer of its end, and its parts.
const CHAIN: (usize, f32, i32, i32, i32) = (23, 16.5, 3, 0, 5);

/// Beat, group, colour and brightness of lights of newer environments, in the versions that have groups.
const GROUP_LIGHTS: [(f32, i32, i32, f32); 3] =
    [(2.0, 1, 1, 0.5), (3.0, 1, 1, 0.0), (4.0, 8, 2, 1.0)];

/// Beat, kind, value and brightness of lights.
const LIGHTS: [(f32, i32, i32, f32); 4] =
    [(0.0, 4, 1, 1.0), (4.0, 0, 5, 0.5), (8.0, 8, 0, 1.0), (8.0, 12, 3, 1.0)];

/// Beats at which boosted colours go on and off.
const COLOR_BOOSTS: [(f32, bool); 2] = [(8.0, true), (12.0, false)];

/// Beat, whether late, and degrees of turns.
const ROTATIONS: [(f32, bool, f32); 3] =
    [(4.0, false, 15.0), (6.0, true, -30.0), (9.75, false, 45.0)];
