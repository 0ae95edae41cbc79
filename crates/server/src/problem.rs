//! Errors in the answers of the API: problem details (RFC 9457).

use std::borrow::Cow;
use std::ops::Deref;
use std::time::Duration;

use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ghostreel_archive::AskError;
use ghostreel_archive::formats::core::{Error as FormatError, Fault};
use ghostreel_archive::{Breakdown, Error as ArchiveError, Kind};
use serde::Serialize;
use utoipa::ToSchema;

use crate::dto::Copy;

/// The most bytes of any one text of a client that an answer or the log repeats. Ours stay far below.
const LONGEST_ECHO: usize = 200;
/// The most bytes of a sentence: the words of ours, and what they repeat.
const LONGEST_SENTENCE: usize = 600;

/// Why a request was not answered as asked. Reads as its [`ProblemDetails`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Problem(Box<ProblemDetails>);

/// Why a request was not answered as asked (RFC 9457).
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Problem", optional_fields))]
#[schema(as = Problem)]
pub struct ProblemDetails {
    /// Names the kind of problem: `urn:ghostreel:problem:` and a short name, or `about:blank` when
    /// the status says it all.
    #[serde(rename = "type")]
    #[schema(example = "urn:ghostreel:problem:not-a-replay")]
    pub kind: String,
    /// The kind in words.
    #[schema(example = "Not a replay")]
    pub title: String,
    /// The HTTP status.
    #[schema(example = 422)]
    pub status: u16,
    /// The fault this time.
    pub detail: String,
    /// The path that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// For a file: the byte where the trouble was noticed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// For a file: the section of its format.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "notes")]
    pub section: Option<String>,
    /// For a file: the expected data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// For a file: the data found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// For content that is there already: the id of its replay, or of its map. For a copy: that of the original.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Where there is an `id`: the kind of thing that it names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id_of: Option<Kind>,
    /// For a copy of other replays: these, and where they agree with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copies: Option<Vec<Copy>>,
}

impl Problem {
    /// A problem that its status describes well enough.
    pub(crate) fn of(status: StatusCode, detail: impl Into<String>) -> Self {
        Self(Box::new(ProblemDetails {
            kind: "about:blank".into(),
            title: status.canonical_reason().unwrap_or("Error").into(),
            status: status.as_u16(),
            detail: detail.into(),
            instance: None,
            offset: None,
            section: None,
            expected: None,
            found: None,
            id: None,
            id_of: None,
            copies: None,
        }))
    }

    fn named(status: StatusCode, name: &str, title: &str, detail: impl Into<String>) -> Self {
        let mut problem = Self::of(status, detail);
        problem.0.kind = format!("urn:ghostreel:problem:{name}");
        problem.0.title = title.into();
        problem
    }

    pub(crate) fn bad_request(detail: impl Into<String>) -> Self {
        Self::of(StatusCode::BAD_REQUEST, detail)
    }

    pub(crate) fn no_such(kind: Kind) -> Self {
        let detail = match kind {
            Kind::Replay => "There is no replay with this id.",
            Kind::Map => "There is no map with this id or hash.",
        };
        Self::of(StatusCode::NOT_FOUND, detail)
    }

    pub(crate) fn no_such_replay() -> Self {
        Self::no_such(Kind::Replay)
    }

    pub(crate) fn no_such_map() -> Self {
        Self::no_such(Kind::Map)
    }

    pub(crate) fn unknown_link() -> Self {
        let detail = "Expected a link to a replay on BeatLeader, to a map on BeatSaver or a leaderboard on ScoreSaber, the hash of a map, or `!bsr` and its key.";
        Self::named(StatusCode::BAD_REQUEST, "unknown-link", "Not a link we can follow", detail)
    }

    pub(crate) fn site_is_off(site: &str) -> Self {
        let detail = format!("This server does not ask {site}.");
        Self::named(StatusCode::FORBIDDEN, "site-is-off", "This site is not asked", detail)
    }

