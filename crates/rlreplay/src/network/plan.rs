//! How a stream can be divided: at keyframes, where all actors and their properties are sent again.

use crate::bits::BitReader;
use crate::layout::KeyFrame;
use crate::limits;

/// A stretch of the stream between two keyframes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Number of its first frame.
    pub first_frame: u32,
    /// How many frames it has.
    pub frames: u32,
    /// Where it begins, in bits from the start of the stream.
    pub start: usize,
    /// Where it ends, in bits from the start of the stream; `None` for the last one.
    pub end: Option<usize>,
}

/// The parts of a stream, in order. Each can be decoded by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The parts.
    pub parts: Vec<Part>,
    /// Whether the keyframes were wrong, so that there is one part for the whole stream.
    pub is_fallback: bool,
}

impl Plan {
    /// Divides a stream of `frames` frames at its keyframes; into one part if a keyframe's position does not have its time, or there are
    /// more than [`limits::PARTS`].
    pub fn new(stream: &[u8], keyframes: &[KeyFrame], frames: u32) -> Self {
        if frames == 0 {
            return Self { parts: Vec::new(), is_fallback: false };
        }
        match divide(stream, keyframes, frames) {
            Some(parts) => Self { parts, is_fallback: false },
            None => Self::whole(frames, !keyframes.is_empty()),
        }
    }

    /// One part for everything.
    pub fn whole(frames: u32, is_fallback: bool) -> Self {
        Self { parts: vec![Part { first_frame: 0, frames, start: 0, end: None }], is_fallback }
    }

    /// The index of the part that holds a frame.
    pub fn part_of(&self, frame: u32) -> Option<usize> {
        let after = self.parts.partition_point(|part| part.first_frame <= frame);
        after.checked_sub(1)
    }
}

fn divide(stream: &[u8], keyframes: &[KeyFrame], frames: u32) -> Option<Vec<Part>> {
    let first = keyframes.first()?;
    if first.frame != 0 || first.position != 0 || keyframes.len() > limits::PARTS {
        return None;
    }
    let mut parts: Vec<Part> = Vec::with_capacity(keyframes.len());
    for keyframe in keyframes {
        let start = keyframe.position as usize;
        let first_frame = u32::try_from(keyframe.frame).ok().filter(|&frame| frame < frames)?;
        let time = BitReader::new(stream, start).bits(32);
        if time != u64::from(keyframe.time.to_bits()) {
            return None;
        }
        if let Some(before) = parts.last_mut() {
            before.frames = first_frame.checked_sub(before.first_frame).filter(|&n| n > 0)?;
            before.end = Some(start).filter(|&end| end > before.start);
            before.end?;
        }
        let rest = frames.checked_sub(first_frame)?;
        parts.push(Part { first_frame, frames: rest, start, end: None });
    }
    Some(parts)
}
