//! Many replays.

use std::path::PathBuf;
use std::str::FromStr;

use ghostreel::formats::core::Digest;
use ghostreel::{Collection, collection};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answers::PyAnswers;
use crate::one_or_more;
use crate::replay::{Times, as_texts, columns_at, columns_of, parameters, range, sampled, trusted};

/// Replays that are asked the same: files, and all replays below folders. Each verb opens them by as many threads as there are processors, and
/// gives an answer for each, in the order of their paths; one that fails is an answer, too.
#[pyclass(frozen, name = "Collection", module = "ghostreel")]
pub(crate) struct PyCollection {
    paths: Vec<PathBuf>,
    games: Vec<String>,
    player: Option<String>,
    opponent: Option<String>,
    character: Option<String>,
    map: Option<String>,
    since: Option<i64>,
    until: Option<i64>,
    without: Vec<Digest>,
    digests: bool,
    threads: Option<usize>,
    memory: Option<u64>,
}

impl PyCollection {
    fn collection(&self) -> Collection {
        let mut all = collection(&self.paths);
        if self.digests {
            all = all.digests();
        }
        if !self.without.is_empty() {
            all = all.without(self.without.iter().copied());
        }
        for game in &self.games {
            all = all.game(game);
        }
        all = narrowed(all, self.player.as_deref(), Collection::player);
        all = narrowed(all, self.opponent.as_deref(), Collection::opponent);
        all = narrowed(all, self.character.as_deref(), Collection::character);
        all = narrowed(all, self.map.as_deref(), Collection::map);
        if let Some(since) = self.since {
            all = all.since(since);
        }
        if let Some(until) = self.until {
            all = all.until(until);
        }
        if let Some(threads) = self.threads {
            all = all.threads(threads);
        }
        match self.memory {
            Some(bytes) => all.memory(bytes),
            None => all,
        }
    }
}

/// By a name, if there is one.
fn narrowed(
    all: Collection,
    name: Option<&str>,
    condition: fn(Collection, &str) -> Collection,
) -> Collection {
    match name {
        Some(name) => condition(all, name),
        None => all,
    }
}

#[pymethods]
impl PyCollection {
    #[new]
    #[pyo3(signature = (
        paths, *, game = None, player = None, opponent = None, character = None, map = None, since = None, until = None,
        without = Vec::new(), digests = false, threads = None, memory = None,
    ))]
    #[expect(clippy::too_many_arguments, reason = "each is a name in Python")]
    fn new(
        paths: &Bound<'_, PyAny>,
        game: Option<&Bound<'_, PyAny>>,
        player: Option<String>,
        opponent: Option<String>,
        character: Option<String>,
        map: Option<String>,
        since: Option<i64>,
        until: Option<i64>,
        without: Vec<String>,
        digests: bool,
        threads: Option<usize>,
        memory: Option<u64>,
    ) -> PyResult<Self> {
        let without = without.iter().map(|text| {
            let no_digest = |_| PyValueError::new_err(format!("{text:?} is no SHA-256 in hex"));
            Digest::from_str(text).map_err(no_digest)
        });
        Ok(Self {
            paths: one_or_more(paths)?,
            games: game.map(one_or_more).transpose()?.unwrap_or_default(),
            player,
            opponent,
            character,
            map,
            since,
            until,
            without: without.collect::<PyResult<_>>()?,
            digests,
            threads,
            memory,
        })
    }

    /// Players, setting, time and result, oddities and losses, and the tables of each.
    fn description(&self) -> PyAnswers {
        PyAnswers::json(self.collection().description())
    }

    /// All statistics of each.
    fn stats(&self) -> PyAnswers {
        PyAnswers::json(self.collection().ask("stats", &[]))
    }

    /// The answer of each to a question that its game's replays answer, e.g. `motion` of Beat Saber.
    #[pyo3(signature = (question, **given))]
    fn ask(&self, question: &str, given: Option<&Bound<'_, PyDict>>) -> PyResult<PyAnswers> {
        let values = parameters(given)?;
        Ok(PyAnswers::json(self.collection().ask(question, &as_texts(&values))))
    }

    /// What the marks of each prove to those who trust some servers, as `ghostreel.verify`.
    #[pyo3(signature = (trust = Vec::new()))]
    fn verify(&self, trust: Vec<String>) -> PyResult<PyAnswers> {
        Ok(PyAnswers::reports(self.collection().verify(trusted(&trust)?)))
    }

    /// Columns of the table `frames` of each, cut to some seconds.
    #[pyo3(signature = (columns, times = None))]
    fn frames(&self, columns: &Bound<'_, PyAny>, times: Times) -> PyResult<PyAnswers> {
        self.columns("frames", Some(columns), times)
    }

    /// Columns of any table of each, cut to some seconds; all of its columns if none are named.
    #[pyo3(signature = (table, columns = None, times = None))]
    fn columns(
        &self,
        table: &str,
        columns: Option<&Bound<'_, PyAny>>,
        times: Times,
    ) -> PyResult<PyAnswers> {
        let names: Option<Vec<String>> = columns.map(one_or_more).transpose()?;
        let ask = self.collection();
        Ok(PyAnswers::tables(match names {
            Some(names) => ask.columns(table, names, range(times)),
            None => {
                let table = table.to_owned();
                ask.each(move |replay| columns_of(replay, &table, None, times))
            }
        }))
    }

    /// Columns of a table of states or steps of each, at given times or so many times a second, as `Replay.at`.
    #[pyo3(signature = (table, columns = None, *, times = None, rate = None))]
    fn at(
        &self,
        table: &str,
        columns: Option<&Bound<'_, PyAny>>,
        times: Option<Vec<f64>>,
        rate: Option<f64>,
    ) -> PyResult<PyAnswers> {
        let names: Option<Vec<String>> = columns.map(one_or_more).transpose()?;
        let (table, times) = (table.to_owned(), sampled(times, rate)?);
        let answers = self
            .collection()
            .each(move |replay| columns_at(replay, &table, names.as_deref(), times.clone()));
        Ok(PyAnswers::tables(answers))
    }

    /// All columns of a table of events of each.
    fn events(&self, table: &str) -> PyAnswers {
        PyAnswers::tables(self.collection().events(table))
    }

    /// Goals, kills, misses and what else is worth a look.
    fn moments(&self) -> PyAnswers {
        self.events("moments")
    }

    /// The statistics of each player, a row each.
    fn player_stats(&self) -> PyAnswers {
        PyAnswers::tables(self.collection().player_stats())
    }

    fn __repr__(&self) -> String {
        let paths: Vec<String> =
            self.paths.iter().take(3).map(|path| path.display().to_string()).collect();
        let more = if self.paths.len() > 3 { ", …" } else { "" };
        format!("<Collection of {}{more}>", paths.join(", "))
    }
}
