//! `GET /api/format-options` and `GET /api/format-options/{name}`

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::dto::{FormatOption, FormatOptionList};
use crate::headers::DOWNLOAD_POLICY;
use crate::problem::{Problem, ProblemDetails};

/// Lists the options that this server gives to single formats; empty if there are none.
#[utoipa::path(
    get,
    path = "/api/format-options",
    tag = "replays",
    responses((status = 200, description = "All of them", body = FormatOptionList)),
)]
pub(crate) async fn list(State(app): State<App>) -> Response {
    let given = &app.config.format_options;
    let format_options = given.iter().map(FormatOption::from).collect();
    ([(CACHE_CONTROL, "no-cache")], Json(FormatOptionList { format_options })).into_response()
}

/// The file that an option was given, byte for byte.
#[utoipa::path(
    get,
    path = "/api/format-options/{name}",
    tag = "replays",
    params(("name" = String, Path, description = "The option's name")),
    responses(
        (status = 200, description = "The file", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 404, description = "The option was not given", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn file(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let given = app.config.format_options.iter().find(|option| option.name == name);
    let option = given.ok_or_else(Problem::no_such_option)?;
    let head = [
        (CONTENT_TYPE, "application/octet-stream"),
        (CACHE_CONTROL, "no-cache"),
        (CONTENT_SECURITY_POLICY, DOWNLOAD_POLICY),
    ];
    Ok((head, option.file.clone()).into_response())
}
