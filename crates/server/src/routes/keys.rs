//! `GET` and `POST /api/keys`

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::{Extension, Json};
use data_encoding::BASE64;
use serde::Deserialize;
use utoipa::IntoParams;

use super::sessions::message;
use crate::app::App;
use crate::client::RequestClient;
use crate::dto::{Keys, Taken};
use crate::problem::{Problem, ProblemDetails};
use crate::timestamp;

/// Messages in one answer.
const PAGE: u32 = 500;

/// Which messages about keys.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct KeysQuery {
    /// Those after this one: `next` of the answer before.
    #[serde(default)]
    after: i64,
}

/// The server's keys, and messages about keys: rotations, revocations, the server's own rotations. 500 in one answer.
#[utoipa::path(
    get,
    path = "/api/keys",
    tag = "marks",
    params(KeysQuery),
    responses(
        (status = 200, description = "The keys", body = Keys),
        (status = 400, description = "A parameter cannot be read", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn keys(
    State(app): State<App>,
    after: Result<Query<KeysQuery>, QueryRejection>,
) -> Result<Json<Keys>, Problem> {
    let Query(KeysQuery { after }) =
        after.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let messages = app.witness.key_messages_after(after, PAGE).await?;
    let is_full = messages.len() == PAGE as usize;
    Ok(Json(Keys {
        next: messages.last().filter(|_| is_full).map(|(number, _)| *number),
        server: app.witness.key().await.to_string(),
        first: app.witness.first_key().await?.to_string(),
        log: app.witness.log_verifier(),
        messages: messages.iter().map(|(_, message)| BASE64.encode(message)).collect(),
    }))
}

/// Takes a message about a player's key: a rotation that was accepted, or a revocation. It becomes an entry of the log.
#[utoipa::path(
    post,
    path = "/api/keys",
    tag = "marks",
    request_body(description = "The message, of docs/spec/mark.md", content_type = "application/cose", content = Vec<u8>),
    responses(
        (status = 200, description = "It is in the log", body = Taken),
        (status = 403, description = "The request comes from another site", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 413, description = "Larger than a message may be", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 422, description = "No such message, or it does not hold", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 429, description = "The client asks too often, or it or the key has sent too many messages", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn take(
    State(app): State<App>,
    Extension(RequestClient(client)): Extension<RequestClient>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Taken>, Problem> {
    let (client, message) = (client.to_string(), message(body)?);
    let entry = app.witness.take_key_message(&client, &message, timestamp::now()).await?;
    Ok(Json(Taken { entry }))
}
