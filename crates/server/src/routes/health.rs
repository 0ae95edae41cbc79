//! `GET /healthz`

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::dto::Health;
use crate::problem::{Problem, ProblemDetails};

/// Whether the server can do its work: the index answers and the disk takes uploads.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "operations",
    responses(
        (status = 200, description = "It can", body = Health),
        (status = 503, description = "It cannot", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn health(State(app): State<App>) -> Result<Json<Health>, Problem> {
    match app.archive.check().await {
        Ok(()) => Ok(Json(Health { status: "ok" })),
        Err(error) => {
            tracing::error!(%error, "not healthy");
            Err(Problem::busy("The archive cannot be read and written right now."))
        }
    }
}
