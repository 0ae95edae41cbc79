//! The body of an upload as it arrives: with time limits, and read to its end even when refused.

use std::error::Error as _;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use tower_http::timeout::{DeadlineBody, TimeoutBody, TimeoutError};

use crate::Config;
use crate::problem::Problem;

/// Why a body could not be read to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BodyError {
    #[error("the body did not arrive in time")]
    TooSlow,
    #[error("the body broke off")]
    BrokeOff,
}

impl From<BodyError> for Problem {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::TooSlow => Self::too_slow(),
            BodyError::BrokeOff => Self::bad_request("The body of the request broke off."),
        }
    }
}

/// The pieces of a request's body.
///
/// A client that is refused before it has sent everything would see a broken connection instead of
/// the answer, so what is left is read and thrown away for a while when this is dropped.
pub(crate) struct Incoming {
    data: Option<BodyDataStream>,
}

impl Incoming {
    /// How long a refused client may go on sending.
    const LINGER: Duration = Duration::from_secs(10);

    pub(crate) fn new(body: Body, config: &Config) -> Self {
        let idle = TimeoutBody::new(config.idle_timeout, body);
        let body = Body::new(DeadlineBody::new(config.upload_timeout, idle));
        Self { data: Some(body.into_data_stream()) }
    }

    /// Gives the body up without reading the rest of it.
    pub(crate) fn abandon(mut self) {
        self.data = None;
    }
}

impl Stream for Incoming {
    type Item = Result<Bytes, BodyError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Some(data) = &mut self.data else { return Poll::Ready(None) };
        let item = match data.poll_next_unpin(cx) {
            Poll::Ready(Some(Ok(bytes))) => return Poll::Ready(Some(Ok(bytes))),
            Poll::Pending => return Poll::Pending,
            Poll::Ready(Some(Err(error))) => Some(Err(read_error(&error))),
            Poll::Ready(None) => None,
        };
        self.data = None;
        Poll::Ready(item)
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        if let (Some(mut rest), Ok(runtime)) =
            (self.data.take(), tokio::runtime::Handle::try_current())
        {
            runtime.spawn(async move {
                let drain = async { while let Some(Ok(_)) = rest.next().await {} };
                let _ = tokio::time::timeout(Self::LINGER, drain).await;
            });
        }
    }
}

fn read_error(error: &axum::Error) -> BodyError {
    let mut cause = error.source();
    while let Some(error) = cause {
        if error.is::<TimeoutError>() {
            return BodyError::TooSlow;
        }
        cause = error.source();
    }
    BodyError::BrokeOff
}
