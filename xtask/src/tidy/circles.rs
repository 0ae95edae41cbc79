//! No circle of files: in a crate, no file names anything of a file that, straight or through others, names something of it.
//!
//! Paths show which files a file names: imports, and paths in the code, followed through re-exports to the file that declares the item.
//! The file of a module declares items for the files below it, so that naming these makes no circle. Methods, and paths that macros make,
//! are not seen.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{
    Package, Problem, Source,
    rust_file::{RustFile, paths_of_module},
};

pub(crate) fn check(packages: &[Package], sources: &[Source]) -> Vec<Problem> {
    let roots = packages.iter().flat_map(|package| &package.roots);
    let mut problems = Vec::new();
    for root in roots {
        let tree = Tree::read(root, sources);
        problems.extend(tree.circles().into_iter().map(|circle| {
            let message = format!("files name each other in a circle: {}", circle.join(" → "));
            Problem::new(&circle[0], message)
        }));
    }
    problems
}

/// The place of a module in its crate; the root is empty.
type Module = [String];

/// The files of a crate, by their modules.
#[derive(Default)]
struct Tree {
    files: BTreeMap<Vec<String>, RustFile>,
}

/// The end of a path.
#[derive(Clone, Copy, PartialEq)]
enum Found<'t> {
    Module,
    Item(&'t Module),
}

impl Tree {
    fn read(root: &str, sources: &[Source]) -> Tree {
        let mut tree = Tree::default();
        let mut wanted = vec![(Vec::new(), vec![root.to_owned()])];
        while let Some((module, candidates)) = wanted.pop() {
            let is_it = |source: &&Source| candidates.contains(&source.path);
            let Some(source) = sources.iter().find(is_it) else { continue };
            let file = RustFile::read(&source.path, &source.text);
            let folder = paths_of_module(&source.path, module.is_empty());
            wanted.extend(file.modules.iter().map(|name| {
                let below = [&module[..], std::slice::from_ref(name)].concat();
                (below, vec![format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs")])
            }));
            tree.files.insert(module, file);
        }
        tree
    }

    /// The end of a path in a module. So many re-exports at most are followed.
    fn find(&self, module: &Module, path: &[String], most: usize) -> Option<Found<'_>> {
        let most = most.checked_sub(1)?;
        let mut module = module.to_vec();
        let mut path = path;
        while let [first, rest @ ..] = path {
            match first.as_str() {
                "crate" => module.clear(),
                "super" => drop(module.pop()?),
                "self" => {}
                _ => break,
            }
            path = rest;
        }
        while let [name, rest @ ..] = path {
            let (module_here, file) = self.files.get_key_value(&module)?;
            let below = [&module[..], std::slice::from_ref(name)].concat();
            let import = file.names.get(name);
            if self.files.contains_key(&below) && !(rest.is_empty() && import.is_some()) {
                (module, path) = (below, rest);
                continue;
            }
            if let Some(import) = import {
                return self.find(&module, &[import, rest].concat(), most);
            }
            let of_glob = |glob: &Vec<String>| self.find(&module, &[glob, path].concat(), most);
            return file
                .globs
                .iter()
                .find_map(of_glob)
                .or(file.declared.contains(name).then_some(Found::Item(module_here)));
        }
        self.files.contains_key(&module).then_some(Found::Module)
    }

    /// The modules that a module's file names something of, but for those above it.
    fn named(&self, module: &Module, file: &RustFile) -> BTreeSet<&Module> {
        const RE_EXPORTS: usize = 8;
        let ends = file.paths.iter().filter_map(|path| self.find(module, path, RE_EXPORTS));
        ends.filter_map(|end| match end {
            Found::Item(there) if !module.starts_with(there) => Some(there),
            _ => None,
        })
        .collect()
    }

    /// A circle for each group of files that name each other in circles.
    fn circles(&self) -> Vec<Vec<String>> {
        let arrows: BTreeMap<&Module, BTreeSet<&Module>> = self
            .files
            .iter()
            .map(|(module, file)| (&module[..], self.named(module, file)))
            .collect();
        let mut known = BTreeSet::new();
        let mut circles = Vec::new();
        for &module in arrows.keys() {
            let Some(circle) = shortest_circle(module, &arrows) else { continue };
            if circle.iter().all(|module| !known.contains(module)) {
                circles
                    .push(circle.iter().map(|module| self.files[*module].path.clone()).collect());
            }
            known.extend(circle);
        }
        circles
    }
}

/// The shortest way from a module back to it.
fn shortest_circle<'t>(
    start: &'t Module,
    arrows: &BTreeMap<&'t Module, BTreeSet<&'t Module>>,
) -> Option<Vec<&'t Module>> {
    let mut from: BTreeMap<&Module, &Module> = BTreeMap::new();
    let mut next = VecDeque::from([start]);
    while let Some(module) = next.pop_front() {
        for &named in &arrows[module] {
            if named == start {
                let mut circle = vec![start, module];
                while let Some(before) = from.get(circle[circle.len() - 1]) {
                    circle.push(before);
                }
                circle.reverse();
                return Some(circle);
            }
            if let std::collections::btree_map::Entry::Vacant(entry) = from.entry(named) {
                entry.insert(module);
                next.push_back(named);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The circles of a crate with these files.
    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let source = |(path, text): &(&str, &str)| Source {
            path: format!("src/{path}"),
            text: (*text).to_owned(),
        };
        let sources: Vec<Source> = files.iter().map(source).collect();
        let circles = Tree::read("src/lib.rs", &sources).circles();
        circles.iter().map(|circle| circle.join(" ").replace("src/", "")).collect()
    }

    #[test]
    fn a_circle_is_found_through_re_exports_aliases_and_globs() {
        let found = circles(&[
            ("lib.rs", "mod model; mod encode; pub use encode::encode; pub use model::*;"),
            ("model.rs", "pub struct Replay; fn f() { crate::encode(); }"),
            ("encode.rs", "use crate::Replay as R; pub fn encode() { let r: R; }"),
        ]);
        assert_eq!(found, ["encode.rs model.rs encode.rs"]);
        let found = circles(&[
            ("lib.rs", "mod a; mod b;"),
            ("a/mod.rs", "mod c; pub struct A;"),
            ("a/c.rs", "use super::super::b; fn f(a: super::A) { b::g(); }"),
            ("b.rs", "use crate::a::c::f; pub fn g() { f(); }"),
        ]);
        assert_eq!(found, ["a/c.rs b.rs a/c.rs"]);
    }

    #[test]
    fn files_that_name_each_other_in_one_direction_are_in_order() {
        let found = circles(&[
            ("lib.rs", "mod a; mod b; mod c; pub struct Error; fn f() { a::a(); }"),
            // What is in a comment, a text or a test names nothing.
            (
                "a.rs",
                "// use crate::b::B;\nconst A: &str = \"crate::b::B\"; pub fn a() {}\n\
                 #[cfg(test)] mod tests { use crate::b::B; fn f(b: B) {} } struct Z;",
            ),
            ("b.rs", "use crate::a::{a, A as Text}; use crate::{c, Error}; pub struct B;"),
            // A module that is only handed on is no arrow.
            ("c.rs", "pub use crate::b::B; pub struct C;"),
        ]);
        assert_eq!(found, [""; 0]);
    }
}
