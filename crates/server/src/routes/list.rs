//! `GET /api/replays`

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query as UrlQuery, State};
use ghostreel_archive::{Cursor, Query};

use crate::app::App;
use crate::dto::{ListParams, ReplayList};
use crate::problem::{Problem, ProblemDetails};
use crate::timestamp;

/// Lists replays, a page at a time.
#[utoipa::path(
    get,
    path = "/api/replays",
    tag = "replays",
    params(ListParams),
    responses(
        (status = 200, description = "One page", body = ReplayList),
        (status = 400, description = "A parameter that is unknown or cannot be read", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn list(
    State(app): State<App>,
    params: Result<UrlQuery<ListParams>, QueryRejection>,
) -> Result<Json<ReplayList>, Problem> {
    let UrlQuery(params) =
        params.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let page = app.archive.list(&query(params)?).await?;
    Ok(Json(ReplayList {
        replays: app.described(page.records).await?,
        next: page.next.map(|cursor| cursor.to_string()),
        total: page.total,
    }))
}

/// Reads the parameters. An empty one counts as not given: forms send all their fields.
fn query(params: ListParams) -> Result<Query, Problem> {
    let given = |value: Option<String>| value.filter(|value| !value.is_empty());
    let moment = |value: Option<String>, name: &str, read: fn(&str) -> Option<i64>| {
        let Some(text) = given(value) else { return Ok(None) };
        let refuse = || {
            Problem::bad_request(format!(
                "{name}: {:?} is neither RFC 3339 nor a day like 2024-01-31.",
                quoted(&text)
            ))
        };
        read(&text).map(Some).ok_or_else(refuse)
    };
    let sort = match given(params.sort) {
        Some(text) => text.parse().map_err(|error| {
            Problem::bad_request(format!("sort: {:?}: {error}.", quoted(&text)))
        })?,
        None => Default::default(),
    };
    let limit = match given(params.limit) {
        Some(text) => limit(&text)?,
        None => Query::DEFAULT_LIMIT,
    };
    let with_total = match given(params.total).as_deref() {
        None | Some("false") => false,
        Some("true") => true,
        Some(other) => {
            let found = quoted(other);
            return Err(Problem::bad_request(format!(
                "total: {found:?} is neither true nor false."
            )));
        }
    };
    let after = given(params.cursor)
        .map(|text| Cursor::parse(&text, sort))
        .transpose()
        .map_err(|error| Problem::bad_request(format!("cursor: {error}.")))?;
    let query = Query {
        game: given(params.game),
        format: given(params.format),
        player: given(params.player),
        opponent: given(params.opponent),
        character: given(params.character),
        map: given(params.map),
        mode: given(params.mode),
        difficulty: given(params.difficulty),
        motion: given(params.motion),
        from: moment(params.from, "from", timestamp::first_second)?,
        to: moment(params.to, "to", timestamp::last_second)?,
        text: given(params.q),
        sort,
        limit,
        after,
        with_total,
    };
    query.check().map_err(|error| Problem::bad_request(format!("{error}.")))?;
    Ok(query)
}

pub(crate) fn limit(text: &str) -> Result<u32, Problem> {
    match text.parse() {
        Ok(limit @ 1..=Query::MAX_LIMIT) => Ok(limit),
        _ => Err(Problem::bad_request(format!(
            "limit: {:?} is not a number from 1 to {}.",
            quoted(text),
            Query::MAX_LIMIT
        ))),
    }
}

/// The beginning of the given text: an error shows no more of it.
pub(crate) fn quoted(text: &str) -> &str {
    &text[..text.floor_char_boundary(60)]
}
