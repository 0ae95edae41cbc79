//! The types of statistics for the page: what TypeScript calls what is serialised here, a file for each game.
//!
//! `npm run types` in `web/` writes them anew.
#![allow(clippy::disallowed_methods, reason = "a test compares files")]

use std::any::TypeId;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use ts_rs::{Config, TS, TypeVisitor};

const HEAD: &str = "\
// Made by `npm run types` from what Rust serialises (crates/analysis): do not edit. docs/json.md says what the members mean.
";

/// Arrays of so many values are tuples; longer ones are lists.
const TUPLE: usize = 3;

/// Declarations by name, the type itself and all that it is made of.
struct Declarations {
    config: Config,
    list: BTreeMap<String, (TypeId, String)>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // What is not exported is TypeScript's own.
        if T::output_path().is_none() {
            return T::visit_generics(self);
        }
        let name = T::ident(&self.config);
        if let Some((known, _)) = self.list.get(&name) {
            assert_eq!(*known, TypeId::of::<T>(), "two types of a game are called {name}");
            return;
        }
        let declaration = without_comments(&T::decl(&self.config));
        self.list.insert(name, (TypeId::of::<T>(), format!("export {declaration}\n")));
        T::visit_dependencies(self);
    }
}

/// Comments are for readers of Rust: to mend one would be to write these types anew.
fn without_comments(types: &str) -> String {
    let mut parts = types.split("/**");
    let first = parts.next().unwrap_or_default();
    let others = parts.filter_map(|part| part.split_once("*/")).map(|(_, behind)| behind);
    [first].into_iter().chain(others).collect()
}

/// The file of a game's statistics.
pub(crate) fn written<T: TS + 'static>() -> String {
    let config = Config::new().with_large_int("number").with_array_tuple_limit(TUPLE);
    let mut declarations = Declarations { config, list: BTreeMap::new() };
    declarations.visit::<T>();
    let all: Vec<String> = declarations.list.into_values().map(|(_, types)| types).collect();
    format!("{HEAD}\n{}", all.join("\n"))
}

/// The files with the types, and what is in them: the statistics of each game, and what people read of all.
fn files() -> impl Iterator<Item = (PathBuf, String)> {
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/games");
    let of_game = games.clone();
    let file = move |game: &str| of_game.join(game).join("stats/statistics.types.ts");
    let sheet = games.join("../stats/sheet.types.ts");
    let of_games = crate::typescript().into_iter().map(move |(game, types)| (file(game), types));
    let ending = games.join("../stats/ending.types.ts");
    of_games.chain([(sheet, written::<crate::Sheet>()), (ending, written::<crate::Ending>())])
}

/// What is left of types however they are laid out: the page's formatter has its own ideas of spaces, quotes, brackets around
/// types and what stands between members.
fn plain(types: &str) -> String {
    let mut plain = String::new();
    for character in types.chars().filter(|c| !c.is_whitespace() && !"'\"(),;".contains(*c)) {
        // A union in several lines begins with a bar.
        if character != '|' || !plain.ends_with(['=', ':', '<', '&']) {
            plain.push(character);
        }
    }
    plain
}

#[test]
fn the_page_has_the_types_of_what_is_serialised() {
    for (file, types) in files() {
        let known = fs::read_to_string(&file).unwrap_or_default();
        let is_same = plain(&known) == plain(&types);
        assert!(is_same, "{} is not up to date: run `npm run types` in web/", file.display());
    }
}

#[test]
#[ignore = "writes files: `npm run types` in web/ runs it"]
fn write_the_types_of_what_is_serialised() {
    for (file, types) in files() {
        fs::write(&file, types).unwrap();
    }
}
