//! `DELETE /api/maps/{id}`

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};

use crate::app::App;
use crate::problem::{Problem, ProblemDetails};

/// Removes a map, and with it what was found by it; only the operator can.
#[utoipa::path(
    delete,
    path = "/api/maps/{id}",
    tag = "maps",
    params(("id" = String, Path, description = "The map's id")),
    security(("review_token" = [])),
    responses(
        (status = 204, description = "It is gone"),
        (status = 401, description = "No token was given", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 403, description = "The token is not the server's, or the request comes from another site", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "There is no such map, or the server has no review token", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn delete(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    app.check_review_token(&headers)?;
    let removed = app.archive.remove_map(&id).await?.ok_or_else(Problem::no_such_map)?;
    app.metrics.map_removed(removed.size);
    // Replays are compared with the other maps of its hash now.
    app.to_match.notify_one();
    tracing::info!(id = removed.id, hash = removed.hash, "removed a map");
    Ok(StatusCode::NO_CONTENT)
}
