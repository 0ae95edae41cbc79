//! The transparency log under `/tlog` (c2sp.org/tlog-tiles).

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::problem::{Problem, ProblemDetails};

/// Tiles never change.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// The log as it is now, signed.
#[utoipa::path(
    get,
    path = "/tlog/checkpoint",
    tag = "marks",
    responses(
        (status = 200, description = "A checkpoint (c2sp.org/tlog-checkpoint)", body = String, content_type = "text/plain"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn checkpoint(State(app): State<App>) -> Result<Response, Problem> {
    let note = app.witness.checkpoint().await?;
    let headers = [(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    Ok((headers, note).into_response())
}

/// A tile of hashes, or a bundle of entries.
#[utoipa::path(
    get,
    path = "/tlog/tile/{*path}",
    tag = "marks",
    params(("path" = String, Path, description = "Level and number, or `entries` and number, e.g. `0/x001/234.p/17`")),
    responses(
        (status = 200, description = "The tile (c2sp.org/tlog-tiles)", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 404, description = "The log has no such tile", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn tile(
    State(app): State<App>,
    Path(path): Path<String>,
) -> Result<Response, Problem> {
    let tile = app.witness.tile(&path).await?;
    let headers = [(CONTENT_TYPE, "application/octet-stream"), (CACHE_CONTROL, FOR_EVER)];
    Ok((headers, tile).into_response())
}
