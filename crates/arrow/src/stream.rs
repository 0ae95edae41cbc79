//! One stream of batches over many replays.

use std::iter::FusedIterator;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, Field, Schema, SchemaRef};
use ghostreel::{Answer, Answers, Columns};

use crate::array::same_text;
use crate::field::text_type;
use crate::record_batch;

/// A replay that a stream leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The file.
    pub path: PathBuf,
    /// Why: one sentence.
    pub reason: String,
}

/// The replays that a stream has left out so far. Clones are of the same list: it grows while the stream is read, wherever that is.
#[derive(Clone, Debug, Default)]
pub struct Failures(Arc<Mutex<Vec<Failure>>>);

impl Failures {
    /// Those that are known by now, in the order of the stream.
    pub fn to_vec(&self) -> Vec<Failure> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn add(&self, failure: Failure) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(failure);
    }
}

/// The answers of a collection as one stream: a batch for each replay, in the order of their paths.
///
/// Before the columns that were asked for comes `path`, and before it, if the collection gives [digests](ghostreel::Collection::digests), `replay`: the
/// SHA-256 of the replay's file. The first replay that answers gives the schema. One that cannot be read, or whose columns are of other types, is left out; [`Batches::failures`] has it.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # for (seed, name) in [(1, "a.slp"), (2, "b.slp")] {
/// #     std::fs::write(folder.path().join(name), ghostreel::sample("melee", None, seed).unwrap())?;
/// # }
/// # let replays = folder.path();
/// let frames = ghostreel::collection([replays]).frames(["post.position_x"], ..);
/// let mut batches = ghostreel_arrow::batches(frames);
/// assert_eq!(batches.by_ref().count(), 2);
/// assert_eq!(batches.failures().to_vec(), []);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn batches(answers: Answers<Columns>) -> Batches {
    let schema = Arc::new(Schema::new(own_fields(answers.has_digests())));
    let mut batches = Batches { answers, schema, next: None, failures: Failures::default() };
    if let Some(first) = batches.read(|_, batch| Some(batch)) {
        batches.schema = first.schema();
        batches.next = Some(first);
    }
    batches
}

/// A stream of batches, made by [`batches`].
#[derive(Debug)]
pub struct Batches {
    answers: Answers<Columns>,
    schema: SchemaRef,
    /// The first batch, until it is taken.
    next: Option<RecordBatch>,
    failures: Failures,
}

impl Batches {
    /// The replays that are left out, to be kept where the stream is given away.
    pub fn failures(&self) -> Failures {
        self.failures.clone()
    }

    /// How many files were looked at, and how many there are.
    pub const fn progress(&self) -> (usize, usize) {
        self.answers.progress()
    }

    /// The next batch that can be made, as `fitted` wants it.
    fn read(
        &mut self,
        fitted: impl Fn(&SchemaRef, RecordBatch) -> Option<RecordBatch>,
    ) -> Option<RecordBatch> {
        loop {
            let Answer { path, digest, result, .. } = self.answers.next()?;
            let replay = digest.map(|digest| digest.to_string());
            let batch = result.map_err(|error| error.to_string()).and_then(|columns| {
                let batch = record_batch(columns).map_err(|error| error.to_string())?;
                let batch = with_replay(replay, path.display().to_string(), &batch)
                    .map_err(|error| error.to_string())?;
                let other = || "its columns are not those of the first replay".to_owned();
                fitted(&self.schema, batch).ok_or_else(other)
            });
            match batch {
                Ok(batch) => return Some(batch),
                Err(reason) => self.failures.add(Failure { path, reason }),
            }
        }
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next.take().or_else(|| self.read(fit)).map(Ok)
    }
}

impl FusedIterator for Batches {}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

fn own_fields(has_digests: bool) -> Vec<Field> {
    let replay = has_digests.then_some("replay");
    replay.into_iter().chain(["path"]).map(|name| Field::new(name, text_type(), false)).collect()
}

/// A batch with the columns that name its replay before its own.
fn with_replay(
    replay: Option<String>,
    path: String,
    batch: &RecordBatch,
) -> Result<RecordBatch, ArrowError> {
    let schema = batch.schema();
    let fields = own_fields(replay.is_some()).into_iter().map(Arc::new);
    let fields: Vec<Arc<Field>> = fields.chain(schema.fields().iter().cloned()).collect();
    let schema = Schema::new_with_metadata(fields, schema.metadata().clone());
    let names = replay.into_iter().chain([path]).map(|text| same_text(&text, batch.num_rows()));
    let columns = names.chain(batch.columns().iter().cloned()).collect();
    RecordBatch::try_new(Arc::new(schema), columns)
}

/// A batch under the schema of the stream, if it has the same columns. Meanings may differ: they are those of the first.
fn fit(schema: &SchemaRef, batch: RecordBatch) -> Option<RecordBatch> {
    let of = |schema: &Schema| -> Vec<_> {
        let field = |field: &Arc<Field>| (field.name().clone(), field.data_type().clone());
        schema.fields().iter().map(field).collect()
    };
    (of(schema) == of(&batch.schema())).then_some(())?;
    RecordBatch::try_new(Arc::clone(schema), batch.columns().to_vec()).ok()
}
