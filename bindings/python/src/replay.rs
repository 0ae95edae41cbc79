//! One replay.

use std::collections::BTreeMap;
use std::ops::Bound as End;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use ghostreel::mark::{PublicKey, Report, Trust};
use ghostreel::{Beside, Columns, Edits, Error, Level, Options, Outcome, Replay, Times as Sampled};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyMemoryView};

use crate::error::exception;
use crate::table::PyTable;
use crate::{of_json, one_or_more};

/// Seconds from and to; `None` is from the begin or to the end. The end is not among them.
pub(crate) type Times = Option<(Option<f64>, Option<f64>)>;

/// The same as a range.
pub(crate) fn range(times: Times) -> (End<f64>, End<f64>) {
    let (from, to) = times.unwrap_or_default();
    (from.map_or(End::Unbounded, End::Included), to.map_or(End::Unbounded, End::Excluded))
}

/// Opens a replay, or the one that is packed in a reel: a path, bytes, or a file object that is open for reading bytes. A damaged one is read as far as possible.
#[pyfunction]
pub(crate) fn open(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<PyReplay> {
    let bytes = if source.hasattr("read")? {
        Some(source.call_method0("read")?.cast_into::<PyBytes>()?)
    } else if source.is_instance_of::<PyByteArray>() || source.is_instance_of::<PyMemoryView>() {
        Some(py.get_type::<PyBytes>().call1((source,))?.cast_into()?)
    } else {
        source.cast::<PyBytes>().ok().cloned()
    };
    let bytes = bytes.map(|bytes| bytes.as_bytes().to_vec());
    let (path, replay) = match bytes {
        Some(bytes) => (None, py.detach(|| ghostreel::read(bytes, &Options::default()))),
        None => {
            let path: PathBuf = source.extract()?;
            let replay = py.detach(|| ghostreel::open(&path));
            (Some(path), replay)
        }
    };
    match replay {
        Ok(replay) => Ok(PyReplay { path, replay: Mutex::new(replay) }),
        Err(error) => Err(exception(py, path.as_deref(), &error)),
    }
}

/// The bytes of a replay that is made up, e.g. of `melee`: for trying things out. `variant` is one of its kinds.
#[pyfunction]
#[pyo3(signature = (game, variant = None, seed = 1))]
pub(crate) fn sample(
    py: Python<'_>,
    game: &str,
    variant: Option<&str>,
    seed: u64,
) -> PyResult<Py<PyBytes>> {
    let bytes = ghostreel::sample(game, variant, seed).ok_or_else(|| {
        let known = samples();
        PyValueError::new_err(match known.iter().find(|(known, _)| *known == game) {
            Some((_, variants)) => {
                let (variant, variants) = (variant.unwrap_or_default(), variants.join(", "));
                format!("{game} has no sample {variant:?}, but {variants}")
            }
            None => {
                let games: Vec<&str> = known.iter().map(|(game, _)| *game).collect();
                format!("there is no sample of {game:?}, but of {}", games.join(", "))
            }
        })
    })?;
    Ok(PyBytes::new(py, &bytes).unbind())
}

/// Makes a file of the JSON that `to_json` gave. JSON that was not changed gives the same bytes.
#[pyfunction]
pub(crate) fn from_json(py: Python<'_>, json: &str) -> PyResult<Py<PyBytes>> {
    match py.detach(|| ghostreel::from_json(json.as_bytes())) {
        Ok(bytes) => Ok(PyBytes::new(py, &bytes).unbind()),
        Err(error) => Err(exception(py, None, &error)),
    }
}

/// The games that there are samples of, each with its variants.
#[pyfunction]
pub(crate) fn samples() -> Vec<(&'static str, Vec<&'static str>)> {
    ghostreel::sample_variants()
}

/// Events that follow each other: the rows of each table, first to last, where all come within some seconds of the first.
#[pyfunction]
pub(crate) fn sequence(
    py: Python<'_>,
    events: Vec<PyRef<'_, PyTable>>,
    within_s: f64,
) -> PyResult<Vec<Vec<usize>>> {
    let events: Vec<&Columns> = events.iter().map(|table| table.columns.as_ref()).collect();
    ghostreel::sequence(&events, within_s).map_err(|error| exception(py, None, &error))
}

/// What the marks of a replay or reel prove to those who trust some servers, by their public keys (`ed25519:…`): its `level`, the `key` that vouches
/// for it, for how much of it a server received that live (`share`), `findings` and `reasons`. `docs/json.md` has the members (`verify --json`).
#[pyfunction]
#[pyo3(signature = (path, trust = Vec::new()))]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    path: PathBuf,
    trust: Vec<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let trust = trusted(&trust)?;
    let report = py.detach(|| ghostreel::verify(&path, &trust));
    of_report(py, &report.map_err(|error| exception(py, Some(&path), &error))?)
}

