//! The hierarchy of the classes that a replay names.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::features::INFERENCE;
use crate::layout::{NetCache, TextRef};
use crate::names::{Known, Trajectory, class_in_level, table_name};
use crate::options::Attributes;

/// The class above all.
const ROOT: &[u8] = b"Core.Object";

/// More classes than are above each other.
const DEEPEST: usize = 32;

/// A name that was looked up once: its index in the project's tables, or after them if they do not list it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Name(usize);

impl Name {
    fn of(known: Known) -> Self {
        Self(known.place())
    }

    /// Its index among all names.
    pub(super) fn place(self) -> usize {
        self.0
    }

    /// The name in the project's tables, if they list it.
    pub(super) fn listed(self) -> Option<Known> {
        Known::at(self.0)
    }
}

/// The names of a replay's objects, the rows of its net cache by name, and the classes above each other.
#[derive(Debug)]
pub(super) struct ClassTree<'a> {
    /// The indices of names that the project's tables do not list. Columns of unlisted_names use a map of this very type: another would be
    /// code of its own, which the page would fetch.
    unlisted: BTreeMap<String, u32>,
    /// The names of `unlisted`, in the order of their indices.
    unlisted_names: Vec<Cow<'a, str>>,
    /// By object, its name as the table of classes has it; `None` if nothing is known about it.
    objects: Vec<Option<Name>>,
    /// By row of the net cache, the name of its class.
    classes: Vec<Option<Name>>,
    /// By name, the last row of the net cache that has it.
    rows: Vec<Option<u16>>,
    /// By row, the one in front of it with the same name: one file has a class twice.
    earlier_row: Vec<Option<u16>>,
    /// By name, the class above it, where the caller gave one in place of that of the table of classes.
    given_parents: Vec<Option<Option<Name>>>,
    /// By name, the class above it that only the net cache shows, and whether an object needed it.
    inferred: Vec<Option<(Name, bool)>>,
}

