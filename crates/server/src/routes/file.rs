//! `GET /api/replays/{id}/file`

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use ghostreel_archive::{Kind, Record, formats};

use crate::app::App;
use crate::download::{Download, NEVER_CHANGES};
use crate::problem::{Problem, ProblemDetails};

/// The original file, or a range of it.
#[utoipa::path(
    get,
    path = "/api/replays/{id}/file",
    tag = "replays",
    params(
        ("id" = String, Path, description = "The replay's id"),
        ("Range" = Option<String>, Header, description = "A single range of bytes", example = "bytes=0-1023"),
        ("If-Range" = Option<String>, Header, description = "The ETag for which the range is wanted"),
        ("If-None-Match" = Option<String>, Header, description = "The ETag that is there already"),
    ),
    responses(
        (status = 200, description = "The whole file", body = Vec<u8>, content_type = "application/octet-stream",
            headers(("ETag" = String, description = "The digest, quoted"), ("Content-Disposition" = String, description = "The original name"))),
        (status = 206, description = "The range", body = Vec<u8>, content_type = "application/octet-stream",
            headers(("Content-Range" = String, description = "Which bytes of how many"))),
        (status = 304, description = "It has not changed; it never does"),
        (status = 403, description = "It is held, as a copy of another replay", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "There is no such replay", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 416, description = "The range begins after the end", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "The original is lost or damaged (`corrupted`), or our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn file(
    State(app): State<App>,
    Path(id): Path<String>,
    method: Method,
    request: HeaderMap,
) -> Result<Response, Problem> {
    let record = app.archive.get(&id).await?.ok_or_else(Problem::no_such_replay)?;
    if record.is_held {
        return Err(Problem::held());
    }
    let file = Download {
        kind: Kind::Replay,
        digest: record.digest,
        size: record.size,
        file_name: &record.file_name,
        media_type: media_type(&record),
        cache_control: NEVER_CHANGES,
    };
    file.answer(&app.archive, &method, &request).await
}

fn media_type(record: &Record) -> &'static str {
    formats::format(&record.format).map_or("application/octet-stream", |format| format.media_type)
}
