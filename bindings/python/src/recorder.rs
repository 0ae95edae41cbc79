//! Recording a session into a reel.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ghostreel::timeline::Type;
use ghostreel_recorder::{Progress, Recorder, Row, RowInput, Session, State, Status};
use ghostreel_reel::{Header, Player, Stream, Table, TableColumn};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};

use crate::error::GhostreelError;

/// A session that is being recorded.
///
/// `tables` are as in a reel's header: `[{"name": "poses", "rows": "states", "time": "time", "columns": [{"name": "time", "type": "f64", "unit": "s"}, …]}]`. Without
/// them they are those of a game that Ghostreel knows the tables of, as `beat-saber`. The files are made in the folder, which is made if it is not there.
#[pyclass(frozen, name = "Recorder", module = "ghostreel")]
pub(crate) struct PyRecorder {
    game: String,
    recorder: Mutex<Recorder>,
    progress: Progress,
    inputs: Mutex<Vec<Input>>,
}

/// The input of a table.
struct Input {
    table: String,
    columns: Vec<(String, Type)>,
    rows: RowInput,
    /// Used for each row again.
    row: Row,
}

/// The ring of each table: Python pushes many rows at once, and no game waits for it.
const RING_BYTES: usize = 16 << 20;

/// How long the end of a `with` waits for the files.
const PATIENCE_S: f64 = 60.0;

#[pymethods]
impl PyRecorder {
    #[new]
    #[pyo3(signature = (folder, name, game, tables = None, *, players = None, properties = None, started_ms = None))]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        folder: PathBuf,
        name: &str,
        game: &str,
        tables: Option<&Bound<'_, PyAny>>,
        players: Option<Vec<String>>,
        properties: Option<BTreeMap<String, String>>,
        started_ms: Option<i64>,
    ) -> PyResult<Self> {
        let mut session = match tables {
            Some(tables) => {
                let json = py.import("json")?.call_method1("dumps", (tables,))?;
                let tables: Vec<Table> = serde_json::from_str(&json.extract::<String>()?)
                    .map_err(|error| PyValueError::new_err(format!("tables: {error}")))?;
                let streams = tables.into_iter().map(Stream::Table).collect();
                let header = Header { game: game.to_owned(), streams, ..Header::default() };
                Session { header, folder, name: name.to_owned(), ..Session::default() }
            }
            None => Session::of_game(game, folder, name).ok_or_else(|| {
                PyValueError::new_err(format!("no tables of {game:?} are known: say which it has"))
            })?,
        };
        let players = players.unwrap_or_default().into_iter();
        session.header.players = players.map(|name| Player { name, ..Player::default() }).collect();
        session.header.properties = properties.unwrap_or_default();
        session.header.started = started_ms;
        session.settings.ring_bytes = RING_BYTES;
        let mut recorder =
            Recorder::begin(session).map_err(|error| GhostreelError::new_err(error.to_string()))?;
        let tables: Vec<Table> = recorder.header().tables().cloned().collect();
        let inputs = tables.into_iter().filter_map(|table| {
            let rows = recorder.rows(&table.name)?;
            let kind = |column: &TableColumn| Some((column.name.clone(), column.value_type()?));
            let columns = table.columns.iter().map(kind).collect::<Option<_>>()?;
            Some(Input { table: table.name, columns, rows, row: Row::default() })
        });
        let inputs = Mutex::new(inputs.collect());
        let progress = recorder.progress();
        Ok(Self { game: game.to_owned(), recorder: Mutex::new(recorder), progress, inputs })
    }

    /// The tables that take rows, each with its columns and their types.
    #[getter]
    fn tables(&self) -> BTreeMap<String, BTreeMap<String, &'static str>> {
        let inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        let of = |input: &Input| {
            input.columns.iter().map(|(name, kind)| (name.clone(), kind.name())).collect()
        };
        inputs.iter().map(|input| (input.table.clone(), of(input))).collect()
    }

    /// Takes a row: its values in the order of the columns, or by name. `None`, and a name that is left out, is no value.
    fn push(&self, table: &str, row: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(input) = inputs.iter_mut().find(|input| input.table == table) else {
            return Err(PyKeyError::new_err(format!("no table {table} takes rows")));
        };
        let values: Vec<Option<Bound<'_, PyAny>>> = match row.cast::<PyMapping>() {
            Ok(by_name) => input.by_name(by_name)?,
            Err(_) => row.extract()?,
        };
        if values.len() != input.columns.len() {
            let (columns, found) = (input.columns.len(), values.len());
            let message = format!("a row of {table} has {columns} values, not {found}");
            return Err(PyValueError::new_err(message));
        }
        input.row.clear();
        for ((name, kind), value) in input.columns.iter().zip(&values) {
            add(&mut input.row, *kind, value.as_ref()).map_err(|error| {
                PyTypeError::new_err(format!("{table}.{name} is {}: {error}", kind.name()))
            })?;
        }
        input.rows.push(&input.row).map_err(|error| GhostreelError::new_err(error.to_string()))
    }

    /// How it goes: `state` (`recording`, `ending`, `finished`, `failed`), `rows`, `rows_lost`, `trouble`, and at the end `reel`, `own_file` and `remarks`.
    #[getter]
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        as_dict(py, self.progress.status())
    }

    /// Ends the session and waits for its files. `result` goes into the table `result`. Gives the status.
    #[pyo3(signature = (result = None, patience_s = 60.0))]
    fn end<'py>(
        &self,
        py: Python<'py>,
        result: Option<BTreeMap<String, String>>,
        patience_s: f64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let patience = Duration::try_from_secs_f64(patience_s)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let recorder = self.recorder.lock().unwrap_or_else(PoisonError::into_inner);
        recorder.end(result.unwrap_or_default());
        drop(recorder);
        let status = py.detach(|| self.progress.wait(patience));
        as_dict(py, status)
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// Ends the session, unless it has ended.
    fn __exit__(
        &self,
        py: Python<'_>,
        _kind: &Bound<'_, PyAny>,
        _error: &Bound<'_, PyAny>,
        _trace: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.end(py, None, PATIENCE_S).map(drop)
    }

    fn __repr__(&self) -> String {
        let status = self.progress.status();
        format!("<Recorder of {}: {}, {} rows>", self.game, name(status.state), status.rows)
    }
}

