//! The keys that a verifier believes.

use crate::envelope::{Message, kind_of, open};
use crate::error::Error;
use crate::key::PublicKey;
use crate::message::{Accept, Revoke, Rotate, ServerRotation};

/// The servers that a verifier trusts, and its knowledge of keys. The default trusts no server.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    servers: Vec<PublicKey>,
    server_rotations: Vec<ServerRotation>,
    revocations: Vec<Revoke>,
    rotations: Vec<Rotate>,
}

impl Trust {
    /// Believes the clock of this server.
    pub fn add_server(&mut self, key: PublicKey) {
        if !self.servers.contains(&key) {
            self.servers.push(key);
        }
    }

    /// Takes note of a message about keys: a rotation that was accepted, a revocation, or a server's rotation.
    ///
    /// # Errors
    /// If it is no such message.
    pub fn add_message(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match kind_of(bytes).as_deref() {
            Some(Revoke::KIND) => self.revocations.push(open::<Revoke>(bytes)?.message),
            Some(ServerRotation::KIND) => {
                self.server_rotations.push(open::<ServerRotation>(bytes)?.message);
            }
            _ => {
                let accept = open::<Accept>(bytes)?.message;
                self.rotations.push(accept.rotation()?.message);
            }
        }
        Ok(())
    }

    /// Takes note of a message about keys that a log has, with when the log's server received it, in milliseconds. A revocation counts from
    /// then on: by its own date, the revoker of a key could void earlier receipts.
    ///
    /// # Errors
    /// As [`add_message`](Self::add_message).
    pub fn add_logged(&mut self, bytes: &[u8], received: i64) -> Result<(), Error> {
        let before = self.revocations.len();
        self.add_message(bytes)?;
        for revocation in self.revocations.iter_mut().skip(before) {
            revocation.made = received;
        }
        Ok(())
    }

    /// Whether a server's key is believed for challenges of a moment, in milliseconds. A rotation hands on what its old key has.
    pub fn believes(&self, server: PublicKey, at: i64) -> bool {
        if self.revoked(server).is_some() {
            return false;
        }
        // From which moment on each key is believed that is reached from one that is.
        let mut reached: Vec<(PublicKey, i64)> =
            self.servers.iter().map(|key| (*key, i64::MIN)).collect();
        let mut next = 0;
        while let Some((key, since)) = reached.get(next).copied() {
            next = next.saturating_add(1);
            if self.revoked(key).is_some() {
                continue;
            }
            for rotation in self.server_rotations.iter().filter(|rotation| rotation.old == key) {
                if !reached.iter().any(|(known, _)| *known == rotation.new) {
                    reached.push((rotation.new, rotation.from.max(since)));
                }
            }
        }
        let since = reached.iter().find(|(key, _)| *key == server).map(|(_, since)| *since);
        let left = self.server_rotations.iter().filter(|rotation| rotation.old == server);
        let until = left.map(|rotation| rotation.from).min().unwrap_or(i64::MAX);
        since.is_some_and(|since| since <= at && at < until)
    }

    /// Since when a key is revoked, in milliseconds; `None` if it is not.
    pub fn revoked(&self, key: PublicKey) -> Option<i64> {
        self.revocations.iter().filter(|revoke| revoke.key == key).map(|revoke| revoke.made).min()
    }

    /// The key that took the place of another, and of that one, and so on; the key itself if none did.
    pub fn successor(&self, key: PublicKey) -> PublicKey {
        let mut last = key;
        // A circle of rotations ends after each was followed once.
        for _ in &self.rotations {
            match self.rotations.iter().find(|rotation| rotation.old == last) {
                Some(next) => last = next.new,
                None => break,
            }
        }
        last
    }
}
