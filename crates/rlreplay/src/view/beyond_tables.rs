//! Streams that the tables of layouts and classes do not explain.
//!
//! Inference is a large part of the code, and few files need it: the page fetches it, as a module of its own, with the first file that
//! does. Without the feature `inference` such a file is refused.

use ghostreel_core::work::Budget;
use ghostreel_core::{Error, Fault, Result};

use super::{Decoded, View};
use crate::features::INFERENCE;
use crate::layout::KeyFrame;
use crate::limits;
use crate::network::{Part, Plan, Reason, Segment, Stream, count_frames, infer};

impl View<'_> {
    /// Counts the frames in the stream: those up to the last keyframe by its number, those after it by reading them. 0 without inference.
    pub(super) fn count_frames(&self, keyframes: &[KeyFrame]) -> u32 {
        if !INFERENCE {
            return 0;
        }
        let plan = Plan::new(self.stream_bytes(), keyframes, self.most_frames());
        let Some(last) = plan.parts.last() else { return 0 };
        last.first_frame.saturating_add(count_frames(&self.stream(), last))
    }

    /// Fails if the stream cannot be decoded without inference.
    pub(super) fn refuse_unknown(&self) -> Result<()> {
        if INFERENCE {
            return Ok(());
        }
        let is_counted = self.promised_frames().is_some() || self.stream.is_empty();
        if is_counted && self.network().iter().all(|segment| self.is_sound(segment)) {
            return Ok(());
        }
        Err(Error::new(
            Fault::Unsupported,
            self.stream.start as u64,
            "network stream",
            "a stream that the tables of layouts and classes explain",
            "one with others, which have to be inferred",
        ))
    }

    /// Decodes the stream again with inferred layouts and classes, if there are any. `segment` was decoded with the tables alone.
    pub(super) fn decode_beyond_tables(&self, segment: Segment) -> Decoded {
        if !INFERENCE {
            return Decoded { segments: vec![segment], ..Decoded::default() };
        }
        let (table, parts) = (self.stream(), &self.plan.parts[..]);
        let lost = |segment: &Segment| {
            segment.gaps.iter().map(|gap| u64::from(gap.lost_frames).saturating_add(1)).sum()
        };
        // Keyframes may not send all actors again.
        let misses_actors =
            segment.gaps.iter().any(|gap| matches!(gap.reason, Reason::UnknownActor(_)));
        let now: u64 = lost(&segment);
        let carried = misses_actors && {
            let carried: u64 = lost(&table.read_as(parts, &|_| false, true));
            carried < now
        };
        let whole = [Part { first_frame: 0, frames: self.frame_count(), start: 0, end: None }];
        let parts_of_it = if carried { &whole[..] } else { parts };
        let units = limits::INFERENCE_PER_BYTE.saturating_mul(self.stream.len() as u64);
        let budget = Budget::of(limits::INFERENCE_BASE.saturating_add(units), self.meter.as_ref());
        let (inferences, catalog) =
            infer(&table, parts_of_it, self.body(), &self.attributes, &budget);
        let stopped = budget.diagnostic("network stream", "finding out layouts and classes");
        if inferences.is_empty() && !carried {
            return Decoded { segments: vec![segment], stopped, ..Decoded::default() };
        }
        // Frees its memory before the better one is read.
        drop(segment);
        let stream = Stream { catalog: &catalog, ..table };
        let segment = stream.read_as(parts, &|_| true, carried);
        Decoded { segments: vec![segment], catalog: Some(catalog), inferences, carried, stopped }
    }
}
