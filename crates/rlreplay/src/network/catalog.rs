//! The classes of a replay: which properties they have, under which numbers.

use super::tree::{ClassTree, Name};
use crate::attributes::AttributeType;
use crate::bits::Bound;
use crate::layout::{Body, NetCache, Text, TextRef};
use crate::limits;
use crate::names::Trajectory;
use crate::options::Attributes;

/// The properties and classes of a replay.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    slots: Vec<Slot>,
    classes: Vec<Class>,
    /// By object, the index of its class.
    class_by_object: Vec<Option<u16>>,
    /// Classes that the table of classes does not have, and the ones above them, worked out from the net cache.
    inferred: Vec<(String, String)>,
}

/// A property of a class, with a number in the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The property: an index in the table of objects.
    pub object: i32,
    /// Its number in the stream.
    pub stream_id: u32,
    /// How its values are laid out, if that is known.
    pub kind: Option<AttributeType>,
}

/// Facts that actors of one class share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The class: an index in the table of objects; -1 if it has no properties at all.
    pub object: i32,
    /// How the numbers of properties are written.
    pub(crate) ids: Bound,
    /// By number, the index in [`Catalog::slots`]; [`Class::NONE`] where there is none.
    pub(crate) slots: Vec<u16>,
    /// The trajectory written when such an actor appears.
    pub trajectory: Trajectory,
}

impl Class {
    pub(crate) const NONE: u16 = u16::MAX;

    /// By number, the index of a property in [`Catalog::slots`]; `u16::MAX` where there is none.
    pub fn slots(&self) -> &[u16] {
        &self.slots
    }
}

impl Catalog {
    /// Works out the classes from the tables of a body. `attributes` take precedence over [`names::kind`](crate::names::kind) and
    /// [`names::parent`](crate::names::parent).
    pub fn new(body: &Body, attributes: &Attributes) -> Self {
        let objects: Vec<TextRef<'_>> = body.objects.iter().map(Text::borrowed).collect();
        Self::of(&objects, &body.net_cache, attributes)
    }

    /// As [`new`](Self::new), from the two tables that it needs.
    pub(crate) fn of(
        objects: &[TextRef<'_>],
        net_cache: &[NetCache],
        attributes: &Attributes,
    ) -> Self {
        CatalogTables::new(objects, net_cache, attributes)
            .map(CatalogTables::into_catalog)
            .unwrap_or_default()
    }

    /// Classes that the table of classes does not have, each with the class above it that the order of the net cache shows.
    pub fn inferred(&self) -> &[(String, String)] {
        &self.inferred
    }

    /// All properties, as the net cache lists them.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The number of objects.
    pub(crate) fn objects(&self) -> usize {
        self.class_by_object.len()
    }

    /// Sets the layout of a property.
    pub(crate) fn set_kind(&mut self, slot: usize, kind: AttributeType) {
        if let Some(slot) = self.slots.get_mut(slot) {
            slot.kind = Some(kind);
        }
    }

    /// Sets the class of some objects.
    pub(crate) fn set_class(&mut self, objects: &[i32], class: u16) {
        for object in objects {
            let place =
                usize::try_from(*object).ok().and_then(|at| self.class_by_object.get_mut(at));
            if let Some(class_by_object) = place {
                *class_by_object = Some(class);
            }
        }
    }

    /// The classes that actors can be of.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The index in [`classes`](Self::classes) of an object's class.
    #[inline]
    pub fn class_of(&self, object: i32) -> Option<u16> {
        *self.class_by_object.get(usize::try_from(object).ok()?)?
    }
}

/// The tables that catalogs are made from, their names looked up once for as many catalogs as are tried.
#[derive(Debug)]
pub(super) struct CatalogTables<'a> {
    objects: &'a [TextRef<'a>],
    net_cache: &'a [NetCache],
    tree: ClassTree<'a>,
    slots: Vec<Slot>,
    /// By row of the net cache, its first slot.
    first_slots: Vec<usize>,
}

impl<'a> CatalogTables<'a> {
    /// `None` if there are no objects.
    pub(super) fn new(
        objects: &'a [TextRef<'a>],
        net_cache: &'a [NetCache],
        attributes: &'a Attributes,
    ) -> Option<Self> {
        if objects.is_empty() {
            return None;
        }
        let mut count = 0_usize;
        let fits = |row: &&NetCache| {
            let before = count;
            count = count.saturating_add(row.properties.len());
            before <= limits::SLOTS
        };
        let rows = net_cache.iter().take(limits::SLOTS).take_while(fits).count();
        let net_cache = net_cache.get(..rows).unwrap_or_default();
        let tree = ClassTree::new(objects, net_cache, attributes);
        let (slots, first_slots) = list_slots(objects, net_cache, attributes, &tree);
        Some(Self { objects, net_cache, tree, slots, first_slots })
    }

    /// The catalog of the tables and the attributes.
    fn into_catalog(mut self) -> Catalog {
        let slots = std::mem::take(&mut self.slots);
        self.catalog(slots)
    }

    /// The catalog if a class of the net cache were below another. `None` if it does not name the class.
    pub(super) fn with_parent(&mut self, name: &str, parent: &'a str) -> Option<Catalog> {
        let before = self.tree.set_parent(name, Some(parent), self.net_cache)?;
        let catalog = self.catalog(self.slots.clone());
        self.tree.restore_parent(before, self.net_cache);
        Some(catalog)
    }

    /// Units of work that it takes to make a catalog.
    pub(super) fn work(&self) -> usize {
        let rows = self.net_cache.len().saturating_mul(4);
        (self.objects.len() / 2).saturating_add(self.slots.len() / 4).saturating_add(rows)
    }

    fn catalog(&mut self, slots: Vec<Slot>) -> Catalog {
        let Self { objects, net_cache, tree, first_slots, .. } = self;
        let class_by_object = Vec::with_capacity(objects.len());
        let mut catalog = Catalog { slots, class_by_object, ..Catalog::default() };
        let mut builder = Builder::new(net_cache, first_slots);
        // By name, its class, once worked out.
        let mut known: Vec<Option<Option<u16>>> = vec![None; tree.names()];
        for (index, text) in objects.iter().enumerate() {
            let name = tree.object(index).filter(|name| tree.is_class(*name));
            let class = name.and_then(|name| {
                catalog.inferred.extend(tree.take_needed_inferences(*text, name));
                let known = known.get_mut(name.place())?;
                *known.get_or_insert_with(|| builder.class(&mut catalog, tree, name))
            });
            catalog.class_by_object.push(class);
        }
        catalog
    }
}

