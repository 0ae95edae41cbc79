//! From where on something is worth saying. Each limit is far from the values of four real replays of PC and Quest (72,338 frames, 4,770 good
//! cuts); these values are written beside it.

/// Seconds between two frames. Real: 0.066 at most.
pub const FRAME_GAP: f64 = 0.1;
/// Seconds around a pause in which a player may be anywhere in the next frame.
pub const AROUND_PAUSE: f64 = 0.1;

/// A way between two frames that is a teleport: so many metres or more, and that many metres a second or more.
#[derive(Clone, Copy, Debug)]
pub struct Jump {
    /// Metres.
    pub metres: f64,
    /// Metres a second.
    pub speed: f64,
}

/// Of a hand. Real hands keep below 21 m/s in 999 of 1,000 frames; lost and found again by the tracking, they jump up to 0.63 m at 57 m/s.
pub const HAND_TELEPORT: Jump = Jump { metres: 0.3, speed: 30.0 };
/// Of a head. Real: 0.033 m and 3 m/s at most.
pub const HEAD_TELEPORT: Jump = Jump { metres: 0.1, speed: 5.0 };

/// Metres a second, each second, of a hand. Real hands keep below 2,600 in 999 of 1,000 frames; 4,750 at most.
pub const HAND_ACCELERATION: f64 = 5_000.0;
/// The same of a head. Real: 114 at most.
pub const HEAD_ACCELERATION: f64 = 300.0;

/// Frames that are judged together where many are needed: three seconds of most headsets.
pub const WINDOW: usize = 256;
/// Of the steps from frame to frame, the share that is as long as the middle one. Real: 0.40 at most.
pub const CONSTANT_SHARE: f64 = 0.9;
/// How far a step may be from the middle one, as a share of it.
pub const CONSTANT_TOLERANCE: f64 = 0.001;
/// Seconds for which not one bit of a pose changes. Real: 0.034 at most.
pub const FROZEN: f64 = 0.25;
/// Metres from where the two frames before and the two after let expect a head or hand, in the middle of a window. A living hand or head that
/// measured trembles: real 0.000064 at least.
pub const SMOOTH: f64 = 0.000_01;

/// Metres between two swings of a hand, in the mean of their ways. Real: 0.015 at least.
pub const REPEATED: f64 = 0.003;
/// Metres that a saber's tip moves around a note, so that there is something to compare.
pub const REPEATED_WAY: f64 = 0.5;
/// Seconds between two notes whose swings are compared: nearer ones are of one swing.
pub const REPEATED_APART: f64 = 0.5;
/// Swings that one is compared with: the last of the same hand.
pub const REPEATED_AMONG: usize = 64;

/// Seconds of the standard deviation of all good cuts from their notes' times. Real: 0.009 at least, in any 50 of them. A player who always cuts in the
/// first frame that is due has 0.003 at 90 frames a second.
pub const EVEN_TIMING: f64 = 0.005;
/// Good cuts that this takes.
pub const EVEN_TIMING_CUTS: usize = 30;

/// How far the speed of the song by the frames may be from the one that the file says, as a share of that. Real: 0.006 at most.
pub const SONG_SPEED: f64 = 0.03;
/// Steps from frame to frame that this takes.
pub const SONG_SPEED_STEPS: usize = 256;
/// Rates, as a frame has them, from which the speed follows: the number is whole, and frames that hang have another.
pub const SONG_SPEED_RATES: std::ops::RangeInclusive<i32> = 30..=1000;

/// Rows of each kind that are listed.
pub const LISTED: usize = 100;
