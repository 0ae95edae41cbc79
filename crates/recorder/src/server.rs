//! A server that witnesses sessions and takes replays, over HTTP (docs/server.md).

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use data_encoding::{BASE64, HEXLOWER};
use ghostreel_mark::{Challenge, Close, Message as _, PublicKey, Trust, kind_of, open};
use serde::Deserialize;
use ureq::http::StatusCode;
use ureq::{Agent, Body};

use crate::marking::{Witness, WitnessError};

/// How long an answer may take; an upload may take longer.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long an upload may take.
const UPLOAD_PATIENCE: Duration = Duration::from_secs(15 * 60);

/// The longest answer that is read, in bytes.
const LONGEST_ANSWER: u64 = 16 << 20;

/// The most answers about keys that are asked for, beside the first.
const MOST_PAGES: usize = 200;

/// The most characters of a reason that are kept.
const LONGEST_REASON: usize = 500;

/// The type of messages.
const COSE: &str = "application/cose";

/// A server, by its address. Each session wants its own; clones share connections.
///
/// ```no_run
/// use ghostreel_mark::SecretKey;
/// use ghostreel_recorder::{Marking, Server};
///
/// let server = Server::new("https://replays.example.org");
/// let key = SecretKey::from_random(&[7; 32]);
/// let marking = Marking { witness: Some(Box::new(server)), ..Marking::by(key) };
/// # drop(marking);
/// ```
#[derive(Clone, Debug)]
pub struct Server {
    agent: Agent,
    url: String,
    /// The address of the session that was begun.
    session: Option<String>,
}

/// A replay that a server has.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Uploaded {
    /// Its id.
    pub id: String,
    /// The secret that removes it; `None` if it was there already.
    #[serde(default)]
    pub delete_token: Option<String>,
    /// Whether the server keeps it back, as it may be a copy of another.
    #[serde(default)]
    pub held: bool,
}

/// Why a replay is not uploaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UploadError {
    /// The server cannot be reached, or cannot take it now: a later try may succeed.
    #[error("{reason}")]
    Away {
        /// One sentence without a full stop.
        reason: String,
        /// How long the server asks to wait, if it says so.
        retry_after: Option<Duration>,
    },
    /// The server does not take it: another try would end in the same way.
    #[error("{0}")]
    Refused(String),
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// Where it is.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
}

/// A server's keys.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Keys {
    /// The key that signs challenges and receipts now, as text.
    pub server: String,
    /// Its first key: who believes it believes those that it was rotated to.
    pub first: String,
    /// The key that verifies the checkpoints of its log.
    pub log: String,
    /// All messages about keys, in base64.
    pub messages: Vec<String>,
    /// Where more of them follow; `None` of all.
    #[serde(default)]
    next: Option<i64>,
}

impl Keys {
    /// Trusts this server, and its knowledge of keys. `None` if its keys or messages cannot be read.
    pub fn trust(&self) -> Option<Trust> {
        let mut trust = Trust::default();
        trust.add_server(self.first.parse().ok()?);
        for message in &self.messages {
            trust.add_message(&BASE64.decode(message.as_bytes()).ok()?).ok()?;
        }
        Some(trust)
    }
}

/// The members of an answer that says why not.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Problem {
    r#type: String,
    detail: String,
    id: Option<String>,
}

/// The type of the answer to a replay that the server has.
const EXISTS: &str = "urn:ghostreel:problem:exists";

impl Server {
    /// The server at an address, e.g. `https://replays.example.org`. Nothing is asked yet.
    pub fn new(url: &str) -> Self {
        let config = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            .user_agent(concat!("ghostreel/", env!("CARGO_PKG_VERSION")))
            .build();
        Self { agent: config.into(), url: url.trim_end_matches('/').to_owned(), session: None }
    }

    /// Fetches the content at a path after the server's address.
    ///
    /// # Errors
    /// Why there is nothing.
    pub fn get(&self, path: &str) -> Result<Vec<u8>, WitnessError> {
        self.get_within(path, PATIENCE)
    }

    /// The same, if it comes within some time.
    ///
    /// # Errors
    /// Why there is nothing.
    pub fn get_within(&self, path: &str, patience: Duration) -> Result<Vec<u8>, WitnessError> {
        let request = self.agent.get(self.address(path));
        let answer = request.config().timeout_global(Some(patience)).build().call();
        Ok(read(answer)?.1)
    }

    /// The server's keys.
    ///
    /// # Errors
    /// Why they are not to be had.
    pub fn keys(&self) -> Result<Keys, WitnessError> {
        let mut keys: Keys = parse(&self.get("/api/keys")?)?;
        // A server that says that more follow for ever is not listened to for ever.
        for _ in 0..MOST_PAGES {
            let Some(next) = keys.next.take() else { break };
            let more: Keys = parse(&self.get(&format!("/api/keys?after={next}"))?)?;
            keys.messages.extend(more.messages);
            keys.next = more.next;
        }
        Ok(keys)
    }

    /// Gives the server a message about a key: a rotation that was accepted, or a revocation.
    ///
    /// # Errors
    /// Why it is not taken.
    pub fn send(&self, message: &[u8]) -> Result<(), WitnessError> {
        self.post("/api/keys", COSE, message).map(drop)
    }

    /// The address of the page that plays a replay.
    pub fn page(&self, id: &str) -> String {
        self.address(&format!("/player?replay={id}"))
    }

