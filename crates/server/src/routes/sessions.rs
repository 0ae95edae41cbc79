//! `POST /api/sessions`, and the messages of a session: `heads` and `finish`.

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use data_encoding::{BASE64, HEXLOWER};
use ghostreel_mark::{Close, Head, Message, PublicKey, kind_of};

use crate::app::App;
use crate::client::RequestClient;
use crate::dto::{Begin, Session};
use crate::problem::{Problem, ProblemDetails};
use crate::timestamp;

/// The type of messages.
pub(crate) const COSE: &str = "application/cose";

/// Begins a session that the server witnesses: a challenge for one key, game and map (docs/spec/mark.md).
#[utoipa::path(
    post,
    path = "/api/sessions",
    tag = "marks",
    request_body = Begin,
    responses(
        (status = 201, description = "The challenge. Its first head must come in time", body = Session,
            headers(("Location" = String, description = "The address of the session"))),
        (status = 400, description = "The request cannot be read, or the key is not one", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 403, description = "The key was revoked, or the request comes from another site", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 429, description = "The key or the client has too many sessions open", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn begin(
    State(app): State<App>,
    Extension(RequestClient(client)): Extension<RequestClient>,
    request: Result<Json<Begin>, JsonRejection>,
) -> Result<Response, Problem> {
    let Json(Begin { key, game, map }) =
        request.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let key: PublicKey = key
        .parse()
        .map_err(|error| Problem::bad_request(format!("This is not a key: {error}.")))?;
    let begun = app
        .witness
        .begin(&client.to_string(), key, &game, map.as_deref(), timestamp::now())
        .await?;
    let session = HEXLOWER.encode(&begun.session);
    let location = format!("/api/sessions/{session}");
    let answer = Session {
        session,
        challenge: BASE64.encode(&begun.challenge),
        expires_at: timestamp::from_millis(begun.expires),
    };
    Ok((StatusCode::CREATED, [(LOCATION, location)], Json(answer)).into_response())
}

/// Takes the next head of a session, and answers with a receipt. A head that comes again gets the same receipt again.
#[utoipa::path(
    post,
    path = "/api/sessions/{session}/heads",
    tag = "marks",
    params(("session" = String, Path, description = "The session's number, in hexadecimal digits")),
    request_body(description = "The head: a message of docs/spec/mark.md", content_type = "application/cose", content = Vec<u8>),
    responses(
        (status = 200, description = "The receipt, a message of docs/spec/mark.md", body = Vec<u8>, content_type = "application/cose"),
        (status = 403, description = "The request comes from another site", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "There is no such session, or its time is over", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 410, description = "The first head came too late", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 413, description = "Larger than a message may be", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 422, description = "No head, or not the next one of this session", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 429, description = "Heads come faster than a game is played", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn heads(
    state: State<App>,
    session: Path<String>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Problem> {
    receive(state, session, body, Head::KIND).await
}

/// Takes the close of a session, and answers with the last receipt.
#[utoipa::path(
    post,
    path = "/api/sessions/{session}/finish",
    tag = "marks",
    params(("session" = String, Path, description = "The session's number, in hexadecimal digits")),
    request_body(description = "The close: a message of docs/spec/mark.md", content_type = "application/cose", content = Vec<u8>),
    responses(
        (status = 200, description = "The receipt, a message of docs/spec/mark.md", body = Vec<u8>, content_type = "application/cose"),
        (status = 403, description = "The request comes from another site", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "There is no such session, or its time is over", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 410, description = "The first message came too late", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 413, description = "Larger than a message may be", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 422, description = "No close, or not the next message of this session", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 429, description = "The client asks too often", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn finish(
    state: State<App>,
    session: Path<String>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Problem> {
    receive(state, session, body, Close::KIND).await
}

async fn receive(
    State(app): State<App>,
    Path(session): Path<String>,
    body: Result<Bytes, BytesRejection>,
    kind: &str,
) -> Result<Response, Problem> {
    let message = message(body)?;
    let session = HEXLOWER.decode(session.as_bytes()).ok().and_then(|id| id.try_into().ok());
    let session: [u8; 16] = session.ok_or(ghostreel_witness::Error::NoSession)?;
    if kind_of(&message).as_deref() != Some(kind) {
        let detail = format!("The body is no {kind}.");
        return Err(Problem::of(StatusCode::UNPROCESSABLE_ENTITY, detail));
    }
    let receipt = app.witness.receive(&session, &message, timestamp::now()).await?;
    Ok(([(CONTENT_TYPE, COSE)], receipt).into_response())
}

/// The bytes of a message.
pub(crate) fn message(body: Result<Bytes, BytesRejection>) -> Result<Bytes, Problem> {
    body.map_err(|rejection| Problem::of(rejection.status(), rejection.body_text()))
}
