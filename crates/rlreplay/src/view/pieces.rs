//! How the stream is divided among threads.

use std::ops::Range;

use super::View;

impl View<'_> {
    /// The parts of the [plan](Self::plan) that a thread decodes next, if so many threads take pieces in turns and the parts up to
    /// `first` are taken: with two threads, half of the bits that are left, but an eighth of all at least. So no thread waits long
    /// for the others, even if one is late, and there are few pieces, for each costs. `None`: nothing is left.
    ///
    /// Each piece is read by a [stream](Self::stream), and [`adopt`](Self::adopt) takes all of them.
    pub fn next_piece(&self, first: usize, threads: usize) -> Option<Range<usize>> {
        let parts = &self.plan.parts;
        let start = parts.get(first)?.start;
        let bits = self.stream_bytes().len().saturating_mul(8);
        let threads = threads.max(1);
        let share = |bits: usize, of: usize| bits.checked_div(of).unwrap_or(bits);
        let left = share(bits.saturating_sub(start), threads);
        let goal = start.saturating_add(left.max(share(bits, threads.saturating_mul(4))));
        // The place nearest to the goal.
        let start_of = |part: usize| parts.get(part).map_or(bits, |part| part.start);
        let after = parts.partition_point(|part| part.start < goal);
        let before = after.saturating_sub(1);
        let is_before =
            goal.saturating_sub(start_of(before)) < start_of(after).saturating_sub(goal);
        let end = if is_before { before } else { after };
        Some(first..end.clamp(first.saturating_add(1), parts.len()))
    }

    /// Whether the stream was decoded: [`network`](Self::network) costs nothing then.
    pub fn is_decoded(&self) -> bool {
        self.decoded.get().is_some()
    }
}
