//! The outcome of storing a file, be it a replay or a map.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse, Response};
use ghostreel_archive::Kind;
use serde::Serialize;

use crate::dto::{Replay, StoredMap, Uploaded};
use crate::problem::Problem;

/// The outcome for a file: a new one has `New`, one that was there has `There`.
#[derive(Clone, Debug)]
pub enum Ingested<New = Uploaded, There = Replay> {
    /// It is in the archive now.
    Created(Box<New>),
    /// The same content, or a map with the same files, was there already, and stays.
    Existing(Box<There>),
    /// The same was there already, but its original was lost or damaged. Now it is whole.
    Restored(Box<There>),
    /// It could not be taken in.
    Rejected(Problem),
}

/// The outcome for a map.
pub type MapIngested = Ingested<StoredMap, StoredMap>;

impl<New, There> From<Problem> for Ingested<New, There> {
    fn from(problem: Problem) -> Self {
        Self::Rejected(problem)
    }
}

/// A thing with an address of its own.
pub(crate) trait Addressed: Serialize {
    const KIND: Kind;

    /// Its id.
    fn name(&self) -> &str;
}

impl Addressed for Replay {
    const KIND: Kind = Kind::Replay;

    fn name(&self) -> &str {
        &self.id
    }
}

impl Addressed for Uploaded {
    const KIND: Kind = Kind::Replay;

    fn name(&self) -> &str {
        &self.replay.id
    }
}

impl Addressed for StoredMap {
    const KIND: Kind = Kind::Map;

    fn name(&self) -> &str {
        &self.id
    }
}

/// The answer to an upload.
pub(crate) fn answer<New: Addressed, There: Addressed>(
    ingested: Ingested<New, There>,
) -> Result<Response, Problem> {
    match ingested {
        Ingested::Created(new) => Ok(located(StatusCode::CREATED, *new)),
        Ingested::Restored(there) => Ok(located(StatusCode::OK, *there)),
        Ingested::Existing(there) => Err(Problem::exists(There::KIND, there.name())),
        Ingested::Rejected(problem) => Err(problem),
    }
}

fn located<T: Addressed>(status: StatusCode, kept: T) -> Response {
    let folder = match T::KIND {
        Kind::Replay => "replays",
        Kind::Map => "maps",
    };
    let location = format!("/api/{folder}/{}", kept.name());
    (status, [(LOCATION, location)], Json(kept)).into_response()
}