impl Input {
    /// The values in the order of the columns.
    fn by_name<'py>(
        &self,
        row: &Bound<'py, PyMapping>,
    ) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
        for name in row.keys()?.iter() {
            let name: String = name.extract()?;
            if !self.columns.iter().any(|(column, _)| *column == name) {
                let message = format!("table {} has no column {name}", self.table);
                return Err(PyKeyError::new_err(message));
            }
        }
        let value = |(name, _): &(String, Type)| match row.contains(name)? {
            true => row.get_item(name).map(|value| (!value.is_none()).then_some(value)),
            false => Ok(None),
        };
        self.columns.iter().map(value).collect()
    }
}

/// Adds a value to a row, in the type of its column.
fn add(row: &mut Row, kind: Type, value: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    macro_rules! add {
        ($value:ident $absent:ident) => {
            match value {
                Some(value) => row.$value(value.extract()?),
                None => row.$absent(),
            }
        };
    }
    match kind {
        Type::F32 => add!(f32 absent_f32),
        Type::F64 => add!(f64 absent_f64),
        Type::I8 => add!(i8 absent_i8),
        Type::I16 => add!(i16 absent_i16),
        Type::I32 => add!(i32 absent_i32),
        Type::I64 => add!(i64 absent_i64),
        Type::U8 => add!(u8 absent_u8),
        Type::U16 => add!(u16 absent_u16),
        Type::U32 => add!(u32 absent_u32),
        Type::U64 => add!(u64 absent_u64),
        Type::Bool => add!(bool absent_bool),
        Type::Dict => match value {
            Some(value) => row.text(&value.cast::<PyString>()?.to_cow()?),
            None => row.absent_text(),
        },
        _ => return Err(PyTypeError::new_err("no type that is known here")),
    };
    Ok(())
}

fn as_dict(py: Python<'_>, status: Status) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("state", name(status.state))?;
    dict.set_item("rows", status.rows)?;
    dict.set_item("rows_lost", status.rows_lost)?;
    dict.set_item("trouble", status.trouble)?;
    dict.set_item("reel", status.reel)?;
    dict.set_item("own_file", status.own_file)?;
    dict.set_item("remarks", status.remarks)?;
    Ok(dict)
}

fn name(state: State) -> &'static str {
    match state {
        State::Recording => "recording",
        State::Ending => "ending",
        State::Finished => "finished",
        State::Failed => "failed",
    }
}
