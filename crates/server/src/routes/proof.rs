//! `GET /api/replays/{id}/proof`

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use crate::app::App;
use crate::dto::Proven;
use crate::problem::{Problem, ProblemDetails};

/// What a replay proved when it was accepted, and that the log says so.
#[utoipa::path(
    get,
    path = "/api/replays/{id}/proof",
    tag = "marks",
    params(("id" = String, Path, description = "The replay's id")),
    responses(
        (status = 200, description = "What it proved", body = Proven),
        (status = 404, description = "There is no such replay, or it came before this server kept proofs", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn proof(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Proven>, Problem> {
    let record = app.archive.get(&id).await?.ok_or_else(Problem::no_such_replay)?;
    let none =
        || Problem::of(StatusCode::NOT_FOUND, "This replay came before this server kept proofs.");
    let (proof, inclusion) = app.witness.proof(&record.digest).await?.ok_or_else(none)?;
    Ok(Json(Proven::new(proof, inclusion)))
}
