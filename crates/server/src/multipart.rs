//! A file inside a form (`multipart/form-data`), streamed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use ghostreel_archive::Spool;
use multer::Multipart;

use crate::body::{BodyError, Incoming};
use crate::problem::Problem;
use crate::weights::Weight;

/// The most bytes a form may have outside the contents of its files: boundaries, names, headers.
/// The parser keeps them in memory until it has found their end.
pub(crate) const MAX_FRAMING: usize = 256 << 10;

/// The boundary, if the body is a form.
pub(crate) fn boundary(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let Some(value) = headers.get(CONTENT_TYPE) else { return Ok(None) };
    match value.to_str().map(multer::parse_boundary) {
        Ok(Ok(boundary)) => Ok(Some(boundary)),
        Ok(Err(multer::Error::NoBoundary)) => {
            Err(Problem::bad_request("The form's Content-Type names no boundary."))
        }
        _ => Ok(None),
    }
}

/// Writes the first file of a form to `spool` and returns its name. A file is a part with a file
/// name, or one called `file`.
pub(crate) async fn first_file(
    body: Incoming,
    boundary: String,
    spool: &mut Spool,
    weight: &mut Weight,
) -> Result<Option<String>, Problem> {
    let unclaimed = Arc::new(AtomicUsize::new(0));
    let pieces = paced(body, Arc::clone(&unclaimed));
    let mut form = Multipart::new(pieces, boundary);
    loop {
        let Some(mut field) = form.next_field().await? else {
            return Err(Problem::bad_request("The form has no file in it."));
        };
        unclaimed.store(0, Ordering::Relaxed);
        let is_file = field.file_name().is_some() || field.name() == Some("file");
        let name = field.file_name().map(str::to_owned);
        while let Some(bytes) = field.chunk().await? {
            unclaimed.store(0, Ordering::Relaxed);
            if is_file {
                if !weight.add(bytes.len()) {
                    return Err(Problem::too_many_bytes());
                }
                spool.write(&bytes).await?;
            }
        }
        if is_file {
            return Ok(name);
        }
    }
}

/// The body at a pace that lets the parser look at each piece before it gets the next. It reads for
/// as long as there is more at once, and would collect a whole file in memory. (The break before
/// the end matters too: multer 3.1 misses a form that arrives together with its end.)
///
/// `unclaimed` counts the bytes that went in since something came out.
fn paced(
    body: Incoming,
    unclaimed: Arc<AtomicUsize>,
) -> impl Stream<Item = Result<Bytes, FormError>> + Send {
    stream::unfold((body, false), move |(mut body, under_way)| {
        let unclaimed = Arc::clone(&unclaimed);
        async move {
            if under_way {
                tokio::task::yield_now().await;
            }
            let piece = body.next().await?.map_err(FormError::from).and_then(|bytes| {
                // The piece at hand may be all file content; the part before it is overdue.
                let before = unclaimed.fetch_add(bytes.len(), Ordering::Relaxed);
                if before > MAX_FRAMING { Err(FormError::TooMuchFraming) } else { Ok(bytes) }
            });
            Some((piece, (body, true)))
        }
    })
}

#[derive(Debug, thiserror::Error)]
enum FormError {
    #[error(transparent)]
    Body(#[from] BodyError),
    #[error("too much between the files")]
    TooMuchFraming,
}

impl From<multer::Error> for Problem {
    fn from(error: multer::Error) -> Self {
        if let multer::Error::StreamReadFailed(cause) = &error
            && let Some(FormError::Body(cause)) = cause.downcast_ref()
        {
            return (*cause).into();
        }
        Self::bad_request(format!("The form cannot be read: {error}."))
    }
}
