//! `GET /api/replays/{id}/recording`

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::problem::{Problem, ProblemDetails};

/// The reel that a replay came in, which proves what `proof` says.
#[utoipa::path(
    get,
    path = "/api/replays/{id}/recording",
    tag = "marks",
    params(("id" = String, Path, description = "The replay's id")),
    responses(
        (status = 200, description = "The reel", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 403, description = "It is held, as a copy of another replay", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "There is no such replay, or it came in no reel", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn recording(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let record = app.archive.get(&id).await?.ok_or_else(Problem::no_such_replay)?;
    if record.is_held {
        return Err(Problem::held());
    }
    let none = || Problem::of(StatusCode::NOT_FOUND, "This replay came in no reel.");
    let source = app.witness.source(&record.digest).await?.ok_or_else(none)?;
    let path = app.recording_path(&record.digest, &source);
    let reel = tokio::fs::read(path).await.map_err(|_| none())?;
    Ok(([(CONTENT_TYPE, "application/octet-stream")], reel).into_response())
}
