//! Finding out layouts: of properties that the table does not know, and of those that a patch laid out anew.
//!
//! A wrong layout shows soon: what follows are numbers of actors that are not alive, times that run backwards, frames that
//! end anywhere but at the next keyframe. So each part of the stream is tried; where one fails, the properties that were
//! read last are suspects, those in front that never led astray are not. A suspect gets one layout after the other, and the one
//! is taken with which the most frames of the whole stream can be read.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};

use super::read::{RunReader, follows};
use super::{Part, Reason, Stream, What};
use crate::bits::BitReader;
use crate::kinds::{Kind, Rows};

/// A property whose layout was found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Learned {
    /// The property, by its place in [`Catalog::slots`](super::Catalog::slots).
    pub slot: u16,
    /// The layout that the table has, which does not fit.
    pub before: Option<Kind>,
    /// The layout that does.
    pub kind: Kind,
    /// Where that showed first, in bits from the start of the stream.
    pub position: usize,
}

/// Layouts that are made of more than so and so many bits.
const VARIABLE: [Kind; 24] = [
    Kind::String,
    Kind::Vector,
    Kind::Rotator8,
    Kind::RigidBody,
    Kind::UniqueId,
    Kind::Reservation,
    Kind::HonorDuelChallenge,
    Kind::RepStatTitle,
    Kind::PrivateMatchSettings,
    Kind::Loadout,
    Kind::TeamLoadout,
    Kind::LoadoutOnline,
    Kind::LoadoutsOnline,
    Kind::Demolish,
    Kind::DemolishFx,
    Kind::DemolishExtended,
    Kind::Explosion,
    Kind::ExtendedExplosion,
    Kind::AppliedDamage,
    Kind::DamageState,
    Kind::Welded,
    Kind::GameServerId,
    Kind::PartyLeader,
    Kind::CamSettings,
];

/// The most bits that are tried where a layout is so and so many bits. Camera settings, the longest known, have 323.
const WIDEST: u16 = 512;

/// How many actors back from where it shows a wrong layout is looked for.
const BACK: usize = 12;

/// How many frames a layout has to lead through at first.
const AHEAD: u32 = 24;

/// How many properties are suspected at once.
const SUSPECTS: usize = 24;

/// How many parts that fail are looked into at once.
const SAMPLES: usize = 6;

/// How often a property must have been read well to be beyond suspicion.
const TRUSTED: u32 = 3;

/// Finds layouts with which more of the parts can be read.
pub(crate) fn learn(stream: &Stream<'_>, parts: &[Part]) -> Vec<Learned> {
    let kinds: Vec<Option<Kind>> = stream.catalog.slots().iter().map(|slot| slot.kind).collect();
    let mut search = Search {
        parts,
        reader: RunReader::new(stream, &|_| false),
        closed: 0,
        is_open: false,
        time: None,
        // Some hundred times through the stream; a damaged file does not hold up anyone.
        work: stream.bytes.len().saturating_mul(16).saturating_add(1 << 20),
        stream: *stream,
    };
    // There are never more than a few frames in the log.
    search.reader.room = 1 << 20;
    let mut learned: BTreeMap<u16, (Kind, usize)> = BTreeMap::new();
    let mut survey = search.survey();
    while !survey.failures.is_empty() && learned.len() < 64 {
        let Some(found) = search.improve(&survey) else { break };
        search.set_kind(found.slot, Some(found.kind));
        learned.insert(found.slot, (found.kind, found.position));
        survey = found.survey;
    }
    let before = |slot: u16| kinds.get(usize::from(slot)).copied().flatten();
    learned
        .into_iter()
        .map(|(slot, (kind, position))| Learned { slot, before: before(slot), kind, position })
        .collect()
}

/// A walk through the stream that keeps nothing.
struct Search<'s, 'a> {
    parts: &'s [Part],
    stream: Stream<'a>,
    reader: RunReader<'s, 'a>,
    /// Frames of the part that were read.
    closed: u32,
    /// Whether one more was begun.
    is_open: bool,
    time: Option<f32>,
    /// How many actors may still be read.
    work: usize,
}

