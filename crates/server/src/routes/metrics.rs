//! `GET /metrics`

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::problem::{Problem, ProblemDetails};

/// Numbers for Prometheus.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "operations",
    responses(
        (status = 200, description = "OpenMetrics text", body = String, content_type = "application/openmetrics-text; version=1.0.0; charset=utf-8"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn metrics(State(app): State<App>) -> Result<Response, Problem> {
    app.metrics.damaged(app.archive.damaged().await?);
    app.metrics.decoders_ended(&app.archive.worker_ends());
    let page = app.metrics.render().map_err(|_| Problem::our_bug())?;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(CONTENT_TYPE, kind)], page).into_response())
}
