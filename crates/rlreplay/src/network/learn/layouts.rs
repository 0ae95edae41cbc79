//! Layouts of properties that none is known of, or a wrong one.

use std::cmp::Reverse;

use super::reach::AHEAD;
use super::reach::{Reach, Survey};
use super::search::{Fork, Sample, Search};
use super::{CHAIN, SAMPLES, SUSPECTS, TRUSTED, put};
use crate::attributes::AttributeType;
use crate::network::Part;

/// Layouts that are made of more than so and so many bits.
const VARIABLE: [AttributeType; 24] = [
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

/// The most bits that are tried where a layout is so and so many bits. Camera settings, the longest known, have 323.
const WIDEST: u16 = 512;

/// How many bits behind a value it is remembered what follows. Most properties that follow each other do so at once.
const ENDS: usize = 1 << 12;

/// Units of work that it takes to find where a value would end.
const END: usize = 4;

/// Properties and layouts with which more can be read, and where those before failed.
pub(super) type Found = Vec<(u16, AttributeType, usize)>;

/// Layouts of one property, or of several that follow each other, and how far they lead.
type Fit = (Reach, Vec<(u16, AttributeType)>);

impl Search<'_, '_> {
    /// Layouts of a property, or of several, with which the parts fare better.
    pub(super) fn improve(&mut self, survey: &Survey) -> Option<Found> {
        let spread = survey.failures.len().div_ceil(SAMPLES).max(1);
        let failures = survey.failures.iter().step_by(spread);
        let samples: Vec<Sample> = failures.map(|failure| self.sample(failure)).collect();
        // By property, how often it is suspected, and how shortly before the failure it was read.
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
        let trusted =
            |slot: u16| survey.good.get(usize::from(slot)).is_some_and(|&good| good >= TRUSTED);
        // Those without a layout first, those that were read well last.
        let mut suspects = Vec::new();
        let counts = (0_u16..).zip(counts).filter(|(_, (count, _))| *count > 0);
        for (slot, (count, back)) in counts {
            if trusted(slot) && count == 1 {
                continue;
            }
            let is_blocked = samples.iter().any(|sample| sample.blocked == Some(slot));
            let rank = if is_blocked { 0 } else { 1_u8.saturating_add(trusted(slot).into()) };
            put(&mut suspects, (rank, Reverse(count), back, slot), |suspect| *suspect);
            suspects.truncate(SUSPECTS);
        }
        // The fewest frames lost, then the likeliest layout, then what was suspected most often and stands furthest in front: a
        // wrong layout leads to others, not the other way round.
        let mut best: Option<(_, Found)> = None;
        // Of what rank the best is and how odd, if it explains all that it leads to.
        let mut explained = None;
        for (rank, count, back, slot) in suspects {
            // If a property without a layout explains it, others are not to blame.
            if explained.is_some_and(|(by, odd)| rank == 2 || (rank > by && odd == 0)) {
                break;
            }
            let Some((kinds, better)) = self.fit(slot, &samples, rank == 0) else { continue };
            // Where a property had no layout, it is enough to come to the next that has none.
            let is_better =
                better.lost < survey.lost || (rank == 0 && better.rank() < survey.rank());
            let key = (better.rank(), self.oddness(&kinds), count, Reverse(back));
            if is_better && best.as_ref().is_none_or(|(best, _)| key < *best) {
                let is_explained = better.lost == 0 || (rank == 0 && !better.is_astray());
                explained = is_explained.then_some((rank, key.1.0));
                let first = samples.iter().find(|sample| sample.suspects.contains(&slot));
                let position = first.map_or(0, |sample| sample.place.position);
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
        samples: &[Sample],
        is_blocked: bool,
    ) -> Option<(Vec<(u16, AttributeType)>, Survey)> {
        let mut samples = samples.iter().filter(|sample| sample.suspects.contains(&slot));
        let first = samples.next()?;
        let before = self.reach(first);
        let fork = self.fork(slot, &first.part, &first.place, Reach::default())?;
        let mut fits = self.fits(slot, first, &fork, before);
        // An odd one may be two in a row that are not.
        let is_plain = |(_, kinds): &Fit| self.oddness(kinds).0 == 0;
        if is_blocked && !fits.iter().any(is_plain) {
            fits.extend(self.chains(slot, first, &fork, before));
        }
        let mut best_fits = Vec::new();
        for fit in fits {
            put(&mut best_fits, fit, |(reach, kinds)| (Reverse(reach.rank()), self.oddness(kinds)));
            best_fits.truncate(8);
        }
        // Several places know better than one.
        let more: Vec<&Sample> = samples.take(3).collect();
        let mut sums = Vec::new();
        for (reach, kinds) in best_fits {
            let (mut sum, mut is_astray) = (reach.worth(), reach.is_astray);
            self.with(&kinds, |search| {
                for sample in &more {
                    let reach = search.reach(sample);
                    sum = sum.saturating_add(reach.worth());
                    is_astray |= reach.is_astray;
                }
            });
            let odd = self.oddness(&kinds);
            // What is odd, or leads astray somewhere, may have come far by chance.
            let is_doubtful = is_blocked && (is_astray || odd.0 > 0);
            put(&mut sums, ((is_doubtful, Reverse(sum), odd), kinds), |(key, _)| *key);
        }
        let mut best: Option<(_, Vec<(u16, AttributeType)>, Survey)> = None;
        for (_, kinds) in sums.into_iter().take(3) {
            let survey = self.with(&kinds, Self::survey);
            let odd = self.oddness(&kinds);
            let is_doubtful = survey.is_astray() || odd.0 > 0;
            let key = (is_blocked && is_doubtful, survey.rank(), odd);
            if best.as_ref().is_none_or(|(other, ..)| key < *other) {
                best = Some((key, kinds, survey));
            }
        }
        best.map(|(_, kinds, survey)| (kinds, survey))
    }

    /// Does something with other layouts.
    fn with<T>(&mut self, kinds: &[(u16, AttributeType)], what: impl FnOnce(&mut Self) -> T) -> T {
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
    fn fits(&mut self, slot: u16, sample: &Sample, fork: &Fork, before: Reach) -> Vec<Fit> {
        let reaches = self.reaches(slot, sample, fork).into_iter();
        let fits = reaches.filter(|(reach, _)| reach.leads(slot, before));
        fits.map(|(reach, kind)| (reach, vec![(slot, kind)])).collect()
    }

    fn reaches(&mut self, slot: u16, sample: &Sample, fork: &Fork) -> Vec<(Reach, AttributeType)> {
        layouts().map(|kind| (self.reach_with(&[(slot, kind)], sample, fork), kind)).collect()
    }

    fn reach_with(
        &mut self,
        kinds: &[(u16, AttributeType)],
        sample: &Sample,
        fork: &Fork,
    ) -> Reach {
        self.with(kinds, |search| search.go_on(&sample.part, &fork.place, fork.before))
    }

    /// As [`fits`](Self::fits), for a property that is soon followed by another one without a layout: each layout that leads there
    /// is tried with each of the other.
    ///
    /// What is behind both does not depend on how the bits are shared out between them, so it is looked at once for each place where
    /// they may end; up to where one of them comes again.
    fn chains(&mut self, slot: u16, sample: &Sample, fork: &Fork, before: Reach) -> Vec<Fit> {
        let mut links: Vec<(AttributeType, u16)> = Vec::new();
        for (reach, kind) in self.reaches(slot, sample, fork) {
            if let Some(next) = reach.blocked.filter(|next| *next != slot) {
                let key = |(kind, _): &(AttributeType, u16)| self.oddness(&[(slot, *kind)]);
                put(&mut links, (kind, next), key);
            }
        }
        // By the bits up to there, from how many actors on, and how far.
        self.budget.spend(ENDS / 2);
        let mut ends: Vec<Option<(u32, Reach)>> = vec![None; ENDS];
        let mut fits = Vec::new();
        for (kind, next) in links.into_iter().take(CHAIN) {
            let part = &sample.part;
            let second = self
                .with(&[(slot, kind)], |search| search.fork(next, part, &fork.place, fork.before));
            let Some(second) = second else { continue };
            for other in layouts() {
                if !self.budget.spend(END) {
                    return fits;
                }
                let Some(end) = self.end(other, part, second.position) else { continue };
                let kinds = [(slot, kind), (next, other)];
                let place = end.checked_sub(fork.position).and_then(|bits| ends.get_mut(bits));
                let known = place.as_deref().copied().flatten();
                let reach = match known.filter(|(items, _)| *items == second.before.items) {
                    Some((_, reach)) => reach,
                    None => self.reach_once(&kinds, sample, &second),
                };
                if let Some(place) = place {
                    *place = Some((second.before.items, reach));
                }
                let comes_again = reach.blocked.is_some_and(|again| again == slot || again == next);
                let reach =
                    if comes_again { self.reach_with(&kinds, sample, &second) } else { reach };
                if reach.leads(next, before) {
                    fits.push((reach, kinds.to_vec()));
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

    /// How far layouts lead that count for the actor at the fork alone: behind it, none is known again.
    fn reach_once(
        &mut self,
        kinds: &[(u16, AttributeType)],
        sample: &Sample,
        fork: &Fork,
    ) -> Reach {
        let mut reach = fork.before;
        self.go_to(&fork.place);
        if self.with(kinds, |search| reach.take(search.step(&sample.part))) {
            reach = self.reach_on(&sample.part, AHEAD, reach);
        }
        reach
    }

    /// Of two that do as well, the less odd ones are taken: as long as a single known value, a text, or the shorter; and properties
    /// that follow each other by their numbers, as nineteen of twenty do.
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
    (1..=WIDEST).map(AttributeType::Opaque).chain(VARIABLE)
}
