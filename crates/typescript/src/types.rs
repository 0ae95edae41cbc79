//! Declarations of types.

use std::any::TypeId;
use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use crate::files::without_comments;

/// Arrays of so many values are tuples; longer ones are lists.
const TUPLE: usize = 3;

/// Declarations by name, of types and of all that they are made of.
#[derive(Debug, Default)]
pub struct Types {
    list: BTreeMap<String, (TypeId, String)>,
}

fn config() -> Config {
    Config::new().with_large_int("number").with_array_tuple_limit(TUPLE)
}

impl Types {
    /// Adds a type; returns what TypeScript calls it.
    ///
    /// # Panics
    /// If another type of the file is called the same.
    pub fn add<T: TS + 'static>(&mut self) -> String {
        self.visit::<T>();
        T::name(&config())
    }

    /// The same with one more type.
    #[must_use]
    pub fn with<T: TS + 'static>(mut self) -> Self {
        self.add::<T>();
        self
    }

    /// The text of a file: which crate serialises the types, the page of the documentation that says what their members mean, and the
    /// declarations.
    pub fn declared(self, serialised_in: &str, explained_in: &str) -> String {
        let head = format!(
            "// Made by `npm run types` from what Rust serialises ({serialised_in}): do not edit. \
             {explained_in} says what the members mean.\n"
        );
        let all: Vec<String> = self.list.into_values().map(|(_, types)| types).collect();
        format!("{head}\n{}", all.join("\n"))
    }
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types that are not exported are TypeScript's own.
        if T::output_path().is_none() {
            return T::visit_generics(self);
        }
        let name = T::ident(&config());
        if let Some((known, _)) = self.list.get(&name) {
            assert_eq!(*known, TypeId::of::<T>(), "two types of a file are called {name}");
            return;
        }
        // Comments are for readers of Rust: to mend one would be to write these types anew.
        let declaration = without_comments(&T::decl(&config()));
        let words: Vec<&str> = declaration.split_whitespace().collect();
        self.list.insert(name, (TypeId::of::<T>(), format!("export {}\n", words.join(" "))));
        T::visit_dependencies(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An outer one.
    #[derive(TS)]
    #[expect(dead_code, reason = "only its type is looked at")]
    struct Outer {
        /// With a comment.
        pair: [f64; 2],
        inner: Option<Vec<Inner>>,
        count: u64,
    }

    #[derive(TS)]
    #[expect(dead_code, reason = "only its type is looked at")]
    struct Inner {
        name: &'static str,
    }

    #[test]
    fn a_type_comes_with_all_that_it_is_made_of() {
        let mut types = Types::default();
        assert_eq!(types.add::<Option<Outer>>(), "Outer | null");
        let text = types.with::<Inner>().declared("crates/a", "docs/b.md");
        let head = "// Made by `npm run types` from what Rust serialises (crates/a): do not edit. docs/b.md says what the members mean.";
        let lines = [
            head,
            "",
            "export type Inner = { name: string, };",
            "",
            "export type Outer = { pair: [number, number], inner: Array<Inner> | null, count: number, };",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), lines);
    }

    #[test]
    #[should_panic(expected = "two types of a file are called Inner")]
    fn a_name_is_that_of_one_type() {
        mod other {
            #[derive(ts_rs::TS)]
            #[expect(dead_code, reason = "only its type is looked at")]
            pub(super) struct Inner {
                number: u8,
            }
        }
        let _ = Types::default().with::<Outer>().with::<other::Inner>();
    }
}
