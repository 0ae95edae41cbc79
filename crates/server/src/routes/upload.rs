//! `POST /api/replays`

use std::net::IpAddr;

use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_LENGTH, EXPECT, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use futures_util::StreamExt;
use ghostreel_archive::Spooled;

use crate::app::App;
use crate::body::Incoming;
use crate::client::RequestClient;
use crate::dto::{Replay, UploadForm, UploadParams, Uploaded};
use crate::intake::Ingested;
use crate::problem::{Problem, ProblemDetails};
use crate::weights::Weight;
use crate::{disposition, multipart};

/// Uploads a replay: as the body itself, or as the first file of a form.
#[utoipa::path(
    post,
    path = "/api/replays",
    tag = "replays",
    params(
        UploadParams,
        ("X-File-Name" = Option<String>, Header, description = "The file's name, percent-encoded"),
        ("Content-Disposition" = Option<String>, Header, description = "The file's name as `filename` or `filename*`"),
    ),
    request_body(
        description = "The file, streamed; at most 64 MiB unless the server is set up otherwise",
        content(
            (Vec<u8> = "application/octet-stream"),
            (UploadForm = "multipart/form-data"),
        ),
    ),
    responses(
        (status = 200, description = "The same content was here already, but its file was lost or damaged; it is whole again, under the secret of its first upload", body = Replay,
            headers(("Location" = String, description = "The address of the replay"))),
        (status = 201, description = "It is kept", body = Uploaded,
            headers(("Location" = String, description = "The address of the replay"))),
        (status = 400, description = "The request cannot be read", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 403, description = "The request comes from another site", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 408, description = "The body did not arrive in time", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 409, description = "The same content is here already, as the replay `id`; or the upload is a copy of it, and this server takes none: `copies` says why", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 413, description = "Larger than the limit", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 415, description = "The body is compressed", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 421, description = "Asked under a name that is not the server's; any request may be", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 422, description = "Not a replay, or a damaged one: `offset` and `section` say where", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 429, description = "The client asks too often or has too much in progress, as any request may show; try again", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "Too busy, or the decoder took too long; try again", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 507, description = "The disk is full", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn upload(
    State(app): State<App>,
    Extension(RequestClient(client)): Extension<RequestClient>,
    params: Result<Query<UploadParams>, QueryRejection>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let incoming = Incoming::new(body, &app.config);
    if let Err(problem) = check_head(&app, &headers) {
        if headers.contains_key(EXPECT) {
            // The client asks before it sends; what it holds back need not be read.
            incoming.abandon();
        }
        return Err(problem);
    }
    let Query(params) = params.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let place = tokio::time::timeout(app.config.upload_patience, app.uploads.take(Some(client)));
    let _place = place.await.map_err(|_| no_place(&app, client))?;
    let mut weight = app.weights.of(client);
    let (spooled, form_name) = receive(&app, &headers, incoming, &mut weight).await?;
    let name = params.name.or_else(|| header_name(&headers)).or(form_name);
    match app.take_in(Some(client), spooled, name.as_deref()).await {
        Ingested::Created(uploaded) => {
            let location = format!("/api/replays/{}", uploaded.replay.id);
            Ok((StatusCode::CREATED, [(LOCATION, location)], Json(*uploaded)).into_response())
        }
        Ingested::Restored(replay) => {
            let location = format!("/api/replays/{}", replay.id);
            Ok((StatusCode::OK, [(LOCATION, location)], Json(*replay)).into_response())
        }
        Ingested::Existing(replay) => Err(Problem::exists(replay.id)),
        Ingested::Rejected(problem) => Err(problem),
    }
}

/// Whose fault it is that no place came free in time.
fn no_place(app: &App, client: IpAddr) -> Problem {
    match app.uploads.taken(Some(client)) >= app.config.uploads_per_client {
        true => Problem::too_many_uploads(),
        false => Problem::busy("Too many uploads are in progress."),
    }
}

/// Refuses what the head of the request already shows to be hopeless.
fn check_head(app: &App, headers: &HeaderMap) -> Result<(), Problem> {
    let limit = app.config.upload_limit;
    let framing = match multipart::boundary(headers)? {
        Some(_) => multipart::MAX_FRAMING as u64,
        None => 0,
    };
    let length = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > limit.saturating_add(framing)) {
        return Err(Problem::too_large(limit));
    }
    match headers.get(CONTENT_ENCODING) {
        Some(encoding) if encoding != "identity" => Err(Problem::of(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "Send the file as it is, without Content-Encoding.",
        )),
        _ => Ok(()),
    }
}

/// Writes the file to the spool; returns the name a form gave it.
async fn receive(
    app: &App,
    headers: &HeaderMap,
    mut incoming: Incoming,
    weight: &mut Weight,
) -> Result<(Spooled, Option<String>), Problem> {
    let mut spool = app.archive.spool()?;
    let mut form_name = None;
    match multipart::boundary(headers)? {
        Some(boundary) => {
            form_name = multipart::first_file(incoming, boundary, &mut spool, weight).await?
        }
        None => {
            while let Some(bytes) = incoming.next().await {
                let bytes = bytes?;
                if !weight.add(bytes.len()) {
                    return Err(Problem::too_many_bytes());
                }
                spool.write(&bytes).await?;
            }
        }
    }
    Ok((spool.finish().await?, form_name))
}

fn header_name(headers: &HeaderMap) -> Option<String> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    text("x-file-name")
        .and_then(disposition::percent_decoded)
        .or_else(|| text(CONTENT_DISPOSITION.as_str()).and_then(disposition::file_name))
}
