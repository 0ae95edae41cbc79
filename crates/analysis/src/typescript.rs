//! The types of statistics for the page: what TypeScript calls what is serialised here, a file for each game. And a file for each game with
//! what the page goes by as statistics do.
//!
//! `npm run types` in `web/` writes them anew.
#![allow(clippy::disallowed_methods, reason = "a test compares files")]

use std::any::TypeId;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use ts_rs::{Config, TS, TypeVisitor};

use crate::Statistics;

const HEAD: &str = "\
// Made by `npm run types` from what Rust serialises (crates/analysis): do not edit. docs/json.md says what the members mean.
";

/// Arrays of so many values are tuples; longer ones are lists.
const TUPLE: usize = 3;

/// Declarations by name, of types and of all that they are made of, and what is asked and answered.
pub(crate) struct Types {
    config: Config,
    list: BTreeMap<String, (TypeId, String)>,
    questions: String,
}

impl Default for Types {
    fn default() -> Self {
        let config = Config::new().with_large_int("number").with_array_tuple_limit(TUPLE);
        Self { config, list: BTreeMap::new(), questions: String::new() }
    }
}

impl Types {
    /// Adds a question with its answer; `given` are the names of numbers.
    pub(crate) fn question<A: TS + 'static>(mut self, name: &str, given: &[&str]) -> Self {
        self.visit::<A>();
        let answer = A::name(&self.config);
        let given: Vec<String> = given.iter().map(|name| format!("{name}: number")).collect();
        let given = match &given[..] {
            [] => "Record<string, never>".to_owned(),
            all => format!("{{ {} }}", all.join("; ")),
        };
        self.questions += &format!("  '{name}': {{ given: {given}; answer: {answer} }};\n");
        self
    }

    /// The file with the types and the questions; empty without questions.
    pub(crate) fn with_questions(self) -> String {
        match self.questions.is_empty() {
            true => String::new(),
            false => {
                let questions = format!("\nexport interface Questions {{\n{}}}\n", self.questions);
                self.declared() + &questions
            }
        }
    }

    fn declared(self) -> String {
        let all: Vec<String> = self.list.into_values().map(|(_, types)| types).collect();
        format!("{HEAD}\n{}", all.join("\n"))
    }
}

impl TypeVisitor for Types {
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

/// Those of each game are in a file of their own.
impl TS for Statistics {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &Config) -> String {
        "unknown".to_owned()
    }

    fn inline(config: &Config) -> String {
        Self::name(config)
    }
}

/// The file of a game's statistics.
pub(crate) fn written<T: TS + 'static>() -> String {
    let mut types = Types::default();
    types.visit::<T>();
    types.declared()
}

/// The files for the page, and what is in them: the statistics, questions and rules of each game, and the questions of all.
fn files() -> impl Iterator<Item = (PathBuf, String)> {
    let page = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src");
    let games = page.join("games");
    let of_rules = games.clone();
    let of_games = crate::typescript().into_iter().flat_map(move |(game, stats, questions)| {
        let folder = games.join(game);
        [
            (folder.join("stats/statistics.types.ts"), stats),
            (folder.join("questions.types.ts"), questions),
        ]
    });
    let rules = crate::page_rules().into_iter();
    let rules = rules.map(move |(game, rules)| (of_rules.join(game).join("rules.ts"), rules));
    let of_all = (page.join("decoder/questions.types.ts"), crate::ask::typescript());
    of_games.chain(rules).chain([of_all]).filter(|(_, types)| !types.is_empty())
}

/// What is left however it is laid out: the page's formatter has its own ideas of spaces, quotes, brackets around types and what stands
/// between members. Texts stay as they are, and so do numbers beside each other.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut quote = None;
    let text = without_comments(text);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            end if quote == Some(end) => quote = None,
            other if quote.is_some() => plain.push(other),
            '\'' | '"' => quote = Some(character),
            ',' => {
                while characters.next_if(|next| next.is_whitespace()).is_some() {}
                let is_number = characters.peek().is_some_and(|next| "-0123456789".contains(*next));
                if is_number && plain.ends_with(|last: char| last.is_ascii_digit()) {
                    plain.push(',');
                }
            }
            '(' | ')' | ';' => {}
            // A union in several lines begins with a bar.
            '|' if plain.ends_with(['=', ':', '<', '&']) => {}
            space if space.is_whitespace() => {}
            other => plain.push(other),
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
fn only_the_layout_may_differ() {
    let same = "export const A = { 'a': [1, 2], b: \"x y\" } as const;";
    assert_eq!(
        plain(same),
        plain(
            "/** A. */ export const A = {\n  a: [\n    1,\n    2,\n  ],\n  'b': 'x y',\n} as const;\n"
        )
    );
    for other in
        ["{ a: [12], 'b': \"x y\" }", "{ a: [1, 2], 'b': \"xy\" }", "{ a: [2, 1], 'b': \"x y\" }"]
    {
        assert_ne!(plain(same), plain(&format!("export const A = {other} as const;")));
    }
}

#[test]
#[ignore = "writes files: `npm run types` in web/ runs it"]
fn write_the_types_of_what_is_serialised() {
    for (file, types) in files() {
        fs::write(&file, types).unwrap();
    }
}
