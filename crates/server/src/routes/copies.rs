//! `GET /api/replays/{id}/copies`

use axum::Json;
use axum::extract::{Path, State};

use crate::app::App;
use crate::dto::Copies;
use crate::problem::{Problem, ProblemDetails};

/// The replays that agree with one, at least in part, and which of the two is the original: the one that came here first.
#[utoipa::path(
    get,
    path = "/api/replays/{id}/copies",
    tag = "marks",
    params(("id" = String, Path, description = "The replay's id")),
    responses(
        (status = 200, description = "Those that agree with it", body = Copies),
        (status = 404, description = "There is no such replay", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn copies(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Copies>, Problem> {
    let record = app.archive.get(&id).await?.ok_or_else(Problem::no_such_replay)?;
    let objections = app.objections(std::slice::from_ref(&record.id)).await?;
    Ok(Json(Copies {
        held: record.is_held,
        copies: app.copies_of(&record.id).await?,
        objection: objections.into_iter().next(),
    }))
}
