//! Inferring layouts of properties that the tables do not have, or have wrong.

use std::cmp::Reverse;

use super::progress::FRAMES_AHEAD;
use super::progress::{Coverage, Progress};
use super::trial::{FailureSample, FirstUse, TrialReader};
use super::{MAX_CHAINED_LAYOUTS, MAX_SAMPLES, MAX_SUSPECTS, TRUSTED_FRAMES, insert_sorted};
use crate::attributes::AttributeType;
use crate::network::Part;

/// Layouts with a meaning, tried besides [`AttributeType::Opaque`] of each width.
const NAMED_LAYOUTS: [AttributeType; 24] = [
    AttributeType::String,
    AttributeType::Vector,
    AttributeType::Rotator8,
    AttributeType::RigidBody,
    AttributeType::UniqueId,
    AttributeType::Reservation,
    AttributeType::HonorDuelChallenge,
    AttributeType::RepStatTitle,
    AttributeType::PrivateMatchSettings,
    AttributeType::Loadout,
    AttributeType::TeamLoadout,
    AttributeType::LoadoutOnline,
    AttributeType::LoadoutsOnline,
    AttributeType::Demolish,
    AttributeType::DemolishFx,
    AttributeType::DemolishExtended,
    AttributeType::Explosion,
    AttributeType::ExtendedExplosion,
    AttributeType::AppliedDamage,
    AttributeType::DamageState,
    AttributeType::Welded,
    AttributeType::GameServerId,
    AttributeType::PartyLeader,
    AttributeType::CamSettings,
];

/// The widest [`AttributeType::Opaque`] that is tried. Camera settings, the longest layout known, have 323 bits.
const MAX_OPAQUE_BITS: u16 = 512;

/// How many bits after a value [`TrialReader::chains`] remembers the progress from there. Most properties that follow each other do
/// so at once.
const REMEMBERED_ENDS: usize = 1 << 12;

/// Units of work to find where a value would end.
const END_WORK: usize = 4;

/// Properties, layouts with which more can be read, and where the failure showed, in bits from the start of the stream.
pub(super) type InferredLayouts = Vec<(u16, AttributeType, usize)>;

/// How far layouts lead: of one property, or of several that follow each other.
type Fit = (Progress, Vec<(u16, AttributeType)>);

impl TrialReader<'_, '_> {
    /// Finds layouts of one property, or of several that follow each other, with which more of the parts can be read.
    pub(super) fn infer_layouts(&mut self, coverage: &Coverage) -> Option<InferredLayouts> {
        let spread = coverage.failures.len().div_ceil(MAX_SAMPLES).max(1);
        let failures = coverage.failures.iter().step_by(spread);
        let samples: Vec<FailureSample> = failures.map(|failure| self.sample(failure)).collect();
        // By property, how often it is suspected, and its least distance before the failure.
        let mut counts = vec![(0_usize, usize::MAX); self.stream.catalog.slots().len()];
        self.budget.spend(counts.len() / 4);
        for sample in &samples {
            self.budget.spend(sample.suspects.len());
            for (back, slot) in sample.suspects.iter().enumerate() {
                let Some((count, least)) = counts.get_mut(usize::from(*slot)) else { continue };
                *count = count.saturating_add(1);
                *least = back.min(*least);
            }
        }
        let trusted = |slot: u16| {
            coverage.good.get(usize::from(slot)).is_some_and(|&good| good >= TRUSTED_FRAMES)
        };
        // Those without a layout first, those that were read well last.
        let mut suspects = Vec::new();
        let counts = (0_u16..).zip(counts).filter(|(_, (count, _))| *count > 0);
        for (slot, (count, back)) in counts {
            if trusted(slot) && count == 1 {
                continue;
            }
            let is_blocked = samples.iter().any(|sample| sample.blocked == Some(slot));
            let rank = if is_blocked { 0 } else { 1_u8.saturating_add(trusted(slot).into()) };
            insert_sorted(&mut suspects, (rank, Reverse(count), back, slot), |suspect| *suspect);
            suspects.truncate(MAX_SUSPECTS);
        }
        // The fewest frames lost, then the likeliest layout, then the one suspected most often and furthest in front: a
        // wrong layout leads to others, not the other way round.
        let mut best: Option<(_, InferredLayouts)> = None;
        // The rank and oddity of the best, if it explains all that it leads to.
        let mut explained = None;
        for (rank, count, back, slot) in suspects {
            // If a property without a layout explains it, others are not to blame.
            if explained.is_some_and(|(by, odd)| rank == 2 || (rank > by && odd == 0)) {
                break;
            }
            let Some((kinds, better)) = self.fit(slot, &samples, rank == 0) else { continue };
            // Where a property had no layout, it is enough to come to the next that has none.
            let is_better =
                better.lost < coverage.lost || (rank == 0 && better.rank() < coverage.rank());
            let key = (better.rank(), self.oddness(&kinds), count, Reverse(back));
            if is_better && best.as_ref().is_none_or(|(best, _)| key < *best) {
                let is_explained = better.lost == 0 || (rank == 0 && !better.is_astray());
                explained = is_explained.then_some((rank, key.1.0));
                let first = samples.iter().find(|sample| sample.suspects.contains(&slot));
                let position = first.map_or(0, |sample| sample.checkpoint.position);
                let kinds = kinds.into_iter().map(|(slot, kind)| (slot, kind, position)).collect();
                best = Some((key, kinds));
            }
        }
        best.map(|(_, found)| found)
    }