/// Trust in servers by their public keys.
pub(crate) fn trusted(keys: &[String]) -> PyResult<Trust> {
    let mut trust = Trust::default();
    for key in keys {
        let wrong = |error| PyValueError::new_err(format!("{key:?} is no public key: {error}"));
        trust.add_server(key.parse::<PublicKey>().map_err(wrong)?);
    }
    Ok(trust)
}

/// A report as its JSON says it.
pub(crate) fn of_report<'py>(py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyAny>> {
    let text =
        serde_json::to_string(report).map_err(|error| PyValueError::new_err(error.to_string()))?;
    of_json(py, &text)
}

/// An opened replay of whatever game, made by `ghostreel.open`.
#[pyclass(frozen, name = "Replay", module = "ghostreel")]
pub(crate) struct PyReplay {
    path: Option<PathBuf>,
    /// One thread of Python at a time.
    replay: Mutex<Replay<'static>>,
}

impl PyReplay {
    /// Asks the replay while other threads of Python go on.
    fn of_replay<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut Replay<'static>) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let answer = py.detach(|| {
            let mut replay = self.replay.lock().unwrap_or_else(PoisonError::into_inner);
            ask(&mut replay)
        });
        answer.map_err(|error| exception(py, self.path.as_deref(), &error))
    }

    fn table(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&Replay<'static>) -> Result<Columns, Error> + Send,
    ) -> PyResult<PyTable> {
        self.of_replay(py, |replay| ask(replay)).map(PyTable::new)
    }

    fn json<'py>(
        &self,
        py: Python<'py>,
        ask: impl FnOnce(&Replay<'static>) -> Result<String, Error> + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        of_json(py, &self.of_replay(py, |replay| ask(replay))?)
    }
}

