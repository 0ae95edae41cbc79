//! Signing a session while it is recorded, and having it witnessed.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use ghostreel_mark::{self as mark, Evidence, Marked, NamedFile, PublicKey, SecretKey};
use ghostreel_reel::{Header, Kind, WriteError, Writer};

/// A head is signed at each multiple of so many seconds of the session.
const HEAD_DISTANCE_S: f64 = 2.0;

/// The signer and the witness of a session.
#[derive(Debug)]
pub struct Marking {
    /// The player's key.
    pub key: SecretKey,
    /// The witness of signed messages; with `None`, the session is signed only.
    pub witness: Option<Box<dyn Witness>>,
    /// The map, for the challenge.
    pub map: Option<String>,
    /// How long to wait for the challenge, while pushed data stays in the rings, and at the end for the last receipt.
    pub patience: Duration,
    /// How long to wait until a witness that is away is tried again.
    pub retry: Duration,
}

impl Marking {
    /// Signed by a key, without a witness.
    pub fn by(key: SecretKey) -> Self {
        let [patience, retry] = [5, 1].map(Duration::from_secs);
        Self { key, witness: None, map: None, patience, retry }
    }
}

/// A server that witnesses sessions. It is called on a thread of its own, one call after the other: it may wait for the network, and
/// no other thread waits for it.
pub trait Witness: Debug + Send {
    /// Asks for the challenge of a new session: a message that the server signed.
    ///
    /// # Errors
    /// Why there is none. The session is signed only, then.
    fn challenge(
        &mut self,
        key: PublicKey,
        game: &str,
        map: Option<&str>,
    ) -> Result<Vec<u8>, WitnessError>;

    /// Gives a head or the close to the server, in their order. Returns the receipt.
    ///
    /// # Errors
    /// Why there is none.
    fn receipt(&mut self, message: &[u8]) -> Result<Vec<u8>, WitnessError>;
}

/// Why a server gives no answer: one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WitnessError {
    /// It cannot be reached, or cannot answer now. The same is asked again, until the end.
    #[error("{0}")]
    Away(String),
    /// It does not want to. Nothing more is asked in this session.
    #[error("{0}")]
    Refused(String),
}

/// The progress of the marks of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkStatus {
    /// Heads that were signed.
    pub heads: u64,
    /// Receipts that are in the reel.
    pub receipts: u64,
    /// Why there is no challenge, or why the last head was not answered: one sentence.
    pub trouble: Option<String>,
}

/// Something that the witness is to do.
#[derive(Debug)]
enum Task {
    Challenge {
        key: PublicKey,
        game: String,
        map: Option<String>,
    },
    /// A head or the close. As many may wait as a session has: some hundred bytes for two seconds.
    Message(Vec<u8>),
}

/// The way to the witness's thread, and back.
#[derive(Debug)]
struct Line {
    tasks: Sender<Task>,
    answers: Receiver<Result<Vec<u8>, WitnessError>>,
}

/// The marking work of the writer's thread.
#[derive(Debug)]
pub(crate) struct Marker {
    key: SecretKey,
    session: mark::Session,
    line: Option<Line>,
    patience: Duration,
    /// The session's time from which on the next head is due, in seconds.
    next_head_s: f64,
    evidence: Evidence,
    status: MarkStatus,
}

impl Marker {
    /// Begins, as far as waiting for the challenge, and puts the key into the header.
    pub(crate) fn begin(marking: Marking, header: &mut Header) -> Option<Self> {
        let Marking { key, witness, map, patience, retry } = marking;
        let mut status = MarkStatus::default();
        let mut line = None;
        let mut challenge = None;
        if let Some(witness) = witness {
            let asked = Line::open(witness, retry).and_then(|opened| {
                let (key, game) = (key.public(), header.game.clone());
                opened.tasks.send(Task::Challenge { key, game, map }).ok();
                let late = |_| WitnessError::Away("the witness gave no challenge in time".into());
                let answer = opened.answers.recv_timeout(patience).map_err(late)??;
                Ok((opened, answer))
            });
            match asked {
                Ok((opened, answer)) => (line, challenge) = (Some(opened), Some(answer)),
                Err(why) => status.trouble = Some(why.to_string()),
            }
        }
        let mut session = mark::Session::new(key.clone(), challenge.as_deref());
        if let Err(error) = &session {
            (line, challenge, status.trouble) = (None, None, Some(error.to_string()));
            session = mark::Session::new(key.clone(), None);
        }
        let session = session.ok()?;
        header.mark = Some(session.header());
        let evidence = Evidence { challenge: challenge.unwrap_or_default(), ..Evidence::default() };
        let next_head_s = f64::NEG_INFINITY;
        Some(Self { key, session, line, patience, next_head_s, evidence, status })
    }

    pub(crate) fn status(&self) -> &MarkStatus {
        &self.status
    }

