//! Frames and seconds.

use ghostreel_timeline::FrameNumber;

/// Frames a second.
pub const FRAME_RATE: f64 = 60.0;

/// When a frame is, in seconds since the timer started.
pub fn seconds(frame: FrameNumber) -> f64 {
    f64::from(frame.0) / FRAME_RATE
}

/// The frame at a time. Times are frames by 60, which is not always exact.
#[allow(clippy::cast_possible_truncation, reason = "what is out of reach stays at the last number")]
pub fn frame_at(seconds: f64) -> FrameNumber {
    FrameNumber((seconds * FRAME_RATE + 1e-6).floor() as i32)
}

/// Players can act from this frame on; the timer starts at frame 0.
pub const FIRST_PLAYABLE_FRAME: i32 = -39;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_there_at_its_own_time() {
        for frame in (-123..20_000).map(FrameNumber) {
            assert_eq!(frame_at(seconds(frame)), frame);
            assert_eq!(frame_at(seconds(frame) + 0.016), frame);
        }
    }
}
