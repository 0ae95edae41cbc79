//! `GET /api/attributes`

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::app::App;

/// What this server knows better than the decoders' table of attributes: rows of a property of Rocket League and a kind,
/// or of an object and a class, with a tab between them. Empty if there is nothing.
#[utoipa::path(
    get,
    path = "/api/attributes",
    tag = "replays",
    responses((status = 200, description = "The table", body = String, content_type = "text/tab-separated-values")),
)]
pub(crate) async fn attributes(State(app): State<App>) -> Response {
    let head =
        [(CONTENT_TYPE, "text/tab-separated-values; charset=utf-8"), (CACHE_CONTROL, "no-cache")];
    (head, app.config.attributes.clone()).into_response()
}
