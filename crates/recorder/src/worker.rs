//! The recorder's own thread: from the rings to chunks, and from there to the disk.

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ghostreel_mark::{BESIDE, Marked};
use ghostreel_reel::{Header, Stream, WriteError, Writer};
use ghostreel_timeline::Column;

use crate::marking::{Marker, Marking};
use crate::own_file::{OwnFile, own_file};
use crate::ring::Output;
use crate::row::Gathered;
use crate::settings::{RESULT, Settings, Sync};
use crate::status::{Shared, State};
use crate::storage::Storage;

/// How often the rings are looked at. A push wakes no thread, as that would take a system call.
const PERIOD: Duration = Duration::from_millis(20);

/// Rows are handed to the writer when they have so many bytes.
const BATCH: usize = 64 << 10;

/// Where the rows or bytes of a stream come from.
#[derive(Debug)]
pub(crate) enum Source {
    Rows { output: Output, gathered: Gathered, lost: Lost },
    Bytes { output: Output, lost: Lost },
    None,
}

/// The missing rows of a stream.
#[derive(Debug, Default)]
pub(crate) struct Lost {
    /// Rows that the reel has to leave out before the next one.
    pending: u64,
    /// Rows that were left out, those pending included.
    seen: u64,
}

impl Source {
    pub(crate) fn rows(output: Output, gathered: Gathered) -> Self {
        Self::Rows { output, gathered, lost: Lost::default() }
    }

    pub(crate) fn bytes(output: Output) -> Self {
        Self::Bytes { output, lost: Lost::default() }
    }
}

/// The input of the recorder's thread.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) header: Header,
    pub(crate) sources: Vec<Source>,
    pub(crate) storage: Box<dyn Storage>,
    pub(crate) settings: Settings,
    pub(crate) marking: Option<Marking>,
    pub(crate) shared: Arc<Shared>,
    pub(crate) result: Arc<Mutex<BTreeMap<String, String>>>,
}

impl Job {
    /// Runs until the session has ended and its files are written. A bug in it ends the recording, not the game.
    pub(crate) fn run(self) {
        let shared = self.shared.clone();
        let record = || Worker::new(self)?.record();
        let failed = match catch_unwind(AssertUnwindSafe(record)) {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "a bug in the recorder ended the recording".to_owned(),
        };
        // Later pushes are refused.
        shared.end();
        shared.report(|status| {
            status.state = State::Failed;
            status.trouble = Some(failed);
        });
    }
}

#[derive(Debug)]
struct Worker {
    writer: Writer,
    sources: Vec<Source>,
    storage: Box<dyn Storage>,
    settings: Settings,
    marker: Option<Marker>,
    shared: Arc<Shared>,
    result: Arc<Mutex<BTreeMap<String, String>>>,
    /// Bytes of the reel that are not on the disk.
    waiting: Vec<u8>,
    /// Bytes of the reel that are.
    written: u64,
    /// Rows that were handed to the writer.
    rows: u64,
    /// The greatest time of the rows that were, in seconds.
    time_s: f64,
    /// Until when the disk is left alone, and why.
    trouble: Option<(Instant, String)>,
}

impl Worker {
    fn new(job: Job) -> io::Result<Self> {
        let Job { mut header, sources, storage, settings, marking, shared, result } = job;
        let marker = marking.and_then(|marking| Marker::begin(marking, &mut header));
        let writer = Writer::new(header, settings.of_writer()).map_err(io::Error::other)?;
        Ok(Self {
            writer,
            sources,
            storage,
            settings,
            marker,
            shared,
            result,
            waiting: Vec::new(),
            written: 0,
            rows: 0,
            time_s: 0.0,
            trouble: None,
        })
    }

    fn record(mut self) -> io::Result<()> {
        let mut closed = Instant::now();
        loop {
            // Asked before the rings are emptied: rows pushed before the end are in them.
            let has_ended = self.shared.has_ended();
            self.drain()?;
            if has_ended {
                return self.finish();
            }
            if closed.elapsed() >= self.settings.chunk {
                self.writer.flush();
                closed = Instant::now();
            }
            if let Some(marker) = &mut self.marker {
                marker.go_on(&mut self.writer, self.time_s).map_err(io::Error::other)?;
            }
            self.save();
            self.report();
            thread::park_timeout(PERIOD.min(self.settings.chunk));
        }
    }

