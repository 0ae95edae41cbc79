//! `GET /healthz`

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::dto::Health;
use crate::problem::{Problem, ProblemDetails};

/// Whether the server can do its work: the index answers and the disk takes uploads.
///
/// Damaged originals make it `degraded`, but not unavailable: everything else is served as before, and a balancer that took
/// the server out for one lost replay would lose them all.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "operations",
    responses(
        (status = 200, description = "It can; `degraded` if some originals are damaged", body = Health),
        (status = 503, description = "It cannot", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn health(State(app): State<App>) -> Result<Json<Health>, Problem> {
    match look(&app).await {
        Ok(damaged) => {
            let status = if damaged == 0 { "ok" } else { "degraded" };
            Ok(Json(Health { status, damaged }))
        }
        Err(error) => {
            tracing::error!(%error, "not healthy");
            Err(Problem::busy("The archive cannot be read and written right now."))
        }
    }
}

async fn look(app: &App) -> Result<u64, ghostreel_archive::Error> {
    app.archive.check().await?;
    app.archive.damaged().await
}
