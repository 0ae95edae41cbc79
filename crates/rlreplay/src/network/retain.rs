//! Leaves out part of the events.

use super::{ActorEvent, Entry, Frame, Segment, Spawn};

impl Segment {
    /// Keeps the frames whose number `keep_frame` accepts, and in them the entries that `keep` accepts. `keep` is called with every
    /// entry in order, and with its spawn if it is one.
    pub(crate) fn retain(
        &mut self,
        keep_frame: impl Fn(u32) -> bool,
        mut keep: impl FnMut(Entry, Option<&Spawn>) -> bool,
    ) {
        let mut masks: Vec<Vec<bool>> = self.rows.iter().map(|_| Vec::new()).collect();
        let mut spawn_mask = Vec::new();
        let mut log = Vec::with_capacity(self.log.len());
        let mut begin = 0_usize;
        for frame in &mut self.frames {
            let is_kept = keep_frame(frame.number);
            for entry in self.log.get(begin..frame.end as usize).unwrap_or_default() {
                let spawn = self.spawns.get(spawn_mask.len());
                let what = entry.what();
                let spawn = spawn.filter(|_| what == ActorEvent::Spawned);
                let keep = keep(*entry, spawn) && is_kept;
                match what {
                    ActorEvent::Spawned => spawn_mask.push(keep),
                    ActorEvent::Updated { slot, .. } => {
                        if let Some(mask) = masks.get_mut(usize::from(slot)) {
                            mask.push(keep);
                        }
                    }
                    ActorEvent::Deleted | ActorEvent::EmptyUpdate => {}
                }
                log.extend(keep.then_some(*entry));
            }
            begin = frame.end as usize;
            frame.end = u32::try_from(log.len()).unwrap_or(u32::MAX);
        }
        self.log = log;
        for (rows, mask) in self.rows.iter_mut().zip(&masks) {
            rows.retain(mask);
        }
        let mut mask = spawn_mask.iter();
        self.spawns.retain(|_| mask.next().copied().unwrap_or(false));
        self.retain_gaps(&keep_frame);
        self.frames.retain(|frame| keep_frame(frame.number));
    }

    /// A gap goes with the frame in front of it, which it interrupts or follows.
    fn retain_gaps(&mut self, keep_frame: &impl Fn(u32) -> bool) {
        let is_kept: Vec<bool> =
            self.frames.iter().map(|Frame { number, .. }| keep_frame(*number)).collect();
        self.gaps.retain_mut(|gap| {
            let before = is_kept.get(..gap.frames).unwrap_or(&is_kept);
            let keep = before.last().or(is_kept.first()).copied().unwrap_or(true);
            gap.frames = before.iter().filter(|kept| **kept).count();
            keep
        });
    }
}
