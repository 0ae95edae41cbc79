//! How long to wait until a server that is away is tried again.

use std::time::Duration;

/// After the first failure.
const FIRST: Duration = Duration::from_secs(1);
/// At most, unless the server asks for more.
const LONGEST: Duration = Duration::from_secs(60);
/// At most, whatever the server asks for.
const LONGEST_ASKED: Duration = Duration::from_secs(60 * 60);

/// Failures in a row.
#[derive(Debug, Default)]
pub(crate) struct Backoff {
    failures: u32,
}

impl Backoff {
    /// How long to wait after one more failure: twice as long each time, less a random part of up to a half, so that not all come back at once. Not less
    /// than the server asks for.
    pub(crate) fn failed(&mut self, asked: Option<Duration>) -> Duration {
        let longest = FIRST.saturating_mul(2_u32.saturating_pow(self.failures)).min(LONGEST);
        self.failures = self.failures.saturating_add(1);
        let wait = longest.mul_f64(1.0 - fastrand::f64() / 2.0);
        wait.max(asked.unwrap_or_default().min(LONGEST_ASKED))
    }

    /// The server answered.
    pub(crate) fn succeeded(&mut self) {
        self.failures = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_up_to_a_minute_and_heed_the_server() {
        let mut backoff = Backoff::default();
        for failures in 0..40_u32 {
            let longest = Duration::from_secs(1 << failures.min(6)).min(LONGEST);
            let wait = backoff.failed(None);
            assert!(wait <= longest && wait * 2 >= longest, "{failures}: {wait:?}");
        }
        assert_eq!(backoff.failed(Some(Duration::from_secs(90))), Duration::from_secs(90));
        assert_eq!(backoff.failed(Some(Duration::MAX)), LONGEST_ASKED);
        backoff.succeeded();
        assert!(backoff.failed(None) <= FIRST);
    }
}
