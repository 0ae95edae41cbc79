//! Records a session of any game into a reel, without ever keeping the game waiting.
//!
//! A game gives rows of its tables, or the bytes of its own file. The calling thread only copies them into a ring; a thread of the
//! recorder's makes chunks of them and appends them to a file. At the end the file gets its name, and the game's own file is written
//! beside it, where one can be made. `docs/recording.md` says what happens when something fails, and which data is worth recording.
//!
//! ```
//! use std::time::Duration;
//! use ghostreel_recorder::{Recorder, Row, Session, State};
//! use ghostreel_reel::{Header, Stream, Table, TableColumn};
//!
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! let column = |name: &str| TableColumn { name: name.into(), kind: "f32".into(), ..TableColumn::default() };
//! let frames = Table {
//!     name: "frames".into(),
//!     rows: "states".into(),
//!     time: Some("time".into()),
//!     columns: vec![column("time"), column("height")],
//!     ..Table::default()
//! };
//! let header = Header { game: "mine".into(), streams: vec![Stream::Table(frames)], ..Header::default() };
//! let session = Session { header, folder: folder.into(), name: "first".into(), ..Session::default() };
//!
//! let mut recorder = Recorder::begin(session)?;
//! let mut frames = recorder.rows("frames").ok_or("no such table")?;
//! let mut row = Row::default();
//! for frame in 0..180_u8 {
//!     let time = f32::from(frame) / 90.0;
//!     frames.push(row.clear().f32(time).f32(1.7 + time.sin()))?;
//! }
//! recorder.end([("end".to_owned(), "clear".to_owned())].into());
//! let status = recorder.wait(Duration::from_secs(10));
//! assert_eq!((status.state, status.rows, status.rows_lost), (State::Finished, 180, 0));
//! assert_eq!(status.reel, Some(folder.join("first.reel")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(clippy::unwrap_used, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::indexing_slicing))]

mod input;
mod marking;
#[cfg(test)]
mod marking_tests;
mod own_file;
mod recorder;
mod ring;
mod row;
mod server;
mod settings;
mod status;
mod storage;
#[cfg(test)]
mod trouble_tests;
mod worker;

pub use input::{ByteInput, PushError, RowInput};
pub use marking::{MarkStatus, Marking, Witness, WitnessError};
pub use recorder::{BeginError, Progress, Recorder};
pub use row::Row;
pub use server::{Keys, Server, UploadError, Uploaded};
pub use settings::{RESULT, Session, Settings, Sync};
pub use status::{State, Status};

/// The example in `docs/recording.md` is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/recording.md")]
struct Recording;
