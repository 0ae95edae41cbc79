//! Worker processes: started when needed, kept for the next file, and replaced when they have done much or gone wrong.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ghostreel_formats::FormatOption;
use ghostreel_formats::core::{Error as FormatError, Fault};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

use crate::breakdown::Breakdown;
use crate::decode::ending::{Endings, WorkerEnd};
use crate::decode::message::{GREETING, Job, MAX_NOISE, Reply};
use crate::decode::task::{Answer, Source, Task};
use crate::decode::{confine, message};

/// How a worker process is started: a program that comes to [`decode_worker`](crate::decode_worker).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worker {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// Files after which a worker is replaced, whatever its state.
const MOST_FILES: u32 = 2000;
/// Memory held between two files after which a worker is replaced: an allocator does not give everything back.
const MOST_MEMORY: u64 = 64 << 20;
/// How long a worker may take to come up; it takes milliseconds where nothing is wrong.
const START_PATIENCE: Duration = Duration::from_secs(10);
/// How long a worker that gave no answer may take to end by itself.
const DEATH_PATIENCE: Duration = Duration::from_secs(1);
/// How much of a file is in memory here at once.
const PIECE: usize = 256 << 10;
/// The most of a worker's last words that is kept.
const LAST_WORDS: u64 = 4 << 10;

/// Idle workers, and how to start more.
#[derive(Debug)]
pub(super) struct Pool {
    worker: Worker,
    setup: Vec<u8>,
    idle: Mutex<Option<Vec<Process>>>,
    pub(super) endings: Endings,
}

impl Pool {
    /// Starts the first worker, to see that it can be.
    pub(super) async fn start(
        worker: Worker,
        format_options: &[FormatOption],
        secret: Option<[u8; 16]>,
    ) -> io::Result<Self> {
        let setup = message::packed_setup(format_options, secret)?;
        let idle = Mutex::new(Some(Vec::new()));
        let pool = Self { worker, setup, idle, endings: Endings::default() };
        let first = Process::start(&pool.worker, &pool.setup).await?;
        pool.keep(first);
        Ok(pool)
    }

    /// Has a worker look into files. Dropping this kills the worker: there is no other way to stop it.
    pub(super) async fn work_on(
        &self,
        task: Task,
        sources: Vec<Source>,
    ) -> Result<Result<Answer, FormatError>, Breakdown> {
        if let Some(idle) = self.take_idle() {
            let answer = self.work_with(idle, task, sources.clone()).await;
            // One that was killed while it was idle is taken for alive until it is dead. A new one has never been idle.
            if !matches!(answer, Err(Breakdown::Killed)) {
                return answer;
            }
        }
        let new = Process::start(&self.worker, &self.setup).await;
        self.work_with(new.map_err(Breakdown::Unavailable)?, task, sources).await
    }

    /// Has this worker look into files, and keeps it for the next.
    async fn work_with(
        &self,
        mut process: Process,
        task: Task,
        sources: Vec<Source>,
    ) -> Result<Result<Answer, FormatError>, Breakdown> {
        let mut files = Vec::new();
        for source in sources {
            files.push(OpenFile::open(source).await.map_err(Breakdown::Unavailable)?);
        }
        let size = files.iter().map(|file| file.size).sum();
        let count = u32::try_from(files.len()).unwrap_or(u32::MAX);
        let (reply, file) = match process.ask(task, files).await {
            Ok(answered) => answered,
            Err(error) => {
                let cause = process.cause_of_death(&error).await;
                self.endings.count(cause.end());
                return cause.answer(size);
            }
        };
        process.files = process.files.saturating_add(count);
        if process.files < MOST_FILES && reply.held.is_none_or(|held| held < MOST_MEMORY) {
            self.keep(process);
        }
        Ok(match reply.answer {
            Ok(answer) => Answer::try_from(answer).map(|mut answer| {
                if let Some(place) = answer.file() {
                    *place = file;
                }
                answer
            }),
            Err(refusal) => Err(refusal.into()),
        })
    }

    /// Ends all idle workers, and keeps none from now on.
    pub(super) fn close(&self) {
        self.idle().take();
    }

    #[cfg(test)]
    pub(super) fn idle_count(&self) -> usize {
        self.idle().as_ref().map_or(0, Vec::len)
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Option<Vec<Process>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, process: Process) {
        if let Some(idle) = &mut *self.idle() {
            idle.push(process);
        }
    }

    /// The worker that was used last, if it still lives.
    fn take_idle(&self) -> Option<Process> {
        let mut idle = self.idle();
        let idle = idle.as_mut()?;
        while let Some(mut process) = idle.pop() {
            if matches!(process.child.try_wait(), Ok(None)) {
                return Some(process);
            }
        }
        None
    }
}

/// A file that is sent to a worker.
struct OpenFile {
    content: Box<dyn AsyncRead + Send + Sync + Unpin>,
    size: u64,
}

impl OpenFile {
    async fn open(source: Source) -> io::Result<Self> {
        Ok(match source {
            Source::File(path) => {
                let file = tokio::fs::File::open(path).await?;
                let size = file.metadata().await?.len();
                Self { content: Box::new(file), size }
            }
            Source::Bytes(bytes) => {
                Self { size: bytes.len() as u64, content: Box::new(io::Cursor::new(bytes)) }
            }
        })
    }
}

/// A worker; it dies when this is dropped.
#[derive(Debug)]
struct Process {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    errors: ChildStderr,
    files: u32,
}

