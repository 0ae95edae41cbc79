//! `GET /api/replays/{id}/ask/{question}`

use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use ghostreel_archive::{Asked, Question};

use crate::app::App;
use crate::client::RequestClient;
use crate::problem::{Problem, ProblemDetails};

/// The same answer as `ghostreel ask` prints: to a question that the replay's game answers, with the replay's map beside it where that is here. A
/// decoder works it out each time.
#[utoipa::path(
    get,
    path = "/api/replays/{id}/ask/{question}",
    tag = "replays",
    params(
        ("id" = String, Path, description = "The replay's id"),
        ("question" = String, Path, description = "The question: `stats`, `sheet`, `ending`, and those of the game (docs/json.md). Numbers that are given with it are parameters"),
    ),
    responses(
        (status = 200, description = "The answer", body = Object),
        (status = 400, description = "Something else is to be given with it", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 403, description = "It is held, as a copy of another replay", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 404, description = "There is no such replay, or replays of its game do not answer it (`no-such-question`)", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 422, description = "The replay cannot be decoded, or asks for too much: `offset` and `section` say where", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "The original is lost or damaged (`corrupted`), or our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "No decoder came free, or it took too long; try again", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn ask(
    State(app): State<App>,
    Extension(RequestClient(client)): Extension<RequestClient>,
    Path((id, question)): Path<(String, String)>,
    Query(given): Query<Vec<(String, String)>>,
) -> Result<Response, Problem> {
    let turn = app.answers.take(Some(client)).await;
    let record = app.archive.get(&id).await?.ok_or_else(Problem::no_such_replay)?;
    // A request that waits for a decoder keeps no other request waiting: decoders have turns of their own.
    drop(turn);
    if record.is_held {
        return Err(Problem::held());
    }
    let asked = Asked { question, given };
    Question::find(&record.game, &asked.question, &asked.parameters())?;
    let map = record.stored_map.as_deref();
    let answer = app.archive.ask(Some(client), &record.digest, map, &asked).await?;
    let json = answer.ok_or_else(Problem::no_such_replay)??;
    let head = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache")];
    Ok((head, json).into_response())
}
