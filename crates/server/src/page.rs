//! The page: the output of the build of `web/`, embedded into the binary.

use std::borrow::Cow;

use axum::body::Body;
use axum::extract::{Query, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use ghostreel_archive::formats::core::Digest;
use headers::{HeaderMapExt, IfNoneMatch};
use rust_embed::RustEmbed;
use serde::Deserialize;

use crate::app::App;
use crate::headers::{PAGE_POLICY, PLAYER_POLICY};
use crate::link_preview;
use crate::problem::Problem;

const LIBRARY: &str = "index.html";
const PLAYER: &str = "player.html";

/// Files whose names hold a hash of their content, so that a name never means another content.
const HASHED: &str = "assets/";

const MISSING: &str = "This server was built without its page: run `cargo xtask web`, \
    then build the server again. The API is at /api/openapi.json.\n";

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

/// Answers every address that is not part of the API.
pub(crate) async fn serve(State(app): State<App>, request: Request) -> Response {
    let (Parts { method, uri, headers, .. }, _) = request.into_parts();
    let name = match uri.path() {
        "/" => LIBRARY,
        "/player" => PLAYER,
        path => path.trim_start_matches('/'),
    };
    let is_page = matches!(name, LIBRARY | PLAYER);
    if !matches!(method, Method::GET | Method::HEAD) {
        let status = if is_page { StatusCode::METHOD_NOT_ALLOWED } else { StatusCode::NOT_FOUND };
        return status.into_response();
    }
    let Some(file) = Dist::get(name) else {
        return match is_page {
            true => ([(CONTENT_TYPE, "text/plain; charset=utf-8")], MISSING).into_response(),
            false => Problem::of(StatusCode::NOT_FOUND, "There is nothing at this address.")
                .into_response(),
        };
    };
    if name == PLAYER
        && let Some(page) = with_preview(&app, &uri, &file.data).await
    {
        let hash = *Digest::of(page.as_bytes()).as_bytes();
        return answer(name, page.into_bytes().into(), hash, &headers);
    }
    answer(name, file.data, file.metadata.sha256_hash(), &headers)
}

/// The query of the player's address; the page itself reads the rest.
#[derive(Deserialize)]
struct PlayerQuery {
    /// An id, or the address of a file.
    replay: Option<String>,
}

/// The player's page with the facts of the replay in its address; `None` without one that may be given out.
async fn with_preview(app: &App, uri: &Uri, page: &[u8]) -> Option<String> {
    let Query(PlayerQuery { replay }) = Query::try_from_uri(uri).ok()?;
    let record = app.archive.get(&replay?).await.ok()??;
    if record.is_held {
        return None;
    }
    link_preview::insert(std::str::from_utf8(page).ok()?, &record)
}

fn answer(name: &str, data: Cow<'static, [u8]>, hash: [u8; 32], request: &HeaderMap) -> Response {
    let hash: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    // Weak, because the same tag goes with every compression.
    let etag = format!("W/\"{hash}\"");
    let caching = match name.starts_with(HASHED) {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let policy = if name == PLAYER { PLAYER_POLICY } else { PAGE_POLICY };
    let unchanged = match (request.typed_get::<IfNoneMatch>(), etag.parse()) {
        (Some(condition), Ok(etag)) => !condition.precondition_passes(&etag),
        _ => false,
    };
    let head = [
        (CONTENT_TYPE, media_type(name)),
        (ETAG, &etag),
        (CACHE_CONTROL, caching),
        (CONTENT_SECURITY_POLICY, policy),
    ];
    if unchanged {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    (head, Body::from(data.into_owned())).into_response()
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "jpg" | "jpeg" => "image/jpeg",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header::IF_NONE_MATCH;
    use http_body_util::BodyExt as _;

    use super::*;

    fn file(name: &str, content: &'static [u8], request: &HeaderMap) -> Response {
        answer(name, content.into(), [7; 32], request)
    }

    fn header(response: &Response, name: axum::http::HeaderName) -> &str {
        response.headers()[name].to_str().unwrap()
    }

    #[tokio::test]
    async fn files_say_what_they_are_and_how_long_they_last() {
        let none = HeaderMap::new();
        let script = file("assets/a-1234.js", b"1", &none);
        assert_eq!(header(&script, CONTENT_TYPE), "text/javascript; charset=utf-8");
        assert_eq!(header(&script, CACHE_CONTROL), "public, max-age=31536000, immutable");
        let wasm = file("ghostreel.wasm", b"2", &none);
        assert_eq!(header(&wasm, CONTENT_TYPE), "application/wasm");
        assert_eq!(header(&wasm, CACHE_CONTROL), "no-cache");
        assert_eq!(wasm.into_body().collect().await.unwrap().to_bytes(), "2");
    }

    #[tokio::test]
    async fn only_the_player_may_be_framed_by_others() {
        let none = HeaderMap::new();
        let player = file(PLAYER, b"", &none);
        assert!(header(&player, CONTENT_SECURITY_POLICY).ends_with("frame-ancestors *"));
        let library = file(LIBRARY, b"", &none);
        assert!(header(&library, CONTENT_SECURITY_POLICY).ends_with("frame-ancestors 'self'"));
    }

    #[tokio::test]
    async fn an_unchanged_file_is_not_sent_again() {
        let mut request = HeaderMap::new();
        let first = file(LIBRARY, b"page", &request);
        request.insert(IF_NONE_MATCH, first.headers()[ETAG].clone());
        let second = file(LIBRARY, b"page", &request);
        assert_eq!(second.status(), StatusCode::NOT_MODIFIED);
        assert!(second.into_body().collect().await.unwrap().to_bytes().is_empty());
    }
}
