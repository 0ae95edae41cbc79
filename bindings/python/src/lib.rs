//! The part of the Python package `ghostreel` that is in Rust. `python/ghostreel` has the rest, and `_core.pyi` the types.

mod answers;
mod collection;
mod error;
mod recorder;
mod replay;
mod table;

use pyo3::prelude::*;
use pyo3::types::PyList;

#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::answers::{PyAnswer, PyAnswers};
    #[pymodule_export]
    use crate::collection::PyCollection;
    #[pymodule_export]
    use crate::error::GhostreelError;
    #[pymodule_export]
    use crate::recorder::PyRecorder;
    #[pymodule_export]
    use crate::replay::{PyReplay, from_json, open, sample, samples, sequence, verify};
    #[pymodule_export]
    use crate::table::PyTable;
}

/// What JSON says, as Python's own values.
fn of_json<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.getattr("loads")?.call1((json,))
}

/// A function of the package's part in Python.
fn in_python<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("ghostreel._frames")?.getattr(name)
}

/// One value or several of them.
fn one_or_more<'py, T: FromPyObjectOwned<'py>>(given: &Bound<'py, PyAny>) -> PyResult<Vec<T>> {
    if let Ok(one) = given.extract::<T>() {
        return Ok(vec![one]);
    }
    let all = PyList::empty(given.py());
    for one in given.try_iter()? {
        all.append(one?)?;
    }
    all.iter().map(|one| one.extract::<T>().map_err(Into::into)).collect()
}