/// A place in a walk.
struct Place {
    actors: Vec<u16>,
    position: usize,
    closed: u32,
    is_open: bool,
    time: Option<f32>,
    /// Entries of the log in front of it.
    entries: usize,
}

/// What came of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// On and on.
    On,
    /// A frame ended.
    Closed,
    /// The part ended, where it should.
    Whole,
    /// What was read makes no sense; if a value was, of this property.
    Failed(Option<u16>),
    /// A property has no layout.
    Blocked(u16),
}

/// How the parts fare.
struct Survey {
    /// Frames that cannot be read.
    lost: u64,
    failures: Vec<Failure>,
    /// By property, in how many frames it was read and led on.
    good: Vec<u32>,
}

/// A layout with which more can be read.
struct Found {
    slot: u16,
    kind: Kind,
    /// Where the one before failed.
    position: usize,
    survey: Survey,
}

/// A part that cannot be read to its end.
#[derive(Clone, Copy)]
struct Failure {
    part: Part,
    /// Frames that can.
    closed: u32,
}

/// A failure and who may be to blame.
struct Sample {
    part: Part,
    place: Place,
    /// The first property without a layout.
    blocked: Option<u16>,
    suspects: Vec<u16>,
}

/// How far a layout led.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Reach {
    is_whole: bool,
    frames: u32,
    /// It ended at another property without a layout.
    is_blocked: bool,
}

impl Search<'_, '_> {
    fn begin(&mut self, part: &Part) {
        self.reader.actors.fill(u16::MAX);
        self.reader.bits = BitReader::new(self.stream.bytes, part.start);
        self.forget();
        (self.closed, self.is_open, self.time) = (0, false, None);
    }

    fn forget(&mut self) {
        self.reader.run.log.clear();
        self.reader.run.spawns.clear();
    }

    fn place(&self) -> Place {
        Place {
            actors: self.reader.actors.clone(),
            position: self.reader.bits.position(),
            closed: self.closed,
            is_open: self.is_open,
            time: self.time,
            entries: self.reader.run.log.len(),
        }
    }

    fn go_to(&mut self, place: &Place) {
        self.reader.actors.copy_from_slice(&place.actors);
        self.reader.bits = BitReader::new(self.stream.bytes, place.position);
        self.forget();
        (self.closed, self.is_open, self.time) = (place.closed, place.is_open, place.time);
    }

    fn set_kind(&mut self, slot: u16, kind: Option<Kind>) {
        if let Some(rows) = self.reader.run.rows.get_mut(usize::from(slot)) {
            *rows = Rows::Skipped(kind, 0);
        }
    }

    fn kind(&self, slot: u16) -> Option<Kind> {
        self.reader.run.rows.get(usize::from(slot)).and_then(Rows::kind)
    }

    /// Reads the beginning of a frame, an actor, or the end of a frame.
    fn step(&mut self, part: &Part) -> Step {
        let Some(work) = self.work.checked_sub(1) else { return Step::Failed(None) };
        self.work = work;
        let position = self.reader.bits.position();
        if part.end.is_some_and(|end| position > end) {
            return Step::Failed(None);
        }
        let mut bits = self.reader.bits.clone();
        if self.is_open {
            let result = self.reader.item(&mut bits);
            self.reader.bits = bits;
            return match result.map_err(|damage| damage.reason) {
                Ok(true) => Step::On,
                Ok(false) => {
                    self.is_open = false;
                    self.closed = self.closed.saturating_add(1);
                    Step::Closed
                }
                Err(Reason::UnknownProperty(slot)) => Step::Blocked(slot),
                Err(Reason::Senseless(slot)) => Step::Failed(Some(slot)),
                Err(_) => Step::Failed(None),
            };
        }
        if self.closed == part.frames {
            let is_there = part.end.is_none_or(|end| end == position);
            return if is_there { Step::Whole } else { Step::Failed(None) };
        }
        #[allow(clippy::cast_possible_truncation, reason = "32 bits each")]
        let [time, delta] = [0, 1].map(|_| f32::from_bits(bits.bits(32) as u32));
        if !bits.is_sound() || !follows(self.time, time, delta) {
            return Step::Failed(None);
        }
        self.reader.bits = bits;
        self.is_open = true;
        self.time = Some(time);
        Step::On
    }

