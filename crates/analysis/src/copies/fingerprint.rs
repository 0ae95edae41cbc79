//! The fingerprint of a recording, stored to find its copies.

use std::sync::LazyLock;

use ghostreel_formats::core::Random;

use super::descriptor::{Descriptor, NUMBERS, product};
use super::motion::Motion;
use super::secret::Secret;

/// Landmarks of a recording at most.
const MAX_LANDMARKS: usize = 160;
/// A moment that another one of the same recording agrees with so much is not stored: repeated movement shows
/// the player rather than the play.
const COMES_AGAIN: f32 = 0.87;
/// Bits of a landmark's code.
pub(super) const CODE_BITS: u32 = 26;
/// The first byte of a stored fingerprint.
const VERSION: u8 = 1;
/// Bytes of a stored landmark.
const LANDMARK_BYTES: usize = 6;
/// Units of a landmark's time in a second: no finer than is needed.
pub(super) const TIMES_A_SECOND: f64 = 0.25;

/// The stored data of a recording to find its copies: which moments stand out, and, hidden by a [`Secret`], roughly what moved around each.
/// Moments that come again in the same recording are left out: they would show the player rather than the play.
///
/// ```
/// use ghostreel_analysis::copies::{Fingerprint, Motion, Recording, Secret};
/// use ghostreel_formats::{core::DecodeOptions, open, sample};
///
/// let bytes = sample("beat-saber", None, 1).unwrap();
/// let recording = Recording::of(&open(&bytes[..], &DecodeOptions::RECOVER)?).unwrap();
/// let fingerprint = Fingerprint::of(&Motion::of(&recording).unwrap(), &Secret::new(*b"random bytes: 16"));
/// let stored = fingerprint.to_bytes();
/// assert!(stored.len() < 1024);
/// assert_eq!(Fingerprint::from_bytes(&stored)?, fingerprint);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint {
    /// The game's short name.
    pub game: String,
    /// The moments, by time.
    pub landmarks: Vec<Landmark>,
}

/// A moment that stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Landmark {
    /// When, in units of four seconds since the recording's first moment.
    pub time: u16,
    /// The movement around it: 26 bits, each for one plane through the space of movements: on which side of it this movement lies. Hidden by the
    /// archive's secret.
    pub code: u32,
}

/// Why stored bytes are no fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FingerprintError {
    /// It was made by another version: it has to be made anew from its replay.
    Version(u8),
    /// It is cut off, too long, or holds what no fingerprint does.
    Malformed,
}

impl std::fmt::Display for FingerprintError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Version(version) => {
                write!(f, "the fingerprint is of version {version}, expected {VERSION}")
            }
            Self::Malformed => write!(f, "the fingerprint is damaged"),
        }
    }
}

impl std::error::Error for FingerprintError {}

impl Fingerprint {
    /// The fingerprint of a recording, for an archive with that secret.
    pub fn of(motion: &Motion, secret: &Secret) -> Self {
        let rate = f64::from(motion.rules.rate);
        let described = motion
            .moments()
            .iter()
            .filter_map(|moment| Some((moment.anchor.step, moment.unchanged()?)));
        let described: Vec<(usize, &Descriptor)> = described.collect();
        let comes_again = |step: usize, descriptor: &Descriptor| {
            let is_like = |(other, like): &(usize, &Descriptor)| {
                *other != step && descriptor.agreement(like) > COMES_AGAIN
            };
            described.iter().any(is_like)
        };
        let only_once =
            described.iter().filter(|(step, descriptor)| !comes_again(*step, descriptor));
        let landmark = |(step, descriptor): &(usize, &Descriptor)| Landmark {
            time: time_of(*step, rate),
            code: secret.hidden(Code::of(descriptor).bits, CODE_BITS),
        };
        let mut landmarks: Vec<Landmark> = only_once.take(MAX_LANDMARKS).map(landmark).collect();
        landmarks.sort_unstable();
        Self { game: motion.game.clone(), landmarks }
    }