    /// Signs a head if one is due at a time of the session, and takes the receipts that have come.
    pub(crate) fn go_on(&mut self, writer: &mut Writer, time_s: f64) -> Result<(), WriteError> {
        self.take_receipts(writer)?;
        if time_s < self.next_head_s {
            return Ok(());
        }
        // On a grid, so that being late with one does not put off the next.
        self.next_head_s = ((time_s / HEAD_DISTANCE_S).floor() + 1.0) * HEAD_DISTANCE_S;
        writer.flush();
        let head = self.session.head(writer.chain());
        writer.mark(Kind::SignedHead, &head)?;
        self.status.heads += 1;
        if let Some(line) = &self.line {
            // Where it is not taken, the reason came back.
            line.tasks.send(Task::Message(head.clone())).ok();
            self.evidence.heads.push(head);
        }
        Ok(())
    }

    /// Signs the end, and waits for the receipt.
    pub(crate) fn close(
        &mut self,
        writer: &mut Writer,
        own_file: Option<(&str, &[u8])>,
        result: BTreeMap<String, String>,
    ) -> Result<(), WriteError> {
        let files = own_file.into_iter().map(|(format, bytes)| {
            let unmarked = mark::strip(bytes).unwrap_or_else(|_| bytes.to_vec());
            let sha256 = *ghostreel_formats::core::Digest::of(&unmarked).as_bytes();
            NamedFile { format: format.to_owned(), sha256 }
        });
        writer.flush();
        let (chain, rows) = (writer.chain(), writer.row_counts());
        let close = self.session.close(chain, rows, files.collect(), result);
        writer.mark(Kind::Close, &close)?;
        self.evidence.close.clone_from(&close);
        let Some(line) = &self.line else { return Ok(()) };
        line.tasks.send(Task::Message(close)).ok();
        let deadline = Instant::now() + self.patience;
        while self.session.unanswered() > 0 {
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(line) = &self.line else { break };
            match line.answers.recv_timeout(left) {
                Ok(answer) => self.take(writer, answer)?,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    let why = "the witness did not answer the last messages in time";
                    self.status.trouble.get_or_insert(why.into());
                    break;
                }
            }
        }
        Ok(())
    }

    /// Marks the game's own file, with the session. `made` is now, in milliseconds since 1970 UTC.
    pub(crate) fn mark_file(&self, bytes: &[u8], made: i64) -> Result<Marked, String> {
        let evidence = Some(self.evidence.clone()).filter(|_| !self.evidence.challenge.is_empty());
        mark::mark_file(bytes, &self.key, made, evidence).map_err(|error| error.to_string())
    }

    fn take_receipts(&mut self, writer: &mut Writer) -> Result<(), WriteError> {
        while let Some(Ok(answer)) = self.line.as_ref().map(|line| line.answers.try_recv()) {
            self.take(writer, answer)?;
        }
        Ok(())
    }

    fn take(
        &mut self,
        writer: &mut Writer,
        answer: Result<Vec<u8>, WitnessError>,
    ) -> Result<(), WriteError> {
        let receipt = answer.map_err(|why| why.to_string()).and_then(|receipt| {
            self.session.receipt(&receipt).map_err(|error| error.to_string())?;
            Ok(receipt)
        });
        match receipt {
            Ok(receipt) => {
                writer.mark(Kind::Receipt, &receipt)?;
                self.evidence.receipts.push(receipt);
                self.status.receipts += 1;
                self.status.trouble = None;
            }
            Err(why) => self.status.trouble = Some(why),
        }
        Ok(())
    }
}

impl Line {
    /// Gives a witness its thread, which ends when the line is dropped and the call in hand returns, or when the witness refuses.
    fn open(mut witness: Box<dyn Witness>, retry: Duration) -> Result<Self, WitnessError> {
        let (tasks, to_do) = channel();
        let (done, answers) = channel();
        let serve = move || {
            for task in to_do {
                let answer = loop {
                    let answer = match &task {
                        Task::Challenge { key, game, map } => {
                            witness.challenge(*key, game, map.as_deref())
                        }
                        Task::Message(message) => witness.receipt(message),
                    };
                    let is_challenge = matches!(task, Task::Challenge { .. });
                    if is_challenge || !matches!(answer, Err(WitnessError::Away(_))) {
                        break answer;
                    }
                    // The waiting thread gets the reason.
                    if done.send(answer).is_err() {
                        return;
                    }
                    thread::sleep(retry);
                };
                let is_over = answer.is_err();
                if done.send(answer).is_err() || is_over {
                    return;
                }
            }
        };
        let thread = thread::Builder::new().name("ghostreel-mark".into()).spawn(serve);
        let failed = |error| WitnessError::Refused(format!("cannot start a thread: {error}"));
        thread.map_err(failed)?;
        Ok(Self { tasks, answers })
    }
}
