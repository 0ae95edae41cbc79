//! The body of an upload as it arrives: with a time limit and a least pace, and read to its end even when refused.

use std::error::Error as _;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use tokio::time::{Instant, Sleep};
use tower_http::timeout::{DeadlineBody, TimeoutError};

use crate::config::Config;
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
    pace: Pace,
}

/// How long a client may keep us waiting: for `idle_timeout` in all, which what it sends earns back. Only the time that we
/// wait for the client counts, not the time that the disk or a queue takes.
struct Pace {
    most: Duration,
    bytes_per_s: u64,
    left: Duration,
    /// Since when we wait, and until when we will.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Pace {
    fn new(most: Duration, bytes_per_s: u64) -> Self {
        Self { most, bytes_per_s: bytes_per_s.max(1), left: most, waiting: None }
    }

    fn arrived(&mut self, bytes: usize) {
        if let Some((since, _)) = self.waiting.take() {
            self.left = self.left.saturating_sub(since.elapsed());
        }
        let earned =
            Duration::from_micros((bytes as u64).saturating_mul(1_000_000) / self.bytes_per_s);
        self.left = self.left.saturating_add(earned).min(self.most);
    }

    /// Ready when we have waited for long enough.
    fn poll_exhausted(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let left = self.left;
        let (_, end) = self
            .waiting
            .get_or_insert_with(|| (Instant::now(), Box::pin(tokio::time::sleep(left))));
        end.as_mut().poll(cx)
    }
}

impl Incoming {
    /// How long a refused client may go on sending.
    const LINGER: Duration = Duration::from_secs(10);

    pub(crate) fn new(body: Body, config: &Config) -> Self {
        let body = Body::new(DeadlineBody::new(config.upload_timeout, body));
        let pace = Pace::new(config.idle_timeout, config.upload_pace);
        Self { data: Some(body.into_data_stream()), pace }
    }

    /// Gives the body up without reading the rest of it.
    pub(crate) fn abandon(mut self) {
        self.data = None;
    }
}

impl Stream for Incoming {
    type Item = Result<Bytes, BodyError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Self { data: Some(data), pace } = &mut *self else { return Poll::Ready(None) };
        let item = match data.poll_next_unpin(cx) {
            Poll::Ready(Some(Ok(bytes))) => {
                pace.arrived(bytes.len());
                return Poll::Ready(Some(Ok(bytes)));
            }
            Poll::Pending => {
                std::task::ready!(pace.poll_exhausted(cx));
                Some(Err(BodyError::TooSlow))
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A body that sends pieces of one size at one interval.
    fn drip(bytes: usize, every: Duration) -> Incoming {
        let pieces = futures_util::stream::unfold((), move |()| async move {
            tokio::time::sleep(every).await;
            Some((Ok::<_, std::io::Error>(Bytes::from(vec![0; bytes])), ()))
        });
        let config = Config {
            idle_timeout: Duration::from_millis(300),
            upload_pace: 1000,
            upload_timeout: ALL,
            ..Config::default()
        };
        Incoming::new(Body::from_stream(pieces), &config)
    }

    const ALL: Duration = Duration::from_secs(3);
    const TENTH: Duration = Duration::from_millis(100);

    /// After how long a body that never ends is given up.
    async fn given_up(bytes: usize, every: Duration) -> Duration {
        let start = Instant::now();
        let mut body = drip(bytes, every);
        while let Some(Ok(_)) = body.next().await {}
        body.abandon();
        start.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_only_trickles_is_given_up() {
        let (nothing, trickle, half, enough, pauses) = tokio::join!(
            given_up(0, 100 * TENTH),
            given_up(1, TENTH),
            given_up(50, TENTH),
            given_up(200, TENTH),
            given_up(1 << 20, 10 * TENTH),
        );
        for short in [nothing, trickle, half, pauses] {
            assert!(3 * TENTH <= short && short < ALL, "{short:?}");
        }
        assert!(half >= 5 * TENTH, "half the pace lasts twice as long");
        assert!(enough >= ALL, "until the time for all is over: {enough:?}");
    }

    /// The disk, or a queue, may be slow: that is not the client's doing.
    #[tokio::test(start_paused = true)]
    async fn only_the_client_is_timed() {
        let mut body = drip(100, TENTH);
        for _ in 0..3 {
            assert!(body.next().await.unwrap().is_ok());
            tokio::time::sleep(5 * TENTH).await;
        }
        body.abandon();
    }
}
