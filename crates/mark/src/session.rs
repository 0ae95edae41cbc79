//! The player's side of a recording.

use std::collections::BTreeMap;

use ghostreel_reel::{Chain, MarkKey};

use crate::envelope::{Signed, open, sign};
use crate::error::Error;
use crate::key::{PublicKey, SecretKey};
use crate::message::{self, Challenge, Close, DigestBytes, Head, NamedFile, Receipt};

/// A session that is signed while it is recorded.
///
/// ```
/// use ghostreel_mark::{SecretKey, Session, Trust, verify_reel, Level};
/// use ghostreel_reel::{Header, Kind, Settings, Writer};
///
/// let session_key = SecretKey::from_random(&[7; 32]);
/// let mut session = Session::new(session_key, None)?;
/// let header = Header { game: "mine".into(), mark: Some(session.header()), ..Header::default() };
/// let mut writer = Writer::new(header, Settings::default())?;
///
/// // After the header, and then every two seconds:
/// writer.flush();
/// writer.mark(Kind::SignedHead, &session.head(writer.chain()))?;
///
/// // At the end:
/// writer.flush();
/// let close = session.close(writer.chain(), writer.row_counts(), Vec::new(), Default::default());
/// writer.mark(Kind::Close, &close)?;
/// assert_eq!(verify_reel(&writer.finish(), &Trust::default()).level, Level::Signed);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    key: SecretKey,
    challenge: Option<(Signed<Challenge>, Vec<u8>)>,
    /// Heads so far.
    number: u64,
    /// Messages that were sent and not answered yet, with their numbers.
    unanswered: BTreeMap<DigestBytes, u64>,
}

impl Session {
    /// Begins a session, with a server's challenge if there is one.
    ///
    /// # Errors
    /// If that is no challenge, or one for another key.
    pub fn new(key: SecretKey, challenge: Option<&[u8]>) -> Result<Self, Error> {
        let read = |bytes: &[u8]| {
            let signed = open::<Challenge>(bytes)?;
            let (expected, found) = (signed.message.key, key.public());
            if expected != found {
                return Err(Error::OtherKey { kind: "session", expected, found });
            }
            Ok((signed, bytes.to_vec()))
        };
        let challenge = challenge.map(read).transpose()?;
        Ok(Self { key, challenge, number: 0, unanswered: BTreeMap::new() })
    }

    /// The key data for the reel's header.
    pub fn header(&self) -> MarkKey {
        let challenge = self.challenge.as_ref().map(|(_, bytes)| bytes.clone());
        let key = (*self.key.public().as_bytes()).into();
        MarkKey { key, challenge: challenge.unwrap_or_default().into() }
    }

    /// The server's key, which the challenge and the receipts are signed with; `None` without a challenge.
    pub fn server(&self) -> Option<PublicKey> {
        self.challenge.as_ref().map(|(challenge, _)| challenge.key)
    }

    /// The challenge; `None` for a session that is recorded without a server.
    pub fn challenge(&self) -> Option<&Challenge> {
        self.challenge.as_ref().map(|(challenge, _)| &challenge.message)
    }

    /// Signs the next head: a message for the server, and for the chunk that follows the chain.
    pub fn head(&mut self, chain: Chain) -> Vec<u8> {
        let Chain { chunks, hash, time, .. } = chain;
        let (challenge, number) = (self.challenge_digest(), self.number);
        let message = sign(&Head { challenge, number, chunks, hash, time }, &self.key);
        self.unanswered.insert(message::digest(&message), number);
        self.number = self.number.saturating_add(1);
        message
    }

    /// Checks a receipt that came, which is then for a chunk of the reel. Each head is answered once.
    ///
    /// # Errors
    /// If it is not of the challenge's server, or for no head or close of this session that waits for one.
    pub fn receipt(&mut self, bytes: &[u8]) -> Result<Receipt, Error> {
        let other = || Error::OtherSession("receipt");
        let (challenge, _) = self.challenge.as_ref().ok_or_else(other)?;
        let Signed { message: receipt, key, .. } = open::<Receipt>(bytes)?;
        if key != challenge.key {
            return Err(Error::OtherKey { kind: "receipt", expected: challenge.key, found: key });
        }
        let is_sent = self.unanswered.get(&receipt.message) == Some(&receipt.number);
        if receipt.session != challenge.message.session || !is_sent {
            return Err(other());
        }
        self.unanswered.remove(&receipt.message);
        Ok(receipt)
    }

    /// How many heads, and the close, wait for a receipt.
    pub fn unanswered(&self) -> usize {
        self.unanswered.len()
    }

    /// Signs the end. `rows` are those of [`Writer::row_counts`](ghostreel_reel::Writer::row_counts), `files` the game's own files that were
    /// written from the session, and `result` has its values, by name.
    pub fn close(
        &mut self,
        chain: Chain,
        rows: Vec<u64>,
        files: Vec<NamedFile>,
        result: BTreeMap<String, String>,
    ) -> Vec<u8> {
        let Chain { chunks, hash, time, .. } = chain;
        let (challenge, number) = (self.challenge_digest(), self.number);
        let close = Close { challenge, number, chunks, hash, time, rows, files, result };
        let message = sign(&close, &self.key);
        self.unanswered.insert(message::digest(&message), number);
        message
    }

    fn challenge_digest(&self) -> Option<DigestBytes> {
        self.challenge.as_ref().map(|(challenge, _)| *challenge.digest.as_bytes())
    }
}
