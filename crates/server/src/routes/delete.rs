//! `DELETE /api/replays/{id}`

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use ghostreel_archive::{DeleteToken, Removal};
use headers::authorization::Bearer;
use headers::{Authorization, HeaderMapExt};

use crate::app::App;
use crate::problem::{Problem, ProblemDetails};

/// Removes a replay; only its uploader can.
#[utoipa::path(
    delete,
    path = "/api/replays/{id}",
    tag = "replays",
    params(("id" = String, Path, description = "The replay's id")),
    security(("delete_token" = [])),
    responses(
        (status = 204, description = "It is gone"),
        (status = 401, description = "No token was given", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 403, description = "The token is not this replay's, or the request comes from another site", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "There is no such replay", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn delete(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let token: Authorization<Bearer> = headers.typed_get().ok_or_else(Problem::token_missing)?;
    let record = app.archive.get(&id).await?.ok_or_else(Problem::no_such_replay)?;
    let agreeing = app.archive.pairs(Some(std::slice::from_ref(&id))).await?;
    match app.archive.remove(&id, &DeleteToken::presented(token.token())).await? {
        Removal::Removed { bytes } => {
            app.metrics.removed(bytes);
            app.forget_proof(&record.digest).await;
            let others = agreeing.into_iter().flat_map(|pair| [pair.first.id, pair.second.id]);
            let others: Vec<_> = others.filter(|other| *other != id).collect();
            if let Err(problem) = app.look_again(&others).await {
                tracing::error!(
                    id,
                    detail = problem.detail,
                    "copies of it stay held until the next start"
                );
            }
            tracing::info!(id, "removed a replay");
            Ok(StatusCode::NO_CONTENT)
        }
        Removal::WrongToken => Err(Problem::wrong_token()),
        Removal::NotFound => Err(Problem::no_such_replay()),
    }
}