#[pymethods]
impl PyReplay {
    /// The file; `None` of bytes.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.path.clone()
    }

    /// The game, as its folders and features are called: `beat-saber`, `melee`, `rocket-league`.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.of_replay(py, |replay| Ok(replay.format().game))
    }

    /// The format's short name, e.g. `slp`.
    #[getter]
    fn format(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.of_replay(py, |replay| Ok(replay.format().id))
    }

    /// The version of the format.
    #[getter]
    fn version(&self, py: Python<'_>) -> PyResult<String> {
        self.of_replay(py, |replay| Ok(replay.version()))
    }

    /// Whether anything was lost: `ok` or `recovered`.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.of_replay(py, |replay| {
            Ok(match replay.outcome() {
                Outcome::Ok => "ok",
                _ => "recovered",
            })
        })
    }

    /// Oddities and losses, each one sentence with its place, in the order of the file.
    #[getter]
    fn diagnostics(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.of_replay(py, |replay| {
            Ok(replay.diagnostics().iter().map(ToString::to_string).collect())
        })
    }

    /// Players, setting, time and result, under the same names for every game; oddities and losses; and every table with its columns, their
    /// units and meanings. `docs/json.md` has the members.
    #[getter]
    fn description<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.json(py, Replay::description)
    }

    /// Columns of the table `frames`, cut to some seconds.
    #[pyo3(signature = (columns, times = None))]
    fn frames(
        &self,
        py: Python<'_>,
        columns: &Bound<'_, PyAny>,
        times: Times,
    ) -> PyResult<PyTable> {
        self.columns(py, "frames", Some(columns), times)
    }

    /// Columns of any table, cut to some seconds of it; all of its columns if none are named. The time is among them.
    #[pyo3(signature = (table, columns = None, times = None))]
    fn columns(
        &self,
        py: Python<'_>,
        table: &str,
        columns: Option<&Bound<'_, PyAny>>,
        times: Times,
    ) -> PyResult<PyTable> {
        let names: Option<Vec<String>> = columns.map(one_or_more).transpose()?;
        self.table(py, |replay| columns_of(replay, table, names, times))
    }

    /// Columns of a table of states or steps at given times, or so many times a second: between its rows as the player on the page shows them, `docs/verbs.md` says how. At each
    /// time there is a row for each that the table has states of. All of its columns if none are named.
    #[pyo3(signature = (table, columns = None, *, times = None, rate = None))]
    fn at(
        &self,
        py: Python<'_>,
        table: &str,
        columns: Option<&Bound<'_, PyAny>>,
        times: Option<Vec<f64>>,
        rate: Option<f64>,
    ) -> PyResult<PyTable> {
        let names: Option<Vec<String>> = columns.map(one_or_more).transpose()?;
        let times = sampled(times, rate)?;
        self.table(py, |replay| columns_at(replay, table, names.as_deref(), times))
    }

    /// All columns of a table of events, e.g. `goals`.
    fn events(&self, py: Python<'_>, table: &str) -> PyResult<PyTable> {
        self.table(py, |replay| replay.events(table))
    }

    /// Goals, kills, misses and what else is worth a look, by time.
    fn moments(&self, py: Python<'_>) -> PyResult<PyTable> {
        self.events(py, "moments")
    }

    /// The statistics of each player, a row each.
    fn player_stats(&self, py: Python<'_>) -> PyResult<PyTable> {
        self.table(py, |replay| columns_of(replay, "player_stats", None, None))
    }

    /// All statistics, under the names that each game's field uses; `None` if there are none of the game.
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.json(py, |replay| replay.ask("stats", &[]))
    }

    /// The answer to a question that the game's replays answer, e.g. `ending`.
    #[pyo3(signature = (question, **given))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        question: &str,
        given: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let values = parameters(given)?;
        self.json(py, |replay| replay.ask(question, &as_texts(&values)))
    }

    /// The rows of a table around each of some events, within seconds of the event, e.g. `(-1, 2)`. Before them come `event`, the row of the
    /// event, and `offset_s`, the seconds since it.
    fn around(
        &self,
        py: Python<'_>,
        events: PyRef<'_, PyTable>,
        seconds: (f64, f64),
        table: &str,
        columns: &Bound<'_, PyAny>,
    ) -> PyResult<PyTable> {
        let names: Vec<String> = one_or_more(columns)?;
        let events = events.columns.clone();
        self.table(py, |replay| replay.around(&events, seconds.0..seconds.1, table, names))
    }

    /// Events with the row of a table that is just `before` or `after` each. `same` are pairs of columns, of the events and of the table, that
    /// must be equal.
    #[pyo3(signature = (events, table, columns, beside = "before", same = Vec::new()))]
    fn joined(
        &self,
        py: Python<'_>,
        events: PyRef<'_, PyTable>,
        table: &str,
        columns: &Bound<'_, PyAny>,
        beside: &str,
        same: Vec<(String, String)>,
    ) -> PyResult<PyTable> {
        let beside = match beside {
            "before" => Beside::Before,
            "after" => Beside::After,
            other => {
                return Err(PyValueError::new_err(format!(
                    "{other:?} is neither before nor after"
                )));
            }
        };
        let names: Vec<String> = one_or_more(columns)?;
        let events = events.columns.clone();
        self.table(py, |replay| {
            let same: Vec<(&str, &str)> =
                same.iter().map(|(of_events, of_table)| (&**of_events, &**of_table)).collect();
            replay.joined(&events, table, names, beside, &same)
        })
    }

    /// Puts the map of Beat Saber that it was played on beside the replay: a zip file, as a path or bytes. Then there are the map's tables, and
    /// `ask("motion")` compares cuts with its notes.
    fn set_map(&self, py: Python<'_>, map: &Bound<'_, PyAny>) -> PyResult<()> {
        let zip = match map.cast::<PyBytes>() {
            Ok(bytes) => bytes.as_bytes().to_vec(),
            Err(_) => std::fs::read(map.extract::<PathBuf>()?)?,
        };
        self.of_replay(py, |replay| replay.set_map(&zip))
    }

    /// The game's own file packed into a reel, from which `open` reads it, and `ghostreel unpack` gives it back to the byte. `level` is `live`, `fast` or `archive`.
    #[pyo3(signature = (level = "fast"))]
    fn packed<'py>(&self, py: Python<'py>, level: &str) -> PyResult<Bound<'py, PyBytes>> {
        let level = match level {
            "live" => Level::Live,
            "fast" => Level::Fast,
            "archive" => Level::Archive,
            other => {
                return Err(PyValueError::new_err(format!(
                    "{other:?} is none of live, fast and archive"
                )));
            }
        };
        let name = self.path.as_ref().and_then(|path| path.file_name());
        let name = name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let reel = self.of_replay(py, |replay| replay.packed(&name, level))?;
        Ok(PyBytes::new(py, &reel))
    }

    /// The bytes of the game's own file.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.of_replay(py, |replay| Ok(replay.bytes().to_vec()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The file made whole; `None` if nothing is wrong with it.
    fn repaired<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let whole = self.of_replay(py, |replay| replay.repaired())?;
        Ok(whole.map(|bytes| PyBytes::new(py, &bytes)))
    }

    /// A copy that does not say who played, when, and on what. The motion and the inputs stay, and they identify who played nevertheless.
    fn redacted<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let redacted = self.of_replay(py, |replay| replay.redacted())?;
        Ok(PyBytes::new(py, &redacted.bytes))
    }

    /// A changed copy, so far of Rocket League's replays: players called otherwise, a stretch of time (seconds since the first frame), without all actors
    /// of some objects.
    #[pyo3(signature = (*, rename = None, times = None, drop = None))]
    fn edited<'py>(
        &self,
        py: Python<'py>,
        rename: Option<BTreeMap<String, String>>,
        times: Option<(Option<f32>, Option<f32>)>,
        drop: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (from, to) = times.unwrap_or_default();
        let rename = rename.unwrap_or_default().into_iter().collect();
        let edits = Edits { rename, from, to, drop: drop.unwrap_or_default() };
        let edited = self.of_replay(py, |replay| replay.edited(&edits))?;
        Ok(PyBytes::new(py, &edited.bytes))
    }

    /// The whole replay, record by record, as the text of a JSON document; `from_json` makes the file of it again.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let json = self.of_replay(py, |replay| {
            let mut json = Vec::new();
            replay.write_json(&mut json).map(|()| json)
        })?;
        Ok(String::from_utf8(json)?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.of_replay(py, |replay| {
            let meta = replay.meta();
            let players: Vec<&str> = meta.players.iter().map(|player| &*player.name).collect();
            let (game, seconds) = (replay.format().game_name, meta.duration_s);
            Ok(format!("<Replay {game}: {}, {seconds:.1} s>", players.join(", ")))
        })
    }
}

