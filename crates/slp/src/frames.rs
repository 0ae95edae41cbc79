//! The events of each frame, with rollbacks settled.

use ghostreel_core::work::Budget;

use crate::index::{Index, Place};
use crate::layout::{command, frame_number};
use crate::limits;
use crate::placed_event::PlacedEvent;

/// One character in one frame: where its events are in the file, 0 for none (no event is at the very start).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CharacterFrame {
    /// Frame, from −123.
    pub frame: i32,
    /// Port, 0 to 3.
    pub port: u8,
    /// Nana.
    pub follower: bool,
    /// Where Pre-Frame Update is.
    pub pre: u32,
    /// Where Post-Frame Update is.
    pub post: u32,
}

/// The events of the frames: of the game as it was finally played ([`View::frames`](crate::View::frames)), or every time that
/// the game computed a frame ([`View::frames_with_rollbacks`](crate::View::frames_with_rollbacks)).
///
/// Online, a wrong guess of the other's input takes the game back up to seven frames, which are then computed and recorded
/// again: the last copy is the true one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameIndex {
    /// In the file's order: ports ascending, leaders before followers. With rollbacks settled, by frame.
    pub characters: Vec<CharacterFrame>,
    /// Where each Frame Start is.
    pub starts: Vec<u32>,
    /// Where each Frame Bookend is.
    pub bookends: Vec<u32>,
    /// Where each Item Update is.
    pub items: Vec<u32>,
    /// Where each stage event is: Fountain of Dreams, Whispy, Stadium.
    pub stage_events: [Vec<u32>; 3],
    /// Frames that were taken back, each time counted.
    pub rollback_frames: u32,
    /// Whether any event was taken back.
    was_taken_back: bool,
    /// Each time that a frame began, by frame; empty with rollbacks settled.
    passes: Vec<Pass>,
    /// The frame that the last events belong to, and where its characters begin.
    current: Option<i32>,
    first_of_current: usize,
    kept: Kept,
}

/// How many at the start of each list are as they were before a file got longer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Kept {
    characters: usize,
    starts: usize,
    bookends: usize,
    items: usize,
    stage_events: [usize; 3],
}

/// The beginning of one computation of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pass {
    frame: i32,
    at: u32,
    /// The number of of this frame before it.
    number: u32,
}

impl FrameIndex {
    /// The game as it was finally played.
    pub(crate) fn finalized(bytes: &[u8], events: &Index, work: Budget) -> Self {
        Builder::new(bytes, events, work, true).build(Place::start())
    }

    /// The game as it was finally played, in a file that has got longer: its events are in this index up to `known`.
    pub(crate) fn go_on(self, bytes: &[u8], events: &Index, known: Place, work: Budget) -> Self {
        let mut index = self;
        index.kept = index.lengths();
        // The last frame may get more of its characters, and they more of their events. The one before is shown only now, if it is not
        // whole and a rollback made it the last for a time.
        let before = index.characters.get(..index.first_of_current).unwrap_or_default();
        let frame = before.last().map(|character| character.frame);
        let others = before.iter().rposition(|character| Some(character.frame) != frame);
        index.kept.characters = others.map_or(0, |at| at.saturating_add(1));
        Builder::going_on(bytes, events, work, index).build(known)
    }

    /// The rows that [`go_on`](Self::go_on) added or changed.
    pub(crate) fn appended(&self) -> Self {
        fn after<T: Copy>(list: &[T], kept: usize) -> Vec<T> {
            list.get(kept..).unwrap_or_default().to_vec()
        }
        let Kept { characters, starts, bookends, items, stage_events } = self.kept;
        let mut stage = self.stage_events.iter().zip(stage_events).map(|(list, n)| after(list, n));
        Self {
            characters: after(&self.characters, characters),
            starts: after(&self.starts, starts),
            bookends: after(&self.bookends, bookends),
            items: after(&self.items, items),
            stage_events: [(); 3].map(|()| stage.next().unwrap_or_default()),
            ..Self::default()
        }
    }

    fn lengths(&self) -> Kept {
        Kept {
            characters: self.characters.len(),
            starts: self.starts.len(),
            bookends: self.bookends.len(),
            items: self.items.len(),
            stage_events: self.stage_events.each_ref().map(Vec::len),
        }
    }

    /// Every frame each time that it was recorded.
    pub(crate) fn with_rollbacks(bytes: &[u8], events: &Index, work: Budget) -> Self {
        let mut index = Builder::new(bytes, events, work, false).build(Place::start());
        index.passes.sort_unstable();
        let mut last: Option<Pass> = None;
        for pass in &mut index.passes {
            if let Some(last) = last.filter(|last| last.frame == pass.frame) {
                pass.number = last.number.saturating_add(1);
                index.rollback_frames = index.rollback_frames.saturating_add(1);
            }
            last = Some(*pass);
        }
        index
    }

