//! Inferring the classes of objects that the tables do not have.

use std::cmp::Reverse;

use super::progress::FRAMES_AHEAD;
use super::progress::{Coverage, Failure, Progress, Step};
use super::trial::TrialReader;
use super::{LayoutInference, MAX_SAMPLES, insert_sorted};
use crate::layout::{Text, TextRef};
use crate::network::{CatalogTables, Stream};
use crate::{limits, names};

/// How many classes are tried. Real replays have some hundred.
const MAX_CLASSES: usize = 1 << 10;

/// How many names of objects are considered at once.
const MAX_NAMES: usize = 64;

/// A class above an object or a class, with which more can be read.
pub(super) struct InferredClass {
    pub(super) name: String,
    pub(super) parent: String,
    /// Where the part begins that failed without it, in bits from the start of the stream.
    pub(super) position: usize,
}

impl LayoutInference<'_> {
    /// Finds a class for one of the objects that the parts fail at, or another one for an object whose class was inferred before.
    /// Tries each class of the replay, and takes the one that leads furthest. Of several that lead equally far, it takes the one
    /// whose name is most like the object's.
    pub(super) fn infer_class(&self, coverage: &Coverage) -> Option<InferredClass> {
        let mut counts = vec![0_usize; self.body.objects.len()];
        for failure in &coverage.failures {
            if let Step::UnknownClass(object) = failure.step
                && let Some(count) =
                    usize::try_from(object).ok().and_then(|object| counts.get_mut(object))
            {
                *count = count.saturating_add(1);
            }
        }
        let mut names: Vec<(String, usize)> = Vec::new();
        self.budget.spend(counts.len().saturating_add(coverage.failures.len().saturating_mul(20)));
        for (object, count) in (0..).zip(counts).filter(|(_, count)| *count > 0) {
            let Some(name) = self.object(object) else { continue };
            match names.iter_mut().find(|(other, _)| *other == name) {
                Some((_, all)) => *all = all.saturating_add(count),
                None => {
                    insert_sorted(&mut names, (name, count), |(_, count)| Reverse(*count));
                    names.truncate(MAX_NAMES);
                }
            }
        }
        if names.is_empty() {
            names.extend(self.classes.iter().map(|found| (found.name.clone(), 0)));
            let inferred = self.catalog.inferred().iter().take(MAX_SAMPLES);
            names.extend(inferred.map(|(name, _)| (name.clone(), 0)));
        }
        names.into_iter().take(MAX_SAMPLES).find_map(|(name, _)| self.infer_parent(&name, coverage))
    }

    /// Finds the class above an object or a class that leads furthest, if that is further than before.
    fn infer_parent(&self, name: &str, coverage: &Coverage) -> Option<InferredClass> {
        let spread = coverage.failures.len().div_ceil(MAX_SAMPLES).max(1);
        let failures: Vec<&Failure> = coverage.failures.iter().step_by(spread).collect();
        let position = failures.first()?.part.start;
        let mut tried = Vec::new();
        let objects = self.objects_named(name);
        let candidates = self.candidates(name);
        let mut changed = self.catalog.clone();
        let (attributes, texts) = (self.attributes(), self.texts());
        let mut tables = CatalogTables::new(&texts, &self.body.net_cache, &attributes)?;
        for (parent, object) in &candidates {
            // A name that is no class itself is of the very class above it.
            let class = object.and_then(|object| self.catalog.class_of(object));
            let built;
            let catalog = if let Some(class) = class.filter(|_| !objects.is_empty()) {
                changed.set_class(&objects, class);
                self.budget.spend(objects.len() / 4);
                &changed
            } else {
                if !self.budget.spend(tables.work()) {
                    break;
                }
                built = match tables.with_parent(name, parent) {
                    Some(catalog) => self.with_layouts(catalog),
                    None => self.catalog_with(Some((name, parent))),
                };
                &built
            };
            let stream = Stream { catalog, ..self.stream };
            let mut trial = TrialReader::new(&stream, self.parts, self.budget);
            let mut sum = (0_u64, 0_u64);
            let mut is_sure = true;
            for failure in &failures {
                trial.begin(&failure.part);
                let frames = failure.frames_read.saturating_add(FRAMES_AHEAD);
                let progress = trial.read_on(&failure.part, frames, Progress::default());
                let all = if progress.is_whole { frames } else { progress.frames };
                sum.0 = sum.0.saturating_add(all.into());
                sum.1 = sum.1.saturating_add(progress.actors.into());
                is_sure &= !progress.is_astray;
            }
            if self.budget.stopped().is_some() {
                return None;
            }
            let alike = letters_in_common(name, parent);
            let rank = (Reverse(sum), Reverse(alike));
            insert_sorted(&mut tried, (rank, is_sure, parent), |(rank, ..)| *rank);
            tried.truncate(3);
        }
        let mut best: Option<(_, InferredClass)> = None;
        for ((_, alike), is_sure, parent) in tried {
            let catalog = self.catalog_with(Some((name, parent)));
            let stream = Stream { catalog: &catalog, ..self.stream };
            let mut trial = TrialReader::new(&stream, self.parts, self.budget);
            let better = trial.coverage();
            if self.budget.stopped().is_some() {
                break;
            }
            let is_better =
                better.lost < coverage.lost || (is_sure && better.rank() < coverage.rank());
            let key = (better.rank(), alike);
            if is_better && best.as_ref().is_none_or(|(best, _)| key < *best) {
                let parent = parent.clone();
                best = Some((key, InferredClass { name: name.to_owned(), parent, position }));
            }
        }
        best.map(|(_, found)| found)
    }

    /// The name of an object that actors can be of; `None` for a property, and for a name longer than any real one.
    fn object(&self, object: i32) -> Option<String> {
        let place = usize::try_from(object).ok()?;
        let name = self.body.objects.get(place)?;
        let is_property = self.properties.get(place).copied().unwrap_or(false);
        // No real name is longer.
        let may_appear = !is_property && name.content().len() <= limits::NAME;
        may_appear.then(|| names::table_name(&name.as_str()).into_owned())
    }

    fn texts(&self) -> Vec<TextRef<'_>> {
        self.body.objects.iter().map(Text::borrowed).collect()
    }

    /// The indices of the objects of a name, unless it is a class with properties of its own.
    fn objects_named(&self, name: &str) -> Vec<i32> {
        let text = |object: i32| self.body.objects.get(usize::try_from(object).ok()?);
        let is_class = |object| text(object).is_some_and(|text| text.is(name));
        if self.body.net_cache.iter().any(|row| is_class(row.object)) {
            return Vec::new();
        }
        let is_it = |object: &i32| {
            let text = text(*object).filter(|text| text.content().len() <= limits::NAME);
            text.is_some_and(|text| names::table_name(&text.as_str()) == name)
        };
        let count = i32::try_from(self.body.objects.len()).unwrap_or(i32::MAX);
        let rows = self.body.net_cache.len();
        self.budget.spend(self.body.objects.len().saturating_add(rows).saturating_mul(4));
        (0..count).filter(is_it).collect()
    }

    /// The classes that may be above an object or a class: all of the replay, each with its index in the table of objects, and those
    /// with a known trajectory. Not the class itself, nor the one inferred for it before.
    fn candidates(&self, name: &str) -> Vec<(String, Option<i32>)> {
        let above = self.classes.iter().find(|found| found.name == name);
        let above = above.map(|found| found.parent.as_str());
        let mut all: Vec<(String, Option<i32>)> = Vec::new();
        let mut is_listed = vec![false; self.body.objects.len()];
        for row in self.body.net_cache.iter().take(MAX_CLASSES) {
            let place = usize::try_from(row.object).unwrap_or(usize::MAX);
            let text = self.body.objects.get(place);
            let text = text.filter(|text| text.content().len() <= limits::NAME);
            let Some((text, is_listed)) = text.zip(is_listed.get_mut(place)) else { continue };
            if !std::mem::replace(is_listed, true) {
                all.push((text.to_string(), Some(row.object)));
            }
        }
        let listed = all.len();
        for class in names::classes_with_trajectory() {
            self.budget.spend(listed / 4);
            if all.iter().take(listed).all(|(other, _)| other != class) {
                all.push((class.to_owned(), None));
            }
        }
        self.budget.spend(all.len().saturating_mul(20));
        all.retain(|(class, _)| class != name && Some(&**class) != above);
        all
    }
}

/// How many letters of an object's name are a class's: `Archetypes.Ball.Ball_New` has those of `TAGame.Ball_TA`.
fn letters_in_common(name: &str, class: &str) -> usize {
    let name = name.to_ascii_lowercase();
    let class = class.rsplit('.').next().unwrap_or(class).to_ascii_lowercase();
    let class = class.strip_suffix("_ta").or(class.strip_suffix("_x")).unwrap_or(&class);
    // The words of the class that are in the name, as long as all of them from the first on are.
    let words = class.split('_').take_while(|word| names::after_last(&name, word).is_some());
    words.map(str::len).fold(0, usize::saturating_add)
}
