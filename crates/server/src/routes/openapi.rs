//! `GET /api/openapi.json`

use axum::Extension;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, OpenApi, OpenApiBuilder, Server};

use crate::config::Config;

/// The description of the API as JSON, written once.
#[derive(Clone, Debug)]
pub(crate) struct Description(Bytes);

impl Description {
    pub(crate) fn new(description: &OpenApi) -> Self {
        Self(serde_json::to_vec(description).unwrap_or_default().into())
    }
}

/// The description that the routes are added to.
pub(crate) fn base(config: &Config) -> OpenApi {
    let token = |of: &str| {
        let token = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(of));
        SecurityScheme::Http(token.build())
    };
    OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title("Ghostreel")
                .version(env!("CARGO_PKG_VERSION"))
                .description(Some(
                    "Stores game replays and gives them out again, byte for byte. \
                     Every error is problem details (RFC 9457). Any request may be answered 421, if it is for a \
                     name that is not the server's, or 429 with Retry-After, if the client asks too often.",
                ))
                .build(),
        )
        .servers(config.public_url.as_ref().map(|url| vec![Server::new(url)]))
        .components(Some(
            ComponentsBuilder::new()
                .security_scheme(
                    "delete_token",
                    token("The delete_token that the upload returned."),
                )
                .security_scheme(
                    "review_token",
                    token("The token that the operator of the server set."),
                )
                .build(),
        ))
        .build()
}

/// This description.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    tag = "operations",
    responses((status = 200, description = "OpenAPI 3.1", body = Object, content_type = "application/json")),
)]
pub(crate) async fn openapi(Extension(description): Extension<Description>) -> Response {
    ([(CONTENT_TYPE, "application/json")], description.0).into_response()
}
