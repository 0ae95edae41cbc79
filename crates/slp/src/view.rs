//! A replay read in place: opening walks over the events once, columns are gathered when asked for.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use ghostreel_core::work::{Budget, Meter};
use ghostreel_core::{DecodeOptions, Diagnostic, Outcome, Record, Result};

use crate::frames::FrameIndex;
use crate::index::{GapAt, Index, Place};
use crate::layout::{GameEnd, GameStart, PayloadSizes, command};
use crate::model::{Gap, Member, Replay, Wrapper};
use crate::placed_event::PlacedEvent;
use crate::schemas::Schemas;
use crate::ubjson::UbjsonValue;
use crate::version::Version;

/// A file's bytes and where its events are.
#[derive(Clone, Debug)]
pub struct View<'a> {
    bytes: Cow<'a, [u8]>,
    index: Index,
    meter: Option<Meter>,
    frames: OnceCell<FrameIndex>,
    appended: OnceCell<Box<FrameIndex>>,
    game_end: OnceCell<Option<Range<usize>>>,
    frames_with_rollbacks: OnceCell<Box<FrameIndex>>,
    schemas: OnceCell<Arc<Schemas>>,
    schemas_with_rollbacks: OnceCell<Arc<Schemas>>,
}

impl<'a> View<'a> {
    /// Opens a file.
    ///
    /// # Errors
    /// In strict mode on any damage; in recover mode if the head of the file or the payload sizes cannot be read.
    pub fn open(bytes: impl Into<Cow<'a, [u8]>>, options: &DecodeOptions) -> Result<Self> {
        let bytes = bytes.into();
        let index = Index::build(&bytes, options)?;
        Ok(Self {
            bytes,
            index,
            meter: options.meter.clone(),
            frames: OnceCell::new(),
            appended: OnceCell::new(),
            game_end: OnceCell::new(),
            frames_with_rollbacks: OnceCell::new(),
            schemas: OnceCell::new(),
            schemas_with_rollbacks: OnceCell::new(),
        })
    }

    /// Adds bytes at the end of the file. The view is then as if the longer file had been opened, but earlier bytes are not
    /// read again: the work is in proportion to `more`. [`appended_timeline`](Self::appended_timeline) has the new rows.
    ///
    /// ```
    /// use ghostreel_core::DecodeOptions;
    /// use ghostreel_slp::{View, encode, sample};
    ///
    /// let bytes = encode(&sample::generate(&sample::Options::default()));
    /// let (before, more) = bytes.split_at(100_000);
    /// let view = View::open(before, &DecodeOptions::RECOVER)?;
    /// let rows = view.timeline().table("frames").unwrap().rows();
    /// let view = view.append(more)?;
    /// assert!(view.diagnostics().is_empty());
    /// assert!(view.timeline().table("frames").unwrap().rows() > rows);
    /// # Ok::<(), ghostreel_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`open`](Self::open) for the longer file.
    pub fn append(mut self, more: &[u8]) -> Result<Self> {
        let certain_end = self.index.end_of_certain_events();
        self.bytes.to_mut().extend_from_slice(more);
        self.index.go_on(&self.bytes)?;
        self.appended.take();
        self.frames_with_rollbacks.take();
        let (frames, game_end) = (self.frames.take(), self.game_end.take());
        // An event that longer files may have in another way is rare: the next one to ask goes through all of them.
        if let Some(certain_end) = certain_end {
            let budget = self.budget();
            let frames =
                frames.map(|frames| frames.go_on(&self.bytes, &self.index, certain_end, budget));
            self.frames = frames.map(OnceCell::from).unwrap_or_default();
            let next = || self.index.first_range(command::GAME_END, certain_end);
            let game_end = game_end.map(|found| found.or_else(next));
            self.game_end = game_end.map(OnceCell::from).unwrap_or_default();
        }
        Ok(self)
    }

