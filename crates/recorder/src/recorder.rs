//! A session that is being recorded.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::thread::{self, Thread};
use std::time::Duration;

use ghostreel_reel::{Header, Stream, Table, TableColumn, WriteError, Writer};

use crate::input::{ByteInput, Common, RowInput};
use crate::marking::Marking;
use crate::ring::ring;
use crate::row::{Gathered, Layout};
use crate::settings::{RESULT, Session};
use crate::status::{Shared, Status};
use crate::storage::{Folder, Storage};
use crate::worker::{Job, Source};

/// Why a session cannot be recorded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BeginError {
    /// The name has no character, or one that leads to another folder.
    #[error("{0:?} is no name for a file")]
    Name(String),
    /// A table has no columns.
    #[error("table {0} has no columns")]
    NoColumns(String),
    /// There is a table of this name, which the recorder adds itself.
    #[error("the table {RESULT} is added by the recorder")]
    Result,
    /// The header is too long, or has a column of an unknown type.
    #[error(transparent)]
    Header(#[from] WriteError),
    /// The system gives no thread.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
}

/// A session that is being recorded. Dropped before its end, it ends without a result, without waiting for its files.
#[derive(Debug)]
pub struct Recorder {
    rows: Vec<RowInput>,
    bytes: Option<ByteInput>,
    header: Header,
    shared: Arc<Shared>,
    result: Arc<std::sync::Mutex<BTreeMap<String, String>>>,
    writer: Thread,
}

impl Recorder {
    /// Begins a session. Files are made by the writer's thread: a disk that is full or gone is no error here, and tried again.
    ///
    /// # Errors
    /// If the session cannot be recorded, or there is no thread for it.
    pub fn begin(session: Session) -> Result<Self, BeginError> {
        Self::begin_with(session, None)
    }

    /// Begins a session that is signed while it is recorded and, where there is a witness, witnessed. Only the recorder's own threads wait for the
    /// witness.
    ///
    /// # Errors
    /// As [`begin`](Self::begin).
    pub fn begin_marked(session: Session, marking: Marking) -> Result<Self, BeginError> {
        Self::begin_with(session, Some(marking))
    }

    fn begin_with(session: Session, marking: Option<Marking>) -> Result<Self, BeginError> {
        let Session { folder, name, .. } = &session;
        let is_name = !name.is_empty() && !name.contains(['/', '\\', ':', '\0']);
        if !is_name || [".", ".."].contains(&name.as_str()) {
            return Err(BeginError::Name(name.clone()));
        }
        let storage = Folder::new(folder.clone(), name.clone());
        Self::begin_in(session, marking, Box::new(storage))
    }

    /// Begins a session whose files are written elsewhere than in its folder.
    pub(crate) fn begin_in(
        session: Session,
        marking: Option<Marking>,
        storage: Box<dyn Storage>,
    ) -> Result<Self, BeginError> {
        let Session { mut header, settings, .. } = session;
        if header.table(RESULT).is_some() {
            return Err(BeginError::Result);
        }
        header.streams.push(Stream::Table(result_table()));
        let shared = Arc::new(Shared::new(header.streams.len()));
        let capacity = settings.ring_bytes.clamp(4 << 10, 16 << 20);
        // The worker makes the one that writes, when it has what marks put into the header.
        Writer::new(header.clone(), settings.of_writer())?;
        let (mut rows, mut bytes, mut sources) = (Vec::new(), None, Vec::new());
        for (stream, declared) in (1..).zip(&header.streams) {
            let common = |ring| Common { ring, stream, lost: 0, shared: shared.clone() };
            sources.push(match declared {
                Stream::Table(table) if table.name == RESULT => Source::None,
                Stream::Table(table) => {
                    let layout = Layout::of(table)
                        .ok_or_else(|| BeginError::NoColumns(table.name.clone()))?;
                    let (input, output) = ring(capacity);
                    let gathered = Gathered::new(layout.clone());
                    let (common, last_time) = (common(input), f64::NEG_INFINITY);
                    rows.push(RowInput { layout, common, last_time });
                    Source::rows(output, gathered)
                }
                Stream::Original(_) if bytes.is_none() => {
                    let (input, output) = ring(capacity);
                    bytes = Some(ByteInput { common: common(input) });
                    Source::bytes(output)
                }
                _ => Source::None,
            });
        }
        let result = Arc::default();
        let job = Job {
            header: header.clone(),
            sources,
            storage,
            settings,
            marking,
            shared: shared.clone(),
            result: Arc::clone(&result),
        };
        let thread = thread::Builder::new().name("ghostreel".into());
        let writer = thread.spawn(|| job.run()).map_err(BeginError::Thread)?.thread().clone();
        Ok(Self { rows, bytes, header, shared, result, writer })
    }

    /// The input of a table. There is one: the second time it is asked for, it is gone.
    pub fn rows(&mut self, table: &str) -> Option<RowInput> {
        let (stream, _) = self.header.table(table)?;
        let place = self.rows.iter().position(|rows| rows.common.stream == stream)?;
        Some(self.rows.swap_remove(place))
    }

    /// The input of the game's own file. There is one: the second time it is asked for, it is gone.
    pub fn bytes(&mut self) -> Option<ByteInput> {
        self.bytes.take()
    }

    /// The reel's metadata, the table `result` included.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// A handle for other threads to ask for progress.
    pub fn progress(&self) -> Progress {
        Progress { shared: self.shared.clone() }
    }

    /// Its progress. Copies a few texts, so it is not for every frame.
    pub fn status(&self) -> Status {
        self.shared.status()
    }

    /// Ends the session, and returns at once: [`wait`](Self::wait) says when the files are written. The result goes into the table
    /// `result`, which the recorder adds, with the number of lost rows of each table. Threads that push should be done by then: rows that they
    /// push from now on are refused.
    pub fn end(&self, result: BTreeMap<String, String>) {
        if !self.shared.has_ended() {
            if let Ok(mut kept) = self.result.lock() {
                *kept = result;
            }
            self.shared.end();
            self.writer.unpark();
        }
    }

    /// Waits until all files are written or recording has failed, for at most `patience`. Without [`end`](Self::end) that is never.
    pub fn wait(&self, patience: Duration) -> Status {
        self.shared.wait(patience)
    }
}

/// The progress of a session, for any thread to ask, also when its [`Recorder`] is gone.
#[derive(Clone, Debug)]
pub struct Progress {
    shared: Arc<Shared>,
}

impl Progress {
    /// As [`Recorder::status`].
    pub fn status(&self) -> Status {
        self.shared.status()
    }

    /// As [`Recorder::wait`].
    pub fn wait(&self, patience: Duration) -> Status {
        self.shared.wait(patience)
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.end(BTreeMap::new());
    }
}

fn result_table() -> Table {
    let column = |name: &str, meaning: &str| TableColumn {
        name: name.to_owned(),
        kind: "dict".into(),
        meaning: meaning.to_owned(),
        ..TableColumn::default()
    };
    Table {
        name: RESULT.into(),
        rows: "events".into(),
        time: None,
        meaning: "how the session ended, by name".into(),
        columns: vec![
            column("name", "Name of the fact; lost.TABLE: how many rows of a table were lost"),
            column("value", "Its value"),
        ],
    }
}
