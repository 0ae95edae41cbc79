//! `POST /api/query`

use std::time::Duration;

use axum::Extension;
use axum::extract::{Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::client::RequestClient;
use crate::problem::{Problem, ProblemDetails};

/// How long a question waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);
/// Says that some replays could not be read, and are left out of the answer.
const INCOMPLETE: HeaderName = HeaderName::from_static("ghostreel-incomplete");

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Wanted {
    /// How the answer is written
    #[param(inline)]
    #[serde(default)]
    format: Format,
}

/// How an answer is written.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// A JSON object for each row, one a line
    #[default]
    Json,
    /// CSV with a line of names
    Csv,
    /// An Arrow IPC file
    Arrow,
    /// A Parquet file
    Parquet,
}

impl Format {
    /// As the program calls it, and its media type.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Json => ("json", "application/x-ndjson"),
            Self::Csv => ("csv", "text/csv; charset=utf-8"),
            Self::Arrow => ("arrow", "application/vnd.apache.arrow.file"),
            Self::Parquet => ("parquet", "application/vnd.apache.parquet"),
        }
    }
}

/// The answer to a question in SQL over the replays, or the export, that the operator names: nothing, unless `ghostreel serve --query` names them. Tables are those
/// of `ghostreel query` (docs/query.md). Nothing can be changed by a question. It may take some seconds, some memory, and give some rows; if the client goes, it
/// is given up.
#[utoipa::path(
    post,
    path = "/api/query",
    tag = "query",
    params(Wanted),
    request_body(content = String, content_type = "application/sql", description = "The question, as text, of at most 64 KiB"),
    responses(
        (status = 200, description = "The answer. `ghostreel-incomplete: true` says that replays which cannot be read are left out", content_type = "application/x-ndjson"),
        (status = 400, description = "There is no such format, or the question is no text", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "This server answers no questions in SQL", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 413, description = "The question is too long", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 422, description = "The question is wrong, or asks for too much (`no-answer`): `detail` says what", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "Others ask, or the program cannot be run; try again", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn query(
    State(app): State<App>,
    Extension(RequestClient(client)): Extension<RequestClient>,
    Query(wanted): Query<Wanted>,
    sql: String,
) -> Result<Response, Problem> {
    let engine = app.config.query.as_ref().ok_or_else(Problem::answers_no_sql)?;
    let turn = tokio::time::timeout(PATIENCE, app.questions.take(Some(client))).await;
    let busy = |_| Problem::busy("Others ask in SQL, and none of them was done in time.");
    let _turn = turn.map_err(busy)?;
    let (name, media_type) = wanted.format.names();
    let answer = engine.ask(sql, name).await?;
    let mut head = HeaderMap::new();
    head.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    head.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if answer.is_partial {
        head.insert(INCOMPLETE, HeaderValue::from_static("true"));
    }
    Ok((head, answer.body).into_response())
}
