//! The time of day, as the index keeps it.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970-01-01T00:00:00Z; 0 before.
pub(crate) fn now_ms() -> i64 {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX)
}
