//! The addresses of the API, one file each, and the layers around them all.

mod ask;
mod copies;
mod delete;
mod file;
mod format_options;
mod health;
mod keys;
mod links;
mod list;
mod live;
mod log;
mod maps;
mod metrics;
mod objection;
mod openapi;
mod proof;
mod query;
mod record;
mod recording;
mod review;
mod sessions;
mod stats;
mod upload;

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::header::{
    ACCEPT_RANGES, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_RANGE, ETAG, LOCATION,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate};
use tower_http::cors::{Any as AnyOrigin, CorsLayer};
use tower_http::csrf::CsrfLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::error::Error;
use crate::host::Names;
use crate::problem::Problem;
use crate::{headers, host, page, problem};

/// The longest body of a request that is no upload, in bytes.
const LONGEST_MESSAGE: usize = ghostreel_mark::limits::MESSAGE;

/// Everything the server answers.
pub(crate) fn router(app: &App) -> Result<Router, Error> {
    let quick = OpenApiRouter::with_openapi(openapi::base(&app.config))
        .routes(routes!(list::list))
        .routes(routes!(record::record, delete::delete))
        .routes(routes!(file::file))
        .routes(routes!(maps::list::list))
        .routes(routes!(maps::record::record, maps::delete::delete))
        .routes(routes!(maps::file::file))
        .routes(routes!(proof::proof))
        .routes(routes!(copies::copies))
        .routes(routes!(objection::object))
        .routes(routes!(recording::recording))
        .routes(routes!(review::held))
        .routes(routes!(review::review))
        .routes(routes!(sessions::begin))
        .routes(routes!(sessions::heads))
        .routes(routes!(sessions::finish))
        .routes(routes!(keys::keys))
        .routes(routes!(keys::take))
        .routes(routes!(log::checkpoint))
        .routes(routes!(log::tile))
        // Those below wait for events, take their turn themselves, or cost next to nothing.
        .layer(from_fn_with_state(app.clone(), crate::app::in_turn))
        .routes(routes!(stats::stats))
        .routes(routes!(ask::ask))
        .routes(routes!(format_options::list))
        .routes(routes!(format_options::file))
        .routes(routes!(links::list, links::follow))
        .routes(routes!(live::latest))
        .routes(routes!(live::watch))
        .routes(routes!(query::query))
        .routes(routes!(openapi::openapi))
        .routes(routes!(health::health))
        .routes(routes!(metrics::metrics))
        .layer(DefaultBodyLimit::max(LONGEST_MESSAGE))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            app.config.request_timeout,
        ));
    let (api, description) = quick
        .routes(routes!(upload::upload))
        .routes(routes!(maps::upload::upload))
        .split_for_parts();
    let api = api.layer(cors()).layer(same_site(app)?);
    let description = openapi::Description::new(&description);
    let router = api
        .fallback(page::serve)
        .layer(CompressionLayer::new().compress_when(DefaultPredicate::new().and(not_ranged)))
        .layer(CatchPanicLayer::custom(caught))
        .layer(from_fn_with_state(Names::new(&app.config), host::check))
        .layer(from_fn_with_state(app.clone(), crate::app::admit))
        .layer(from_fn(problem::render))
        .layer(map_response(headers::secure))
        .layer(axum::Extension(description))
        .layer(from_fn_with_state(Arc::clone(&app.metrics), crate::metrics::track))
        .layer(TraceLayer::new_for_http().make_span_with(span));
    Ok(router.with_state(app.clone()))
}

/// Tools on other sites may read. Before sending anything else, browsers ask first and learn here.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(AnyOrigin)
        .allow_methods([Method::GET, Method::HEAD])
        .allow_headers([axum::http::header::RANGE, axum::http::header::IF_NONE_MATCH])
        .expose_headers([
            ACCEPT_RANGES,
            CONTENT_DISPOSITION,
            CONTENT_LENGTH,
            CONTENT_RANGE,
            ETAG,
            LOCATION,
        ])
}

/// Browsers send some uploads without asking first; those from other sites are refused.
fn same_site(app: &App) -> Result<CsrfLayer, Error> {
    let layer = CsrfLayer::new();
    let Some(url) = &app.config.public_url else { return Ok(layer) };
    let origin = url.trim_end_matches('/');
    layer
        .add_trusted_origin(origin)
        .map_err(|error| Error::PublicUrl { url: url.clone(), why: error.to_string() })
}

/// Parts of a file only fit together uncompressed.
fn not_ranged(
    _: StatusCode,
    _: axum::http::Version,
    headers: &HeaderMap,
    _: &axum::http::Extensions,
) -> bool {
    !headers.contains_key(ACCEPT_RANGES)
}

fn caught(panic: Box<dyn Any + Send>) -> Response {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    tracing::error!(message, "a handler panicked");
    Problem::our_bug().into_response()
}

/// A client's input goes to the log cut to size: lines of 32 KiB would fill a disk.
fn span(request: &Request) -> tracing::Span {
    let method = crate::metrics::method_name(request.method());
    let path = problem::excerpt(request.uri().path());
    tracing::info_span!("request", method, path = &*path)
}
