//! The class of an object that the tables do not have.

use std::cmp::Reverse;

use super::reach::{Failure, Reach, Step, Survey};
use super::search::Search;
use super::{AHEAD, SAMPLES, Student, put};
use crate::names;
use crate::network::Stream;

/// How many classes are tried. Real replays have some hundred.
const CLASSES: usize = 1 << 10;

/// A class above an object or a class with which more can be read, and where what was there before failed.
pub(super) struct Found {
    pub(super) name: String,
    pub(super) parent: String,
    pub(super) position: usize,
}

impl Student<'_> {
    /// A class for one of the objects that the parts fail at; or another one for one that was found before. Each class of the
    /// replay is tried, and the one is taken that leads furthest; of several that do as well, the one whose name is most like the
    /// object's.
    pub(super) fn classify(
        &self,
        survey: &Survey,
        work: &mut usize,
        catalogs: &mut usize,
    ) -> Option<Found> {
        let mut counts: Vec<(String, usize)> = Vec::new();
        for failure in &survey.failures {
            if let Step::Unclassed(object) = failure.step
                && let Some(name) = self.object(object)
            {
                match counts.iter_mut().find(|(other, _)| *other == name) {
                    Some((_, count)) => *count = count.saturating_add(1),
                    None => counts.push((name, 1)),
                }
            }
        }
        if counts.is_empty() {
            counts.extend(self.classes.iter().map(|found| (found.name.clone(), 0)));
            counts.extend(self.catalog.inferred().iter().map(|(name, _)| (name.clone(), 0)));
        }
        let mut names = Vec::new();
        for count in counts {
            put(&mut names, count, |(_, count)| Reverse(*count));
        }
        names
            .into_iter()
            .take(SAMPLES)
            .find_map(|(name, _)| self.place(&name, survey, work, catalogs))
    }

    /// The class above an object or a class that leads furthest, if that is further than before.
    fn place(
        &self,
        name: &str,
        survey: &Survey,
        work: &mut usize,
        catalogs: &mut usize,
    ) -> Option<Found> {
        let spread = survey.failures.len().div_ceil(SAMPLES).max(1);
        let failures: Vec<&Failure> = survey.failures.iter().step_by(spread).collect();
        let position = failures.first()?.part.start;
        let mut tried = Vec::new();
        let size = self.body.objects.len().saturating_add(self.catalog.slots().len());
        let channels = self.stream.channels.max() as usize;
        let objects = self.places(name);
        let mut changed = self.catalog.clone();
        for (parent, object) in self.candidates(name) {
            // What is no class itself is of the very one that is above it.
            let class = object.and_then(|object| self.catalog.class_of(object));
            let built;
            let catalog = if let Some(class) = class.filter(|_| !objects.is_empty()) {
                *catalogs = catalogs.checked_sub(size.saturating_add(channels) / 16)?;
                changed.set_class(&objects, class);
                &changed
            } else {
                *catalogs = catalogs.checked_sub(size.saturating_add(channels / 16))?;
                built = self.catalog_with(Some((name, &parent)));
                &built
            };
            let stream = Stream { catalog, ..self.stream };
            let mut search = Search::new(&stream, self.parts, *work);
            let mut sum = (0_u64, 0_u64);
            let mut is_sure = true;
            for failure in &failures {
                search.begin(&failure.part);
                let frames = failure.closed.saturating_add(AHEAD);
                let reach = search.reach_on(&failure.part, frames, Reach::default());
                let all = if reach.is_whole { frames } else { reach.frames };
                sum.0 = sum.0.saturating_add(all.into());
                sum.1 = sum.1.saturating_add(reach.items.into());
                is_sure &= !reach.is_astray;
            }
            *work = search.work;
            let alike = alike(name, &parent);
            let rank = (Reverse(sum), Reverse(alike));
            put(&mut tried, (rank, is_sure, parent), |(rank, ..)| *rank);
            tried.truncate(3);
        }
        let mut best: Option<(_, Found)> = None;
        for ((_, alike), is_sure, parent) in tried {
            let catalog = self.catalog_with(Some((name, &parent)));
            let stream = Stream { catalog: &catalog, ..self.stream };
            let mut search = Search::new(&stream, self.parts, *work);
            let better = search.survey();
            *work = search.work;
            let is_better = better.lost < survey.lost || (is_sure && better.rank() < survey.rank());
            let key = (better.rank(), alike);
            if is_better && best.as_ref().is_none_or(|(best, _)| key < *best) {
                best = Some((key, Found { name: name.to_owned(), parent, position }));
            }
        }
        best.map(|(_, found)| found)
    }

    /// The name of an object that may appear: none that is a property's.
    fn object(&self, object: i32) -> Option<String> {
        let is_property = |row: &crate::layout::NetCache| {
            row.properties.iter().any(|property| property.object == object)
        };
        let name = self.body.objects.get(usize::try_from(object).ok()?)?;
        let is_known = self.body.net_cache.iter().any(is_property);
        (!is_known).then(|| crate::names::table_name(&name.as_str()).into_owned())
    }

    /// The places of a name in the table of objects, unless it is a class with properties of its own.
    fn places(&self, name: &str) -> Vec<i32> {
        let text = |object: i32| self.body.objects.get(usize::try_from(object).ok()?);
        let is_class = |object| text(object).is_some_and(|text| text.as_str() == name);
        if self.body.net_cache.iter().any(|row| is_class(row.object)) {
            return Vec::new();
        }
        let is_it = |object: &i32| {
            text(*object).is_some_and(|text| crate::names::table_name(&text.as_str()) == name)
        };
        let count = i32::try_from(self.body.objects.len()).unwrap_or(i32::MAX);
        (0..count).filter(is_it).collect()
    }

    /// The classes of the replay that may be above another, each with its place in the table of objects: all that are not it.
    fn candidates(&self, name: &str) -> Vec<(String, Option<i32>)> {
        let above = self.classes.iter().find(|found| found.name == name);
        let above = above.map(|found| found.parent.as_str());
        let mut all: Vec<(String, Option<i32>)> = Vec::new();
        for row in self.body.net_cache.iter().take(CLASSES) {
            let text = usize::try_from(row.object).ok().and_then(|at| self.body.objects.get(at));
            if let Some(text) = text.filter(|_| all.iter().all(|one| one.1 != Some(row.object))) {
                all.push((text.to_string(), Some(row.object)));
            }
        }
        for class in crate::names::placed() {
            if all.iter().all(|one| one.0 != class) {
                all.push((class.to_owned(), None));
            }
        }
        all.retain(|(class, _)| class != name && Some(&**class) != above);
        all
    }
}

/// How many letters of an object's name are a class's: `Archetypes.Ball.Ball_New` has those of `TAGame.Ball_TA`.
fn alike(name: &str, class: &str) -> usize {
    let name = name.to_ascii_lowercase();
    let class = class.rsplit('.').next().unwrap_or(class).to_ascii_lowercase();
    let class = class.strip_suffix("_ta").or(class.strip_suffix("_x")).unwrap_or(&class);
    // The words of the class that are in the name, as long as all of them from the first on are.
    let words = class.split('_').take_while(|word| names::behind(&name, word).is_some());
    words.map(str::len).fold(0, usize::saturating_add)
}
