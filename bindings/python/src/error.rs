//! The exception.

use std::path::Path;

use ghostreel::Error;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

pyo3::create_exception!(
    ghostreel,
    GhostreelError,
    PyException,
    "Why there is no answer: one sentence. `path` is the file, if it is of one; `offset` and `section` are the place in it, `fault` the party at \
     fault (`truncated`, `malformed`, `unsupported`, `limit` or `bug`), where the file itself is wrong; each else `None`."
);

/// The exception for an error about a file, or about none.
pub(crate) fn exception(py: Python<'_>, path: Option<&Path>, error: &Error) -> PyErr {
    if let Error::File { path, reason } = error {
        return of_system(py, path, reason);
    }
    let sentence = match path {
        Some(path) => format!("{}: {error}", path.display()),
        None => error.to_string(),
    };
    let exception = GhostreelError::new_err(sentence);
    let decode = match error {
        Error::Decode(error) => Some(error),
        _ => None,
    };
    let value = exception.value(py);
    let members = value.setattr("path", path).and_then(|()| {
        value.setattr("offset", decode.map(|error| error.offset))?;
        value.setattr("section", decode.map(|error| error.section.as_ref()))?;
        value.setattr("fault", decode.map(|error| error.fault.name()))
    });
    members.err().unwrap_or(exception)
}

/// A file that cannot be read is what Python calls it: `FileNotFoundError` and its kin.
fn of_system(py: Python<'_>, path: &Path, reason: &std::io::Error) -> PyErr {
    static OS_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let made = OS_ERROR.import(py, "builtins", "OSError").and_then(|class| {
        let text = reason.to_string();
        // The system's number is at the end of the text, and Python's own text has it in front.
        let text = text.split(" (os error").next().unwrap_or_default();
        class.call1((reason.raw_os_error(), text, path.as_os_str()))
    });
    made.map_or_else(|error| error, PyErr::from_value)
}
