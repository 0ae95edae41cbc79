//! `GET /api/maps/{id}`

use axum::Json;
use axum::extract::{Path, State};

use crate::app::App;
use crate::dto::StoredMap;
use crate::problem::{Problem, ProblemDetails};

/// Describes one map.
#[utoipa::path(
    get,
    path = "/api/maps/{id}",
    tag = "maps",
    params(("id" = String, Path, description = "The map's id, or the hash of its levels, which names the first of those with it")),
    responses(
        (status = 200, description = "The map", body = StoredMap),
        (status = 404, description = "There is no such map", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<StoredMap>, Problem> {
    let map = app.archive.map(&id).await?.ok_or_else(Problem::no_such_map)?;
    Ok(Json(map.into()))
}
