//! Under which names the server is asked.
//!
//! A page of another site can have its own name resolved to our address (DNS rebinding). To the browser we are then part
//! of that site, which may read and change everything. The name gives it away, since the site cannot choose it.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::HOST;
use axum::http::uri::Authority;
use axum::http::{StatusCode, Uri, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::config::Config;
use crate::problem::Problem;

/// The names that the server answers to. An IP address is not looked up, so it cannot be led elsewhere: each passes.
#[derive(Clone, Debug)]
pub(crate) struct Names(Arc<BTreeSet<String>>);

impl Names {
    pub(crate) fn new(config: &Config) -> Self {
        let public = config.public_url.as_deref().and_then(|url| url.parse::<Uri>().ok());
        let public = public.as_ref().and_then(Uri::host);
        let configured = config.hosts.iter().map(String::as_str);
        let names = ["localhost"].into_iter().chain(public).chain(configured);
        Self(Arc::new(names.map(canonical).collect()))
    }

    /// Whether a host, without its port, is one of them.
    fn contain(&self, host: &str) -> bool {
        let is_address = |text: &str| text.parse::<IpAddr>().is_ok();
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        is_address(bare) || self.0.contains(&canonical(host))
    }
}

/// Names are the same in capitals, and with the dot that ends a full name.
fn canonical(name: &str) -> String {
    name.trim_end_matches('.').to_ascii_lowercase()
}

/// Refuses requests under other names.
pub(crate) async fn check(State(names): State<Names>, request: Request, next: Next) -> Response {
    match host(&request) {
        Ok(Some(host)) if !names.contain(host.host()) => {
            Problem::misdirected(host.host()).into_response()
        }
        Ok(_) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// The name a request is for, with its port; HTTP/1.0 knew requests without one, and no browser sends such.
fn host(request: &Request) -> Result<Option<Authority>, Problem> {
    let unclear =
        || Problem::of(StatusCode::BAD_REQUEST, "The request needs one Host that can be read.");
    // A whole address in the first line counts, not what follows it.
    if let Some(authority) = request.uri().authority() {
        return Ok(Some(authority.clone()));
    }
    let mut hosts = request.headers().get_all(HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => Authority::try_from(host.as_bytes()).map(Some).map_err(|_| unclear()),
        (None, _) if request.version() < Version::HTTP_11 => Ok(None),
        _ => Err(unclear()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_configured_names_are_ours() {
        let config = Config {
            public_url: Some("https://Replays.example.org:8443/".into()),
            hosts: vec!["ghost.local".into()],
            ..Config::default()
        };
        let names = Names::new(&config);
        for ours in [
            "localhost",
            "LOCALHOST",
            "localhost.",
            "127.0.0.1",
            "[::1]",
            "192.168.1.5",
            "[fe80::1]",
            "replays.example.org",
            "ghost.local",
        ] {
            assert!(names.contain(ours), "{ours}");
        }
        for other in [
            "",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "127.1",
            "2130706433",
            "[::1",
            "example.org",
            "ghost.local.evil.example",
        ] {
            assert!(!names.contain(other), "{other}");
        }
    }
}
