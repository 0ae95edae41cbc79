//! `GET /api/live` and `GET /api/live/{number}`

use std::time::Duration;

use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use crate::app::App;
use crate::client::RequestClient;
use crate::disposition;
use crate::dto::{Live, LiveParams, PartParams};
use crate::headers::DOWNLOAD_POLICY;
use crate::problem::{Problem, ProblemDetails};

/// How long a question for the next game is left open; then it is to be asked again.
const PATIENCE: Duration = Duration::from_secs(20);

/// The game that is being followed, or was last. With `after`, waits a while for a later one.
#[utoipa::path(
    get,
    path = "/api/live",
    tag = "live",
    params(LiveParams),
    responses(
        (status = 200, description = "The game that began last; null if none did yet", body = Live),
        (status = 400, description = "A parameter that cannot be read", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "This server follows nothing", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn latest(
    State(app): State<App>,
    params: Result<Query<LiveParams>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(params) = params.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    if !app.live.is_following() {
        return Err(Problem::follows_nothing());
    }
    if let Some(after) = params.after {
        let patience = PATIENCE.min(app.config.request_timeout / 2);
        let _ = tokio::time::timeout(patience, app.live.later_than(after)).await;
    }
    let live = Live { game: app.live.latest() };
    Ok(([(CACHE_CONTROL, "no-store")], Json(live)).into_response())
}

/// The bytes of a game as they are written: all so far, then the next as they come. The body ends with the game; if it
/// breaks off instead, ask again from there.
#[utoipa::path(
    get,
    path = "/api/live/{number}",
    tag = "live",
    params(("number" = u64, Path, description = "The game's number"), PartParams),
    responses(
        (status = 200, description = "The bytes, streamed", body = Vec<u8>, content_type = "application/octet-stream",
            headers(("Content-Disposition" = String, description = "The file's name"))),
        (status = 400, description = "A number or parameter that cannot be read", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "This game is not followed, or no longer", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 429, description = "The client watches too often at once, or asks too often; try again", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "Too many watch already; try again", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn watch(
    State(app): State<App>,
    Extension(RequestClient(client)): Extension<RequestClient>,
    Path(number): Path<u64>,
    params: Result<Query<PartParams>, QueryRejection>,
    method: Method,
) -> Result<Response, Problem> {
    let Query(PartParams { from, to }) =
        params.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let game = app.live.game(number).ok_or_else(Problem::no_such_game)?;
    let mut head = HeaderMap::new();
    head.insert(CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    head.insert(CONTENT_DISPOSITION, disposition::attachment(&game.name));
    head.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(DOWNLOAD_POLICY));
    head.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Compressed, it would be held back until there is enough of it.
    head.insert(ACCEPT_RANGES, HeaderValue::from_static("none"));
    if method == Method::HEAD {
        return Ok((head, Body::empty()).into_response());
    }
    let place = app.viewers.try_take(Some(client)).ok_or_else(|| {
        match app.viewers.places_taken(Some(client)) >= app.config.viewers_per_client {
            true => Problem::too_many_viewers(),
            false => Problem::busy("Too many are watching."),
        }
    })?;
    let to = to.unwrap_or(u64::MAX);
    let body = app.live.watch(number, from.unwrap_or(0), to, place);
    Ok((head, Body::from_stream(body)).into_response())
}
