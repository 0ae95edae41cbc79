//! `GET /api/replays/{id}/recording`

use std::io;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{Stream, stream};
use tokio::fs::File;
use tokio::io::AsyncReadExt as _;

use crate::app::App;
use crate::problem::{Problem, ProblemDetails};

/// Bytes that are read at once.
const PIECE: usize = 128 << 10;

/// The reel that a replay came in, which proves what `proof` says.
#[utoipa::path(
    get,
    path = "/api/replays/{id}/recording",
    tag = "marks",
    params(("id" = String, Path, description = "The replay's id")),
    responses(
        (status = 200, description = "The reel", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 403, description = "It is held, as a copy of another replay", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "There is no such replay, or it came in no reel", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn recording(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let record = app.archive.get(&id).await?.ok_or_else(Problem::no_such_replay)?;
    if record.is_held {
        return Err(Problem::held());
    }
    let none = || Problem::of(StatusCode::NOT_FOUND, "This replay came in no reel.");
    let source = app.witness.source(&record.digest).await?.ok_or_else(none)?;
    let path = app.recording_path(&record.digest, &source);
    let reel = File::open(path).await.map_err(|_| none())?;
    let length = reel.metadata().await.map_err(|_| none())?.len();
    let head = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CONTENT_LENGTH, length.to_string()),
    ];
    Ok((head, Body::from_stream(pieces(reel))).into_response())
}

/// The bytes of a file, piece by piece.
fn pieces(file: File) -> impl Stream<Item = io::Result<Bytes>> {
    stream::try_unfold(file, |mut file| async move {
        let mut piece = vec![0; PIECE];
        let read = file.read(&mut piece).await?;
        piece.truncate(read);
        Ok((read > 0).then(|| (Bytes::from(piece), file)))
    })
}