    /// The properties in the log from an entry on, each once, the last first.
    fn slots_since(&self, entries: usize) -> Vec<u16> {
        let mut slots = Vec::new();
        for entry in self.reader.run.log.get(entries..).unwrap_or_default().iter().rev() {
            match entry.what() {
                What::Updated { slot, .. } if !slots.contains(&slot) => slots.push(slot),
                _ => {}
            }
        }
        slots
    }

    /// Tries all parts.
    fn survey(&mut self) -> Survey {
        let mut good = vec![0_u32; self.stream.catalog.slots().len()];
        let (mut lost, mut failures) = (0_u64, Vec::new());
        for part in self.parts {
            self.begin(part);
            // Those of the last frame have yet to prove themselves.
            let mut last = Vec::new();
            loop {
                let step = self.step(part);
                if step == Step::On {
                    continue;
                }
                if matches!(step, Step::Closed | Step::Whole) {
                    for slot in last.drain(..) {
                        if let Some(good) = good.get_mut(usize::from(slot)) {
                            *good = good.saturating_add(1);
                        }
                    }
                }
                if step == Step::Closed {
                    last = self.slots_since(0);
                    self.forget();
                    continue;
                }
                if step != Step::Whole {
                    lost = lost.saturating_add(part.frames.saturating_sub(self.closed).into());
                    failures.push(Failure { part: *part, closed: self.closed });
                }
                break;
            }
        }
        Survey { lost, failures, good }
    }

    /// Walks to a failure, and then some actors back.
    fn sample(&mut self, failure: &Failure) -> Sample {
        let part = failure.part;
        self.begin(&part);
        let mut places = VecDeque::new();
        let mut since = 0;
        loop {
            if self.closed.saturating_add(1) >= failure.closed {
                if places.len() == BACK {
                    places.pop_front();
                }
                places.push_back(self.place());
            } else {
                self.forget();
            }
            since = places.front().map_or(since, |place: &Place| place.entries);
            let (blocked, last) = match self.step(&part) {
                Step::On | Step::Closed => continue,
                Step::Whole => (None, None),
                Step::Failed(slot) => (None, slot),
                Step::Blocked(slot) => (Some(slot), Some(slot)),
            };
            let mut suspects = self.slots_since(since);
            suspects.retain(|slot| Some(*slot) != last);
            if let Some(last) = last {
                suspects.insert(0, last);
            }
            let place = places.pop_front().unwrap_or_else(|| self.place());
            return Sample { part, place, blocked, suspects };
        }
    }

    /// A layout of a property with which the parts fare better.
    fn improve(&mut self, survey: &Survey) -> Option<Found> {
        let spread = survey.failures.len().div_ceil(SAMPLES).max(1);
        let failures = survey.failures.iter().step_by(spread);
        let samples: Vec<Sample> = failures.map(|failure| self.sample(failure)).collect();
        // By property, how often it is suspected, and how shortly before the failure it was read.
        let mut counts: BTreeMap<u16, (usize, usize)> = BTreeMap::new();
        for sample in &samples {
            for (back, slot) in sample.suspects.iter().enumerate() {
                let (count, least) = counts.entry(*slot).or_insert((0, back));
                *count = count.saturating_add(1);
                *least = back.min(*least);
            }
        }
        let trusted =
            |slot: u16| survey.good.get(usize::from(slot)).is_some_and(|&good| good >= TRUSTED);
        // Those without a layout first, those that were read well last.
        let mut suspects: Vec<_> = counts
            .into_iter()
            .filter(|&(slot, (count, _))| !trusted(slot) || count > 1)
            .map(|(slot, (count, back))| {
                let is_blocked = samples.iter().any(|sample| sample.blocked == Some(slot));
                let rank = if is_blocked { 0 } else { 1_u8.saturating_add(trusted(slot).into()) };
                (rank, Reverse(count), back, slot)
            })
            .collect();
        suspects.sort_unstable();
        // The fewest frames lost, then the likeliest layout, then what was suspected most often and stands furthest in front: a
        // wrong layout leads to others, not the other way round.
        let mut best: Option<(_, Found)> = None;
        for (rank, count, back, slot) in suspects.into_iter().take(SUSPECTS) {
            let is_solved = best.as_ref().is_some_and(|(_, best)| best.survey.lost == 0);
            if rank == 2 && is_solved {
                break;
            }
            let Some((kind, better)) = self.fit(slot, &samples) else { continue };
            let key = (better.lost, oddness(kind), count, Reverse(back));
            if better.lost < survey.lost && best.as_ref().is_none_or(|(best, _)| key < *best) {
                let first = samples.iter().find(|sample| sample.suspects.contains(&slot));
                let position = first.map_or(0, |sample| sample.place.position);
                best = Some((key, Found { slot, kind, position, survey: better }));
            }
        }
        best.map(|(_, found)| found)
    }

