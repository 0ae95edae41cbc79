//! Receiving an upload, of a replay or a map: the file itself as the body, or the first file of a form.

use std::net::IpAddr;

use axum::body::Body;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_LENGTH, EXPECT};
use axum::http::{HeaderMap, StatusCode};
use futures_util::StreamExt;
use ghostreel_archive::{Kind, Spool, Spooled, Turn};

use crate::app::App;
use crate::body::Incoming;
use crate::problem::Problem;
use crate::weights::Weight;
use crate::{disposition, multipart};

/// A file that was received.
pub(crate) struct Received {
    pub(crate) file: Spooled,
    /// Its name in a header or in the form.
    pub(crate) name: Option<String>,
    /// The bytes count for the client, and the place is taken, until the upload is answered.
    _weight: Weight,
    _place: Turn,
}

impl App {
    /// Waits for a place and writes the file of a request to the spool.
    pub(crate) async fn receive(
        &self,
        kind: Kind,
        client: IpAddr,
        headers: &HeaderMap,
        body: Body,
    ) -> Result<Received, Problem> {
        let incoming = Incoming::new(body, &self.config);
        if let Err(problem) = check_head(headers, self.archive.limit(kind)) {
            if headers.contains_key(EXPECT) {
                // The client asks before it sends; the bytes it holds back need not be read.
                incoming.abandon();
            }
            return Err(problem);
        }
        let place =
            tokio::time::timeout(self.config.upload_patience, self.uploads.take(Some(client)));
        let _place = place.await.map_err(|_| no_place(self, client))?;
        let mut _weight = self.weights.of(client);
        let (file, form_name) =
            write(headers, incoming, self.archive.spool(kind)?, &mut _weight).await?;
        Ok(Received { file, name: header_name(headers).or(form_name), _weight, _place })
    }
}

/// The party by whose fault no place came free in time.
fn no_place(app: &App, client: IpAddr) -> Problem {
    match app.uploads.places_taken(Some(client)) >= app.config.uploads_per_client {
        true => Problem::too_many_uploads(),
        false => Problem::busy("Too many uploads are in progress."),
    }
}

/// Refuses what the head of the request already shows to be hopeless.
fn check_head(headers: &HeaderMap, limit: u64) -> Result<(), Problem> {
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
async fn write(
    headers: &HeaderMap,
    mut incoming: Incoming,
    mut spool: Spool,
    weight: &mut Weight,
) -> Result<(Spooled, Option<String>), Problem> {
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