/// Columns of a table; all of them where none are named.
pub(crate) fn columns_of(
    replay: &Replay<'_>,
    table: &str,
    names: Option<Vec<String>>,
    times: Times,
) -> Result<Columns, Error> {
    match names {
        Some(names) => replay.columns(table, names, range(times)),
        None => replay.all_columns(table, range(times)),
    }
}

/// Times, or a rate.
pub(crate) fn sampled(times: Option<Vec<f64>>, rate: Option<f64>) -> PyResult<Sampled> {
    match (times, rate) {
        (Some(times), None) => Ok(Sampled::At(times)),
        (None, Some(rate)) => Ok(Sampled::Rate(rate)),
        _ => Err(PyValueError::new_err("give either times or a rate")),
    }
}

/// Columns of a table of states at some times; all of them where none are named.
pub(crate) fn columns_at(
    replay: &Replay<'_>,
    table: &str,
    names: Option<&[String]>,
    times: Sampled,
) -> Result<Columns, Error> {
    match names {
        Some(names) => replay.at(times, table, names),
        None => replay.all_at(times, table),
    }
}

/// The parameters of a question, by name, as texts.
pub(crate) fn parameters(given: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, String)>> {
    let text = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        Ok((name.extract::<String>()?, value.str()?.to_string()))
    };
    given.into_iter().flatten().map(text).collect()
}

pub(crate) fn as_texts(values: &[(String, String)]) -> Vec<(&str, &str)> {
    values.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}