    /// Empties all rings.
    fn drain(&mut self) -> io::Result<()> {
        let is_losing = self.is_losing();
        let Self { writer, sources, shared, rows, time_s, .. } = self;
        for (stream, source) in (1..).zip(sources) {
            match source {
                Source::Rows { output, gathered, lost } => {
                    while let Some((heading, [fixed, present, texts])) = output.take() {
                        let count = (fixed.len() / gathered.layout().width()) as u64;
                        lost.add(heading.lost);
                        if is_losing {
                            shared.lose(stream, count);
                            lost.add(count);
                            continue;
                        }
                        if lost.pending > 0 {
                            write(writer, stream, gathered).map_err(io::Error::other)?;
                            lost.leave_out(writer, stream).map_err(io::Error::other)?;
                        }
                        gathered.push(fixed, present, texts);
                        // NaN gives way; tables outside time have none.
                        *time_s = time_s.max(heading.time);
                        *rows += count;
                        if gathered.length() >= BATCH {
                            write(writer, stream, gathered).map_err(io::Error::other)?;
                        }
                    }
                    write(writer, stream, gathered).map_err(io::Error::other)?;
                }
                Source::Bytes { output, lost } => {
                    while let Some((heading, [bytes, ..])) = output.take() {
                        lost.add(heading.lost);
                        if is_losing {
                            shared.lose(stream, bytes.len() as u64);
                            lost.add(bytes.len() as u64);
                            continue;
                        }
                        lost.leave_out(writer, stream).map_err(io::Error::other)?;
                        *time_s = time_s.max(heading.time);
                        writer.original(stream, bytes, heading.time).map_err(io::Error::other)?;
                    }
                }
                Source::None => {}
            }
        }
        Ok(())
    }

    /// Whether new rows are lost, as too much waits for a disk that cannot be written.
    fn is_losing(&self) -> bool {
        self.trouble.is_some() && self.waiting.len() > self.settings.waiting_bytes
    }

    /// Writes what waits, if the disk is not left alone for now.
    fn save(&mut self) {
        self.waiting.extend(self.writer.take());
        if self.waiting.is_empty()
            || self.trouble.as_ref().is_some_and(|(until, _)| Instant::now() < *until)
        {
            return;
        }
        let written = self.storage.write(self.written, &self.waiting).and_then(|()| {
            if self.settings.sync == Sync::EachChunk { self.storage.sync() } else { Ok(()) }
        });
        match written {
            Ok(()) => {
                self.written += self.waiting.len() as u64;
                self.waiting.clear();
                self.waiting.shrink_to(BATCH);
                self.trouble = None;
            }
            Err(error) => {
                let until = Instant::now() + self.settings.retry;
                self.trouble = Some((until, format!("the reel cannot be written: {error}")));
            }
        }
    }

    /// Writes all that waits, as often as patience allows.
    fn save_all(&mut self, deadline: Instant) -> io::Result<()> {
        loop {
            self.trouble = None;
            self.save();
            self.report();
            match &self.trouble {
                None => return Ok(()),
                Some((_, why)) if Instant::now() >= deadline => {
                    return Err(io::Error::other(why.clone()));
                }
                Some(_) => thread::sleep(self.settings.retry.min(Duration::from_millis(200))),
            }
        }
    }

    fn finish(mut self) -> io::Result<()> {
        self.shared.report(|status| status.state = State::Ending);
        let deadline = Instant::now() + self.settings.patience;
        let result = self.write_result()?;
        self.writer.flush();
        self.save_all(deadline)?;
        let (own_file, mut remark) = match self.own_file() {
            Ok(own_file) => (own_file, None),
            Err(why) => (None, Some(why)),
        };
        if let Some(marker) = &mut self.marker {
            let named = own_file.as_ref().map(|file| (&*file.format, &*file.bytes));
            marker.close(&mut self.writer, named, result).map_err(io::Error::other)?;
        }
        let own_file = own_file.and_then(|file| {
            let put = self.put_beside(&file);
            put.map_err(|why| {
                remark = Some(format!("the game's own file cannot be written or marked: {why}"));
            })
            .ok()
        });
        let Self { writer, waiting, .. } = &mut self;
        let empty = Writer::new(writer.header().clone(), ghostreel_reel::Settings::default());
        let writer = std::mem::replace(writer, empty.map_err(io::Error::other)?);
        waiting.extend(writer.finish());
        self.writer.take();
        self.save_all(deadline)?;
        let reel = loop {
            match self.give_name() {
                Ok(reel) => break reel,
                Err(error) if Instant::now() >= deadline => return Err(error),
                Err(_) => thread::sleep(self.settings.retry.min(Duration::from_millis(200))),
            }
        };
        self.report();
        self.shared.report(|status| {
            status.state = State::Finished;
            status.reel = Some(reel);
            status.own_file = own_file;
            status.remarks.extend(remark);
        });
        Ok(())
    }