    /// The layout of a property that leads furthest.
    fn fit(&mut self, slot: u16, samples: &[Sample]) -> Option<(Kind, Survey)> {
        let now = self.kind(slot);
        let mut samples = samples.iter().filter(|sample| sample.suspects.contains(&slot));
        let first = samples.next()?;
        let before = self.reach(first);
        let mut fits: Vec<(Reach, Kind)> = Vec::new();
        for kind in (1..=WIDEST).map(Kind::Opaque).chain(VARIABLE) {
            self.set_kind(slot, Some(kind));
            let reach = self.reach(first);
            let least = before.frames.saturating_add(if reach.is_blocked { 1 } else { 2 });
            if reach.is_whole || reach.frames >= least {
                fits.push((reach, kind));
            }
        }
        fits.sort_by_key(|fit| (Reverse(fit.0), oddness(fit.1)));
        fits.truncate(8);
        // Several places know better than one.
        let more: Vec<&Sample> = samples.take(3).collect();
        let mut sums: Vec<(u64, Kind)> = Vec::new();
        for (reach, kind) in fits {
            self.set_kind(slot, Some(kind));
            let others = more.iter().map(|sample| self.reach(sample).worth());
            sums.push((others.fold(reach.worth(), u64::saturating_add), kind));
        }
        sums.sort_by_key(|sum| (Reverse(sum.0), oddness(sum.1)));
        let mut best: Option<(Kind, Survey)> = None;
        for (_, kind) in sums.into_iter().take(3) {
            self.set_kind(slot, Some(kind));
            let survey = self.survey();
            let key = (survey.lost, oddness(kind));
            if best.as_ref().is_none_or(|best| key < (best.1.lost, oddness(best.0))) {
                best = Some((kind, survey));
            }
        }
        self.set_kind(slot, now);
        best
    }

    /// How far one comes from a sample's place.
    fn reach(&mut self, sample: &Sample) -> Reach {
        self.go_to(&sample.place);
        let mut reach = Reach::default();
        while reach.frames < AHEAD {
            match self.step(&sample.part) {
                Step::On => {}
                Step::Closed => {
                    reach.frames = reach.frames.saturating_add(1);
                    self.forget();
                }
                Step::Whole => {
                    reach.is_whole = true;
                    break;
                }
                Step::Failed(_) => break,
                Step::Blocked(_) => {
                    reach.is_blocked = true;
                    break;
                }
            }
        }
        reach
    }
}

impl Reach {
    /// For adding up.
    fn worth(self) -> u64 {
        if self.is_whole { AHEAD.into() } else { self.frames.into() }
    }
}

/// Of two layouts that do as well, the less odd one is taken: one as long as a single known value, a text, or the shorter.
const fn oddness(kind: Kind) -> (bool, u16) {
    match kind {
        Kind::Opaque(width) => (!matches!(width, 1 | 8 | 16 | 32 | 33 | 64), width),
        Kind::String => (false, 64),
        _ => (true, 100),
    }
}
