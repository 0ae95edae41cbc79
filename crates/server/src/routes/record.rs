//! `GET /api/replays/{id}`

use axum::Json;
use axum::extract::{Path, State};

use crate::app::App;
use crate::dto::Replay;
use crate::problem::{Problem, ProblemDetails};

/// Describes one replay.
#[utoipa::path(
    get,
    path = "/api/replays/{id}",
    tag = "replays",
    params(("id" = String, Path, description = "The replay's id")),
    responses(
        (status = 200, description = "The replay", body = Replay),
        (status = 404, description = "There is no such replay", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Replay>, Problem> {
    let record = app.archive.get(&id).await?.ok_or_else(Problem::no_such_replay)?;
    Ok(Json(app.described_one(record).await?))
}