    pub(crate) fn site_has_none(site: &str, what: &str) -> Self {
        Self::of(StatusCode::NOT_FOUND, format!("{site} has no {what}."))
    }

    pub(crate) fn site_is_away(site: &str) -> Self {
        Self::of(
            StatusCode::BAD_GATEWAY,
            format!("{site} cannot be reached, or does not answer as it should. Try again later."),
        )
    }

    pub(crate) fn site_is_wrong(site: &str, why: &str) -> Self {
        Self::of(StatusCode::BAD_GATEWAY, format!("What {site} answers cannot be used: {why}."))
    }

    pub(crate) fn takes_no_maps() -> Self {
        Self::of(StatusCode::FORBIDDEN, "This server takes no maps.")
    }

    /// An upload that is no map, or a damaged one.
    pub(crate) fn not_a_map(error: FormatError) -> Self {
        let title = match error.fault {
            Fault::Unsupported => Some("Not a map we can read"),
            Fault::Malformed | Fault::Truncated => Some("The map is damaged"),
            _ => None,
        };
        let is_other = error.fault == Fault::Unsupported;
        let mut problem = Self::from(error);
        if let Some(title) = title {
            problem.0.title = title.into();
        }
        if is_other {
            problem.0.kind = "urn:ghostreel:problem:not-a-map".into();
        }
        problem
    }

    pub(crate) fn no_statistics(game: &str) -> Self {
        let detail = format!("There are no statistics of {} yet.", excerpt(game));
        Self::named(StatusCode::NOT_FOUND, "no-statistics", "No statistics of this game", detail)
    }

    pub(crate) fn no_such_option() -> Self {
        Self::of(StatusCode::NOT_FOUND, "This server was not given such an option.")
    }

    pub(crate) fn answers_no_sql() -> Self {
        Self::of(StatusCode::NOT_FOUND, "This server answers no questions in SQL.")
    }

    /// A question in SQL that is wrong, or that asks for too much.
    pub(crate) fn no_answer(detail: impl Into<String>) -> Self {
        Self::named(
            StatusCode::UNPROCESSABLE_ENTITY,
            "no-answer",
            "No answer to this question",
            detail,
        )
    }

    pub(crate) fn follows_nothing() -> Self {
        Self::of(StatusCode::NOT_FOUND, "This server follows no replay.")
    }

    pub(crate) fn no_such_game() -> Self {
        Self::of(StatusCode::NOT_FOUND, "This game is not followed, or no longer.")
    }

    pub(crate) fn token_missing() -> Self {
        Self::of(
            StatusCode::UNAUTHORIZED,
            "This takes `Authorization: Bearer` with the delete_token that the replay's upload returned.",
        )
    }

    pub(crate) fn wrong_token() -> Self {
        Self::of(StatusCode::FORBIDDEN, "This is not the delete_token of this replay.")
    }

    pub(crate) fn not_held() -> Self {
        Self::of(StatusCode::CONFLICT, "This replay is not held: there is nothing to object to.")
    }

    pub(crate) fn no_review() -> Self {
        Self::of(StatusCode::NOT_FOUND, "This server was given no review token.")
    }

    pub(crate) fn review_token_missing() -> Self {
        Self::of(
            StatusCode::UNAUTHORIZED,
            "This takes `Authorization: Bearer` with the token that the operator of the server set.",
        )
    }

    pub(crate) fn wrong_review_token() -> Self {
        Self::of(StatusCode::FORBIDDEN, "This is not the review token of this server.")
    }

    pub(crate) fn too_large(limit: u64) -> Self {
        let detail = format!("A file may have at most {limit} bytes here.");
        Self::named(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "Too large", detail)
    }

