//! `POST /api/replays`

use axum::Extension;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use ghostreel_archive::Kind;

use crate::app::App;
use crate::body::Incoming;
use crate::client::RequestClient;
use crate::dto::{Replay, UploadForm, UploadParams, Uploaded};
use crate::ingested::answer;
use crate::problem::{Problem, ProblemDetails};

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
    let Query(params) = match params {
        Ok(params) => params,
        Err(rejection) => {
            // Read to its end, so that the answer is seen.
            drop(Incoming::new(body, &app.config));
            return Err(Problem::bad_request(rejection.body_text()));
        }
    };
    let received = app.receive(Kind::Replay, client, &headers, body).await?;
    let name = params.name.as_ref().or(received.name.as_ref());
    answer(app.take_in(Some(client), received.file, name.map(String::as_str)).await)
}
