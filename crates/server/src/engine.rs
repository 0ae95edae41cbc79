//! Questions in SQL, each answered by a process of its own.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use axum::http::StatusCode;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, Command};

use crate::problem::Problem;

/// The program that answers questions in SQL, what it answers them over, and what one may cost.
#[derive(Clone, Debug)]
pub struct Engine {
    /// `ghostreel-query`.
    pub program: PathBuf,
    /// Replays, a folder of them, or an export.
    pub over: OsString,
    /// How long a question may take.
    pub time: Duration,
    /// About how much memory one may take, in megabytes.
    pub memory_mb: u32,
    /// The most rows of an answer.
    pub rows: usize,
    /// The most bytes of an answer.
    pub bytes: u64,
    /// Questions at once, each of another client; further ones wait their turn.
    pub at_once: usize,
}

/// The answer to a question.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) body: Vec<u8>,
    /// Some replays could not be read, and are left out.
    pub(crate) is_partial: bool,
}

/// The most bytes that the program says beside its answer.
const LONGEST_COMPLAINT: u64 = 1 << 16;
/// How much longer it is waited for than it gives itself.
const GRACE: Duration = Duration::from_secs(2);
/// The program's exit code where some replays are left out.
const PARTIAL: i32 = 3;

impl Engine {
    /// A program over some replays or an export, with limits fit for a server that does other things, too.
    pub fn new(program: impl Into<PathBuf>, over: impl Into<OsString>) -> Self {
        Self {
            program: program.into(),
            over: over.into(),
            time: Duration::from_secs(20),
            memory_mb: 512,
            rows: 100_000,
            bytes: 16 << 20,
            at_once: 2,
        }
    }

    /// Answers a question. If nobody waits for it any more, the process is ended.
    pub(crate) async fn ask(&self, sql: String, format: &str) -> Result<Answer, Problem> {
        let child = self.command(format).spawn().map_err(|error| broken(&error))?;
        let answered = self.answered(child, sql);
        let Ok(answered) = tokio::time::timeout(self.time.saturating_add(GRACE), answered).await
        else {
            let seconds = self.time.as_secs();
            return Err(Problem::no_answer(format!("It was not answered within {seconds} s.")));
        };
        let (status, body, said) = answered.map_err(|error| broken(&error))?;
        if u64::try_from(body.len()).is_ok_and(|length| length > self.bytes) {
            let bytes = self.bytes;
            return Err(Problem::no_answer(format!(
                "The answer has more than {bytes} bytes; ask for less."
            )));
        }
        match status.code() {
            Some(0) => Ok(Answer { body, is_partial: false }),
            Some(PARTIAL) => Ok(Answer { body, is_partial: true }),
            Some(_) => Err(Problem::no_answer(sentence(&said))),
            None => Err(Problem::no_answer("It takes more memory or time than a question may.")),
        }
    }

    fn command(&self, format: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["query", "-", "--confined", "--format", format]);
        command.arg("--over").arg(&self.over);
        command.args(["--seconds", &self.time.as_secs().to_string()]);
        command.args(["--rows", &self.rows.to_string()]);
        command.args(["--memory", &self.memory_mb.to_string()]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.kill_on_drop(true);
        command
    }

    /// How the process ends, what it writes, and what it says. It is ended where it writes too much.
    async fn answered(
        &self,
        mut child: Child,
        sql: String,
    ) -> io::Result<(ExitStatus, Vec<u8>, Vec<u8>)> {
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut question), Some(answer), Some(complaint)) = pipes else {
            return Err(io::Error::other("the process has no pipes"));
        };
        let ask = async move {
            // It may end without reading all of it.
            let _ = question.write_all(sql.as_bytes()).await;
        };
        let (mut body, mut said) = (Vec::new(), Vec::new());
        let read_answer = async {
            let read = answer.take(self.bytes.saturating_add(1)).read_to_end(&mut body).await?;
            if u64::try_from(read).is_ok_and(|read| read > self.bytes) {
                child.start_kill()?;
            }
            child.wait().await
        };
        let mut complaint = complaint.take(LONGEST_COMPLAINT);
        let (status, _, ()) = tokio::join!(read_answer, complaint.read_to_end(&mut said), ask);
        Ok((status?, body, said))
    }
}

/// What the program says is wrong: its last line.
fn sentence(said: &[u8]) -> String {
    let said = String::from_utf8_lossy(said);
    let last = said.trim_end().lines().next_back().unwrap_or("the program said nothing");
    last.trim_start_matches("error: ").to_owned()
}

fn broken(error: &io::Error) -> Problem {
    tracing::error!(%error, "the program for questions in SQL cannot be run");
    Problem::of(
        StatusCode::SERVICE_UNAVAILABLE,
        "The program for questions in SQL cannot be run. It was logged.",
    )
}