    /// The same content, or a map with the same files, is there under this id.
    pub(crate) fn exists(kind: Kind, id: &str) -> Self {
        let detail = match kind {
            Kind::Replay => format!("A replay with exactly this content is here already: {id}."),
            Kind::Map => format!("A map with exactly these files is here already: {id}."),
        };
        let mut problem = Self::named(StatusCode::CONFLICT, "exists", "Already here", detail);
        (problem.0.id, problem.0.id_of) = (Some(id.to_owned()), Some(kind));
        problem
    }

    /// The upload is a copy of others, and none are taken here.
    pub(crate) fn copy(originals: Vec<Copy>) -> Self {
        let id = originals.first().map(|copy| copy.id.clone());
        let detail = format!(
            "This is a copy of the replay {}, and this server takes no copies. Nothing was kept.",
            id.as_deref().unwrap_or_default()
        );
        let mut problem = Self::named(StatusCode::CONFLICT, "copy", "A copy", detail);
        problem.0.id_of = id.as_ref().map(|_| Kind::Replay);
        (problem.0.id, problem.0.copies) = (id, Some(originals));
        problem
    }

    /// A replay that is not given out.
    pub(crate) fn held() -> Self {
        let detail = "This replay is held: as a copy of another it is not given out, unless the operator of this server \
                      decides otherwise. Its address with /copies names the original.";
        Self::named(StatusCode::FORBIDDEN, "held", "Held as a copy", detail)
    }

    pub(crate) fn busy(detail: impl Into<String>) -> Self {
        Self::named(StatusCode::SERVICE_UNAVAILABLE, "busy", "Busy, try again", detail)
    }

    /// The client is over a limit of its own; others may well be served.
    fn too_much(detail: &str) -> Self {
        Self::named(
            StatusCode::TOO_MANY_REQUESTS,
            "too-much",
            "Too much at once, try again",
            detail,
        )
    }

    pub(crate) fn too_often() -> Self {
        Self::too_much("You ask more often than this server answers one client.")
    }

    pub(crate) fn too_many_uploads() -> Self {
        Self::too_much(
            "You have as many uploads in progress as one client may have, and none ended in time.",
        )
    }

    pub(crate) fn too_many_viewers() -> Self {
        Self::too_much("You watch as often at once as one client may.")
    }

    pub(crate) fn too_many_bytes() -> Self {
        Self::too_much(
            "Your uploads in progress have more bytes than those of one client may have.",
        )
    }

    pub(crate) fn too_slow() -> Self {
        Self::of(StatusCode::REQUEST_TIMEOUT, "The body of the request did not arrive in time.")
    }

    /// The stored file is no longer the uploaded one.
    pub(crate) fn corrupted(damage: ghostreel_archive::Damage) -> Self {
        let detail = format!(
            "The stored file is {damage}, so it is not given out. \
             Uploading the same content again puts it back."
        );
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Self::named(status, "corrupted", "The stored file is damaged", detail)
    }

    /// Our own mistake. The detail is for people outside; the cause belongs in the log.
    pub(crate) fn our_bug() -> Self {
        Self::named(
            StatusCode::INTERNAL_SERVER_ERROR,
            "our-bug",
            "Our own mistake",
            "Something went wrong on our side. It was logged; please report it.",
        )
    }

    fn decoder_too_slow(patience: Duration) -> Self {
        let detail = format!(
            "The decoder did not finish within {} s and was stopped. Nothing was kept. Your next files come after those of others for a while.",
            patience.as_secs()
        );
        Self::named(
            StatusCode::SERVICE_UNAVAILABLE,
            "decoder-timeout",
            "Decoding took too long",
            detail,
        )
    }

    /// Our own mistake, too, but one that this file brings out each time.
    fn decoder_failed() -> Self {
        let detail = "The decoder broke down over this file. Nothing was kept, and nothing else is affected. It was logged; please report it.";
        Self::named(
            StatusCode::UNPROCESSABLE_ENTITY,
            "decoder-failed",
            "This file cannot be decoded",
            detail,
        )
    }

