//! What the library answers and the page's own decoders do not: states between rows, rows beside events, Arrow, changed copies, marks (docs/verbs.md).
//!
//! The module of verbs opens replays of every game, those in reels, too. It has the exports of [`crate`] for buffers and results, `open`, `close` and `set_map`, and besides:
//!
//! | export | does |
//! |---|---|
//! | `table(handle, ptr, len) → ok` | answers a [question](asked::Table), JSON in the buffer. Results: the table's schema as JSON, with the texts of dictionaries; then the little-endian values of each column; then which rows of each have a value, as in `columns` |
//! | `arrow(handle, ptr, len) → ok` | the same as a stream of Arrow's IPC |
//! | `sequence(handle, ptr, len) → ok` | events that follow each other, [asked](asked::Sequence) in JSON; result: the rows of each table, as JSON |
//! | `copy(handle, ptr, len) → ok` | a file made of the replay, [asked](asked::Copy) in JSON; result: its bytes, none if a whole replay was to be repaired |
//! | `verify(file, file_len, mark, mark_len, trust, trust_len) → ok` | what the marks of a file prove, with the mark beside it, to who trusts the servers whose keys are lines of the last buffer; result: a report as JSON |

mod asked;
// They are called as those of the games' modules.
#[cfg(not(any(feature = "decoders", feature = "reel")))]
pub mod exports;

use arrow_ipc::writer::StreamWriter;
use ghostreel::mark::{PublicKey, Trust, verify_file};
use ghostreel::{Columns, Options, Replay};
use ghostreel_arrow::record_batch;
use ghostreel_formats::json;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::State;
use crate::answer::{Answer, Refusal};

/// A replay that is open under a handle.
pub(crate) struct Open {
    handle: u32,
    replay: Replay<'static>,
}

/// What is said of a table before its values.
#[derive(Serialize)]
struct About<'a> {
    #[serde(flatten)]
    table: json::Table<'a>,
    /// By column, the texts that codes are of.
    texts: Vec<Option<&'a [String]>>,
}

impl State {
    fn open_replay(&mut self, ptr: usize, len: usize) -> Result<u32, Refusal> {
        let bytes = self.take(ptr, len)?;
        let replay = ghostreel::read(bytes, &Options::default())?;
        self.opened += 1;
        self.verbs.push(Open { handle: self.opened, replay });
        Ok(self.opened)
    }

    fn close_replay(&mut self, handle: u32) {
        self.verbs.retain(|open| open.handle != handle);
    }

    fn opened(&mut self, handle: u32) -> Result<&mut Replay<'static>, Refusal> {
        let open = self.verbs.iter_mut().find(|open| open.handle == handle);
        open.map(|open| &mut open.replay).ok_or(Refusal::NoReplay)
    }

    fn set_map_of(&mut self, handle: u32, ptr: usize, len: usize) -> Result<Answer, Refusal> {
        let zip = self.take(ptr, len)?;
        self.opened(handle)?.set_map(&zip)?;
        Ok(Answer::default())
    }

    /// What is asked in a buffer.
    fn asked<T: DeserializeOwned>(&self, ptr: usize, len: usize) -> Result<T, Refusal> {
        let question = serde_json::from_slice(self.buffer(ptr, len)?);
        question.map_err(|error| Refusal::NoAnswer(error.to_string()))
    }

    fn columns_asked(&mut self, handle: u32, ptr: usize, len: usize) -> Result<Columns, Refusal> {
        let question: asked::Table = self.asked(ptr, len)?;
        Ok(question.of(self.opened(handle)?)?)
    }

    fn table(&mut self, handle: u32, ptr: usize, len: usize) -> Result<Answer, Refusal> {
        let columns = self.columns_asked(handle, ptr, len)?;
        let rows = columns.len() as u64;
        let texts = columns.iter().map(|(_, column)| column.dict_values()).collect();
        let table = json::describe_table(columns.schema(), Some(rows));
        let about = serde_json::to_vec(&About { table, texts }).unwrap_or_default();
        Ok(Answer::Table(about, columns.into_parts().1))
    }

    fn arrow(&mut self, handle: u32, ptr: usize, len: usize) -> Result<Answer, Refusal> {
        let columns = self.columns_asked(handle, ptr, len)?;
        let written = record_batch(columns).and_then(|batch| {
            let mut stream = StreamWriter::try_new(Vec::new(), &batch.schema())?;
            stream.write(&batch)?;
            stream.into_inner()
        });
        written.map(Answer::Bytes).map_err(|error| Refusal::NoAnswer(error.to_string()))
    }

    fn sequence(&mut self, handle: u32, ptr: usize, len: usize) -> Result<Answer, Refusal> {
        let question: asked::Sequence = self.asked(ptr, len)?;
        Ok(Answer::json(&question.of(self.opened(handle)?)?))
    }

    fn copy(&mut self, handle: u32, ptr: usize, len: usize) -> Result<Answer, Refusal> {
        let wanted: asked::Copy = self.asked(ptr, len)?;
        Ok(Answer::Bytes(wanted.of(self.opened(handle)?)?.unwrap_or_default()))
    }

    fn verify(
        &self,
        (file, file_len): (usize, usize),
        (mark, mark_len): (usize, usize),
        (trust, trust_len): (usize, usize),
    ) -> Result<Answer, Refusal> {
        let mut trusted = Trust::default();
        for key in self.text(trust, trust_len)?.lines() {
            let wrong = |error| Refusal::NoAnswer(format!("{key:?} is no public key: {error}"));
            trusted.add_server(key.parse::<PublicKey>().map_err(wrong)?);
        }
        let mark = self.buffer(mark, mark_len)?;
        let beside = (!mark.is_empty()).then_some(mark);
        Ok(Answer::json(&verify_file(self.buffer(file, file_len)?, beside, &trusted)))
    }
}

impl From<ghostreel::Error> for Refusal {
    fn from(error: ghostreel::Error) -> Self {
        match error {
            ghostreel::Error::Decode(error) => Self::Format(error),
            other => Self::NoAnswer(other.to_string()),
        }
    }
}
