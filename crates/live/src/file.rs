//! A file that grows.

use std::collections::VecDeque;
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use same_file::Handle;

use crate::ending::Ending;
use crate::{EndReason, LiveEvent, Source, poll};

/// The most bytes at once.
const PIECE: usize = 1 << 20;
/// So much of the beginning is compared: enough to hold a field that is filled in at the end, and to distinguish one game from
/// the next, which differ in their start settings.
const HEAD: usize = 1 << 10;
/// A change of the beginning no longer than this is a field that was filled in; more is another replay.
const FIELD: usize = 8;
/// How often it is looked whether the path still leads to the file. It may have been replaced, moved or deleted.
const IDENTITY: Duration = Duration::from_millis(100);
/// A file that was moved or deleted may still be written to.
const GONE: Duration = Duration::from_secs(1);

/// Follows one file, which need not exist yet. It is read from its start, and is never locked: others may write,
/// rename and delete it meanwhile, on Windows as well. A file put into its place is followed next.
#[derive(Debug)]
pub struct GrowingFile {
    path: PathBuf,
    open: Option<Open>,
    /// The file that ended, as it was then: it is left alone while it stays like that.
    ended: Option<(Handle, u64, Option<SystemTime>)>,
    waiting: VecDeque<LiveEvent>,
    trouble: Option<String>,
}

/// A file that is being read.
#[derive(Debug)]
struct Open {
    handle: Handle,
    /// Bytes that were given.
    given: u64,
    /// The first of them.
    head: Vec<u8>,
    ending: Ending,
    /// When bytes came last, and when the path was last looked at.
    grew: Instant,
    looked: Instant,
    is_gone: bool,
    /// The length and the moment of the last change that the head was compared at.
    compared: Option<(u64, Option<SystemTime>)>,
}

impl GrowingFile {
    /// Follows the file at `path`.
    pub fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            open: None,
            ended: None,
            waiting: VecDeque::new(),
            trouble: None,
        }
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Ends the current replay, since there is a newer one. `None`: it has ended before, or never began.
    pub(crate) fn give_up(&mut self) -> Option<EndReason> {
        let mut open = self.open.take().filter(|open| open.given > 0)?;
        let is_finished = open.ending.has_come(Duration::MAX);
        Some(if is_finished { EndReason::Finished } else { EndReason::Superseded })
    }

    /// Whether this is the very file, under whatever name.
    pub(crate) fn is_at(&self, path: &Path) -> bool {
        let handle = self.open.as_ref().map(|open| &open.handle);
        let handle = handle.or(self.ended.as_ref().map(|(handle, ..)| handle));
        handle.is_some_and(|ours| Handle::from_path(path).is_ok_and(|theirs| *ours == theirs))
    }

    /// The next event, without waiting. [`Source::trouble`] has the error of a failure, which is tried again.
    pub(crate) fn look(&mut self) -> Option<LiveEvent> {
        if let Some(event) = self.waiting.pop_front() {
            return Some(event);
        }
        let result = if self.open.is_some() { self.read_on() } else { self.begin() };
        self.trouble = None;
        if let Err(error) = result {
            // A file that does not exist yet is waited for.
            if error.kind() != io::ErrorKind::NotFound {
                self.trouble = Some(format!("{}: {error}", self.path.display()));
            }
        }
        self.waiting.pop_front()
    }

    fn begin(&mut self) -> io::Result<()> {
        let handle = Handle::from_path(&self.path)?;
        let there = handle.as_file().metadata()?;
        if there.len() == 0 || !there.is_file() {
            return Ok(());
        }
        if let Some((ended, length, modified)) = &self.ended
            && *ended == handle
            && *length == there.len()
            && *modified == there.modified().ok()
        {
            return Ok(());
        }
        self.ended = None;
        let now = Instant::now();
        self.open = Some(Open {
            handle,
            given: 0,
            head: Vec::new(),
            ending: Ending::new(),
            grew: now,
            looked: now,
            is_gone: false,
            compared: None,
        });
        self.read_on()
    }

    fn read_on(&mut self) -> io::Result<()> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let there = open.handle.as_file().metadata()?;
        if there.len() < open.given {
            self.end(EndReason::Replaced, None);
            return Ok(());
        }
        if let Some(bytes) = open.more()? {
            if open.given == bytes.len() as u64 {
                let name = self.path.file_name().unwrap_or(self.path.as_os_str());
                self.waiting
                    .push_back(LiveEvent::Began { name: name.to_string_lossy().into_owned() });
            }
            self.waiting.push_back(LiveEvent::Bytes(bytes));
            return Ok(());
        }
        match open.compare(&there)? {
            Head::Same => {}
            Head::Field { offset, bytes } => {
                open.decode_again()?;
                self.waiting.push_back(LiveEvent::Rewritten { offset, bytes });
                return Ok(());
            }
            Head::Other => {
                self.end(EndReason::Replaced, None);
                return Ok(());
            }
        }
        let silence = open.grew.elapsed();
        if open.ending.has_come(silence) {
            self.end(EndReason::Finished, Some(&there));
        } else if open.looked.elapsed() >= IDENTITY {
            open.looked = Instant::now();
            match Handle::from_path(&self.path) {
                Ok(handle) if handle != open.handle => self.end(EndReason::Replaced, None),
                Ok(_) => open.is_gone = false,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    if open.is_gone && silence >= GONE {
                        self.end(EndReason::Gone, None);
                    } else {
                        open.is_gone = true;
                    }
                }
                // It cannot be read now, and is tried again.
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// `there`: the file as it is now, if it is to be left alone while it stays so.
    fn end(&mut self, why: EndReason, there: Option<&Metadata>) {
        let Some(open) = self.open.take() else { return };
        if open.given > 0 {
            self.waiting.push_back(LiveEvent::Ended(why));
        }
        self.ended = there.map(|there| (open.handle, there.len(), there.modified().ok()));
    }
}

