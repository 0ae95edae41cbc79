//! The record of a replay.

use std::path::PathBuf;

use ghostreel_live::Stamp;
use serde::{Deserialize, Serialize};

/// A replay that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The SHA-256 of the game's own file, in hexadecimal.
    pub digest: String,
    /// Where it was found first.
    pub path: PathBuf,
    /// The game, by its id.
    pub game: String,
    /// The names by which its file, and files with the same content, are known without reading them.
    pub stamps: Vec<Stamp>,
    /// When it was found, in milliseconds since 1970 UTC.
    pub found: i64,
    /// The name that it is uploaded under.
    pub name: String,
    /// Where it stands.
    pub state: State,
    /// Why it is refused, or why it is not sent yet; `None` if nothing stands in the way.
    pub reason: Option<String>,
    /// The server's answer about it.
    pub sent: Option<Sent>,
}

/// Where a replay stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It is to be uploaded.
    Waiting,
    /// The server has it.
    Sent,
    /// The server does not take it.
    Refused,
}

/// A server's answer about a replay.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sent {
    /// Its id there.
    pub id: String,
    /// The address of the page that plays it.
    pub page: String,
    /// The server's verdict on its proof; `None` without one.
    pub level: Option<String>,
    /// Whether the server had it before.
    pub was_there: bool,
    /// Whether the server keeps it back, as it may be a copy of another.
    pub held: bool,
    /// Why it is kept back, one sentence each.
    pub reasons: Vec<String>,
    /// The secret that removes it there; `None` if the server had it before.
    pub delete_token: Option<String>,
}