    /// Uploads a replay or a reel from a file. One that the server has already counts as uploaded.
    ///
    /// # Errors
    /// Why it is not taken.
    pub fn upload(&self, path: &Path) -> Result<Uploaded, UploadError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        self.upload_as(&name, path)
    }

    /// Uploads a replay or a reel from a file that goes by another name.
    ///
    /// # Errors
    /// Why it is not taken.
    pub fn upload_as(&self, name: &str, path: &Path) -> Result<Uploaded, UploadError> {
        let unreadable = |source| UploadError::Unreadable { path: path.to_owned(), source };
        let file = File::open(path).map_err(unreadable)?;
        let answer = self
            .agent
            .post(self.address("/api/replays"))
            .config()
            .timeout_global(Some(UPLOAD_PATIENCE))
            .build()
            .header("X-File-Name", percent_encoded(name))
            .content_type("application/octet-stream")
            .send(file);
        let retry_after = answer.as_ref().ok().and_then(retry_after);
        let refused = |error| match error {
            WitnessError::Away(reason) => UploadError::Away { reason, retry_after },
            WitnessError::Refused(reason) => UploadError::Refused(reason),
        };
        let (status, body) = read_any(answer).map_err(refused)?;
        if status == StatusCode::CONFLICT
            && let Ok(Problem { r#type, id: Some(id), .. }) = serde_json::from_slice(&body)
            && r#type == EXISTS
        {
            return Ok(Uploaded { id, delete_token: None, held: false });
        }
        accepted(status, body).and_then(|(_, body)| parse(&body)).map_err(refused)
    }

    fn post(&self, path: &str, kind: &str, body: &[u8]) -> Result<Vec<u8>, WitnessError> {
        let answer = self.agent.post(self.address(path)).content_type(kind).send(body);
        Ok(read(answer)?.1)
    }

    /// The server's address with a path after it.
    fn address(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }
}

impl Witness for Server {
    fn challenge(
        &mut self,
        key: PublicKey,
        game: &str,
        map: Option<&str>,
    ) -> Result<Vec<u8>, WitnessError> {
        #[derive(Deserialize)]
        struct Begun {
            challenge: String,
        }
        let request = serde_json::json!({"key": key.to_string(), "game": game, "map": map});
        let answer =
            self.post("/api/sessions", "application/json", request.to_string().as_bytes())?;
        let refused = || WitnessError::Refused("the server's challenge cannot be read".into());
        let Begun { challenge } = parse(&answer)?;
        let challenge = BASE64.decode(challenge.as_bytes()).map_err(|_| refused())?;
        let session = open::<Challenge>(&challenge).map_err(|_| refused())?.message.session;
        self.session = Some(HEXLOWER.encode(&session));
        Ok(challenge)
    }

    fn receipt(&mut self, message: &[u8]) -> Result<Vec<u8>, WitnessError> {
        let session = self.session.as_deref();
        let session = session.ok_or_else(|| WitnessError::Refused("there is no session".into()))?;
        let is_close = kind_of(message).as_deref() == Some(Close::KIND);
        let last = if is_close { "finish" } else { "heads" };
        self.post(&format!("/api/sessions/{session}/{last}"), COSE, message)
    }
}

/// How long an answer asks to wait, in seconds; dates are not understood.
fn retry_after(answer: &ureq::http::Response<Body>) -> Option<Duration> {
    let value = answer.headers().get("Retry-After")?;
    value.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}

type Answer = Result<ureq::http::Response<Body>, ureq::Error>;

/// The body of an answer that says yes.
fn read(answer: Answer) -> Result<(StatusCode, Vec<u8>), WitnessError> {
    let (status, body) = read_any(answer)?;
    accepted(status, body)
}

fn read_any(answer: Answer) -> Result<(StatusCode, Vec<u8>), WitnessError> {
    let away = |error: String| WitnessError::Away(format!("the server cannot be reached: {error}"));
    let mut answer = answer.map_err(|error| away(error.to_string()))?;
    let mut body = Vec::new();
    let reader = answer.body_mut().as_reader();
    reader.take(LONGEST_ANSWER).read_to_end(&mut body).map_err(|error| away(error.to_string()))?;
    Ok((answer.status(), body))
}

/// Whether the server may say something else later decides what its refusal is.
fn accepted(status: StatusCode, body: Vec<u8>) -> Result<(StatusCode, Vec<u8>), WitnessError> {
    if status.is_success() {
        return Ok((status, body));
    }
    let problem: Problem = serde_json::from_slice(&body).unwrap_or_default();
    let detail = match problem.detail {
        detail if detail.is_empty() => format!("the server answers {status}"),
        detail => {
            let short: String = detail.chars().take(LONGEST_REASON).collect();
            short.trim_end_matches('.').to_owned()
        }
    };
    // A proxy in front, as the login page of a network, does not speak for the server. Too large stays too large.
    let is_servers_own = !problem.r#type.is_empty() || status == StatusCode::PAYLOAD_TOO_LARGE;
    let is_passing = !is_servers_own
        || status.is_server_error()
        || [StatusCode::TOO_MANY_REQUESTS, StatusCode::REQUEST_TIMEOUT].contains(&status);
    Err(if is_passing { WitnessError::Away(detail) } else { WitnessError::Refused(detail) })
}

/// An answer that cannot be read is not the server's, as the login page of a network is not: a later try may reach it.
fn parse<'b, T: Deserialize<'b>>(body: &'b [u8]) -> Result<T, WitnessError> {
    serde_json::from_slice(body).map_err(|error| {
        WitnessError::Away(format!("what answers is not a Ghostreel server: {error}"))
    })
}

/// A file's name as a header takes it.
fn percent_encoded(name: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    let one = |byte: u8| match plain(&byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    name.bytes().map(one).collect()
}
