//! `GET /api/links` and `POST /api/links`

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use ghostreel_archive::Kind;

use crate::app::App;
use crate::client::RequestClient;
use crate::dto::{Link, LinkSites};
use crate::fetch::{Fetched, Found, Site};
use crate::ingested::answer;
use crate::problem::{Problem, ProblemDetails};

/// Lists the sites whose links this server follows; empty if it follows none.
#[utoipa::path(
    get,
    path = "/api/links",
    tag = "replays",
    responses((status = 200, description = "All of them", body = LinkSites)),
)]
pub(crate) async fn list(State(app): State<App>) -> Response {
    let sites = app.fetcher.sites().map(|site: Site| site.name().to_owned()).collect();
    ([(CACHE_CONTROL, "no-cache")], Json(LinkSites { sites })).into_response()
}

/// Fetches what a link leads to, and takes it in as an upload: a replay of BeatLeader, or a map of BeatSaver by its address, its hash, `!bsr` and its
/// key, or the leaderboard of ScoreSaber that is played on it. A map that came from there, or from the operator, is not fetched again.
#[utoipa::path(
    post,
    path = "/api/links",
    tag = "replays",
    request_body = Link,
    responses(
        (status = 201, description = "It is kept; what is kept is described as after an upload",
            headers(("Location" = String, description = "The address of the replay or the map"))),
        (status = 400, description = "The request cannot be read, or is no such link", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 403, description = "This server does not ask that site, or the request comes from another site", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "The site has no such thing", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 409, description = "It is here already, as `id`", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 413, description = "Larger than the limit", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 422, description = "What the site gives is no replay or map, or a damaged one", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 502, description = "The site cannot be reached, or its answer cannot be used", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "Other links are being followed, or the answer took too long; try again", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 507, description = "The disk is full", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn follow(
    State(app): State<App>,
    Extension(RequestClient(client)): Extension<RequestClient>,
    request: Result<Json<Link>, JsonRejection>,
) -> Result<Response, Problem> {
    let Json(Link { link }) =
        request.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let _place = app.fetcher.place(Some(client))?;
    let file = match app.fetcher.find(&link).await? {
        Found::File(file) => file,
        Found::Map { hash, file } => match app.archive.map(&hash).await? {
            Some(map) if map.is_trusted => return Err(Problem::exists(Kind::Map, &map.id)),
            _ => file,
        },
    };
    let limit = app.archive.limit(file.kind());
    let Fetched { kind, bytes, name } = app.fetcher.fetch(file, limit).await?;
    let mut spool = app.archive.spool(kind)?;
    spool.write(&bytes).await?;
    let file = spool.finish().await?;
    match kind {
        Kind::Replay => answer(app.take_in(Some(client), file, Some(&name)).await),
        Kind::Map => answer(app.take_in_map(Some(client), file, Some(&name), true).await),
    }
}