    /// The file's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The file's bytes.
    pub fn into_bytes(self) -> Cow<'a, [u8]> {
        self.bytes
    }

    /// The meter of the options that it was opened with: it counts the work on this replay, and can stop it.
    pub fn meter(&self) -> Option<&Meter> {
        self.meter.as_ref()
    }

    /// The work that a step over the replay may do.
    pub fn budget(&self) -> Budget {
        Budget::for_input(self.bytes.len(), self.meter.as_ref())
    }

    /// The diagnostics of opening.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.index.diagnostics
    }

    /// Whether anything was lost.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(self.diagnostics())
    }

    /// How the file begins.
    pub fn wrapper(&self) -> Wrapper {
        self.index.head.wrapper
    }

    /// The sizes of the events.
    pub fn payload_sizes(&self) -> &PayloadSizes {
        &self.index.head.sizes
    }

    /// All events in the file's order: the command and the bytes, command included.
    pub fn events(&self) -> impl Iterator<Item = (u8, &[u8])> {
        self.placed_events().map(|event| (event.code, event.bytes))
    }

    /// The number of events of a command.
    pub fn event_count(&self, code: u8) -> usize {
        self.index.order.iter().filter(|&&known| known == code).count()
    }

    /// Damage that was stepped over: how many events stand in front of it, and its bytes.
    pub fn gaps(&self) -> impl ExactSizeIterator<Item = (usize, &[u8])> {
        let bytes = |gap: &GapAt| self.bytes.get(gap.bytes.clone()).unwrap_or_default();
        self.index.gaps.iter().map(move |gap| (gap.events, bytes(gap)))
    }

    /// The first event of a command.
    pub fn first(&self, code: u8) -> Option<&[u8]> {
        self.bytes.get(self.first_range(code)?)
    }

    /// Where the first event of a command is.
    pub(crate) fn first_range(&self, code: u8) -> Option<Range<usize>> {
        self.index.first_range(code, Place::start())
    }

    /// Game Start.
    pub fn game_start(&self) -> Option<GameStart<'_>> {
        self.first(command::GAME_START).map(GameStart::new)
    }

    /// Version of the recorder; 0.0.0 without Game Start.
    pub fn version(&self) -> Version {
        self.game_start().map(|start| start.version()).unwrap_or_default()
    }

    /// Game End: the first, where a file has two.
    pub fn game_end(&self) -> Option<GameEnd> {
        let range = self.game_end.get_or_init(|| self.first_range(command::GAME_END));
        self.bytes.get(range.clone()?).and_then(GameEnd::read)
    }

    /// The Gecko codes, put together from their pieces.
    pub fn gecko_list(&self) -> Vec<u8> {
        const DATA: std::ops::Range<usize> = 0x1..0x201;
        let mut list = Vec::new();
        for (code, event) in self.events() {
            match code {
                command::GECKO_LIST => list.extend_from_slice(event.get(1..).unwrap_or_default()),
                command::MESSAGE_SPLITTER if event.get(0x203) == Some(&command::GECKO_LIST) => {
                    let size = event
                        .get(0x201..0x203)
                        .map_or(0, |s| s.iter().fold(0, |n, b| n << 8 | usize::from(*b)));
                    let data = event.get(DATA).unwrap_or_default();
                    list.extend_from_slice(data.get(..size).unwrap_or(data));
                }
                command::PRE_FRAME | command::POST_FRAME => break,
                _ => {}
            }
        }
        list
    }

    /// Where the last event ends, whatever length the file declares.
    pub fn events_end(&self) -> usize {
        self.index.events_end
    }

    /// The members after the events.
    pub fn members(&self) -> &[Member] {
        &self.index.members
    }

    /// The bytes of the members after the events.
    pub fn member_bytes(&self) -> &[u8] {
        self.bytes.get(self.index.rest_end..self.index.tail).unwrap_or_default()
    }

    /// The metadata.
    pub fn metadata(&self) -> Option<&UbjsonValue> {
        Member::find(self.members(), "metadata")
    }

    /// The bytes after the last event that make up no event.
    pub fn rest(&self) -> &[u8] {
        self.bytes.get(self.index.events_end..self.index.rest_end).unwrap_or_default()
    }

    /// The bytes after the metadata: the closing brace, in whole files.
    pub fn tail(&self) -> &[u8] {
        self.bytes.get(self.index.tail..).unwrap_or_default()
    }

    /// Where each character's events of each frame are, rollbacks settled.
    pub fn frames(&self) -> &FrameIndex {
        self.frames.get_or_init(|| FrameIndex::finalized(&self.bytes, &self.index, self.budget()))
    }

    /// Those of [`frames`](Self::frames) that the last [`append`](Self::append) added or changed.
    pub(crate) fn appended_frames(&self) -> &FrameIndex {
        self.appended.get_or_init(|| Box::new(self.frames().appended()))
    }

    /// As [`frames`](Self::frames), with every copy of a frame: those too that a rollback took back.
    pub fn frames_with_rollbacks(&self) -> &FrameIndex {
        let settled = self.frames();
        if !settled.was_taken_back() {
            return settled;
        }
        self.frames_with_rollbacks.get_or_init(|| {
            Box::new(FrameIndex::with_rollbacks(&self.bytes, &self.index, self.budget()))
        })
    }

    pub(crate) fn schemas(&self) -> &Schemas {
        self.schemas.get_or_init(|| Schemas::of(self.payload_sizes()))
    }

    pub(crate) fn schemas_with_rollbacks(&self) -> &Schemas {
        self.schemas_with_rollbacks.get_or_init(|| Schemas::with_rollbacks(self.payload_sizes()))
    }

    /// All events in the file's order, each with where it is.
    #[inline]
    pub fn placed_events(&self) -> impl Iterator<Item = PlacedEvent<'_>> {
        self.index.placed_events(&self.bytes)
    }

    /// The whole replay as plain data, the view given up for it.
    pub fn into_replay(self) -> Replay {
        self.to_replay()
    }

    /// The whole replay as plain data.
    pub fn to_replay(&self) -> Replay {
        let mut counts = [0_usize; 256];
        for &code in &self.index.order {
            if let Some(count) = counts.get_mut(usize::from(code)) {
                *count = count.saturating_add(1);
            }
        }
        let mut events: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
        for (code, count) in (0..=u8::MAX).zip(counts).filter(|(_, count)| *count > 0) {
            let size = self.payload_sizes().event_size(code).unwrap_or(0);
            events.insert(code, Vec::with_capacity(size.saturating_mul(count)));
        }
        // A map look-up for each of thousands of events would cost more than copying them.
        let mut tables: Vec<Option<&mut Vec<u8>>> = (0..=u8::MAX).map(|_| None).collect();
        for (&code, table) in &mut events {
            if let Some(slot) = tables.get_mut(usize::from(code)) {
                *slot = Some(table);
            }
        }
        for (code, event) in self.events() {
            if let Some(Some(table)) = tables.get_mut(usize::from(code)) {
                table.extend_from_slice(event);
            }
        }
        Replay {
            wrapper: self.wrapper(),
            payload_sizes: self.payload_sizes().clone(),
            order: self.index.order.clone(),
            events,
            gaps: self
                .gaps()
                .map(|(events, bytes)| Gap { events, bytes: bytes.to_vec() })
                .collect(),
            rest: self.rest().to_vec(),
            members: self.members().to_vec(),
            tail: self.tail().to_vec(),
        }
    }
}
