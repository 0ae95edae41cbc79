//! Bits that could not be read.

use ghostreel_rlreplay::network::{Gap, GapPlace, Reason};
use serde::{Deserialize, Serialize};

use super::super::super::hex::Hex;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(serialize = "B: AsRef<[u8]>", deserialize = "Hex<B>: Deserialize<'de>"))]
pub(super) struct GapJson<B> {
    frames: usize,
    #[serde(with = "PlaceJson")]
    place: GapPlace,
    bits: usize,
    content: Hex<B>,
    position: usize,
    lost_frames: u32,
    #[serde(with = "ReasonJson")]
    reason: Reason,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "GapPlace", rename_all = "snake_case")]
#[allow(clippy::enum_variant_names, reason = "as in `GapPlace`")]
enum PlaceJson {
    BetweenFrames,
    BetweenActors,
    BetweenProperties,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Reason", rename_all = "snake_case")]
enum ReasonJson {
    End,
    UnknownActor(u32),
    UnknownObject(i32),
    UnknownStreamId(u32),
    UnknownProperty(u16),
    Senseless(u16),
    MissedKeyframe,
    TooMuch,
    Cancelled,
    SenselessTime,
}

impl<'a> From<&'a Gap> for GapJson<&'a [u8]> {
    fn from(gap: &'a Gap) -> Self {
        let Gap { frames, place, bits, ref content, position, lost_frames, ref reason } = *gap;
        let reason = reason.clone();
        Self { frames, place, bits, content: Hex(content), position, lost_frames, reason }
    }
}

impl GapJson<Vec<u8>> {
    pub(super) fn into_gap(self) -> Gap {
        let Self { frames, place, bits, content: Hex(content), position, lost_frames, reason } =
            self;
        Gap { frames, place, bits, content, position, lost_frames, reason }
    }
}