    /// The stored form: version, the game's name and its length, the number of landmarks (little-endian, 2 bytes), and of each
    /// landmark time (2 bytes) and code (4 bytes).
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        let game = self.game.as_bytes();
        let game = game.get(..usize::from(u8::MAX)).unwrap_or(game);
        bytes.push(u8::try_from(game.len()).unwrap_or(u8::MAX));
        bytes.extend_from_slice(game);
        let landmarks = self.landmarks.get(..MAX_LANDMARKS).unwrap_or(&self.landmarks);
        bytes.extend(u16::try_from(landmarks.len()).unwrap_or(u16::MAX).to_le_bytes());
        for landmark in landmarks {
            bytes.extend(landmark.time.to_le_bytes());
            bytes.extend(landmark.code.to_le_bytes());
        }
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// If another version wrote it, or the bytes are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FingerprintError> {
        let (&version, rest) = bytes.split_first().ok_or(FingerprintError::Malformed)?;
        if version != VERSION {
            return Err(FingerprintError::Version(version));
        }
        Self::fields(rest).ok_or(FingerprintError::Malformed)
    }

    fn fields(bytes: &[u8]) -> Option<Self> {
        let (&length, rest) = bytes.split_first()?;
        let (game, rest) = rest.split_at_checked(usize::from(length))?;
        let (count, rest) = rest.split_first_chunk()?;
        let (landmarks, []) = rest.as_chunks::<LANDMARK_BYTES>() else { return None };
        let count = usize::from(u16::from_le_bytes(*count));
        if landmarks.len() != count || count > MAX_LANDMARKS {
            return None;
        }
        let landmark = |&[a, b, c, d, e, f]: &[u8; LANDMARK_BYTES]| {
            let code = u32::from_le_bytes([c, d, e, f]);
            let landmark = Landmark { time: u16::from_le_bytes([a, b]), code };
            (code < 1 << CODE_BITS).then_some(landmark)
        };
        let landmarks = landmarks.iter().map(landmark).collect::<Option<_>>()?;
        Some(Self { game: std::str::from_utf8(game).ok()?.to_owned(), landmarks })
    }
}

/// The time of a step, in a landmark's units.
pub(super) fn time_of(step: usize, rate: f64) -> u16 {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        reason = "clamped by the cast"
    )]
    let time = (step as f64 / rate * TIMES_A_SECOND) as u16;
    time
}

/// On which side of some planes a descriptor lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Code {
    /// A bit for each plane.
    pub(super) bits: u32,
    /// The bits that are the least sure, the least sure first.
    pub(super) doubtful: [u32; DOUBTFUL],
}

/// How many bits may be doubted.
const DOUBTFUL: usize = 6;

/// The planes: of each, the sign of every number.
static PLANES: LazyLock<Vec<[i16; NUMBERS]>> = LazyLock::new(|| {
    let mut random = Random::new(0x6768_6f73_7472_6565);
    let mut plane = || [0; NUMBERS].map(|_: i16| if random.chance(0.5) { 1 } else { -1 });
    (0..CODE_BITS).map(|_| plane()).collect()
});

impl Code {
    pub(super) fn of(descriptor: &Descriptor) -> Self {
        let mut bits = 0;
        let mut sure: Vec<(u32, u32)> = Vec::with_capacity(PLANES.len());
        for (place, plane) in (0..CODE_BITS).zip(PLANES.iter()) {
            let side = product(&descriptor.0, plane);
            let bit = 1 << place;
            if side > 0 {
                bits |= bit;
            }
            sure.push((side.unsigned_abs(), bit));
        }
        sure.sort_unstable();
        let mut doubtful = [0; DOUBTFUL];
        for (doubtful, (_, bit)) in doubtful.iter_mut().zip(sure) {
            *doubtful = bit;
        }
        Self { bits, doubtful }
    }

    /// The codes that the same moment may have in another recording: this one, and those with one or two of the doubtful bits turned.
    pub(super) fn probes(self) -> impl Iterator<Item = u32> {
        let singles = self.doubtful.into_iter();
        let [a, b, c, d, ..] = self.doubtful;
        let pairs = [a | b, a | c, b | c, a | d, b | d, a | b | c];
        std::iter::once(0).chain(singles).chain(pairs).map(move |turned| self.bits ^ turned)
    }
}