/// Lists the properties of the net cache. Also returns, for each row, the index of its first property.
fn list_slots(
    objects: &[TextRef<'_>],
    net_cache: &[NetCache],
    attributes: &Attributes,
    tree: &ClassTree<'_>,
) -> (Vec<Slot>, Vec<usize>) {
    let mut slots = Vec::new();
    let mut first_slots = Vec::with_capacity(net_cache.len());
    for row in net_cache {
        first_slots.push(slots.len());
        for property in &row.properties {
            let object = usize::try_from(property.object).ok();
            let better = || attributes.kind(&objects.get(object?)?.as_str());
            let kind = match (!attributes.is_empty()).then(better).flatten() {
                Some(kind) => kind,
                None => object.and_then(|object| tree.object(object)?.listed()?.kind()),
            };
            let stream_id = u32::try_from(property.stream_id).unwrap_or(u32::MAX);
            slots.push(Slot { object: property.object, stream_id, kind });
        }
    }
    slots.truncate(limits::SLOTS);
    (slots, first_slots)
}

/// Makes the classes of a catalog, each from the one above it.
struct Builder<'a> {
    net_cache: &'a [NetCache],
    /// By row, its first slot.
    first_slots: &'a [usize],
    /// The classes that there are already, by the nearest row and by the trajectory written when one appears; the last are those
    /// without a row.
    built: Vec<[Option<u16>; Trajectory::COUNT]>,
    /// How many entries the lists of properties have so far.
    entries: usize,
}

impl<'a> Builder<'a> {
    fn new(net_cache: &'a [NetCache], first_slots: &'a [usize]) -> Self {
        let built = vec![Default::default(); net_cache.len().saturating_add(1)];
        Self { net_cache, first_slots, built, entries: 0 }
    }

    /// The place of the classes whose nearest row this is.
    fn place(&self, row: Option<u16>) -> usize {
        row.map_or(self.net_cache.len(), usize::from)
    }

    /// The class of objects of this name.
    fn class(&mut self, catalog: &mut Catalog, tree: &ClassTree<'_>, name: Name) -> Option<u16> {
        let trajectory = tree.trajectory(name);
        let nearest = tree.rows_of(name).next();
        let place = self.place(nearest);
        if let Some(class) = *self.built.get(place)?.get(trajectory as usize)? {
            return Some(class);
        }
        let room = limits::CLASS_SLOTS.saturating_sub(self.entries);
        let mut rows = Vec::new();
        let mut slots = Vec::new();
        for row in tree.rows_of(name) {
            if let Some(above) =
                self.built_for_row(row).and_then(|class| catalog.classes.get(class))
            {
                slots = above.slots.get(..).filter(|slots| slots.len() <= room)?.to_vec();
                break;
            }
            rows.push(row);
        }
        // From the top down: should a number be there twice, the nearest class has it.
        for row in rows.into_iter().rev() {
            self.add(row, &catalog.slots, &mut slots, room)?;
        }
        self.entries = self.entries.saturating_add(slots.len());
        let class = u16::try_from(catalog.classes.len()).ok().filter(|i| *i != Class::NONE)?;
        // Where there are no properties at all, numbers are written as if there were three.
        let count = if slots.is_empty() { 4 } else { u32::try_from(slots.len()).ok()? };
        let object = nearest
            .and_then(|row| self.net_cache.get(usize::from(row)))
            .map_or(-1, |row| row.object);
        catalog.classes.push(Class { object, ids: Bound::new(count), slots, trajectory });
        *self.built.get_mut(place)?.get_mut(trajectory as usize)? = Some(class);
        Some(class)
    }

    /// A class whose nearest row is this one.
    fn built_for_row(&self, row: u16) -> Option<usize> {
        let built = self.built.get(self.place(Some(row)))?;
        built.iter().flatten().next().map(|class| usize::from(*class))
    }

    /// Adds the properties of a row, by number.
    fn add(&self, row: u16, all: &[Slot], slots: &mut Vec<u16>, room: usize) -> Option<()> {
        let row = usize::from(row);
        let first = *self.first_slots.get(row)?;
        let count = self.net_cache.get(row)?.properties.len();
        for (index, slot) in all.iter().enumerate().skip(first).take(count) {
            let id = slot.stream_id as usize;
            if id >= slots.len() {
                if id >= room {
                    return None;
                }
                slots.resize(id.saturating_add(1), Class::NONE);
            }
            if let (Some(place), Ok(index)) = (slots.get_mut(id), u16::try_from(index)) {
                *place = index;
            }
        }
        Some(())
    }
}
