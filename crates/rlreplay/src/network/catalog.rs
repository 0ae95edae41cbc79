//! What a replay says about its classes: which properties they have, under which numbers.

use std::borrow::Cow;

use foldhash::{HashMap, HashMapExt};

use crate::bits::Bound;
use crate::kinds::Kind;
use crate::layout::{Body, NetCache, Text};
use crate::limits;
use crate::names::{self, Trajectory};
use crate::options::Attributes;

/// The properties and classes of a replay.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    slots: Vec<Slot>,
    classes: Vec<Class>,
    /// By object, what its class is.
    of_object: Vec<Option<u16>>,
    /// Classes that the table does not have, and the ones above them, worked out from the net cache.
    inferred: Vec<(String, String)>,
}

/// A property of a class, with a number in the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The property: a place in the table of objects.
    pub object: i32,
    /// Its number in the stream.
    pub stream_id: u32,
    /// How its values are laid out, if that is known.
    pub kind: Option<Kind>,
}

/// What actors of one class have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The class: a place in the table of objects; -1 if it has no properties at all.
    pub object: i32,
    /// How the numbers of properties are written.
    pub(crate) ids: Bound,
    /// By number, the [slot](Catalog::slots); [`Class::NONE`] where there is none.
    pub(crate) slots: Vec<u16>,
    /// What is written when such an actor appears.
    pub trajectory: Trajectory,
}

impl Class {
    pub(crate) const NONE: u16 = u16::MAX;
}

impl Catalog {
    /// Works out the classes from the tables of a body. `attributes` may know properties that [`names::kind`] does not, or know
    /// them better.
    pub fn new(body: &Body, attributes: &Attributes) -> Self {
        let objects: Vec<Cow<'_, str>> = body.objects.iter().map(Text::as_str).collect();
        let name_of = |object: i32| {
            usize::try_from(object).ok().and_then(|object| objects.get(object)).map(AsRef::as_ref)
        };
        let mut catalog = Self::default();
        // By name of the class, its rows: one file has a class twice.
        let mut rows: HashMap<&str, Vec<usize>> = HashMap::new();
        let mut first_slots = Vec::with_capacity(body.net_cache.len());
        for (index, row) in body.net_cache.iter().enumerate() {
            if let Some(name) = name_of(row.object) {
                rows.entry(name).or_default().push(index);
            }
            first_slots.push(catalog.slots.len());
            for property in &row.properties {
                let name = name_of(property.object).unwrap_or_default();
                catalog.slots.push(Slot {
                    object: property.object,
                    stream_id: u32::try_from(property.stream_id).unwrap_or(u32::MAX),
                    kind: attributes.kind(name).unwrap_or_else(|| names::kind(name)),
                });
            }
            if catalog.slots.len() > limits::SLOTS {
                catalog.slots.truncate(limits::SLOTS);
                break;
            }
        }
        let told = |name: &str| match attributes.parent(name) {
            Some(parent) => parent,
            None => names::parent(name),
        };
        for (index, row) in body.net_cache.iter().enumerate() {
            let Some(name) = name_of(row.object).filter(|name| *name != ROOT) else { continue };
            // The last one of a chain of classes that leads to none of the net cache.
            let chain = std::iter::successors(Some(name), |name| told(name)).take(DEEPEST);
            let is_end =
                |class: &&str| *class == ROOT || (*class != name && rows.contains_key(class));
            let Some(last) = chain.take_while(|class| !is_end(class)).last() else { continue };
            if told(last).is_none()
                && let Some(above) = above(body, index).and_then(|above| name_of(above.object))
            {
                catalog.inferred.retain(|(class, _)| class != last);
                catalog.inferred.push((last.to_owned(), above.to_owned()));
            }
        }
        let inferred = std::mem::take(&mut catalog.inferred);
        let mut known: HashMap<(Option<usize>, Trajectory), u16> = HashMap::new();
        let mut budget = limits::CLASS_SLOTS;
        for object in &objects {
            // Actors are of objects that are not classes.
            let is_class = rows.contains_key(&**object);
            let parent = |name: &str| {
                told(name).or_else(|| {
                    let found = inferred.iter().find(|(class, _)| class == name)?;
                    if !is_class && !catalog.inferred.contains(found) {
                        catalog.inferred.push(found.clone());
                    }
                    Some(&*found.1)
                })
            };
            let of_object = resolve(object, &rows, parent).and_then(|(chain, trajectory)| {
                let key = (chain.first().copied(), trajectory);
                if let Some(class) = known.get(&key) {
                    return Some(*class);
                }
                let class = catalog.class(body, &chain, &first_slots, trajectory, &mut budget)?;
                let index =
                    u16::try_from(catalog.classes.len()).ok().filter(|i| *i != Class::NONE)?;
                catalog.classes.push(class);
                known.insert(key, index);
                Some(index)
            });
            catalog.of_object.push(of_object);
        }
        catalog
    }

