//! Giving out a stored file: whole, a range of it, or that it has not changed.

use axum::body::Body;
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_RANGE,
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, RANGE,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use ghostreel_archive::formats::core::Digest;
use ghostreel_archive::{Archive, Kind};
use headers::{HeaderMapExt, IfNoneMatch, IfRange};

use crate::disposition;
use crate::headers::DOWNLOAD_POLICY;
use crate::problem::Problem;
use crate::range::{self, RequestedRange};

/// A stored file, and how long a browser may keep it without asking.
pub(crate) struct Download<'a> {
    pub(crate) kind: Kind,
    pub(crate) digest: Digest,
    pub(crate) size: u64,
    pub(crate) file_name: &'a str,
    pub(crate) media_type: &'static str,
    pub(crate) cache_control: &'static str,
}

/// For what is under its own digest.
pub(crate) const NEVER_CHANGES: &str = "public, max-age=31536000, immutable";
/// For what may be another file tomorrow.
pub(crate) const ASK_AGAIN: &str = "public, no-cache";

impl Download<'_> {
    /// Answers a request for it.
    pub(crate) async fn answer(
        self,
        archive: &Archive,
        method: &Method,
        request: &HeaderMap,
    ) -> Result<Response, Problem> {
        let etag = format!("\"{}\"", self.digest);
        let mut head = HeaderMap::new();
        head.insert(ETAG, ascii(&etag)?);
        head.insert(CACHE_CONTROL, HeaderValue::from_static(self.cache_control));
        let tag: headers::ETag = etag.parse().map_err(|_| Problem::our_bug())?;
        if request.typed_get::<IfNoneMatch>().is_some_and(|etags| !etags.precondition_passes(&tag))
        {
            return Ok((StatusCode::NOT_MODIFIED, head).into_response());
        }
        head.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
        head.insert(CONTENT_TYPE, HeaderValue::from_static(self.media_type));
        head.insert(CONTENT_DISPOSITION, disposition::attachment(self.file_name));
        head.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(DOWNLOAD_POLICY));

        let other_version = request
            .typed_get::<IfRange>()
            .is_some_and(|wanted| wanted.is_modified(Some(&tag), None));
        let size = self.size;
        // A range is defined for GET only.
        let wanted = match request.get(RANGE).and_then(|value| value.to_str().ok()) {
            Some(value) if *method == Method::GET && !other_version => range::wanted(value, size),
            _ => RequestedRange::Whole,
        };
        let (status, range, length) = match wanted {
            RequestedRange::Whole => (StatusCode::OK, None, size),
            RequestedRange::Part(range) => {
                let value = format!("bytes {}-{}/{size}", range.start, range.end - 1);
                head.insert(CONTENT_RANGE, ascii(&value)?);
                let length = range.end - range.start;
                (StatusCode::PARTIAL_CONTENT, Some(range), length)
            }
            RequestedRange::Unsatisfiable => {
                let detail = format!("The file has {size} bytes.");
                let problem = Problem::of(StatusCode::RANGE_NOT_SATISFIABLE, detail);
                let range = ascii(&format!("bytes */{size}"))?;
                return Ok(([(CONTENT_RANGE, range)], problem).into_response());
            }
        };
        head.insert(CONTENT_LENGTH, length.into());
        // The original is looked at before the answer begins, for HEAD as well: both say the same.
        let bytes = archive.read(self.kind, &self.digest, range).await?;
        let bytes = bytes.ok_or_else(|| Problem::no_such(self.kind))?;
        let body = match *method {
            Method::HEAD => Body::empty(),
            _ => Body::from_stream(bytes),
        };
        Ok((status, head, body).into_response())
    }
}

/// A header value made of digits and letters of our own.
fn ascii(text: &str) -> Result<HeaderValue, Problem> {
    HeaderValue::from_str(text).map_err(|_| Problem::our_bug())
}
