//! `GET /api/held` and `POST /api/replays/{id}/review`: the operator decides about replays that are held.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use ghostreel_archive::formats::core::Digest;
use headers::authorization::Bearer;
use headers::{Authorization, HeaderMapExt};

use crate::app::App;
use crate::dto::{Decide, HeldList, Replay};
use crate::problem::{Problem, ProblemDetails};

/// The most replays that are listed at once.
const MOST: usize = 200;

/// The replays that are held, the oldest first, at most 200: others follow when these are decided about. Only where the server was given a
/// review token.
#[utoipa::path(
    get,
    path = "/api/held",
    tag = "review",
    security(("review_token" = [])),
    responses(
        (status = 200, description = "Those that are held", body = HeldList),
        (status = 401, description = "No token was given", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 403, description = "The token is not the server's", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "The server has no review token", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn held(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<HeldList>, Problem> {
    app.check_review_token(&headers)?;
    let mut records = Vec::new();
    for id in app.archive.held().await?.into_iter().take(MOST) {
        records.extend(app.archive.get(&id).await?);
    }
    let ids: Vec<String> = records.iter().map(|record| record.id.clone()).collect();
    Ok(Json(HeldList {
        replays: app.described(records).await?,
        disputed: app.disputed(&ids).await?,
        objections: app.objections(&ids).await?,
    }))
}

/// Decides about a replay, for good: nothing that is found or proven later changes it.
#[utoipa::path(
    post,
    path = "/api/replays/{id}/review",
    tag = "review",
    params(("id" = String, Path, description = "The replay's id")),
    request_body = Decide,
    security(("review_token" = [])),
    responses(
        (status = 200, description = "The replay as it is now", body = Replay),
        (status = 400, description = "The request cannot be read", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 401, description = "No token was given", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 403, description = "The token is not the server's, or the request comes from another site", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "There is no such replay, or the server has no review token", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn review(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    request: Result<Json<Decide>, JsonRejection>,
) -> Result<Json<Replay>, Problem> {
    app.check_review_token(&headers)?;
    let Json(Decide { decision }) =
        request.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    if !app.archive.review(&id, decision).await? {
        return Err(Problem::no_such_replay());
    }
    tracing::info!(id, ?decision, "decided about a replay");
    let record = app.archive.get(&id).await?.ok_or_else(Problem::no_such_replay)?;
    Ok(Json(app.described_one(record).await?))
}

impl App {
    /// Whether whoever asks runs the server.
    pub(crate) fn check_review_token(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let token = self.config.review_token.as_ref().ok_or_else(Problem::no_review)?;
        let given: Authorization<Bearer> =
            headers.typed_get().ok_or_else(Problem::review_token_missing)?;
        // Digests, so that the time that comparing takes reveals nothing of the token.
        match Digest::of(given.token().as_bytes()) == Digest::of(token.as_bytes()) {
            true => Ok(()),
            false => Err(Problem::wrong_review_token()),
        }
    }
}