    /// Whether a rollback took anything back: if not, both indices are the same. Only with rollbacks settled.
    pub(crate) fn was_taken_back(&self) -> bool {
        self.was_taken_back
    }

    /// How many events it holds, those of a character in a frame counted as one.
    fn events(&self) -> usize {
        let Kept { characters, starts, bookends, items, stage_events } = self.lengths();
        [characters, starts, bookends, items]
            .into_iter()
            .chain(stage_events)
            .fold(0, usize::saturating_add)
    }

    /// For events of these frames and at these places: how many times the frame had been computed before, 0 the first
    /// time. Only with rollbacks.
    pub(crate) fn simulations(&self, events: impl Iterator<Item = (i32, u32)>) -> Vec<u32> {
        let begun = |pass: &Pass, event| (pass.frame, pass.at) <= event;
        let is_of = |index: usize, event| {
            let mut passes = self.passes.iter().skip(index);
            passes.next().is_some_and(|pass| begun(pass, event))
                && passes.next().is_none_or(|pass| !begun(pass, event))
        };
        // Most events are of the same pass as the one before, or of the next.
        let mut at = 0_usize;
        let number = |event: (i32, u32)| {
            if let Some(near) = (at..=at.saturating_add(1)).find(|&near| is_of(near, event)) {
                at = near;
            } else {
                at = self.passes.partition_point(|pass| begun(pass, event)).saturating_sub(1);
            }
            let pass = self.passes.get(at).filter(|pass| pass.frame == event.0);
            pass.map_or(0, |pass| pass.number)
        };
        events.map(number).collect()
    }
}

impl Kept {
    /// The lengths that are left where the lists have got shorter.
    fn min(self, lengths: Self) -> Self {
        let mut stage = self.stage_events.into_iter().zip(lengths.stage_events);
        Self {
            characters: self.characters.min(lengths.characters),
            starts: self.starts.min(lengths.starts),
            bookends: self.bookends.min(lengths.bookends),
            items: self.items.min(lengths.items),
            stage_events: [(); 3]
                .map(|()| stage.next().map_or(0, |(kept, length)| kept.min(length))),
        }
    }
}

/// How many characters there can be in a frame.
const ROWS: usize = limits::PORTS as usize * 2;

struct Builder<'v> {
    bytes: &'v [u8],
    /// Where the events are.
    events: &'v Index,
    work: Budget,
    settle: bool,
    index: FrameIndex,
    /// Where the characters of the frame that events belong to at the moment are, by [`row_of`]; [`NO_ROW`] for those that it has not.
    rows: [usize; ROWS],
}

/// There is no such row.
const NO_ROW: usize = usize::MAX;

/// Where a character is in [`Builder::rows`].
fn row_of(port: u8, follower: bool) -> usize {
    usize::from(port).wrapping_mul(2).wrapping_add(usize::from(follower))
}

impl<'v> Builder<'v> {
    fn new(bytes: &'v [u8], events: &'v Index, work: Budget, settle: bool) -> Self {
        let sizes = events.head.sizes.table();
        let mut counts = [0_usize; 256];
        for (_, codes) in events.runs() {
            for &code in codes {
                if let Some(count) = counts.get_mut(usize::from(code)) {
                    *count = count.wrapping_add(1);
                }
            }
        }
        // Room for as many as there can be: each event may be the only one of its character, or of a frame. Those too short
        // to be about a frame are about nothing.
        let count = |code: u8| match sizes.get(usize::from(code)) {
            Some(5..) => counts.get(usize::from(code)).copied().unwrap_or(0),
            _ => 0,
        };
        let index = FrameIndex {
            characters: Vec::with_capacity(
                count(command::PRE_FRAME).saturating_add(count(command::POST_FRAME)),
            ),
            starts: Vec::with_capacity(count(command::FRAME_START)),
            bookends: Vec::with_capacity(count(command::FRAME_BOOKEND)),
            items: Vec::with_capacity(count(command::ITEM_UPDATE)),
            stage_events: [
                Vec::with_capacity(count(command::FOUNTAIN_PLATFORM)),
                Vec::with_capacity(count(command::WHISPY_BLOW)),
                Vec::with_capacity(count(command::STADIUM_TRANSFORMATION)),
            ],
            ..FrameIndex::default()
        };
        Self { bytes, events, work, settle, index, rows: [NO_ROW; ROWS] }
    }

    /// Goes on with an index whose rollbacks are settled.
    fn going_on(bytes: &'v [u8], events: &'v Index, work: Budget, index: FrameIndex) -> Self {
        let mut rows = [NO_ROW; ROWS];
        for (at, known) in index.characters.iter().enumerate().skip(index.first_of_current) {
            if let Some(row) = rows.get_mut(row_of(known.port, known.follower)) {
                *row = at;
            }
        }
        Self { bytes, events, work, settle: true, index, rows }
    }

