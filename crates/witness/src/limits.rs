//! The limits of a server.

/// The limits of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Sessions with a signed head that a key may have open at once: anybody can ask for a challenge for it.
    pub sessions_per_key: u32,
    /// Sessions that a client may have open at once.
    pub sessions_per_client: u32,
    /// How long a challenge waits for the first head, in milliseconds.
    pub challenge_ms: i64,
    /// How long a session may be silent until it counts as over, in milliseconds.
    pub silence_ms: i64,
    /// How long a session that ended is remembered, in milliseconds: so long a message of it that comes again gets its receipt again.
    pub ended_ms: i64,
    /// Sessions of a client that ended and are remembered, the latest ones.
    pub ended_per_client: u32,
    /// The same of all clients together.
    pub ended_in_all: u32,
    /// Heads a second, on average over the session.
    pub heads_per_second: u32,
    /// Messages about keys that a key may sign: it is replaced and revoked once.
    pub messages_per_key: u32,
    /// Messages about keys that a client may send in a day.
    pub messages_per_client: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            sessions_per_key: 4,
            sessions_per_client: 32,
            challenge_ms: 10 * 60 * 1000,
            silence_ms: 60 * 60 * 1000,
            ended_ms: 7 * 24 * 60 * 60 * 1000,
            ended_per_client: 256,
            ended_in_all: 20_000,
            heads_per_second: 2,
            messages_per_key: 4,
            messages_per_client: 16,
        }
    }
}
