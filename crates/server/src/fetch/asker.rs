//! Asking a site.

use std::io::Read;
use std::time::Duration;

use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use ureq::{Agent, Body};

use super::site::FetchFrom;
use crate::problem::Problem;

/// A site that takes longer to answer, and to send a file, is given up.
const CONNECT: Duration = Duration::from_secs(5);
const WHOLE: Duration = Duration::from_secs(25);
/// The most bytes of a description.
const DESCRIPTION: u64 = 1 << 20;

/// Asks one site.
pub(super) struct Asker<'a> {
    site: &'a FetchFrom,
    agent: Agent,
}

impl<'a> Asker<'a> {
    pub(super) fn new(site: &'a FetchFrom) -> Self {
        let config = Agent::config_builder()
            .timeout_connect(Some(CONNECT))
            .timeout_global(Some(WHOLE))
            // A redirect could lead anywhere.
            .max_redirects(0)
            .http_status_as_error(false)
            .user_agent("ghostreel")
            .build();
        Self { site, agent: config.into() }
    }

    /// A description, by its path in the API.
    pub(super) fn json<T: DeserializeOwned>(&self, path: &str) -> Result<T, Problem> {
        let text = self.read(&self.site.address(path), DESCRIPTION)?;
        serde_json::from_slice(&text).map_err(|_| {
            Problem::site_is_wrong(self.site.site.title(), "its answer cannot be read")
        })
    }

    /// A file of at most so many bytes, by its address.
    pub(super) fn bytes(&self, address: &str, limit: u64) -> Result<Vec<u8>, Problem> {
        if !self.site.gives(address) {
            return Err(Problem::site_is_wrong(
                self.site.site.title(),
                "it names a file of another site",
            ));
        }
        self.read(address, limit)
    }

    fn read(&self, address: &str, limit: u64) -> Result<Vec<u8>, Problem> {
        let title = self.site.site.title();
        let away = |error: &dyn std::fmt::Display| {
            tracing::info!(%error, address, "a site could not be asked");
            Problem::site_is_away(title)
        };
        let mut answer: ureq::http::Response<Body> =
            self.agent.get(address).call().map_err(|error| away(&error))?;
        match answer.status() {
            StatusCode::OK => {}
            StatusCode::NOT_FOUND => return Err(Problem::site_has_none(title, "such thing")),
            status => return Err(away(&status)),
        }
        let mut bytes = Vec::new();
        let reader = answer.body_mut().as_reader();
        reader
            .take(limit.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|error| away(&error))?;
        match bytes.len() as u64 > limit {
            true => Err(Problem::too_large(limit)),
            false => Ok(bytes),
        }
    }
}
