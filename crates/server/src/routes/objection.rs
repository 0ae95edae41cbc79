//! `POST /api/replays/{id}/objection`

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use ghostreel_archive::DeleteToken;
use headers::authorization::Bearer;
use headers::{Authorization, HeaderMapExt};

use crate::app::App;
use crate::dto::Object;
use crate::problem::{Problem, ProblemDetails};

/// Bytes of a reason, at most.
const LONGEST: usize = 1000;

/// Objects to holding a replay. The operator reads it; it has no other effect. Only the uploader of the replay can; it replaces
/// an earlier objection.
#[utoipa::path(
    post,
    path = "/api/replays/{id}/objection",
    tag = "marks",
    params(("id" = String, Path, description = "The replay's id")),
    request_body = Object,
    security(("delete_token" = [])),
    responses(
        (status = 204, description = "It is noted"),
        (status = 400, description = "The request cannot be read, or the reason is empty or too long", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 401, description = "No token was given", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 403, description = "The token is not this replay's, or the request comes from another site", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "There is no such replay", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 409, description = "The replay is not held", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn object(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    request: Result<Json<Object>, JsonRejection>,
) -> Result<StatusCode, Problem> {
    let token: Authorization<Bearer> = headers.typed_get().ok_or_else(Problem::token_missing)?;
    let Json(Object { reason }) =
        request.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let reason = reason.trim();
    if reason.is_empty() || reason.len() > LONGEST {
        return Err(Problem::bad_request(format!("A reason has 1 to {LONGEST} bytes.")));
    }
    let record = app.archive.get(&id).await?.ok_or_else(Problem::no_such_replay)?;
    if !record.is_held {
        return Err(Problem::not_held());
    }
    match app.archive.object(&id, reason, &DeleteToken::presented(token.token())).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::wrong_token()),
    }
}
