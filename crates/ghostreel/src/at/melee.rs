//! Melee's frames: the game has nothing between two of them.

use ghostreel_formats::slp::frame_at;
use ghostreel_formats::timeline::{FrameNumber, Table};

use super::{Sampled, columns_of};
use crate::Result;

/// The rows of the frame at each time.
pub(super) fn of_frames(table: &Table<'_>, times: &[f64]) -> Result<Sampled> {
    let columns = columns_of(table, &["frame"])?;
    let frames = columns.column("frame").ok().and_then(|frames| frames.as_i32());
    let mut by_frame: Vec<(i32, usize)> =
        frames.unwrap_or_default().iter().copied().zip(0..).collect();
    by_frame.sort_unstable();
    let mut sampled = Sampled::default();
    for (place, &time) in times.iter().enumerate() {
        let FrameNumber(frame) = frame_at(time);
        let first = by_frame.partition_point(|(its, _)| *its < frame);
        let of_frame = by_frame.iter().skip(first).take_while(|(its, _)| *its == frame);
        for (_, row) in of_frame {
            sampled.push(place, *row)?;
        }
    }
    Ok(sampled)
}