    /// Unknown `Host` header: a page of another site may have had its name resolved to us.
    pub(crate) fn misdirected(host: &str) -> Self {
        let detail = format!(
            "This server does not answer to the name {:?}. Its operator can add it with --host.",
            excerpt(host)
        );
        Self::named(StatusCode::MISDIRECTED_REQUEST, "unknown-host", "Not our name", detail)
    }

    /// The disk takes no more. That may pass when something is deleted.
    pub(crate) fn disk_full() -> Self {
        let detail = "The disk of the server is full. Nothing was kept of this upload.";
        Self::named(StatusCode::INSUFFICIENT_STORAGE, "disk-full", "The disk is full", detail)
    }

    /// Cuts every text to size, whatever its origin.
    fn cut(&mut self) {
        let problem = &mut *self.0;
        shorten(&mut problem.detail, LONGEST_SENTENCE);
        for text in [
            &mut problem.instance,
            &mut problem.section,
            &mut problem.expected,
            &mut problem.found,
            &mut problem.id,
        ] {
            text.iter_mut().for_each(|text| shorten(text, LONGEST_ECHO));
        }
    }

    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl Deref for Problem {
    type Target = ProblemDetails;

    fn deref(&self) -> &ProblemDetails {
        &self.0
    }
}

impl From<FormatError> for Problem {
    fn from(error: FormatError) -> Self {
        let (name, title) = match error.fault {
            Fault::Truncated => ("truncated", "The file ends too early"),
            Fault::Unsupported => ("not-a-replay", "Not a replay we can read"),
            Fault::Limit => ("limit", "The file asks for too much"),
            _ => ("damaged", "The file is damaged"),
        };
        let mut problem =
            Self::named(StatusCode::UNPROCESSABLE_ENTITY, name, title, error.to_string());
        problem.0.offset = Some(error.offset);
        problem.0.section = Some(error.section.into_owned());
        problem.0.expected = Some(error.expected.into_owned());
        problem.0.found = Some(error.found.into_owned());
        problem
    }
}

impl From<AskError> for Problem {
    fn from(error: AskError) -> Self {
        let detail = error.to_string();
        match error {
            AskError::Unknown { .. } => {
                let title = "Not a question for this game";
                Self::named(StatusCode::NOT_FOUND, "no-such-question", title, detail)
            }
            _ => Self::bad_request(detail),
        }
    }
}

impl From<ArchiveError> for Problem {
    fn from(error: ArchiveError) -> Self {
        match error {
            ArchiveError::Busy(_) => Self::busy("No decoder came free in time."),
            ArchiveError::DecoderTooSlow(patience) => Self::decoder_too_slow(patience),
            ArchiveError::Decoder(Breakdown::Crashed(how)) => {
                tracing::error!(how, "a decoder broke down");
                Self::decoder_failed()
            }
            ArchiveError::Decoder(error) => {
                tracing::error!(%error, "a decoder is missing");
                Self::busy("The decoder was ended from outside, or cannot be started.")
            }
            error if error.is_disk_full() => {
                tracing::error!(%error, "the disk is full");
                Self::disk_full()
            }
            ArchiveError::Damaged { damage, .. } => Self::corrupted(damage),
            error => {
                tracing::error!(%error, "a request failed");
                Self::our_bug()
            }
        }
    }
}

impl From<ghostreel_witness::Error> for Problem {
    fn from(error: ghostreel_witness::Error) -> Self {
        use ghostreel_witness::Error as Witness;
        let detail = format!("{error}.");
        let status = match error {
            Witness::Message(_) => {
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                return Self::named(status, "message", "Not a message that is taken", detail);
            }
            Witness::NoSession | Witness::NoTile => StatusCode::NOT_FOUND,
            Witness::Expired => StatusCode::GONE,
            Witness::Revoked => StatusCode::FORBIDDEN,
            Witness::Text(..) => StatusCode::BAD_REQUEST,
            Witness::TooManySessions(..) | Witness::TooManyMessages(..) | Witness::TooFast(_) => {
                return Self::too_much(&detail);
            }
            error if ghostreel_archive::is_disk_full(&error) => {
                tracing::error!(%error, "the disk is full");
                return Self::disk_full();
            }
            error => {
                tracing::error!(%error, "witnessed data cannot be stored or read");
                return Self::our_bug();
            }
        };
        Self::of(status, detail)
    }
}

impl IntoResponse for Problem {
    /// Only marks the response: `render` writes the body, where the path is known.
    fn into_response(self) -> Response {
        let status = self.status_code();
        let mut response = status.into_response();
        let headers = response.headers_mut();
        match status {
            StatusCode::UNAUTHORIZED => {
                headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            StatusCode::SERVICE_UNAVAILABLE => {
                headers.insert(RETRY_AFTER, HeaderValue::from_static("2"));
            }
            StatusCode::TOO_MANY_REQUESTS => {
                headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
            }
            // Somebody has to make room first.
            StatusCode::INSUFFICIENT_STORAGE => {
                headers.insert(RETRY_AFTER, HeaderValue::from_static("60"));
            }
            _ => {}
        }
        response.extensions_mut().insert(self);
        response
    }
}

/// Gives every error response, whatever its origin, a problem as its body. Other headers stay.
pub(crate) async fn render(request: Request, next: Next) -> Response {
    let path = excerpt(request.uri().path()).into_owned();
    let mut response = next.run(request).await;
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return response;
    }
    let marked = response.extensions_mut().remove::<Problem>();
    let mut problem = marked.unwrap_or_else(|| Problem::of(status, default_detail(status)));
    problem.0.instance = Some(path);
    problem.cut();
    let body = serde_json::to_vec(&problem).unwrap_or_default();
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    Response::from_parts(parts, body.into())
}

/// For responses made by a layer or by the router, which have no words of their own.
fn default_detail(status: StatusCode) -> &'static str {
    match status {
        StatusCode::NOT_FOUND => "There is nothing at this address.",
        StatusCode::METHOD_NOT_ALLOWED => "This address does not take this method; see Allow.",
        StatusCode::FORBIDDEN => "Other sites may read here, but not change anything.",
        StatusCode::SERVICE_UNAVAILABLE => "The answer took too long.",
        _ => "The request was not accepted.",
    }
}