    fn give_name(&mut self) -> io::Result<PathBuf> {
        if self.settings.sync != Sync::Never {
            self.storage.sync()?;
        }
        self.storage.finish()
    }

    /// The game's own file, if there can be one. The reel is finished even if it cannot be made.
    fn own_file(&mut self) -> Result<Option<OwnFile>, String> {
        if !self.settings.own_file {
            return Ok(None);
        }
        let has_lost = (1..).zip(&self.sources).any(|(stream, _)| self.shared.lost(stream) > 0);
        let reel = self.storage.read().map_err(|error| error.to_string())?;
        own_file(&reel, has_lost)
    }

    /// Writes the game's own file with its mark.
    fn put_beside(&mut self, file: &OwnFile) -> Result<PathBuf, String> {
        let made_ms = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let made_ms = i64::try_from(made_ms).unwrap_or(i64::MAX);
        let (mut marked, mut beside) = (None, None);
        match self
            .marker
            .as_ref()
            .map(|marker| marker.mark_file(&file.bytes, made_ms))
            .transpose()?
        {
            Some(Marked::Inside(bytes)) => marked = Some(bytes),
            Some(Marked::Beside(mark)) => beside = Some(mark),
            None => {}
        }
        let is_synced = self.settings.sync != Sync::Never;
        let bytes = marked.as_ref().unwrap_or(&file.bytes);
        let mut put = || {
            let path = self.storage.put_beside(&file.extension, bytes, is_synced)?;
            if let Some(mark) = &beside {
                self.storage.put_with_ending(&path, BESIDE, mark)?;
            }
            Ok(path)
        };
        put().map_err(|error: io::Error| error.to_string())
    }

    /// Writes the result, and the losses after the last row of each table, which no row has. Returns it.
    fn write_result(&mut self) -> io::Result<BTreeMap<String, String>> {
        let mut result = self.result.lock().map(|result| result.clone()).unwrap_or_default();
        let streams = self.writer.header().streams.clone();
        for (stream, declared) in (1..).zip(&streams) {
            let lost = self.shared.lost(stream);
            let name = match declared {
                Stream::Table(table) => &*table.name,
                _ => "bytes",
            };
            if lost > 0 {
                result.insert(format!("lost.{name}"), lost.to_string());
            }
            if let Some(Source::Bytes { lost: seen, .. } | Source::Rows { lost: seen, .. }) =
                self.sources.get_mut(usize::from(stream) - 1)
            {
                seen.add(lost.saturating_sub(seen.seen));
                seen.leave_out(&mut self.writer, stream).map_err(io::Error::other)?;
            }
        }
        if let Some((stream, _)) = self.writer.header().table(RESULT) {
            let columns = [Column::dict(result.keys()), Column::dict(result.values())];
            self.writer.rows(stream, &columns).map_err(io::Error::other)?;
        }
        Ok(result)
    }

    fn report(&self) {
        let mut lost = [0, 0];
        for (stream, source) in (1..).zip(&self.sources) {
            let [rows, bytes] = &mut lost;
            match source {
                Source::Rows { .. } => *rows += self.shared.lost(stream),
                Source::Bytes { .. } => *bytes += self.shared.lost(stream),
                Source::None => {}
            }
        }
        self.shared.report(|status| {
            status.rows = self.rows;
            status.bytes_written = self.written;
            status.bytes_waiting = self.waiting.len() as u64;
            [status.rows_lost, status.bytes_lost] = lost;
            status.mark = self.marker.as_ref().map(|marker| marker.status().clone());
            status.trouble = self.trouble.as_ref().map(|(_, why)| why.clone());
        });
    }
}

impl Lost {
    fn add(&mut self, count: u64) {
        self.pending = self.pending.saturating_add(count);
        self.seen = self.seen.saturating_add(count);
    }

    fn leave_out(&mut self, writer: &mut Writer, stream: u16) -> Result<(), WriteError> {
        match std::mem::take(&mut self.pending) {
            0 => Ok(()),
            lost => writer.skip_rows(stream, lost),
        }
    }
}

fn write(writer: &mut Writer, stream: u16, gathered: &mut Gathered) -> Result<(), WriteError> {
    if gathered.length() == 0 {
        return Ok(());
    }
    writer.rows(stream, &gathered.take())
}
