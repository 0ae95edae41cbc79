//! `GET /api/maps/{id}/file`

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use ghostreel_archive::Kind;

use crate::app::App;
use crate::download::{ASK_AGAIN, Download};
use crate::problem::{Problem, ProblemDetails};

/// The zip file as it was uploaded, or a range of it.
#[utoipa::path(
    get,
    path = "/api/maps/{id}/file",
    tag = "maps",
    params(
        ("id" = String, Path, description = "The map's id, or the hash of its levels, which names the first of those with it"),
        ("Range" = Option<String>, Header, description = "A single range of bytes", example = "bytes=0-1023"),
        ("If-Range" = Option<String>, Header, description = "The ETag for which the range is wanted"),
        ("If-None-Match" = Option<String>, Header, description = "The ETag that is there already"),
    ),
    responses(
        (status = 200, description = "The whole file", body = Vec<u8>, content_type = "application/zip",
            headers(("ETag" = String, description = "The digest of the file, quoted"), ("Content-Disposition" = String, description = "The original name"))),
        (status = 206, description = "The range", body = Vec<u8>, content_type = "application/zip",
            headers(("Content-Range" = String, description = "Which bytes of how many"))),
        (status = 304, description = "It has not changed"),
        (status = 404, description = "There is no such map", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 416, description = "The range begins after the end", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "The file is lost or damaged (`corrupted`), or our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn file(
    State(app): State<App>,
    Path(id): Path<String>,
    method: Method,
    request: HeaderMap,
) -> Result<Response, Problem> {
    let map = app.archive.map(&id).await?.ok_or_else(Problem::no_such_map)?;
    let file = Download {
        kind: Kind::Map,
        digest: map.digest,
        size: map.size,
        file_name: &map.file_name,
        media_type: "application/zip",
        // Another zip file with the same files may take its place, and another map be the first of a hash.
        cache_control: ASK_AGAIN,
    };
    file.answer(&app.archive, &method, &request).await
}