/// The beginning of a client's text, short enough to repeat.
pub(crate) fn excerpt(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST_ECHO {
        return text.into();
    }
    let mut text = text.to_owned();
    shorten(&mut text, LONGEST_ECHO);
    text.into()
}

/// Cuts a text to so many bytes, and shows that it did.
fn shorten(text: &mut String, longest: usize) {
    const CUT: &str = "…";
    if text.len() > longest {
        text.truncate(text.floor_char_boundary(longest - CUT.len()));
        text.push_str(CUT);
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Error as IoError, ErrorKind};

    use super::*;

    #[test]
    fn sessions_without_room_to_be_witnessed_say_so() {
        let failed = |kind: ErrorKind| {
            let (path, source) = ("witness.db".into(), IoError::from(kind));
            Problem::from(ghostreel_witness::Error::File { path, source })
        };
        let full = failed(ErrorKind::StorageFull);
        assert_eq!((full.status, &*full.kind), (507, "urn:ghostreel:problem:disk-full"));
        assert_eq!(failed(ErrorKind::NotFound).status, 500);
    }

    #[test]
    fn a_killed_decoder_is_for_later_and_a_broken_one_is_for_us() {
        let killed = Problem::from(ArchiveError::Decoder(Breakdown::Killed));
        assert_eq!((killed.status, &*killed.kind), (503, "urn:ghostreel:problem:busy"));
        let crashed = Problem::from(ArchiveError::Decoder(Breakdown::Crashed("7".to_owned())));
        assert_eq!((crashed.status, &*crashed.kind), (422, "urn:ghostreel:problem:decoder-failed"));
    }
}
