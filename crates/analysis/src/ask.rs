//! Questions that are asked of a replay by name and answered as JSON: some of every game, others of one alone. A program that shows,
//! serves or prints answers does not have to list the questions.

use std::fmt;
use std::io::Write;
use std::str::FromStr;

use serde::Serialize;

use crate::{Analysis, Ending, Sheet, Statistics};

/// A question that replays answer.
#[derive(Clone, Copy)]
pub struct Question {
    /// Its name.
    pub name: &'static str,
    /// The answer, in a sentence.
    pub doc: &'static str,
    /// Names of the whole numbers that are given with it.
    pub given: &'static [&'static str],
    pub(crate) answer: fn(&Analysis<'_>, &Parameters<'_>, &mut dyn Write) -> Result<(), AskError>,
}

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// Replays of the game do not answer it.
    #[error("replays of this game do not answer `{question}`; they answer {}", known.join(", "))]
    Unknown {
        /// The question.
        question: String,
        /// The questions that there are.
        known: Vec<&'static str>,
    },
    /// Something has to be given with it.
    #[error("`{0}` is to be given, as a whole number")]
    Missing(&'static str),
    /// Something else is given with it.
    #[error("`{0}` is not to be given")]
    Unwanted(String),
    /// The answer cannot be written.
    #[error("the answer cannot be written as JSON: {0}")]
    Unwritten(String),
}

/// The parameters of a question: names and values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameters<'g>(&'g [(&'g str, &'g str)]);

impl Parameters<'_> {
    pub(crate) fn get<T: FromStr>(&self, name: &'static str) -> Result<T, AskError> {
        let given = self.0.iter().find(|(given, _)| *given == name);
        given.and_then(|(_, value)| value.parse().ok()).ok_or(AskError::Missing(name))
    }
}

/// Writes an answer.
// Not inlined for the same reason as `Analysis::stats`.
#[inline(never)]
pub(crate) fn json<T: Serialize>(answer: T, out: &mut dyn Write) -> Result<(), AskError> {
    serde_json::to_writer(out, &answer).map_err(|error| AskError::Unwritten(error.to_string()))
}

/// A list of questions: `"name": function(what is given) -> its answer, "what the answer is";`. The function takes the [`Analysis`] first.
macro_rules! declare_questions {
    ($($(#[$when:meta])* $name:literal: $function:ident($($given:ident: $type:ty),*) -> $answer:ty, $doc:literal;)*) => {
        pub(crate) const QUESTIONS: &[$crate::ask::Question] = &[$(
            $(#[$when])*
            $crate::ask::Question {
                name: $name,
                doc: $doc,
                given: &[$(stringify!($given)),*],
                answer: |replay, _given, out| {
                    let answer: $answer = $function(replay, $(_given.get::<$type>(stringify!($given))?),*);
                    $crate::ask::json(answer, out)
                },
            },
        )*];

        /// The parameters of each question, and its answer, in TypeScript.
        #[cfg(test)]
        pub(crate) fn typescript() -> String {
            let types = $crate::typescript::Types::default();
            $(
                let types = types.question::<$answer>($name, &[$(stringify!($given)),*]);
            )*
            types.with_questions()
        }
    };
}
pub(crate) use declare_questions;

declare_questions! {
    "stats": stats() -> Option<&Statistics>, "Statistics, under the names that the game's field uses; null if there are none for the game.";
    "sheet": sheet() -> Option<Sheet>, "The statistics in tables, as people read them; null if there are none for the game.";
    "ending": ending() -> Option<Ending>, "How it ended, in a few words; null if there are no statistics for the game.";
}

fn stats<'r>(replay: &'r Analysis<'_>) -> Option<&'r Statistics> {
    replay.stats()
}

fn sheet(replay: &Analysis<'_>) -> Option<Sheet> {
    replay.stats().map(Statistics::sheet)
}

fn ending(replay: &Analysis<'_>) -> Option<Ending> {
    replay.stats().map(|stats| stats.ending(replay.view().meta().outcome))
}

/// The questions that replays of a game answer: those of every game, then its own.
pub fn questions(game: &str) -> impl Iterator<Item = &'static Question> {
    QUESTIONS.iter().chain(crate::questions_of(game))
}

impl Question {
    /// Finds the question that a game's replays answer, and looks whether what is to be given with it is, and nothing else. `given` are
    /// names and values.
    ///
    /// # Errors
    /// If they do not answer it, or not with these parameters.
    pub fn find(game: &str, name: &str, given: &[(&str, &str)]) -> Result<&'static Self, AskError> {
        let Some(found) = questions(game).find(|known| known.name == name) else {
            let known = questions(game).map(|question| question.name).collect();
            return Err(AskError::Unknown { question: name.to_owned(), known });
        };
        if let Some((name, _)) = given.iter().find(|(name, _)| !found.given.contains(name)) {
            return Err(AskError::Unwanted((*name).to_owned()));
        }
        found.given.iter().try_for_each(|name| Parameters(given).get::<usize>(name).map(drop))?;
        Ok(found)
    }
}

impl Analysis<'_> {
    /// Answers a question as JSON; [`questions`] lists those of each game. `given` are names and values.
    ///
    /// ```
    /// use ghostreel_analysis::Analysis;
    /// use ghostreel_formats::{core::DecodeOptions, open, sample};
    ///
    /// let bytes = sample("beat-saber", None, 1).unwrap();
    /// let replay = Analysis::new(open(&bytes[..], &DecodeOptions::RECOVER)?);
    /// let cut = replay.ask("compared-cut", &[("note", "3")]).unwrap();
    /// assert!(cut.starts_with(r#"{"note":3,"#));
    /// let error = replay.ask("goals", &[]).unwrap_err().to_string();
    /// assert!(error.contains("they answer stats, sheet, ending, motion"), "{error}");
    /// # Ok::<(), ghostreel_formats::core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Question::find`].
    pub fn ask(&self, question: &str, given: &[(&str, &str)]) -> Result<String, AskError> {
        let mut json = Vec::new();
        self.write_answer(question, given, &mut json)?;
        String::from_utf8(json).map_err(|error| AskError::Unwritten(error.to_string()))
    }

    /// As [`ask`](Self::ask), written as it comes: answers may be much longer than their inputs.
    ///
    /// # Errors
    /// As [`Question::find`], and if `out` fails.
    pub fn write_answer(
        &self,
        question: &str,
        given: &[(&str, &str)],
        mut out: impl Write,
    ) -> Result<(), AskError> {
        let question = Question::find(self.view().format().game, question, given)?;
        (question.answer)(self, &Parameters(given), &mut out)
    }
}

#[cfg(all(test, feature = "default"))]
mod tests {
    use super::*;

    #[test]
    fn parameters_must_be_known_and_be_numbers() {
        let error = |game, name, given: &[_]| Question::find(game, name, given).unwrap_err();
        let unknown = error("melee", "motion", &[]);
        assert_eq!(
            unknown.to_string(),
            "replays of this game do not answer `motion`; they answer stats, sheet, ending"
        );
        assert_eq!(error("beat-saber", "compared-cut", &[]), AskError::Missing("note"));
        let word = error("beat-saber", "compared-cut", &[("note", "first")]);
        assert_eq!(word, AskError::Missing("note"));
        let other = error("beat-saber", "motion", &[("note", "1")]);
        assert_eq!(other, AskError::Unwanted("note".into()));
        assert!(Question::find("beat-saber", "compared-cut", &[("note", "1")]).is_ok());
    }
}
