//! `GET /api/maps`

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query as UrlQuery, State};
use ghostreel_archive::{MapQuery, Query};

use crate::app::App;
use crate::dto::{MapList, MapListParams};
use crate::problem::{Problem, ProblemDetails};
use crate::routes::list::{limit, quoted};

/// Lists maps, those that came last in front, a page at a time.
#[utoipa::path(
    get,
    path = "/api/maps",
    tag = "maps",
    params(MapListParams),
    responses(
        (status = 200, description = "One page", body = MapList),
        (status = 400, description = "A parameter that is unknown or cannot be read", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn list(
    State(app): State<App>,
    params: Result<UrlQuery<MapListParams>, QueryRejection>,
) -> Result<Json<MapList>, Problem> {
    let UrlQuery(params) =
        params.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let page = app.archive.maps(&query(params)?).await?;
    Ok(Json(MapList {
        maps: page.maps.into_iter().map(Into::into).collect(),
        next: page.next.map(|cursor| cursor.to_string()),
    }))
}

/// Reads the parameters. An empty one counts as not given: forms send all their fields.
fn query(params: MapListParams) -> Result<MapQuery, Problem> {
    let given = |value: Option<String>| value.filter(|value| !value.is_empty());
    let cursor = |text: String| {
        let refused = |_| {
            Problem::bad_request(format!(
                "cursor: {:?} is not a cursor of this server.",
                quoted(&text)
            ))
        };
        text.parse().map_err(refused)
    };
    let query = MapQuery {
        text: given(params.q),
        limit: match given(params.limit) {
            Some(text) => limit(&text)?,
            None => Query::DEFAULT_LIMIT,
        },
        after: given(params.cursor).map(cursor).transpose()?,
    };
    query.check().map_err(|error| Problem::bad_request(format!("{error}.")))?;
    Ok(query)
}
