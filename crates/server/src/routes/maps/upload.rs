//! `POST /api/maps`

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ghostreel_archive::Kind;

use crate::app::App;
use crate::body::Incoming;
use crate::client::RequestClient;
use crate::config::MapUploads;
use crate::dto::{StoredMap, UploadForm};
use crate::ingested::answer;
use crate::problem::{Problem, ProblemDetails};

/// Uploads a map: its zip file as the body itself, or as the first file of a form. Replays of it are then compared with it, and shown with
/// it. Of several maps with the same levels, one that comes with the server's token goes before others.
#[utoipa::path(
    post,
    path = "/api/maps",
    tag = "maps",
    params(
        ("X-File-Name" = Option<String>, Header, description = "The file's name, percent-encoded"),
        ("Content-Disposition" = Option<String>, Header, description = "The file's name as `filename` or `filename*`"),
    ),
    request_body(
        description = "The zip file, streamed; at most 64 MiB unless the server is set up otherwise",
        content(
            (Vec<u8> = "application/octet-stream"),
            (UploadForm = "multipart/form-data"),
        ),
    ),
    security((), ("review_token" = [])),
    responses(
        (status = 200, description = "A map with the same files was here already, but its file was lost or damaged; this one is in its place", body = StoredMap,
            headers(("Location" = String, description = "The address of the map"))),
        (status = 201, description = "It is kept", body = StoredMap,
            headers(("Location" = String, description = "The address of the map"))),
        (status = 400, description = "The request cannot be read", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 401, description = "The server takes maps only from its operator, and no token was given", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 403, description = "The server takes no maps, the token is not the server's, or the request comes from another site", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 408, description = "The body did not arrive in time", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 409, description = "A map with the same files is here already, and stays, as `id`", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 413, description = "Larger than the limit", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 415, description = "The body is compressed", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 421, description = "Asked under a name that is not the server's; any request may be", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 422, description = "No zip file with a map, or a damaged one: `offset` and `section` say where", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 429, description = "The client asks too often or has too much in progress, as any request may show; try again", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "Too busy, or the decoder took too long; try again", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 507, description = "The disk is full", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn upload(
    State(app): State<App>,
    Extension(RequestClient(client)): Extension<RequestClient>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    if let Err(problem) = check_right(&app, &headers) {
        // Read to its end, so that the answer is seen.
        drop(Incoming::new(body, &app.config));
        return Err(problem);
    }
    let received = app.receive(Kind::Map, client, &headers, body).await?;
    let name = received.name.as_deref();
    let is_operator = app.check_review_token(&headers).is_ok();
    answer(app.take_in_map(Some(client), received.file, name, is_operator).await)
}

/// Whether who asks may upload maps.
fn check_right(app: &App, headers: &HeaderMap) -> Result<(), Problem> {
    match app.config.map_uploads {
        MapUploads::Everybody => Ok(()),
        MapUploads::Admin => app.check_review_token(headers),
        MapUploads::Nobody => Err(Problem::takes_no_maps()),
    }
}