    /// The layout of a property that leads furthest, and those of properties that follow it everywhere and have none either.
    fn fit(
        &mut self,
        slot: u16,
        samples: &[FailureSample],
        is_blocked: bool,
    ) -> Option<(Vec<(u16, AttributeType)>, Coverage)> {
        let mut samples = samples.iter().filter(|sample| sample.suspects.contains(&slot));
        let first = samples.next()?;
        let before = self.progress(first);
        let first_use =
            self.first_use(slot, &first.part, &first.checkpoint, Progress::default())?;
        let mut fits = self.fits(slot, first, &first_use, before);
        // An odd one may be two in a row that are not.
        let is_plain = |(_, kinds): &Fit| self.oddness(kinds).0 == 0;
        if is_blocked && !fits.iter().any(is_plain) {
            fits.extend(self.chains(slot, first, &first_use, before));
        }
        let mut best_fits = Vec::new();
        for fit in fits {
            insert_sorted(&mut best_fits, fit, |(progress, kinds)| {
                (Reverse(progress.rank()), self.oddness(kinds))
            });
            best_fits.truncate(8);
        }
        // Several places know better than one.
        let more: Vec<&FailureSample> = samples.take(3).collect();
        let mut sums = Vec::new();
        for (progress, kinds) in best_fits {
            let (mut sum, mut is_astray) = (progress.worth(), progress.is_astray);
            self.with_layouts(&kinds, |trial| {
                for sample in &more {
                    let progress = trial.progress(sample);
                    sum = sum.saturating_add(progress.worth());
                    is_astray |= progress.is_astray;
                }
            });
            let odd = self.oddness(&kinds);
            // A layout that is odd, or leads astray somewhere, may have come far by chance.
            let is_doubtful = is_blocked && (is_astray || odd.0 > 0);
            insert_sorted(&mut sums, ((is_doubtful, Reverse(sum), odd), kinds), |(key, _)| *key);
        }
        let mut best: Option<(_, Vec<(u16, AttributeType)>, Coverage)> = None;
        for (_, kinds) in sums.into_iter().take(3) {
            let coverage = self.with_layouts(&kinds, Self::coverage);
            let odd = self.oddness(&kinds);
            let is_doubtful = coverage.is_astray() || odd.0 > 0;
            let key = (is_blocked && is_doubtful, coverage.rank(), odd);
            if best.as_ref().is_none_or(|(other, ..)| key < *other) {
                best = Some((key, kinds, coverage));
            }
        }
        best.map(|(_, kinds, coverage)| (kinds, coverage))
    }

    /// Calls `what` with these layouts in place of the present ones, which are put back afterwards.
    fn with_layouts<T>(
        &mut self,
        kinds: &[(u16, AttributeType)],
        what: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before: Vec<_> = kinds.iter().map(|&(slot, _)| (slot, self.kind(slot))).collect();
        for &(slot, kind) in kinds {
            self.set_kind(slot, Some(kind));
        }
        let result = what(self);
        for (slot, kind) in before {
            self.set_kind(slot, kind);
        }
        result
    }

    /// The layouts of a property that lead from where it is met through the next frames, or far enough to another one without.
    fn fits(
        &mut self,
        slot: u16,
        sample: &FailureSample,
        first_use: &FirstUse,
        before: Progress,
    ) -> Vec<Fit> {
        let progress_of_layouts = self.progress_of_layouts(slot, sample, first_use).into_iter();
        let fits = progress_of_layouts.filter(|(progress, _)| progress.leads(slot, before));
        fits.map(|(progress, kind)| (progress, vec![(slot, kind)])).collect()
    }

    fn progress_of_layouts(
        &mut self,
        slot: u16,
        sample: &FailureSample,
        first_use: &FirstUse,
    ) -> Vec<(Progress, AttributeType)> {
        layouts()
            .map(|kind| (self.progress_with(&[(slot, kind)], sample, first_use), kind))
            .collect()
    }