impl Process {
    async fn start(worker: &Worker, setup: &[u8]) -> io::Result<Self> {
        let mut command = Command::new(&worker.program);
        command.args(&worker.arguments).kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // It needs none of the variables set here, and Ctrl-C is for the server, which then finishes what it began.
        #[cfg(unix)]
        command.env_clear().process_group(0);
        let mut child = command.spawn()?;
        let pipe = || io::Error::other("a worker without its pipes");
        let (input, output) =
            (child.stdin.take().ok_or_else(pipe)?, child.stdout.take().ok_or_else(pipe)?);
        let errors = child.stderr.take().ok_or_else(pipe)?;
        let mut process = Self { child, input, output, errors, files: 0 };
        match tokio::time::timeout(START_PATIENCE, process.greet(setup)).await {
            Ok(greeted) => greeted.map(|()| process),
            Err(_) => Err(io::Error::other("the worker did not come up in time")),
        }
    }

    /// Waits until the worker has come up, and sends it what holds for all files.
    async fn greet(&mut self, setup: &[u8]) -> io::Result<()> {
        let mut heard = Vec::new();
        while !heard.ends_with(GREETING) {
            if heard.len() >= MAX_NOISE {
                return Err(io::Error::other("the worker did not greet"));
            }
            // A byte at a time: after the greeting comes a reply.
            heard.push(self.output.read_u8().await?);
        }
        self.input.write_all(setup).await
    }

    async fn ask(
        &mut self,
        task: Task,
        files: Vec<OpenFile>,
    ) -> io::Result<(Reply, Option<Vec<u8>>)> {
        let sizes = files.iter().map(|file| file.size).collect();
        self.input.write_all(&message::packed(&Job { task, sizes })?).await?;
        for OpenFile { content, size } in files {
            let mut file = tokio::io::BufReader::with_capacity(PIECE, content.take(size));
            let sent = tokio::io::copy_buf(&mut file, &mut self.input).await?;
            if sent != size {
                return Err(io::Error::other("the file became shorter"));
            }
        }
        let mut length = [0; 4];
        self.output.read_exact(&mut length).await?;
        let mut json = vec![0; message::length(length)?];
        self.output.read_exact(&mut json).await?;
        let reply: Reply = serde_json::from_slice(&json)?;
        let file = match reply.behind {
            None => None,
            Some(size) if size <= task.max_file_bytes() => {
                let mut file = Vec::new();
                (&mut self.output).take(size).read_to_end(&mut file).await?;
                if file.len() as u64 != size {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                Some(file)
            }
            Some(size) => return Err(io::Error::other(format!("a file of {size} bytes"))),
        };
        Ok((reply, file))
    }

    /// Finds out what a worker died of that gave no answer.
    async fn cause_of_death(mut self, error: &io::Error) -> Cause {
        // One that still lives but talks nonsense dies now.
        let ended = tokio::time::timeout(DEATH_PATIENCE, self.child.wait()).await;
        let Ok(Ok(status)) = ended else { return Cause::Crash(error.to_string()) };
        let mut last_words = Vec::new();
        let mut errors = self.errors.take(LAST_WORDS);
        let reading = errors.read_to_end(&mut last_words);
        let _ = tokio::time::timeout(DEATH_PATIENCE, reading).await;
        cause(status, &String::from_utf8_lossy(&last_words))
    }
}

/// The file asks for more than a worker may have.
fn limit(expected: String, found: &'static str) -> FormatError {
    FormatError::new(
        Fault::Limit,
        0,
        "file",
        format!("a file that takes at most {expected} to decode"),
        found,
    )
}

/// The cause of a worker's death.
#[derive(Debug, PartialEq, Eq)]
enum Cause {
    Time,
    Memory,
    Stack,
    Killed,
    Crash(String),
}

impl Cause {
    /// As it is counted.
    fn end(&self) -> WorkerEnd {
        match self {
            Self::Time => WorkerEnd::ProcessorTime,
            Self::Memory => WorkerEnd::Memory,
            Self::Stack => WorkerEnd::Stack,
            Self::Killed => WorkerEnd::Killed,
            Self::Crash(_) => WorkerEnd::Crash,
        }
    }

    /// The worker's answer about the files, which have so many bytes together.
    fn answer(self, size: u64) -> Result<Result<Answer, FormatError>, Breakdown> {
        let (expected, found) = match self {
            Self::Time => (format!("{} s of processor time", confine::cpu_s(size)), "more"),
            Self::Memory => (format!("{} MiB of memory", confine::memory(size) >> 20), "more"),
            Self::Stack => ("few levels".into(), "more nesting than the stack holds"),
            Self::Killed => return Err(Breakdown::Killed),
            Self::Crash(how) => return Err(Breakdown::Crashed(how)),
        };
        Ok(Err(limit(expected, found)))
    }
}

fn cause(status: ExitStatus, last_words: &str) -> Cause {
    // The words of Rust's own runtime, which aborts in both cases.
    if last_words.contains("memory allocation of") {
        return Cause::Memory;
    }
    if last_words.contains("has overflowed its stack") {
        return Cause::Stack;
    }
    #[cfg(unix)]
    {
        use rustix::process::Signal;
        use std::os::unix::process::ExitStatusExt as _;
        match status.signal() {
            Some(signal) if signal == Signal::XCPU.as_raw() => return Cause::Time,
            Some(signal) if signal == Signal::KILL.as_raw() || signal == Signal::TERM.as_raw() => {
                return Cause::Killed;
            }
            _ => {}
        }
    }
    let words = last_words.lines().next().unwrap_or_default();
    Cause::Crash(format!("{status} {words}").trim_end().to_owned())
}
