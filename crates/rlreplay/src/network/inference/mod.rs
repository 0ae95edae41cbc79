//! Inferring facts that the tables lack, or have wrong after a patch: the layouts of properties' values, and the class of an
//! object.
//!
//! A wrong layout shows soon: it leads to numbers of actors that are not alive, times that run backwards, frames that
//! end anywhere but at the next keyframe. So each part of the stream is read on trial. Where one fails, the properties that were
//! read last are suspects, unless they were read well elsewhere. Each layout is tried for a suspect, and the one is taken with
//! which the most frames of the whole stream can be read.

mod classes;
mod layouts;
mod progress;
mod trial;

use ghostreel_core::work::Budget;

use super::{Catalog, Inference, InferenceKind, Part, Stream};
use crate::attributes::AttributeType;
use crate::layout::Body;
use crate::options::Attributes;
use progress::Progress;
use trial::TrialReader;

/// How many layouts of a property without one are tried with all layouts of the next property without one.
const MAX_CHAINED_LAYOUTS: usize = 96;

/// How many properties are suspected at once.
const MAX_SUSPECTS: usize = 24;

/// How many of the parts that fail are looked into.
const MAX_SAMPLES: usize = 6;

/// How often all parts are read and something is inferred.
const MAX_ROUNDS: usize = 64;

/// Units of work to look up a name.
const NAME_LOOKUP_WORK: usize = 30;

/// In how many frames a property must have been read well to be trusted.
const TRUSTED_FRAMES: u32 = 3;

/// Finds layouts and classes with which more of the parts can be read. Returns them, and a catalog with all of them.
pub(crate) fn infer(
    stream: &Stream<'_>,
    parts: &[Part],
    body: &Body,
    attributes: &Attributes,
    budget: &Budget,
) -> (Vec<Inference>, Catalog) {
    let mut inference = LayoutInference {
        stream: *stream,
        parts,
        body,
        attributes,
        budget,
        properties: properties(body),
        catalog: stream.catalog.clone(),
        layouts: Vec::new(),
        classes: Vec::new(),
    };
    inference.infer();
    (inference.inferences(), inference.catalog)
}

/// The objects that are properties of the net cache.
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

/// Counts the frames of a part that make sense, where the header does not say how many there are.
pub(crate) fn count_frames(stream: &Stream<'_>, part: &Part) -> u32 {
    let parts = [*part];
    let budget = Budget::of(u64::MAX, None);
    let mut trial = TrialReader::new(stream, &parts, &budget);
    trial.begin(part);
    trial.read_on(part, part.frames, Progress::default()).frames
}

/// The evidence for layouts and classes, and those inferred so far.
struct LayoutInference<'a> {
    stream: Stream<'a>,
    parts: &'a [Part],
    body: &'a Body,
    attributes: &'a Attributes,
    budget: &'a Budget,
    /// By object, whether it is a property.
    properties: Vec<bool>,
    /// With everything that was inferred.
    catalog: Catalog,
    /// Slots, their layouts, and where the stream first needs them.
    layouts: Vec<(u16, AttributeType, usize)>,
    /// Objects or classes, and the classes above them.
    classes: Vec<classes::InferredClass>,
}

impl LayoutInference<'_> {
    fn infer(&mut self) {
        for _ in 0..MAX_ROUNDS {
            let stream = Stream { catalog: &self.catalog, ..self.stream };
            let mut trial = TrialReader::new(&stream, self.parts, self.budget);
            let coverage = trial.coverage();
            if coverage.failures.is_empty() || self.budget.stopped().is_some() {
                break;
            }
            if let Some(found) = self.infer_class(&coverage) {
                self.classes.retain(|earlier| earlier.name != found.name);
                self.classes.push(found);
            } else {
                let Some(found) = trial.infer_layouts(&coverage) else { break };
                for kind in found {
                    self.layouts.retain(|earlier| earlier.0 != kind.0);
                    self.layouts.push(kind);
                }
            }
            self.catalog = self.catalog_with(None);
        }
    }

    /// The attributes with the classes that were inferred.
    fn attributes(&self) -> Attributes {
        let mut attributes = self.attributes.clone();
        for found in &self.classes {
            attributes.set_parent(&found.name, Some(&found.parent));
        }
        attributes
    }

    /// The catalog with all inferences, and with another class above an object.
    fn catalog_with(&self, class: Option<(&str, &str)>) -> Catalog {
        let mut attributes = self.attributes();
        if let Some((name, parent)) = class {
            attributes.set_parent(name, Some(parent));
        }
        let names = self.body.objects.len().saturating_add(self.body.net_cache.len());
        self.budget.spend(
            names.saturating_mul(NAME_LOOKUP_WORK).saturating_add(self.catalog.slots().len()),
        );
        self.with_layouts(Catalog::new(self.body, &attributes))
    }

    /// A catalog with the layouts that were inferred.
    fn with_layouts(&self, mut catalog: Catalog) -> Catalog {
        for (slot, kind, _) in &self.layouts {
            catalog.set_kind(usize::from(*slot), *kind);
        }
        catalog
    }

    fn inferences(&self) -> Vec<Inference> {
        let classes = self.classes.iter().map(|found| {
            let kind =
                InferenceKind::Class { name: found.name.clone(), parent: found.parent.clone() };
            Inference { kind, position: found.position }
        });
        let before = |slot: u16| self.stream.catalog.slots().get(usize::from(slot))?.kind;
        let layouts = self.layouts.iter().map(|&(slot, kind, position)| Inference {
            kind: InferenceKind::Layout { slot, before: before(slot), kind },
            position,
        });
        classes.chain(layouts).collect()
    }
}

/// Puts an element into a short list that is sorted by a key, after those of the same key. Sorting code for each of the lists here
/// would be a good part of the page's download.
fn insert_sorted<T, K: Ord>(sorted: &mut Vec<T>, element: T, key: impl Fn(&T) -> K) {
    let place = sorted.partition_point(|other| key(other) <= key(&element));
    sorted.insert(place, element);
}
