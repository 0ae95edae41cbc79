//! `GET /api/maps/{hash}`

use axum::Json;
use axum::extract::{Path, State};

use crate::app::App;
use crate::dto::StoredMap;
use crate::problem::{Problem, ProblemDetails};

/// Describes one map.
#[utoipa::path(
    get,
    path = "/api/maps/{hash}",
    tag = "maps",
    params(("hash" = String, Path, description = "The hash of its levels, as replays name it, in whatever case")),
    responses(
        (status = 200, description = "The map", body = StoredMap),
        (status = 404, description = "There is no such map", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn record(
    State(app): State<App>,
    Path(hash): Path<String>,
) -> Result<Json<StoredMap>, Problem> {
    let map = app.archive.map(&hash).await?.ok_or_else(Problem::no_such_map)?;
    Ok(Json(map.into()))
}
