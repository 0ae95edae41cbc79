//! The server's side of a session: which heads it may answer.

use crate::envelope::{Message as _, Signed, kind_of, open};
use crate::error::Error;
use crate::message::{Challenge, Close, DigestBytes, Head, Receipt};

/// How far a session is that a server follows: the last head or close that it answered. A server keeps it from one message to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The digest of that message.
    pub message: DigestBytes,
    /// The number of the head; of a close, how many heads there were.
    pub number: u64,
    /// The number of chunks of the reel that it covers.
    pub chunks: u64,
    /// The hash of the last of them.
    pub hash: [u8; 32],
    /// The greatest time that their heads have, in seconds.
    pub time: f64,
    /// Whether it was the close: nothing follows.
    pub is_closed: bool,
}

impl Progress {
    /// Reads the next head or close of a session. `before` is how far it is; `None` for the first.
    ///
    /// Whether the challenge's time is over, and how fast heads may come, is for the caller to say.
    ///
    /// # Errors
    /// If the message is not the player's for this challenge, or does not go on from the one before.
    pub fn next(
        challenge: &Signed<Challenge>,
        before: Option<&Self>,
        message: &[u8],
    ) -> Result<Self, Error> {
        let is_close = kind_of(message).as_deref() == Some(Close::KIND);
        let (found, of, kind) = if is_close {
            let Signed { message: close, key, digest } = open::<Close>(message)?;
            let Close { challenge, number, chunks, hash, time, .. } = close;
            let digest = *digest.as_bytes();
            (
                Self { message: digest, number, chunks, hash, time, is_closed: true },
                (challenge, key),
                Close::KIND,
            )
        } else {
            let Signed { message: head, key, digest } = open::<Head>(message)?;
            let Head { challenge, number, chunks, hash, time } = head;
            let digest = *digest.as_bytes();
            (
                Self { message: digest, number, chunks, hash, time, is_closed: false },
                (challenge, key),
                Head::KIND,
            )
        };
        let (answered, key) = of;
        let expected = challenge.message.key;
        if key != expected {
            return Err(Error::OtherKey { kind, expected, found: key });
        }
        if answered != Some(*challenge.digest.as_bytes()) {
            return Err(Error::OtherSession(kind));
        }
        if before.is_some_and(|before| before.is_closed) {
            return Err(Error::Closed);
        }
        found.check_order(before, kind)?;
        Ok(found)
    }

    /// The receipt for this message, to be signed by the key that signed the challenge.
    pub fn receipt(&self, challenge: &Challenge, received: i64) -> Receipt {
        let Self { message, number, .. } = *self;
        Receipt { session: challenge.session, message, number, received }
    }

    fn check_order(&self, before: Option<&Self>, kind: &'static str) -> Result<(), Error> {
        let number = before.map_or(0, |before| before.number.saturating_add(1));
        let least = before.map_or(1, |before| before.chunks.saturating_add(1));
        let wrong = |member, found: String, expected: String| {
            Err(Error::Order { kind, member, found, expected })
        };
        if self.number != number {
            return wrong("number", self.number.to_string(), number.to_string());
        }
        if self.chunks < least {
            return wrong("chunks", self.chunks.to_string(), format!("at least {least}"));
        }
        match before.filter(|before| before.time > self.time) {
            Some(before) => {
                wrong("time", self.time.to_string(), format!("at least {}", before.time))
            }
            None => Ok(()),
        }
    }
}
