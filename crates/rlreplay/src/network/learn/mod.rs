//! Finding out what the tables do not say, or say wrong after a patch: how the values of properties are laid out, and what class
//! an object is of.
//!
//! What is wrong shows soon: what follows are numbers of actors that are not alive, times that run backwards, frames that
//! end anywhere but at the next keyframe. So each part of the stream is tried; where one fails, the properties that were
//! read last are suspects, those in front that never led astray are not. A suspect gets one layout after the other, and the one
//! is taken with which the most frames of the whole stream can be read.

mod classes;
mod layouts;
mod reach;
mod search;

use ghostreel_core::work::Budget;

use super::{Catalog, Part, Stream};
use crate::attributes::AttributeType;
use crate::layout::Body;
use crate::options::Attributes;
use reach::Reach;
use search::Search;

/// Something that the tables do not say, or say wrong, and that was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inference {
    /// What.
    pub kind_of_inference: InferenceKind,
    /// Where it showed first, in bits from the start of the stream.
    pub position: usize,
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InferenceKind {
    /// How the values of a property are laid out.
    Layout {
        /// The property, by its place in [`Catalog::slots`](super::Catalog::slots).
        slot: u16,
        /// The layout that the table has, which does not fit.
        before: Option<AttributeType>,
        /// The layout that does.
        kind: AttributeType,
    },
    /// Which class is above an object or a class that the table does not have.
    Class {
        /// The object or the class.
        name: String,
        /// The class above it.
        parent: String,
    },
}

/// How many layouts that lead from one property without a layout to another are tried with all layouts of that one.
const CHAIN: usize = 96;

/// How many properties are suspected at once.
const SUSPECTS: usize = 24;

/// How many parts that fail are looked into at once.
const SAMPLES: usize = 6;

/// How much may be learned from one file.
const LESSONS: usize = 64;

/// Units of work that it takes to look up a name.
const NAME: usize = 30;

/// How often a property must have been read well to be beyond suspicion.
const TRUSTED: u32 = 3;

/// Finds layouts and classes with which more of the parts can be read: what was found, and a catalog with all of it.
pub(crate) fn learn(
    stream: &Stream<'_>,
    parts: &[Part],
    body: &Body,
    attributes: &Attributes,
    budget: &Budget,
) -> (Vec<Inference>, Catalog) {
    let mut student = LayoutInference {
        stream: *stream,
        parts,
        body,
        attributes,
        budget,
        properties: properties(body),
        catalog: stream.catalog.clone(),
        kinds: Vec::new(),
        classes: Vec::new(),
    };
    student.learn();
    (student.inferences(), student.catalog)
}

/// Which objects are properties of the net cache.
fn properties(body: &Body) -> Vec<bool> {
    let mut properties = vec![false; body.objects.len()];
    for property in body.net_cache.iter().flat_map(|row| &row.properties) {
        let object = usize::try_from(property.object).ok();
        if let Some(is_property) = object.and_then(|object| properties.get_mut(object)) {
            *is_property = true;
        }
    }
    properties
}

/// How many frames of a part there are that make sense, where nobody says how many there should be.
pub(crate) fn count(stream: &Stream<'_>, part: &Part) -> u32 {
    let parts = [*part];
    let budget = Budget::of(u64::MAX, None);
    let mut search = Search::new(stream, &parts, &budget);
    search.begin(part);
    search.reach_on(part, part.frames, Reach::default()).frames
}

/// What is there to learn from, and what was learned so far.
struct LayoutInference<'a> {
    stream: Stream<'a>,
    parts: &'a [Part],
    body: &'a Body,
    attributes: &'a Attributes,
    budget: &'a Budget,
    /// By object, whether it is a property.
    properties: Vec<bool>,
    /// With everything that was learned.
    catalog: Catalog,
    /// Properties, their layouts, and where that showed.
    kinds: Vec<(u16, AttributeType, usize)>,
    /// Objects or classes, and the classes above them.
    classes: Vec<classes::Found>,
}

impl LayoutInference<'_> {
    fn learn(&mut self) {
        for _ in 0..LESSONS {
            let stream = Stream { catalog: &self.catalog, ..self.stream };
            let mut search = Search::new(&stream, self.parts, self.budget);
            let survey = search.survey();
            if survey.failures.is_empty() || self.budget.stopped().is_some() {
                break;
            }
            if let Some(found) = self.classify(&survey) {
                self.classes.retain(|earlier| earlier.name != found.name);
                self.classes.push(found);
            } else {
                let Some(found) = search.improve(&survey) else { break };
                for kind in found {
                    self.kinds.retain(|earlier| earlier.0 != kind.0);
                    self.kinds.push(kind);
                }
            }
            self.catalog = self.catalog_with(None);
        }
    }

    /// Layouts and classes with what was learned.
    fn attributes(&self) -> Attributes {
        let mut attributes = self.attributes.clone();
        for found in &self.classes {
            attributes.set_parent(&found.name, Some(&found.parent));
        }
        attributes
    }

    /// The catalog with what was learned, and with another class above an object.
    fn catalog_with(&self, class: Option<(&str, &str)>) -> Catalog {
        let mut attributes = self.attributes();
        if let Some((name, parent)) = class {
            attributes.set_parent(name, Some(parent));
        }
        let names = self.body.objects.len().saturating_add(self.body.net_cache.len());
        self.budget.spend(names.saturating_mul(NAME).saturating_add(self.catalog.slots().len()));
        self.with_kinds(Catalog::new(self.body, &attributes))
    }

    /// A catalog with the layouts that were learned.
    fn with_kinds(&self, mut catalog: Catalog) -> Catalog {
        for (slot, kind, _) in &self.kinds {
            catalog.set_kind(usize::from(*slot), *kind);
        }
        catalog
    }

    fn inferences(&self) -> Vec<Inference> {
        let classes = self.classes.iter().map(|found| {
            let kind_of_inference =
                InferenceKind::Class { name: found.name.clone(), parent: found.parent.clone() };
            Inference { kind_of_inference, position: found.position }
        });
        let before = |slot: u16| self.stream.catalog.slots().get(usize::from(slot))?.kind;
        let kinds = self.kinds.iter().map(|&(slot, kind, position)| Inference {
            kind_of_inference: InferenceKind::Layout { slot, before: before(slot), kind },
            position,
        });
        classes.chain(kinds).collect()
    }
}

/// Puts an element into a short list that is sorted by a key, behind those of the same key. Sorting code for each of the lists here
/// would be a good part of what the page fetches.
fn put<T, K: Ord>(sorted: &mut Vec<T>, element: T, key: impl Fn(&T) -> K) {
    let place = sorted.partition_point(|other| key(other) <= key(&element));
    sorted.insert(place, element);
}
