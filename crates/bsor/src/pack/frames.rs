//! Frames: time, frames per second, and for each body its rotation, then its position.

use ghostreel_core::Record;

use super::geometry::{Quaternion, Vector, largest};
use super::values::{Values, tame};
use crate::layout::Frame;

/// Values of a frame, of four bytes each: time, frames per second, and three poses of seven.
pub(super) const COLUMNS: usize = 23;

const TIME: usize = 0;
const FPS: usize = 1;

/// The first columns of head, left and right hand: three of the position, four of the rotation.
pub(super) const POSES: [usize; 3] = [2, 9, 16];

/// Bodies that move.
pub(super) const BODIES: usize = POSES.len();

/// One frame's values in the file's order, as bits.
type Words = [u32; COLUMNS];

/// Where a body is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pose {
    pub(super) position: Vector,
    pub(super) rotation: Quaternion,
}

/// A body in the last two frames.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Past {
    pub(super) last: Pose,
    pub(super) earlier: Pose,
}

/// The prediction of bodies.
pub(super) trait Motion: Default {
    /// Predicts a body's rotation.
    fn rotation(&mut self, body: usize, past: &Past) -> Quaternion;

    /// Predicts its position, once its rotation is known.
    fn position(&mut self, body: usize, past: &Past, rotation: Quaternion) -> Vector;

    /// Learns where the body was.
    fn learn(&mut self, body: usize, past: &Past, now: &Pose);
}

/// Codes frames one by one.
#[derive(Clone, Debug, Default)]
struct Frames<M> {
    motion: M,
    is_begun: bool,
    /// The times of the last two frames.
    times: [f64; 2],
    bodies: [Past; BODIES],
}

impl<M: Motion> Frames<M> {
    #[inline]
    fn code<V: Values>(&mut self, values: &mut V, words: &mut Words) {
        let [last, earlier] = self.times;
        let time = float(values, TIME, last + last - earlier, words);
        self.times = [time, if self.is_begun { last } else { time }];
        if let Some(fps) = words.get_mut(FPS) {
            *fps = values.integer(FPS, rate(time - last), *fps);
        }
        for (body, (past, pose)) in self.bodies.iter_mut().zip(POSES).enumerate() {
            let predicted = self.motion.rotation(body, past);
            let rotation = code_rotation(values, pose.wrapping_add(3), predicted, past, words);
            let predicted = self.motion.position(body, past, rotation);
            let mut position = [0.0; 3];
            for ((column, part), predicted) in (pose..).zip(&mut position).zip(predicted) {
                *part = float(values, column, predicted, words);
            }
            let now = Pose { position, rotation };
            if self.is_begun {
                self.motion.learn(body, past, &now);
            }
            past.earlier = if self.is_begun { past.last } else { now };
            past.last = now;
        }
        self.is_begun = true;
    }
}

/// Whole frames per second, at so many seconds a frame.
#[inline]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1000")]
fn rate(step: f64) -> u32 {
    let step = if step > 1e-3 { step } else { 1e-3 };
    (1.0 / step + 0.5) as u32
}

/// Four components. The one that was largest comes last: it follows from the others but for its sign.
#[inline]
fn code_rotation<V: Values>(
    values: &mut V,
    first: usize,
    predicted: Quaternion,
    past: &Past,
    words: &mut Words,
) -> Quaternion {
    let before = past.last.rotation;
    let derived = largest(&before);
    let mut rotation = [0.0; 4];
    let mut squares = 0.0;
    for (place, (part, predicted)) in rotation.iter_mut().zip(predicted).enumerate() {
        if place != derived {
            *part = float(values, first.wrapping_add(place), predicted, words);
            squares += *part * *part;
        }
    }
    let left = 1.0 - squares;
    let size = if left > 0.0 { left.sqrt() } else { 0.0 };
    if let (Some(part), Some(before)) = (rotation.get_mut(derived), before.get(derived)) {
        let predicted = if *before < 0.0 { -size } else { size };
        *part = float(values, first.wrapping_add(derived), predicted, words);
    }
    rotation
}

#[inline]
fn float<V: Values>(values: &mut V, column: usize, predicted: f64, words: &mut Words) -> f64 {
    let Some(word) = words.get_mut(column) else { return 0.0 };
    let is_position = POSES.iter().any(|pose| column.wrapping_sub(*pose) < 3);
    let value = values.float(column, predicted, is_position, f32::from_bits(*word));
    *word = value.to_bits();
    tame(value)
}

/// Codes whole frames.
pub(super) fn write<M: Motion, V: Values>(values: &mut V, bytes: &[u8]) {
    let mut frames = Frames::<M>::default();
    for frame in bytes.chunks_exact(Frame::SIZE) {
        let mut words = [0; COLUMNS];
        for (word, bytes) in words.iter_mut().zip(frame.chunks_exact(4)) {
            *word = bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
        }
        frames.code(values, &mut words);
    }
}

/// Appends frames of so many bytes. `None` if the packed bytes end before, or frames do not.
pub(super) fn read<M: Motion, V: Values>(
    values: &mut V,
    length: usize,
    bytes: &mut Vec<u8>,
) -> Option<()> {
    let mut frames = Frames::<M>::default();
    let mut left = length;
    while left > 0 {
        left = left.checked_sub(Frame::SIZE)?;
        let mut words = [0; COLUMNS];
        frames.code(values, &mut words);
        if values.is_exhausted() {
            return None;
        }
        let mut frame = [0; Frame::SIZE];
        for (bytes, word) in frame.chunks_exact_mut(4).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        bytes.extend_from_slice(&frame);
    }
    Some(())
}
