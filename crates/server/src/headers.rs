//! Headers that keep browsers from doing more with an answer than they should.

use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;

/// For data: nothing in it may run, load or be framed.
const DATA_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// For downloads of untrusted bytes.
pub(crate) const DOWNLOAD_POLICY: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// For the page, up to who may frame it. The decoder is WebAssembly in a worker.
macro_rules! page_policy {
    ($ancestors:literal) => {
        concat!(
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; media-src 'self' blob:; ",
            "img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; connect-src 'self'; ",
            "object-src 'none'; base-uri 'none'; frame-ancestors ",
            $ancestors
        )
    };
}

/// For every page but the player.
pub(crate) const PAGE_POLICY: &str = page_policy!("'self'");

/// For the player, which other sites embed.
pub(crate) const PLAYER_POLICY: &str = page_policy!("*");

/// Sets what a handler has not set itself.
pub(crate) async fn secure(mut response: Response) -> Response {
    let defaults: [(HeaderName, &str); 4] = [
        (CONTENT_SECURITY_POLICY, DATA_POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // A page of another site that opens ours gets no hold of its window. Frames are not concerned.
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        // `no-referrer` would also blank the Origin of a form sent to ourselves.
        (REFERRER_POLICY, "same-origin"),
    ];
    for (name, value) in defaults {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
