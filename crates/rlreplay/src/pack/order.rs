//! The order of actors in a frame: mostly that of the frames before, with some left out.

/// A ring of actors, each after the one that it follows in frames; the end of the frame is one of them.
#[derive(Debug)]
pub(super) struct Order {
    /// By actor, the one after it; itself if it is in no ring. The last is the end of the frame.
    next: Vec<u32>,
    previous: Vec<u32>,
    /// By actor, how often it was left out since it was last there.
    skipped: Vec<u8>,
    /// By actor, as `skipped` was when it was last there.
    gap: Vec<u8>,
    /// How many actors are in the ring.
    length: usize,
}

impl Order {
    /// An actor that so many frames in a row leave out is no longer expected.
    const MOST_SKIPPED: u8 = 40;
    /// The same where there are more actors than in any real match, so that absent ones cost little.
    const MOST_SKIPPED_OF_MANY: u8 = 2;
    /// Actors that are many.
    const MANY: usize = 512;
    /// How far an actor is looked for: a packer that finds it no sooner names it.
    const MOST_STEPS: usize = 128;

    /// Nothing but the end, whose number is `channels`.
    pub(super) fn new(channels: u32) -> Self {
        let ring: Vec<u32> = (0..=channels).collect();
        let count = ring.len();
        Self {
            next: ring.clone(),
            previous: ring,
            skipped: vec![0; count],
            gap: vec![0; count],
            length: 0,
        }
    }

    fn get(list: &[u32], actor: u32) -> u32 {
        list.get(actor as usize).copied().unwrap_or(0)
    }

    /// The actor after another.
    pub(super) fn after(&self, actor: u32) -> u32 {
        Self::get(&self.next, actor)
    }

    /// How often an actor was left out since it was last there, and before that.
    pub(super) fn absence(&self, actor: u32) -> [u32; 2] {
        let at = actor as usize;
        [&self.skipped, &self.gap].map(|list| list.get(at).copied().unwrap_or(0).into())
    }

    /// Whether an actor is between another and the end, which counts.
    pub(super) fn is_between(&self, before: u32, actor: u32, end: u32) -> bool {
        if actor == end {
            return true;
        }
        let mut at = before;
        for _ in 0..Self::MOST_STEPS {
            at = self.after(at);
            if at == actor || at == end {
                return at == actor;
            }
        }
        false
    }

    /// An actor was left out: it is no longer expected if that was often so.
    pub(super) fn skip(&mut self, actor: u32) {
        let Some(skipped) = self.skipped.get_mut(actor as usize) else { return };
        *skipped = skipped.saturating_add(1);
        let most =
            if self.length > Self::MANY { Self::MOST_SKIPPED_OF_MANY } else { Self::MOST_SKIPPED };
        if *skipped >= most {
            self.remove(actor);
        }
    }

    /// An actor was there.
    pub(super) fn meet(&mut self, actor: u32) {
        let at = actor as usize;
        if let (Some(skipped), Some(gap)) = (self.skipped.get_mut(at), self.gap.get_mut(at)) {
            *gap = *skipped;
            *skipped = 0;
        }
    }

    /// Takes an actor out of the ring.
    pub(super) fn remove(&mut self, actor: u32) {
        let (before, after) = (Self::get(&self.previous, actor), Self::get(&self.next, actor));
        if before != actor {
            self.length = self.length.saturating_sub(1);
        }
        self.link(before, after);
        self.link(actor, actor);
    }

    /// Puts an actor after another.
    pub(super) fn insert(&mut self, before: u32, actor: u32) {
        self.remove(actor);
        if before != actor {
            let after = Self::get(&self.next, before);
            self.link(before, actor);
            self.link(actor, after);
            self.length = self.length.saturating_add(1);
        }
        self.meet(actor);
    }

    fn link(&mut self, before: u32, after: u32) {
        if let Some(next) = self.next.get_mut(before as usize) {
            *next = after;
        }
        if let Some(previous) = self.previous.get_mut(after as usize) {
            *previous = before;
        }
    }
}