    /// Takes in the events after a place.
    fn build(mut self, from: Place) -> FrameIndex {
        let (bytes, events) = (self.bytes, self.events);
        self.work.spend(events.runs_from(from).map(|(_, codes)| codes.len()).sum());
        let sizes = events.head.sizes.table();
        for (start, codes) in events.runs_from(from) {
            // Positions have 32 bits: longer files are refused.
            let mut at = u32::try_from(start).unwrap_or(0);
            let mut rest = bytes.get(start..).unwrap_or_default();
            for &code in codes {
                let size = sizes.get(usize::from(code)).copied().unwrap_or(0);
                let (event, after) = rest.split_at_checked(size as usize).unwrap_or_default();
                self.add(PlacedEvent { code, at, bytes: event });
                rest = after;
                at = at.wrapping_add(size);
            }
        }
        self.index
    }

    #[inline(always)]
    fn add(&mut self, event: PlacedEvent<'_>) {
        let (code, at) = (event.code, event.at);
        let Some(frame) = event.frame() else { return };
        match code {
            command::PRE_FRAME => self.add_character(event, frame, |row| &mut row.pre),
            command::POST_FRAME => self.add_character(event, frame, |row| &mut row.post),
            command::FRAME_START => {
                self.enter(frame, at);
                self.index.starts.push(at);
            }
            command::ITEM_UPDATE => self.index.items.push(at),
            command::FRAME_BOOKEND => self.index.bookends.push(at),
            command::FOUNTAIN_PLATFORM | command::WHISPY_BLOW | command::STADIUM_TRANSFORMATION => {
                let which = usize::from(code.wrapping_sub(command::FOUNTAIN_PLATFORM));
                if let Some(events) = self.index.stage_events.get_mut(which) {
                    events.push(at);
                }
            }
            _ => {}
        }
    }

    /// A frame begins with the event at `at`.
    #[inline(never)]
    fn enter(&mut self, frame: i32, at: u32) {
        if !self.settle {
            self.index.passes.push(Pass { frame, at, number: 0 });
        } else if self.index.current.is_some_and(|current| frame <= current) {
            self.take_back(frame);
        }
        self.index.current = Some(frame);
        self.index.first_of_current = self.index.characters.len();
        self.rows = [NO_ROW; ROWS];
    }

    /// Forgets everything from a frame on.
    fn take_back(&mut self, frame: i32) {
        self.index.was_taken_back = true;
        let events = self.index.events();
        let bytes = self.bytes;
        let frame_at =
            |at: &u32| bytes.get(*at as usize..).and_then(frame_number).unwrap_or(i32::MIN);
        let keep = |events: &mut Vec<u32>| {
            while events.last().is_some_and(|at| frame_at(at) >= frame) {
                events.pop();
            }
        };
        let characters = &mut self.index.characters;
        let mut last = None;
        while let Some(character) = characters.last().filter(|character| character.frame >= frame) {
            if last != Some(character.frame) {
                last = Some(character.frame);
                self.index.rollback_frames = self.index.rollback_frames.saturating_add(1);
            }
            characters.pop();
        }
        keep(&mut self.index.starts);
        keep(&mut self.index.bookends);
        keep(&mut self.index.items);
        self.index.stage_events.iter_mut().for_each(keep);
        self.index.kept = self.index.kept.min(self.index.lengths());
        // Forgotten events are looked at once more, and never again.
        self.work.spend(events.saturating_sub(self.index.events()).saturating_add(1));
    }

    /// Notes where an event of a character is, in the character's row of the frame, which is made if need be.
    #[inline(always)]
    fn add_character(
        &mut self,
        event: PlacedEvent<'_>,
        frame: i32,
        place: impl Fn(&mut CharacterFrame) -> &mut u32,
    ) {
        // Nearly all events reach this far.
        let (port, follower) = match *event.bytes {
            [_, _, _, _, _, port, follower, ..] => (port, follower != 0),
            _ => (event.port().unwrap_or(0), false),
        };
        if port >= limits::PORTS {
            return;
        }
        if self.index.current != Some(frame) {
            self.enter(frame, event.at);
        }
        let characters = &mut self.index.characters;
        let Some(row) = self.rows.get_mut(row_of(port, follower)) else { return };
        if let Some(known) = characters.get_mut(*row) {
            *place(known) = event.at;
            return;
        }
        let mut new = CharacterFrame { frame, port, follower, ..CharacterFrame::default() };
        *place(&mut new) = event.at;
        *row = characters.len();
        characters.push(new);
    }
}
