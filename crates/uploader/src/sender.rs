//! Uploading what waits in the queue.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ghostreel_recorder::{Server, UploadError, Uploaded};
use serde::Deserialize;

use crate::backoff::Backoff;
use crate::event::Event;
use crate::queue::Queue;
use crate::record::{Record, Sent, State};

/// How long all that is asked about a replay may take that was sent: it is only to be shown.
const ASKING: Duration = Duration::from_secs(5);

/// The result of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Something happened.
    Did(Box<Event>),
    /// The server is away, and is tried again after this.
    Wait(Duration),
    /// Nothing waits.
    Idle,
}

/// Uploads one replay after the other. While the server is away it waits longer and longer.
#[derive(Debug)]
pub struct Sender {
    server: Server,
    queue: Arc<Queue>,
    backoff: Backoff,
    /// The server is not asked before that.
    due: Instant,
    /// How often each replay was tried: one that the server fails at does not stand in the way of others.
    tries: BTreeMap<String, u32>,
    /// The last reported reason for the server's absence.
    last_reported_reason: Option<String>,
}

impl Sender {
    /// Uploads to a server.
    pub fn new(server: Server, queue: Arc<Queue>) -> Self {
        let (backoff, tries) = (Backoff::default(), BTreeMap::new());
        Self { server, queue, backoff, due: Instant::now(), tries, last_reported_reason: None }
    }

    /// Uploads the next replay, if one waits and the server is not away. It may take minutes.
    pub fn step(&mut self) -> Step {
        let tries = |record: &Record| self.tries.get(&record.digest).copied().unwrap_or(0);
        let next = self.queue.next(|record| (tries(record), record.found, record.digest.clone()));
        let Some(mut record) = next else { return Step::Idle };
        let left = self.due.saturating_duration_since(Instant::now());
        if !left.is_zero() {
            return Step::Wait(left);
        }
        match self.server.upload_as(&record.name, &self.queue.upload(&record.digest)) {
            Ok(uploaded) => {
                self.answered(&record);
                record.sent = Some(self.ask_about(uploaded));
                (record.state, record.reason) = (State::Sent, None);
                self.keep(&record);
                did(Event::Sent(record))
            }
            Err(UploadError::Refused(reason)) => {
                self.answered(&record);
                (record.state, record.reason) = (State::Refused, Some(reason));
                self.keep(&record);
                did(Event::Refused(record))
            }
            Err(UploadError::Away { reason, retry_after }) => {
                self.failed(record, reason, retry_after)
            }
            Err(error) => self.failed(record, error.to_string(), None),
        }
    }

    fn answered(&mut self, record: &Record) {
        self.tries.remove(&record.digest);
        self.backoff.succeeded();
        self.last_reported_reason = None;
    }

    fn failed(&mut self, mut record: Record, reason: String, asked: Option<Duration>) -> Step {
        let wait = self.backoff.failed(asked);
        self.due = Instant::now() + wait;
        let tries = self.tries.entry(record.digest.clone()).or_default();
        *tries = tries.saturating_add(1);
        if record.reason.as_ref() != Some(&reason) {
            record.reason = Some(reason.clone());
            self.keep(&record);
        }
        if self.last_reported_reason.as_ref() == Some(&reason) {
            return Step::Wait(wait);
        }
        self.last_reported_reason = Some(reason.clone());
        let waiting = self.queue.waiting();
        did(Event::Away { reason, seconds: wait.as_secs_f64(), waiting })
    }

    /// Writes what became of a replay. If the disk does not take it, the replay is uploaded again at the next start, and the server has it.
    fn keep(&self, record: &Record) {
        let _ = self.queue.update(record.clone());
    }

    /// The server's answer about a replay that it has. A missing answer is no reason to upload it again.
    fn ask_about(&self, uploaded: Uploaded) -> Sent {
        let Uploaded { id, delete_token, held, .. } = uploaded;
        let was_there = delete_token.is_none();
        let until = Instant::now() + ASKING;
        let held =
            held || was_there && self.ask(&id, "", until).is_some_and(|answer: Answer| answer.held);
        let proof: Option<Proof> = self.ask(&id, "/proof", until);
        let copies: Option<Copies> = if held { self.ask(&id, "/copies", until) } else { None };
        let copies = copies.unwrap_or_default().copies.into_iter();
        Sent {
            page: self.server.page(&id),
            level: proof.map(|proof| proof.level),
            was_there,
            held,
            reasons: copies.flat_map(|copy| copy.reasons).collect(),
            delete_token,
            id,
        }
    }

    fn ask<T: for<'a> Deserialize<'a>>(&self, id: &str, what: &str, until: Instant) -> Option<T> {
        let left = until.checked_duration_since(Instant::now())?;
        let answer = self.server.get_within(&format!("/api/replays/{id}{what}"), left).ok()?;
        serde_json::from_slice(&answer).ok()
    }
}

fn did(event: Event) -> Step {
    Step::Did(Box::new(event))
}

/// A server's answer about a replay.
#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    held: bool,
}

/// A server's verdict on a replay's proof.
#[derive(Deserialize)]
struct Proof {
    level: String,
}

/// A server's answer about copies of a replay.
#[derive(Default, Deserialize)]
struct Copies {
    #[serde(default)]
    copies: Vec<Copy>,
}

#[derive(Deserialize)]
struct Copy {
    #[serde(default)]
    reasons: Vec<String>,
}
