//! The secret that the machines of a cluster share.

use std::env;

use anyhow::{Context as _, Result};
use datafusion::error::DataFusionError;
use ghostreel::formats::core::Digest;
use http::header::{AUTHORIZATION, HeaderValue};
use tonic::{Request, Status};

/// The variable of the environment that has it: arguments are seen by everybody on a machine.
const VARIABLE: &str = "GHOSTREEL_CLUSTER_KEY";

const REFUSAL: &str = "it has another GHOSTREEL_CLUSTER_KEY";

/// What each request has to say; none where only this machine is asked.
#[derive(Clone, Debug)]
pub(crate) struct Key(Option<HeaderValue>);

impl Key {
    /// # Errors
    /// If it cannot stand in a header.
    pub(crate) fn of_environment() -> Result<Self> {
        let Some(key) = env::var_os(VARIABLE).filter(|key| !key.is_empty()) else {
            return Ok(Self(None));
        };
        let header =
            key.to_str().and_then(|key| HeaderValue::from_str(&format!("Bearer {key}")).ok());
        let mut header =
            header.with_context(|| format!("{VARIABLE} has signs that are no plain text"))?;
        header.set_sensitive(true);
        Ok(Self(Some(header)))
    }

    pub(super) fn is_there(&self) -> bool {
        self.0.is_some()
    }

    /// Has a request say it.
    pub(super) fn put<B>(&self, mut request: http::Request<B>) -> http::Request<B> {
        if let Some(key) = &self.0 {
            request.headers_mut().insert(AUTHORIZATION, key.clone());
        }
        request
    }

    /// Lets a request through that says it.
    pub(super) fn check(&self, request: Request<()>) -> Result<Request<()>, Status> {
        let said = request.metadata().as_ref().get(AUTHORIZATION);
        // Digests are compared: how long that takes says nothing about the key.
        let digest = |key: &HeaderValue| Digest::of(key.as_bytes());
        let is_right = match &self.0 {
            Some(key) => said.map(digest) == Some(digest(key)),
            None => true,
        };
        if is_right { Ok(request) } else { Err(Status::unauthenticated(REFUSAL)) }
    }
}

/// The sentence of a worker that refuses a key.
pub(super) fn refusal(error: &DataFusionError) -> Option<&'static str> {
    error.to_string().contains(REFUSAL).then_some(REFUSAL)
}