impl Source for GrowingFile {
    fn next(&mut self, patience: Duration) -> Option<LiveEvent> {
        poll(patience, || self.look())
    }

    fn trouble(&self) -> Option<String> {
        self.trouble.clone()
    }
}

/// The state of the beginning of a file.
enum Head {
    Same,
    /// A field was filled in.
    Field {
        offset: usize,
        bytes: Vec<u8>,
    },
    /// It is another file altogether.
    Other,
}

impl Open {
    /// The next bytes, if there are any.
    fn more(&mut self) -> io::Result<Option<Vec<u8>>> {
        let bytes = read_at(self.handle.as_file(), self.given, PIECE)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let missing = HEAD.saturating_sub(self.head.len());
        self.head.extend(bytes.iter().take(missing));
        self.given += bytes.len() as u64;
        self.ending.push(&bytes);
        self.grew = Instant::now();
        self.compared = None;
        Ok(Some(bytes))
    }

    /// A field of the beginning may show that the file is whole: decodes the given bytes anew.
    fn decode_again(&mut self) -> io::Result<()> {
        let mut ending = Ending::new();
        let mut at = 0;
        while at < self.given {
            let bytes = read_at(self.handle.as_file(), at, PIECE.min((self.given - at) as usize))?;
            if bytes.is_empty() {
                break;
            }
            ending.push(&bytes);
            at += bytes.len() as u64;
        }
        self.ending = ending;
        Ok(())
    }

    /// Compares the beginning with the given bytes, if anything was written since the last time.
    fn compare(&mut self, there: &Metadata) -> io::Result<Head> {
        let state = (there.len(), there.modified().ok());
        if self.compared == Some(state) {
            return Ok(Head::Same);
        }
        let now = read_at(self.handle.as_file(), 0, self.head.len())?;
        // Clocks of file systems are coarse: a write in the same tick changes nothing visible.
        let is_settled = state.1.and_then(|changed| changed.elapsed().ok()) > Some(GONE);
        if is_settled {
            self.compared = Some(state);
        }
        let differs = |&at: &usize| self.head.get(at) != now.get(at);
        let Some(first) = (0..self.head.len()).find(differs) else { return Ok(Head::Same) };
        let last = (0..self.head.len()).rfind(differs).unwrap_or(first);
        if now.len() < self.head.len() || last - first >= FIELD {
            return Ok(Head::Other);
        }
        self.head = now;
        Ok(Head::Field { offset: first, bytes: self.head[first..=last].to_vec() })
    }
}

/// Reads up to `most` bytes, as far as there are any.
fn read_at(mut file: &File, offset: u64, most: usize) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = Vec::new();
    file.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