impl<'a> ClassTree<'a> {
    pub(super) fn new(
        objects: &'a [TextRef<'a>],
        net_cache: &[NetCache],
        attributes: &'a Attributes,
    ) -> Self {
        let mut tree = Self {
            unlisted: BTreeMap::new(),
            unlisted_names: Vec::new(),
            objects: Vec::with_capacity(objects.len()),
            classes: Vec::with_capacity(net_cache.len()),
            rows: vec![None; Known::count()],
            earlier_row: Vec::with_capacity(net_cache.len()),
            given_parents: Vec::new(),
            inferred: Vec::new(),
        };
        for (name, parent) in attributes.parents() {
            let (name, parent) = (tree.add(name.into()), parent.map(|name| tree.add(name.into())));
            set_at(&mut tree.given_parents, name, parent);
        }
        for (index, row) in (0_u16..).zip(net_cache) {
            let object = usize::try_from(row.object).ok().and_then(|object| objects.get(object));
            let name =
                object.map(|text| find_listed(*text).unwrap_or_else(|| tree.add(text.as_str())));
            let last = name.and_then(|name| tree.rows.get_mut(name.0));
            tree.earlier_row.push(last.and_then(|last| last.replace(index)));
            tree.classes.push(name);
        }
        if INFERENCE {
            tree.infer(net_cache);
        }
        tree.name_objects(objects);
        tree
    }

    fn add(&mut self, name: Cow<'a, str>) -> Name {
        if let Some(known) = Known::find(name.as_bytes()) {
            return Name::of(known);
        }
        if let Some(known) = self.find_unlisted(&name) {
            return known;
        }
        let next = Name(self.rows.len());
        self.rows.push(None);
        self.unlisted.insert(name.to_string(), u32::try_from(next.0).unwrap_or(u32::MAX));
        self.unlisted_names.push(name);
        next
    }

    /// Puts another class above one of the net cache's. Returns what [`restore_parent`](Self::restore_parent) takes; `None` if the
    /// net cache does not have the class.
    pub(super) fn set_parent(
        &mut self,
        name: &str,
        parent: Option<&'a str>,
        net_cache: &[NetCache],
    ) -> Option<(Name, Option<Option<Name>>)> {
        let name = self.find(name).filter(|name| self.row(*name).is_some())?;
        let parent = parent.map(|parent| self.add(parent.into()));
        let before = self.given_parents.get(name.0).copied().flatten();
        set_at(&mut self.given_parents, name, parent);
        self.infer_again(net_cache);
        Some((name, before))
    }

    /// Undoes [`set_parent`](Self::set_parent).
    pub(super) fn restore_parent(
        &mut self,
        (name, before): (Name, Option<Option<Name>>),
        net_cache: &[NetCache],
    ) {
        if let Some(parent) = self.given_parents.get_mut(name.0) {
            *parent = before;
        }
        self.infer_again(net_cache);
    }

    fn infer_again(&mut self, net_cache: &[NetCache]) {
        self.inferred.clear();
        self.infer(net_cache);
    }

    fn name_objects(&mut self, objects: &'a [TextRef<'a>]) {
        // Many objects of a level are of the same class.
        let mut before: Option<(Vec<u8>, Option<Name>)> = None;
        for text in objects {
            let name = find_listed(*text).or_else(|| {
                let spelling = text.spelling();
                let Some(class) = class_in_level(&spelling) else {
                    let may_be_known = !self.unlisted.is_empty();
                    return may_be_known.then(|| self.find_unlisted(&text.as_str()))?;
                };
                match &before {
                    Some((same, name)) if *same == *class => *name,
                    _ => {
                        let name = self.find(&table_name(&text.as_str()));
                        before = Some((class.to_vec(), name));
                        name
                    }
                }
            });
            self.objects.push(name);
        }
    }

    fn find(&self, name: &str) -> Option<Name> {
        let listed = Known::find(name.as_bytes()).map(Name::of);
        listed.or_else(|| self.find_unlisted(name))
    }

    /// Finds a name that the project's tables do not list.
    fn find_unlisted(&self, name: &str) -> Option<Name> {
        self.unlisted.get(name).map(|place| Name(*place as usize))
    }

    /// The number of names.
    pub(super) fn names(&self) -> usize {
        self.rows.len()
    }

    /// The name of an object, if anything is known about it.
    pub(super) fn object(&self, object: usize) -> Option<Name> {
        self.objects.get(object).copied().flatten()
    }

    /// The class above, as it was given or the table of classes has it.
    fn known_parent(&self, name: Name) -> Option<Name> {
        match self.given_parents.get(name.0) {
            Some(Some(parent)) => *parent,
            _ => name.listed()?.parent().map(Name::of),
        }
    }

    /// The class above.
    pub(super) fn parent(&self, name: Name) -> Option<Name> {
        self.known_parent(name).or_else(|| self.inferred.get(name.0)?.map(|(parent, _)| parent))
    }

    /// Whether this is a class: it has a class above it, or properties.
    pub(super) fn is_class(&self, name: Name) -> bool {
        self.parent(name).is_some() || self.row(name).is_some()
    }

    /// The last row of the net cache of this name.
    fn row(&self, name: Name) -> Option<u16> {
        self.rows.get(name.0).copied().flatten()
    }

    /// A name and the classes above it. There are no circles, but this need not rely on it.
    pub(super) fn chain(&self, name: Name) -> impl Iterator<Item = Name> {
        std::iter::successors(Some(name), |name| self.parent(*name)).take(DEEPEST)
    }

    /// The rows of the net cache whose properties a name has, the nearest class first.
    pub(super) fn rows_of(&self, name: Name) -> impl Iterator<Item = u16> {
        self.chain(name).flat_map(|class| {
            std::iter::successors(self.row(class), |row| {
                self.earlier_row.get(usize::from(*row)).copied().flatten()
            })
        })
    }

    /// The trajectory written when an actor of this name appears.
    pub(super) fn trajectory(&self, name: Name) -> Trajectory {
        let mut trajectories = self.chain(name).filter_map(|class| class.listed()?.trajectory());
        trajectories.next().unwrap_or_default()
    }

    /// Finds classes above those that the tables do not have: by the net cache, where properties follow those of the class above.
    fn infer(&mut self, net_cache: &[NetCache]) {
        let root = Known::find(ROOT).map(Name::of);
        // By where its properties end, the last row so far.
        let mut ends: BTreeMap<i32, Name> = BTreeMap::new();
        let mut seen = 0_usize;
        for (index, row) in net_cache.iter().enumerate() {
            let name = self.classes.get(index).copied().flatten();
            let Some(name) = name.filter(|_| name != root) else { continue };
            // The last one of a chain of classes that leads to none of the net cache.
            let is_end =
                |class: Name| Some(class) == root || (class != name && self.row(class).is_some());
            let chain =
                std::iter::successors(Some(name), |name| self.known_parent(*name)).take(DEEPEST);
            let Some(last) = chain.take_while(|class| !is_end(*class)).last() else { continue };
            if self.known_parent(last).is_some() {
                continue;
            }
            let rows = net_cache.iter().zip(&self.classes).take(index).skip(seen);
            ends.extend(rows.filter_map(|(row, class)| Some((row.cache, (*class)?))));
            seen = index;
            if let Some((_, above)) = ends.range(..=row.parent).next_back() {
                set_at(&mut self.inferred, last, (*above, false));
            }
        }
    }

    /// The inferred classes that an object needs, each with the class above it, unless they were returned before. Objects that are
    /// classes need none: actors are not of them.
    pub(super) fn take_needed_inferences(
        &mut self,
        object: TextRef<'_>,
        name: Name,
    ) -> Vec<(String, String)> {
        let mut needed = Vec::new();
        if self.inferred.is_empty() {
            return needed;
        }
        if self.find(&object.as_str()).is_some_and(|name| self.row(name).is_some()) {
            return needed;
        }
        for class in self.chain(name).collect::<Vec<_>>() {
            if self.known_parent(class).is_none()
                && let Some(Some((parent, was_needed @ false))) = self.inferred.get_mut(class.0)
            {
                *was_needed = true;
                let parent = *parent;
                needed.push((self.text(class), self.text(parent)));
            }
        }
        needed
    }

    fn text(&self, name: Name) -> String {
        match name.listed() {
            Some(known) => known.name().to_owned(),
            None => {
                let place = name.0.checked_sub(Known::count());
                place
                    .and_then(|place| self.unlisted_names.get(place))
                    .map(Cow::to_string)
                    .unwrap_or_default()
            }
        }
    }
}

/// Sets the element of a name in a list by name.
fn set_at<T>(list: &mut Vec<Option<T>>, name: Name, value: T) {
    if list.len() <= name.0 {
        list.resize_with(name.0.saturating_add(1), || None);
    }
    if let Some(place) = list.get_mut(name.0) {
        *place = Some(value);
    }
}

/// Finds a name that the project's tables list. Those are plain ASCII.
fn find_listed(text: TextRef<'_>) -> Option<Name> {
    Known::find(&text.spelling()).map(Name::of)
}
