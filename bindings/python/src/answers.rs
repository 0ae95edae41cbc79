//! The answers of many replays.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ghostreel::mark::Report;
use ghostreel::{Answer, Answers, Columns};
use ghostreel_arrow::{Failures, batches};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::error::exception;
use crate::replay::of_report;
use crate::table::{PyTable, capsule};
use crate::{in_python, of_json};

/// What a replay of a collection answers.
#[pyclass(frozen, name = "Answer", module = "ghostreel", get_all)]
pub(crate) struct PyAnswer {
    /// The file.
    path: PathBuf,
    /// The SHA-256 of the game's own file in hex, also of one that is packed in a reel, if the collection gives `digests`; `None` of a file that cannot be read.
    replay: Option<String>,
    /// What it says: a `Table`, or values; `None` if it says nothing.
    value: Py<PyAny>,
    /// Why it says nothing: an exception; else `None`.
    error: Option<Py<PyAny>>,
}

#[pymethods]
impl PyAnswer {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let said = self.error.as_ref().unwrap_or(&self.value).bind(py).repr()?;
        Ok(format!("<Answer {}: {said}>", self.path.display()))
    }
}

enum Asked {
    Json(Answers<String>),
    Reports(Answers<Report>),
    Tables(Answers<Columns>),
    /// They went away as a stream.
    Streamed,
}

/// What there is to give away as a stream.
enum Taken {
    Now(Answers<Columns>),
    Before,
    NoTables,
}

/// The answers of a collection, in the order of paths, each as soon as it and all before it are there. Iterate over them, or take all at
/// once: as a dataframe, or as a stream of Arrow, with the column `path` in front; before it `replay`, if the collection gives `digests`.
#[pyclass(frozen, name = "Answers", module = "ghostreel")]
pub(crate) struct PyAnswers {
    asked: Mutex<Asked>,
    /// Of the answers that were iterated over.
    failed: Mutex<Vec<(PathBuf, String)>>,
    /// Of those that went away as a stream.
    of_stream: Mutex<Failures>,
}

impl PyAnswers {
    pub(crate) fn json(answers: Answers<String>) -> Self {
        Self::of(Asked::Json(answers))
    }

    pub(crate) fn reports(answers: Answers<Report>) -> Self {
        Self::of(Asked::Reports(answers))
    }

    pub(crate) fn tables(answers: Answers<Columns>) -> Self {
        Self::of(Asked::Tables(answers))
    }

    fn of(asked: Asked) -> Self {
        Self { asked: Mutex::new(asked), failed: Mutex::default(), of_stream: Mutex::default() }
    }

    fn asked(&self) -> MutexGuard<'_, Asked> {
        lock(&self.asked)
    }

    fn answered<'py, T>(
        &self,
        py: Python<'py>,
        answer: Answer<T>,
        value: impl FnOnce(T) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<PyAnswer> {
        let Answer { path, digest, result, .. } = answer;
        let replay = digest.map(|digest| digest.to_string());
        let (value, error) = match result {
            Ok(said) => (value(said)?.unbind(), None),
            Err(error) => {
                lock(&self.failed).push((path.clone(), error.to_string()));
                let exception = exception(py, Some(&path), &error);
                (py.None(), Some(exception.into_value(py).into_any()))
            }
        };
        Ok(PyAnswer { path, replay, value, error })
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl PyAnswers {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyAnswer>> {
        /// An answer of either kind.
        enum Next {
            Json(Answer<String>),
            Report(Answer<Report>),
            Table(Answer<Columns>),
        }
        let next = py.detach(|| match &mut *self.asked() {
            Asked::Json(answers) => answers.next().map(Next::Json),
            Asked::Reports(answers) => answers.next().map(Next::Report),
            Asked::Tables(answers) => answers.next().map(Next::Table),
            Asked::Streamed => None,
        });
        match next {
            None => Ok(None),
            Some(Next::Json(answer)) => {
                self.answered(py, answer, |text| of_json(py, &text)).map(Some)
            }
            Some(Next::Report(answer)) => {
                self.answered(py, answer, |report| of_report(py, &report)).map(Some)
            }
            Some(Next::Table(answer)) => {
                let table = |table| Ok(Bound::new(py, PyTable::new(table))?.into_any());
                self.answered(py, answer, table).map(Some)
            }
        }
    }

    /// How many files were looked at, and how many there are.
    #[getter]
    fn progress(&self, py: Python<'_>) -> (usize, usize) {
        // Another thread may be waiting for an answer.
        py.detach(|| match &*self.asked() {
            Asked::Json(answers) => answers.progress(),
            Asked::Reports(answers) => answers.progress(),
            Asked::Tables(answers) => answers.progress(),
            Asked::Streamed => (0, 0),
        })
    }

    /// The replays that gave no rows so far: each file, and why.
    #[getter]
    fn failures(&self) -> Vec<(PathBuf, String)> {
        let of_stream = lock(&self.of_stream).to_vec();
        let of_stream = of_stream.into_iter().map(|failure| (failure.path, failure.reason));
        lock(&self.failed).iter().cloned().chain(of_stream).collect()
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        // Another thread may be waiting for an answer.
        let taken = py.detach(|| {
            let mut asked = self.asked();
            match std::mem::replace(&mut *asked, Asked::Streamed) {
                Asked::Tables(answers) => Taken::Now(answers),
                Asked::Streamed => Taken::Before,
                others @ (Asked::Json(_) | Asked::Reports(_)) => {
                    *asked = others;
                    Taken::NoTables
                }
            }
        });
        let answers = match taken {
            Taken::Now(answers) => answers,
            Taken::Before => {
                return Err(PyValueError::new_err("these answers were taken: ask once more"));
            }
            Taken::NoTables => {
                return Err(PyTypeError::new_err("these answers are no tables: iterate over them"));
            }
        };
        let batches = py.detach(|| batches(answers));
        *lock(&self.of_stream) = batches.failures();
        capsule(py, Box::new(batches))
    }

    /// All rows as one `pandas.DataFrame`, with `path` in front.
    fn to_pandas<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_python(slf.py(), "all_to_pandas")?.call1((slf,))
    }

    /// All rows as one `polars.DataFrame`, with `path` in front.
    fn to_polars<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_python(slf.py(), "to_polars")?.call1((slf,))
    }

    /// All rows as one `pyarrow.Table`, with `path` in front.
    fn to_pyarrow<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_python(slf.py(), "to_pyarrow")?.call1((slf,))
    }
}