    /// Classes of objects that the table does not have, and the ones above them as the net cache has them.
    pub fn inferred(&self) -> &[(String, String)] {
        &self.inferred
    }

    fn class(
        &self,
        body: &Body,
        chain: &[usize],
        first_slots: &[usize],
        trajectory: Trajectory,
        budget: &mut usize,
    ) -> Option<Class> {
        let mut slots: Vec<u16> = Vec::new();
        // From the top down: should a number be there twice, the nearest class has it.
        for &row in chain.iter().rev() {
            let first = *first_slots.get(row)?;
            for offset in 0..body.net_cache.get(row)?.properties.len() {
                let index = first.saturating_add(offset);
                let Some(slot) = self.slots.get(index) else { break };
                let id = slot.stream_id as usize;
                if id >= slots.len() {
                    let more = id.saturating_add(1).saturating_sub(slots.len());
                    *budget = budget.checked_sub(more)?;
                    slots.resize(id.saturating_add(1), Class::NONE);
                }
                if let (Some(place), Ok(index)) = (slots.get_mut(id), u16::try_from(index)) {
                    *place = index;
                }
            }
        }
        // Where there are no properties at all, numbers are written as if there were three.
        let count = if slots.is_empty() { 4 } else { u32::try_from(slots.len()).ok()? };
        let nearest = chain.first().and_then(|&row| body.net_cache.get(row));
        let object = nearest.map_or(-1, |row| row.object);
        Some(Class { object, ids: Bound::new(count), slots, trajectory })
    }

    /// All properties, as the net cache lists them.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// How many objects there are.
    pub(crate) fn objects(&self) -> usize {
        self.of_object.len()
    }

    /// With another layout for one of the properties.
    pub(crate) fn set_kind(&mut self, slot: usize, kind: Kind) {
        if let Some(slot) = self.slots.get_mut(slot) {
            slot.kind = Some(kind);
        }
    }

    /// The classes that actors are of.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The class of an object, by its place in [`classes`](Self::classes).
    #[inline]
    pub fn class_of(&self, object: i32) -> Option<u16> {
        *self.of_object.get(usize::try_from(object).ok()?)?
    }
}

/// The class above all.
const ROOT: &str = "Core.Object";

/// More classes than are above each other.
const DEEPEST: usize = 32;

/// The row of the class above that of a row, as far as the net cache tells: the last one in front of it whose properties end where
/// its own begin, or before if there is none.
fn above(body: &Body, index: usize) -> Option<&NetCache> {
    let (before, row) = (body.net_cache.get(..index)?, body.net_cache.get(index)?);
    let end = before.iter().map(|other| other.cache).filter(|cache| *cache <= row.parent).max()?;
    before.iter().rfind(|other| other.cache == end)
}

/// The rows of the net cache that count for an object, nearest class first, and what is written when it appears.
fn resolve<'a>(
    object: &'a str,
    rows: &HashMap<&str, Vec<usize>>,
    mut parent: impl FnMut(&str) -> Option<&'a str>,
) -> Option<(Vec<usize>, Trajectory)> {
    let name = names::table_name(object);
    if parent(&name).is_none() && !rows.contains_key(&*name) {
        return None;
    }
    let mut chain = Vec::new();
    let mut trajectory = None;
    let mut above: Option<&str> = Some(&name);
    // The table has no circles, but this need not rely on it.
    for _ in 0..DEEPEST {
        let Some(class) = above else { break };
        chain.extend(rows.get(class).into_iter().flatten().rev());
        trajectory = trajectory.or_else(|| names::trajectory(class));
        above = parent(class);
    }
    Some((chain, trajectory.unwrap_or_default()))
}
