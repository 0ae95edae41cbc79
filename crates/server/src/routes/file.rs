//! `GET /api/replays/{id}/file`

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_RANGE,
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, RANGE,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use ghostreel_archive::{Record, formats};
use headers::{HeaderMapExt, IfNoneMatch, IfRange};

use crate::app::App;
use crate::disposition;
use crate::headers::DOWNLOAD_POLICY;
use crate::problem::{Problem, ProblemDetails};
use crate::range::{self, Wanted};

/// The original file, or a range of it.
#[utoipa::path(
    get,
    path = "/api/replays/{id}/file",
    tag = "replays",
    params(
        ("id" = String, Path, description = "The replay's id"),
        ("Range" = Option<String>, Header, description = "A single range of bytes", example = "bytes=0-1023"),
        ("If-Range" = Option<String>, Header, description = "The ETag for which the range is wanted"),
        ("If-None-Match" = Option<String>, Header, description = "The ETag that is there already"),
    ),
    responses(
        (status = 200, description = "The whole file", body = Vec<u8>, content_type = "application/octet-stream",
            headers(("ETag" = String, description = "The digest, quoted"), ("Content-Disposition" = String, description = "The original name"))),
        (status = 206, description = "The range", body = Vec<u8>, content_type = "application/octet-stream",
            headers(("Content-Range" = String, description = "Which bytes of how many"))),
        (status = 304, description = "It has not changed; it never does"),
        (status = 403, description = "It is held, as a copy of another replay", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "There is no such replay", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 416, description = "The range begins behind the end", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "The original is lost or damaged (`corrupted`), or our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn file(
    State(app): State<App>,
    Path(id): Path<String>,
    method: Method,
    request: HeaderMap,
) -> Result<Response, Problem> {
    let record = app.archive.get(&id).await?.ok_or_else(Problem::no_such_replay)?;
    if record.is_held {
        return Err(Problem::held());
    }
    let etag = format!("\"{}\"", record.digest);
    let mut head = HeaderMap::new();
    head.insert(ETAG, ascii(&etag)?);
    head.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    let tag: headers::ETag = etag.parse().map_err(|_| Problem::our_bug())?;
    if request.typed_get::<IfNoneMatch>().is_some_and(|etags| !etags.precondition_passes(&tag)) {
        return Ok((StatusCode::NOT_MODIFIED, head).into_response());
    }
    head.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    head.insert(CONTENT_TYPE, HeaderValue::from_static(media_type(&record)));
    head.insert(CONTENT_DISPOSITION, disposition::attachment(&record.file_name));
    head.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(DOWNLOAD_POLICY));

    let other_version =
        request.typed_get::<IfRange>().is_some_and(|wanted| wanted.is_modified(Some(&tag), None));
    // A range is defined for GET only.
    let wanted = match request.get(RANGE).and_then(|value| value.to_str().ok()) {
        Some(value) if method == Method::GET && !other_version => range::wanted(value, record.size),
        _ => Wanted::Whole,
    };
    let (status, range, length) = match wanted {
        Wanted::Whole => (StatusCode::OK, None, record.size),
        Wanted::Part(range) => {
            let value = format!("bytes {}-{}/{}", range.start, range.end - 1, record.size);
            head.insert(CONTENT_RANGE, ascii(&value)?);
            let length = range.end - range.start;
            (StatusCode::PARTIAL_CONTENT, Some(range), length)
        }
        Wanted::Unsatisfiable => {
            let detail = format!("The file has {} bytes.", record.size);
            let problem = Problem::of(StatusCode::RANGE_NOT_SATISFIABLE, detail);
            let range = ascii(&format!("bytes */{}", record.size))?;
            return Ok(([(CONTENT_RANGE, range)], problem).into_response());
        }
    };
    head.insert(CONTENT_LENGTH, length.into());
    // The original is looked at before the answer begins, for HEAD as well: both say the same.
    let bytes =
        app.archive.read(&record.digest, range).await?.ok_or_else(Problem::no_such_replay)?;
    let body = match method {
        Method::HEAD => Body::empty(),
        _ => Body::from_stream(bytes),
    };
    Ok((status, head, body).into_response())
}

fn media_type(record: &Record) -> &'static str {
    formats::format(&record.format).map_or("application/octet-stream", |format| format.media_type)
}

/// A header value made of digits and letters of our own.
fn ascii(text: &str) -> Result<HeaderValue, Problem> {
    HeaderValue::from_str(text).map_err(|_| Problem::our_bug())
}
