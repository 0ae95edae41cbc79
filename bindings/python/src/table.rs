//! Columns of a replay.

use std::sync::Arc;

use ghostreel::formats::json;
use ghostreel::{Cell, Columns, Data};
use ghostreel_arrow::arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use ghostreel_arrow::arrow_schema::{ArrowError, ffi::FFI_ArrowSchema};
use ghostreel_arrow::{FFI_ArrowArrayStream, record_batch, schema};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};

use crate::{in_python, of_json};

/// Columns of a table of a replay: what `frames`, `columns`, `events` and the other verbs give.
///
/// Everything that reads Arrow takes it as it is (`pyarrow.table(table)`, `polars.DataFrame(table)`, DuckDB by its name), and
/// `to_pandas`, `to_polars`, `to_pyarrow` and `to_numpy` are there for each. Values that stand for none are as in the file until
/// `with_nulls` makes them null.
#[pyclass(frozen, name = "Table", module = "ghostreel")]
pub(crate) struct PyTable {
    pub(crate) columns: Arc<Columns>,
}

impl PyTable {
    pub(crate) fn new(columns: Columns) -> Self {
        Self { columns: Arc::new(columns) }
    }

    fn batch(&self) -> PyResult<RecordBatch> {
        record_batch(self.columns.as_ref().clone()).map_err(no_arrow)
    }
}

/// A column as numpy's array: its values, which rows have one (`None`: all), and, of texts, the list that the values are places in.
type InNumpy<'py> = (Bound<'py, PyAny>, Option<Bound<'py, PyArray1<bool>>>, Option<Vec<String>>);

/// An error of Arrow, which only a bug makes.
pub(crate) fn no_arrow(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A stream as Python's libraries hand it to each other.
pub(crate) fn capsule<'py>(
    py: Python<'py>,
    reader: Box<dyn RecordBatchReader + Send>,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), c"arrow_array_stream")
}

#[pymethods]
impl PyTable {
    /// The table's name, e.g. `frames`.
    #[getter]
    fn name(&self) -> &str {
        &self.columns.schema().name
    }

    /// How to read it between its rows: `states` are interpolated, `steps` hold until the next, `events` are instants.
    #[getter]
    fn rows(&self) -> &'static str {
        self.columns.schema().kind.name()
    }

    /// The column that has the time in seconds; `None` of a table outside time.
    #[getter]
    fn time(&self) -> Option<&'static str> {
        self.columns.schema().time
    }

    /// The meaning of a row.
    #[getter]
    fn meaning(&self) -> &'static str {
        self.columns.schema().meaning
    }

    /// The names of its columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.columns.iter().map(|(declared, _)| declared.name.as_ref()).collect()
    }

    /// Each of its columns, as `description` has them: `name`, `type`, `unit`, `meaning`, and what else there is to say.
    #[getter]
    fn schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let columns = self.columns.schema().columns.iter();
        let columns: Vec<json::Column<'_>> = columns.map(Into::into).collect();
        let text = serde_json::to_string(&columns)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        of_json(py, &text)
    }

    fn __len__(&self) -> usize {
        self.columns.len()
    }

    fn __repr__(&self) -> String {
        let names = self.column_names();
        let shown = names.iter().take(6).copied().collect::<Vec<_>>().join(", ");
        let more = if names.len() > 6 { ", …" } else { "" };
        let (name, rows, columns) = (self.name(), self.columns.len(), names.len());
        format!("<Table {name}: {rows} rows × {columns} columns ({shown}{more})>")
    }

    fn _repr_html_<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_python(slf.py(), "to_html")?.call1((slf,))
    }

    /// The same, with null in place of values that stand for none, such as -1 for nobody.
    fn with_nulls(&self, py: Python<'_>) -> Self {
        let columns = &self.columns;
        Self::new(py.detach(|| columns.as_ref().clone().with_nulls()))
    }

    /// The first rows.
    #[pyo3(signature = (rows = 10))]
    fn head(&self, rows: usize) -> Self {
        Self::new(self.columns.head(rows))
    }

    /// A column in numpy.
    fn _numpy<'py>(&self, py: Python<'py>, name: &str) -> PyResult<InNumpy<'py>> {
        let column =
            self.columns.column(name).map_err(|error| PyKeyError::new_err(error.to_string()))?;
        let mut texts = None;
        let bits = |bytes: &[u8]| bytes.iter().map(|&byte| byte != 0).collect::<Vec<bool>>();
        let values = match &column.data {
            Data::F32(values) => values.clone().into_pyarray(py).into_any(),
            Data::F64(values) => values.clone().into_pyarray(py).into_any(),
            Data::I8(values) => values.clone().into_pyarray(py).into_any(),
            Data::I16(values) => values.clone().into_pyarray(py).into_any(),
            Data::I32(values) => values.clone().into_pyarray(py).into_any(),
            Data::I64(values) => values.clone().into_pyarray(py).into_any(),
            Data::U8(values) => values.clone().into_pyarray(py).into_any(),
            Data::U16(values) => values.clone().into_pyarray(py).into_any(),
            Data::U32(values) => values.clone().into_pyarray(py).into_any(),
            Data::U64(values) => values.clone().into_pyarray(py).into_any(),
            Data::Bool(values) => bits(values).into_pyarray(py).into_any(),
            Data::Dict { codes, values } => {
                texts = Some(values.clone());
                codes.clone().into_pyarray(py).into_any()
            }
            _ => return Err(PyValueError::new_err(format!("{name} has no type in numpy yet"))),
        };
        let valid = column.validity.as_deref().map(|valid| bits(valid).into_pyarray(py));
        Ok((values, valid, texts))
    }

    /// The values of a column, null as `None`.
    fn _values<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let values = PyList::empty(py);
        for row in self.columns.rows() {
            match row.cell(name).map_err(|error| PyKeyError::new_err(error.to_string()))? {
                Cell::Absent => values.append(py.None()),
                Cell::Bool(is_so) => values.append(is_so),
                Cell::Integer(number) => values.append(number),
                Cell::F32(number) => values.append(number),
                Cell::F64(number) => values.append(number),
                Cell::Text(text) => values.append(text),
                _ => {
                    return Err(PyValueError::new_err(format!(
                        "{name} has no values in Python yet"
                    )));
                }
            }?;
        }
        Ok(values)
    }

    /// The columns as numpy's arrays, by name, of the types that the file has. Columns with nulls are masked arrays; texts are arrays of
    /// objects.
    fn to_numpy<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_python(slf.py(), "to_numpy")?.call1((slf,))
    }

    /// A `pandas.DataFrame`, of the types that the file has. Null is NaN among floats, and makes integers and booleans pandas' nullable ones; texts are
    /// categories.
    fn to_pandas<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_python(slf.py(), "to_pandas")?.call1((slf,))
    }

    /// A `polars.DataFrame`.
    fn to_polars<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_python(slf.py(), "to_polars")?.call1((slf,))
    }

    /// A `pyarrow.Table`.
    fn to_pyarrow<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_python(slf.py(), "to_pyarrow")?.call1((slf,))
    }

    /// The rows as dictionaries, null as `None`.
    fn to_dicts<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_python(slf.py(), "to_dicts")?.call1((slf,))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(schema(self.columns.schema())).map_err(no_arrow)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Who asks may convert: the interface lets a producer give what it has.
        let _ = requested_schema;
        let batch = self.batch()?;
        let schema = batch.schema();
        capsule(py, Box::new(RecordBatchIterator::new([Ok(batch)], schema)))
    }
}
