//! `GET /api/replays/{id}/stats`

use std::net::IpAddr;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use ghostreel_archive::{Record, StatisticsAnswer};
use headers::{HeaderMapExt, IfNoneMatch};

use crate::app::App;
use crate::client::RequestClient;
use crate::metrics::StatisticsOutcome;
use crate::problem::{Problem, ProblemDetails};

/// How well they played: what `ghostreel stats --json` prints of the replay, without `path`. A decoder works it out when somebody asks
/// first; from then on it is kept.
#[utoipa::path(
    get,
    path = "/api/replays/{id}/stats",
    tag = "replays",
    params(
        ("id" = String, Path, description = "The replay's id"),
        ("If-None-Match" = Option<String>, Header, description = "The ETag that is there already"),
    ),
    responses(
        (status = 200, description = "The statistics: `game` says what shape they have, and `diagnostics` what is wrong with the replay", body = Object,
            headers(("ETag" = String, description = "Another one for other statistics"))),
        (status = 304, description = "They have not changed"),
        (status = 403, description = "It is held, as a copy of another replay", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "There is no such replay, or there are no statistics of its game (`no-statistics`)", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 422, description = "The replay cannot be decoded, or asks for too much: `offset` and `section` say where", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "The original is lost or damaged (`corrupted`), or our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "No decoder came free, or it took too long; try again", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn stats(
    State(app): State<App>,
    Extension(RequestClient(client)): Extension<RequestClient>,
    Path(id): Path<String>,
    request: HeaderMap,
) -> Result<Response, Problem> {
    let turn = app.answers.take(Some(client)).await;
    let record = app.archive.get(&id).await?.ok_or_else(Problem::no_such_replay)?;
    if record.is_held {
        return Err(Problem::held());
    }
    // Weak: the answer may be compressed on the way.
    let etag = format!("W/\"{}-{}\"", record.digest, app.archive.statistics_definition());
    let mut head = HeaderMap::new();
    head.insert(ETAG, HeaderValue::from_str(&etag).map_err(|_| Problem::our_bug())?);
    head.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let tag: headers::ETag = etag.parse().map_err(|_| Problem::our_bug())?;
    if request.typed_get::<IfNoneMatch>().is_some_and(|etags| !etags.precondition_passes(&tag)) {
        return Ok((StatusCode::NOT_MODIFIED, head).into_response());
    }
    let kept = app.archive.kept_statistics(&record.id).await?;
    // A request that waits for a decoder keeps no other request waiting: decoders have turns of their own.
    drop(turn);
    let json = match kept {
        Some(StatisticsAnswer::Found { json, .. }) => {
            app.metrics.gave_statistics(StatisticsOutcome::Kept);
            json
        }
        Some(StatisticsAnswer::Refused(error)) => {
            app.metrics.gave_statistics(StatisticsOutcome::Kept);
            return Err(error.into());
        }
        _ => {
            let worked_out = app.worked_out_statistics(client, &record).await;
            if worked_out.is_err() {
                app.metrics.gave_statistics(StatisticsOutcome::Failed);
            }
            worked_out?
        }
    };
    head.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok((head, json).into_response())
}

impl App {
    /// The statistics of a replay that had none stored when a request came.
    async fn worked_out_statistics(
        &self,
        client: IpAddr,
        record: &Record,
    ) -> Result<String, Problem> {
        match self.archive.statistics(Some(client), &record.digest).await? {
            StatisticsAnswer::Found { json, took: None } => {
                self.metrics.gave_statistics(StatisticsOutcome::Kept);
                Ok(json)
            }
            StatisticsAnswer::Found { json, took: Some(took) } => {
                self.metrics.gave_statistics(StatisticsOutcome::WorkedOut);
                self.metrics.worked_out_statistics(took);
                Ok(json)
            }
            StatisticsAnswer::NoneForGame => Err(Problem::no_statistics(&record.game)),
            StatisticsAnswer::NoReplay => Err(Problem::no_such_replay()),
            StatisticsAnswer::Refused(error) => {
                tracing::info!(%error, id = record.id, "no statistics of a replay");
                Err(error.into())
            }
        }
    }
}
