//! Frames and seconds.

use ghostreel_timeline::FrameNumber;

/// Frames a second.
pub const FRAME_RATE: f64 = 60.0;

/// When a frame is, in seconds since the timer started.
pub fn seconds(frame: FrameNumber) -> f64 {
    f64::from(frame.0) / FRAME_RATE
}

/// Players can act from this frame on; the timer starts at frame 0.
pub const FIRST_PLAYABLE_FRAME: i32 = -39;