    fn progress_with(
        &mut self,
        kinds: &[(u16, AttributeType)],
        sample: &FailureSample,
        first_use: &FirstUse,
    ) -> Progress {
        self.with_layouts(kinds, |trial| {
            trial.resume(&sample.part, &first_use.checkpoint, first_use.before)
        })
    }

    /// As [`fits`](Self::fits), for a property that is soon followed by another one without a layout: each layout that leads there
    /// is tried with each of the other.
    ///
    /// The bits after both do not depend on how the bits are shared out between them, so they are looked at once for each place where
    /// they may end; up to where one of them comes again.
    fn chains(
        &mut self,
        slot: u16,
        sample: &FailureSample,
        first_use: &FirstUse,
        before: Progress,
    ) -> Vec<Fit> {
        let mut links: Vec<(AttributeType, u16)> = Vec::new();
        for (progress, kind) in self.progress_of_layouts(slot, sample, first_use) {
            if let Some(next) = progress.blocked.filter(|next| *next != slot) {
                let key = |(kind, _): &(AttributeType, u16)| self.oddness(&[(slot, *kind)]);
                insert_sorted(&mut links, (kind, next), key);
            }
        }
        // By the bits up to there, from how many actors on, and how far.
        self.budget.spend(REMEMBERED_ENDS / 2);
        let mut ends: Vec<Option<(u32, Progress)>> = vec![None; REMEMBERED_ENDS];
        let mut fits = Vec::new();
        for (kind, next) in links.into_iter().take(MAX_CHAINED_LAYOUTS) {
            let part = &sample.part;
            let second = self.with_layouts(&[(slot, kind)], |trial| {
                trial.first_use(next, part, &first_use.checkpoint, first_use.before)
            });
            let Some(second) = second else { continue };
            for other in layouts() {
                if !self.budget.spend(END_WORK) {
                    return fits;
                }
                let Some(end) = self.end(other, part, second.position) else { continue };
                let kinds = [(slot, kind), (next, other)];
                let place = end.checked_sub(first_use.position).and_then(|bits| ends.get_mut(bits));
                let progress_there = place.as_deref().copied().flatten();
                let progress =
                    match progress_there.filter(|(actors, _)| *actors == second.before.actors) {
                        Some((_, progress)) => progress,
                        None => self.progress_once(&kinds, sample, &second),
                    };
                if let Some(place) = place {
                    *place = Some((second.before.actors, progress));
                }
                let comes_again =
                    progress.blocked.is_some_and(|again| again == slot || again == next);
                let progress = if comes_again {
                    self.progress_with(&kinds, sample, &second)
                } else {
                    progress
                };
                if progress.leads(next, before) {
                    fits.push((progress, kinds.to_vec()));
                }
            }
        }
        fits
    }

    /// Where a value would end, in bits from the start of the stream.
    fn end(&self, kind: AttributeType, part: &Part, position: usize) -> Option<usize> {
        let mut bits = self.window(part, position);
        kind.skip(&mut bits, self.stream.context);
        bits.is_sound().then(|| bits.position())
    }

    /// How far layouts lead that count for the actor of `first_use` alone. After it, the properties have no layout again.
    fn progress_once(
        &mut self,
        kinds: &[(u16, AttributeType)],
        sample: &FailureSample,
        first_use: &FirstUse,
    ) -> Progress {
        let mut progress = first_use.before;
        self.resume_at(&first_use.checkpoint);
        if self.with_layouts(kinds, |trial| progress.take(trial.step(&sample.part))) {
            progress = self.read_on(&sample.part, FRAMES_AHEAD, progress);
        }
        progress
    }

    /// How unlikely these layouts are. Of two that lead equally far, the less odd one is taken: a width of a single known value, a
    /// text, or the shorter; and properties in the order of their numbers, as nineteen of twenty are.
    fn oddness(&self, kinds: &[(u16, AttributeType)]) -> (usize, u32) {
        let slots = self.stream.catalog.slots();
        let number = |slot: u16| slots.get(usize::from(slot)).map(|slot| slot.stream_id);
        let falls = kinds.windows(2).filter(|pair| match pair {
            [(first, _), (second, _)] => number(*second) < number(*first),
            _ => false,
        });
        kinds.iter().fold((falls.count(), 0), |(odd, sum), (_, kind)| {
            let (is_odd, width) = match kind {
                AttributeType::Opaque(width) => {
                    (!matches!(width, 1 | 8 | 16 | 32 | 33 | 64), *width)
                }
                AttributeType::String => (false, 64),
                _ => (true, 100),
            };
            (odd.saturating_add(is_odd.into()), sum.saturating_add(width.into()))
        })
    }
}

/// All layouts there are to try.
fn layouts() -> impl Iterator<Item = AttributeType> {
    (1..=MAX_OPAQUE_BITS).map(AttributeType::Opaque).chain(NAMED_LAYOUTS)
}
