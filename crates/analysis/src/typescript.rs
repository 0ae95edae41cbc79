//! The types of statistics for the page: the TypeScript types of all that is serialised here, a file for each game. And a file for each game with
//! what the page goes by as statistics do.

use ghostreel_typescript::{File, assert_written, write};
use ts_rs::{Config, TS};

use crate::Statistics;

/// Types of answers, and the questions with their answers.
#[derive(Default)]
pub(crate) struct Types {
    answers: ghostreel_typescript::Types,
    questions: String,
}

impl Types {
    /// Adds a question with its answer; `given` are the names of numbers.
    pub(crate) fn question<A: TS + 'static>(mut self, name: &str, given: &[&str]) -> Self {
        let answer = self.answers.add::<A>();
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
                declared(self.answers) + &questions
            }
        }
    }
}

fn declared(types: ghostreel_typescript::Types) -> String {
    types.declared("crates/analysis", "docs/json.md")
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
    declared(ghostreel_typescript::Types::default().with::<T>())
}

/// The files for the page: the statistics, questions and rules of each game, and the questions of all.
fn files() -> impl Iterator<Item = File> {
    let of_games = crate::typescript().into_iter().flat_map(|(game, stats, questions)| {
        [
            (format!("games/{game}/stats/statistics.types.ts"), stats),
            (format!("games/{game}/questions.types.ts"), questions),
        ]
    });
    let rules = crate::page_rules().into_iter();
    let rules = rules.map(|(game, rules)| (format!("games/{game}/rules.ts"), rules));
    let of_all = ("decoder/questions.types.ts".to_owned(), crate::ask::typescript());
    of_games.chain(rules).chain([of_all]).filter(|(_, types)| !types.is_empty())
}

#[test]
fn the_page_has_the_types_of_what_is_serialised() {
    assert_written(files());
}

#[test]
#[ignore = "writes files: `npm run types` in web/ runs it"]
fn write_the_types_of_what_is_serialised() {
    write(files());
}
