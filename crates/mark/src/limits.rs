//! The limits of a reader of messages, each with its reason. `docs/spec/mark.md` has the same list.

/// Bytes of a message other than a file's mark: each is read whole before its signature is known.
pub const MESSAGE: usize = ghostreel_reel::limits::MARK;

/// Bytes of a file's mark, which holds the messages of a session: some two hours of heads and receipts.
pub const FILE_MESSAGE: usize = 2 << 20;

/// Bytes of a message about keys that a server takes: it keeps them for good, and all who ask are sent them.
pub const KEY_MESSAGE: usize = 1 << 10;

/// Bytes of a text: names of games, maps, formats, and values of a result.
pub const TEXT: usize = 1 << 10;

/// The depth of nested payloads.
pub const DEPTH: usize = 8;

/// Seconds between receipts of a stretch that is witnessed, at most. Heads are 2 s apart, so two may be lost.
pub const RECEIPT_DISTANCE_S: f64 = 6.0;

/// Seconds by which the server's time and the session's may advance differently: a head takes a while to arrive.
pub const DRIFT_S: f64 = 2.0;

/// Seconds by which the server's time and the session's may advance differently in all stretches together: in each, a head may be late.
pub const DRIFT_IN_ALL_S: f64 = 4.0;

/// The part of all stretches together by which they may, beyond [`DRIFT_IN_ALL_S`].
pub const DRIFT_SHARE: f64 = 0.1;

/// Seconds of the session that a stretch has at least: in a shorter one, [`DRIFT_S`] would hide any speed.
pub const LEAST_RUN_S: f64 = 6.0;
