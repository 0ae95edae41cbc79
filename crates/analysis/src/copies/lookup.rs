//! The data of a recording that is looked up, to find those that may be the same.

use serde::{Deserialize, Serialize};

use super::descriptor::SPEEDS;
use super::fingerprint::{CODE_BITS, Code, time_of};
use super::motion::Motion;
use super::secret::Secret;

/// Moments that are looked up: those that stand out farthest.
const LOOKED_UP: usize = 200;

/// A lookup in an [`Index`](super::Index): the codes that moments of a recording may have in another, hidden by the secret of the
/// archive. It is made where the recording is, and may be sent to where the index is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lookup {
    /// The game's short name.
    pub(super) game: String,
    /// The moments, as if the recording were each of [`SPEEDS`] times as fast as another; for controllers once more with each way to exchange the axes of sticks.
    pub(super) by_speed: Vec<Vec<Sought>>,
}

/// A moment that is looked up: its number in the recording, its time in the landmarks' unit, and the codes that it may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sought(pub(super) u16, pub(super) u16, pub(super) Vec<u32>);

impl Lookup {
    /// The lookup of a recording among fingerprints that were made with this secret.
    pub fn of(motion: &Motion, secret: &Secret) -> Self {
        let rate = f64::from(motion.rules.rate);
        let moments = motion.moments().iter().take(LOOKED_UP);
        let at_speed = |(way, place): (usize, usize)| {
            let sought = (0..).zip(moments.clone()).filter_map(|(number, moment)| {
                let descriptor = moment.descriptors.get(way)?.get(place)?.as_ref()?;
                let codes = Code::of(descriptor).probes();
                let hidden = codes.map(|code| secret.hidden(code, CODE_BITS)).collect();
                Some(Sought(number, time_of(moment.anchor.step, rate), hidden))
            });
            sought.collect()
        };
        let ways = motion.moments().first().map_or(0, |moment| moment.descriptors.len());
        let all = (0..ways).flat_map(|way| (0..SPEEDS.len()).map(move |place| (way, place)));
        Self { game: motion.game.clone(), by_speed: all.map(at_speed).collect() }
    }
}
