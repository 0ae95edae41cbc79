//! Messages about keys: those of players, and the server's own.

use data_encoding::BASE64;
use ghostreel_core::Digest;
use ghostreel_mark::limits::KEY_MESSAGE;
use ghostreel_mark::{
    Accept, Message as _, PublicKey, Revoke, Rotate, ServerRotation, Trust, kind_of, open,
    open_known, sign,
};
use sqlx::{Sqlite, SqlitePool, Transaction};

use crate::entry::Entry;
use crate::error::{Error, refuse_more};
use crate::limits::Limits;
use crate::store::{Witness, new_key};

/// A message about a key, and when it came, in milliseconds since 1970 UTC.
pub type KeyMessage = (Vec<u8>, i64);

/// So often a key may have been replaced by another that is found.
const SUCCESSORS: usize = 16;

/// The milliseconds of a day.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

impl Witness {
    /// Takes a player's message about keys, a rotation that was accepted or a revocation, and writes it into the log. A known one
    /// is found again. `client` is who sends it, e.g. an address, for the limits. Returns its number in the log.
    ///
    /// # Errors
    /// If it is no such message, does not hold, is long or says more than such messages do, or the key or the client has sent too many.
    pub async fn take_key_message(
        &self,
        client: &str,
        message: &[u8],
        now: i64,
    ) -> Result<i64, Error> {
        if message.len() > KEY_MESSAGE {
            return Err(ghostreel_mark::Error::TooLong(message.len(), KEY_MESSAGE).into());
        }
        let signer = if kind_of(message).as_deref() == Some(Revoke::KIND) {
            open_known::<Revoke>(message)?.key
        } else {
            let accept = open_known::<Accept>(message)?.message;
            open_known::<Rotate>(&accept.rotate)?.key
        };
        let _turn = self.appending.lock().await;
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        self.check_count(&mut transaction, (client, signer), message, now).await?;
        let sender = Some((signer, client));
        let number = self.keep_message(&mut transaction, message, sender, now).await?;
        Self::prune_key_messages(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(number)
    }

    /// Keeps nothing but the digest of messages that cannot change a verdict: of each key the first rotation and the first revocation
    /// in the log count. Their entries in the log stay, and so does that the key sent them.
    async fn prune_key_messages(to: impl sqlx::SqliteExecutor<'_>) -> Result<(), Error> {
        let later = "UPDATE key_messages SET message = x'' WHERE message <> x'' AND EXISTS ( \
                       SELECT 1 FROM key_messages AS first WHERE first.signer = key_messages.signer \
                       AND first.number < key_messages.number AND first.message <> x'' \
                       AND (first.revokes = x'') = (key_messages.revokes = x'')) \
                     AND EXISTS (SELECT 1 FROM log_entries WHERE subject = key_messages.digest)";
        sqlx::query(later).execute(to).await?;
        Ok(())
    }

    /// Refuses a message that is new if its key or who sends it has sent too many.
    async fn check_count(
        &self,
        transaction: &mut Transaction<'_, Sqlite>,
        (client, signer): (&str, PublicKey),
        message: &[u8],
        now: i64,
    ) -> Result<(), Error> {
        let (known, of_key, of_client): (i64, i64, i64) = sqlx::query_as(
            "SELECT COUNT(*) FILTER (WHERE digest = ?1), COUNT(*) FILTER (WHERE signer = ?2), \
             COUNT(*) FILTER (WHERE client = ?3 AND received > ?4) FROM key_messages \
             WHERE digest = ?1 OR signer = ?2 OR (client = ?3 AND received > ?4)",
        )
        .bind(&Digest::of(message).as_bytes()[..])
        .bind(&signer.as_bytes()[..])
        .bind(client)
        .bind(now.saturating_sub(DAY_MS))
        .fetch_one(&mut **transaction)
        .await?;
        if known > 0 {
            return Ok(());
        }
        let Limits { messages_per_key, messages_per_client, .. } = self.limits;
        refuse_more(of_key, messages_per_key, "the key", Error::TooManyMessages)?;
        refuse_more(of_client, messages_per_client, "the client", Error::TooManyMessages)
    }

    /// Puts a new key in the place of the one that signs. Receipts of the old one go on to hold, and sessions that were begun with it
    /// go on with it.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn rotate(&self, now: i64) -> Result<PublicKey, Error> {
        let next = new_key()?;
        let _turn = self.appending.lock().await;
        let mut key = self.key.write().await;
        let rotation = ServerRotation { old: key.public(), new: next.public(), from: now };
        let message = sign(&rotation, &key);
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        Self::keep_key(&mut *transaction, &next, now).await?;
        self.keep_message(&mut transaction, &message, None, now).await?;
        transaction.commit().await?;
        *key = next;
        Ok(rotation.new)
    }

    /// Keeps a message; `None` sent the server's own. One that was kept without a sender gets it now.
    async fn keep_message(
        &self,
        transaction: &mut Transaction<'_, Sqlite>,
        message: &[u8],
        sender: Option<(PublicKey, &str)>,
        now: i64,
    ) -> Result<i64, Error> {
        let digest = Digest::of(message);
        let entry = Entry::Key { message: BASE64.encode(message), received: now };
        let number = self.append(transaction, digest.as_bytes(), &entry).await?;
        sqlx::query(
            "INSERT INTO key_messages (digest, message, received, revokes, signer, client) \
             VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO UPDATE \
             SET signer = excluded.signer, client = excluded.client WHERE signer IS NULL",
        )
        .bind(&digest.as_bytes()[..])
        .bind(message)
        .bind(now)
        .bind(revoked_by(message))
        .bind(sender.as_ref().map(|(signer, _)| &signer.as_bytes()[..]))
        .bind(sender.map(|(_, client)| client))
        .execute(&mut **transaction)
        .await?;
        Ok(number)
    }

    /// Messages about keys in the order they came, `most` of them, from after the one with a number on: each with its number.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn key_messages_after(
        &self,
        number: i64,
        most: u32,
    ) -> Result<Vec<(i64, Vec<u8>)>, Error> {
        let next = "SELECT number, message FROM key_messages WHERE number > ? AND message <> x'' ORDER BY number LIMIT ?";
        Ok(sqlx::query_as(next).bind(number).bind(most).fetch_all(&self.pool).await?)
    }

    /// The messages about the server's own keys: each with when it came, in milliseconds since 1970 UTC.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn server_key_messages(&self) -> Result<Vec<KeyMessage>, Error> {
        let own = "SELECT message, received FROM key_messages WHERE message <> x'' \
                   AND (signer IS NULL OR revokes IN (SELECT public FROM server_keys)) ORDER BY number";
        Ok(sqlx::query_as(own).fetch_all(&self.pool).await?)
    }

    /// The messages that a player's key signed and that count, and those of the keys that came in its place.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn key_messages_of(&self, key: PublicKey) -> Result<Vec<KeyMessage>, Error> {
        let of_key = "SELECT message, received FROM key_messages \
                      WHERE signer = ? AND message <> x'' ORDER BY number";
        let (mut found, mut next) = (Vec::new(), Some(key));
        for _ in 0..SUCCESSORS {
            let Some(key) = next.take() else { break };
            let signed: Vec<KeyMessage> =
                sqlx::query_as(of_key).bind(&key.as_bytes()[..]).fetch_all(&self.pool).await?;
            next = signed.iter().find_map(|(message, _)| successor(message));
            found.extend(signed);
        }
        Ok(found)
    }

    /// The server's first key: who believes it believes those that it was rotated to.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn first_key(&self) -> Result<PublicKey, Error> {
        let first: Vec<u8> =
            sqlx::query_scalar("SELECT public FROM server_keys ORDER BY number LIMIT 1")
                .fetch_one(&self.pool)
                .await?;
        let first = first.try_into().map_err(|_| Error::bug("a key of another length"))?;
        Ok(PublicKey::from_bytes(first))
    }

    /// Believes this server's first key, and all that it knows of keys.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn trust(&self) -> Result<Trust, Error> {
        let mut trust = Trust::default();
        trust.add_server(self.first_key().await?);
        let all = "SELECT message, received FROM key_messages WHERE message <> x'' ORDER BY number";
        let all: Vec<KeyMessage> = sqlx::query_as(all).fetch_all(&self.pool).await?;
        for (message, received) in all {
            trust.add_logged(&message, received)?;
        }
        Ok(trust)
    }

    /// Writes down who signed messages, and which keys they revoke, of those that came before that was written down with them.
    pub(crate) async fn note_key_messages(pool: &SqlitePool) -> Result<(), Error> {
        let all = "SELECT number, message FROM key_messages WHERE signer IS NULL";
        let messages: Vec<(i64, Vec<u8>)> = sqlx::query_as(all).fetch_all(pool).await?;
        // The server's own have no other signer.
        let of_players =
            messages.iter().filter_map(|(number, bytes)| Some((number, signer(bytes)?)));
        for (number, signer) in of_players {
            sqlx::query("UPDATE key_messages SET signer = ? WHERE number = ?")
                .bind(&signer.as_bytes()[..])
                .bind(number)
                .execute(pool)
                .await?;
        }
        Self::note_revocations(pool).await?;
        Self::prune_key_messages(pool).await
    }

    async fn note_revocations(pool: &SqlitePool) -> Result<(), Error> {
        let all = "SELECT number, message FROM key_messages WHERE revokes IS NULL";
        let messages: Vec<(i64, Vec<u8>)> = sqlx::query_as(all).fetch_all(pool).await?;
        for (number, message) in messages {
            sqlx::query("UPDATE key_messages SET revokes = ? WHERE number = ?")
                .bind(revoked_by(&message))
                .bind(number)
                .execute(pool)
                .await?;
        }
        Ok(())
    }

    pub(crate) async fn is_revoked(&self, key: PublicKey) -> Result<bool, Error> {
        let revocation = sqlx::query("SELECT 1 FROM key_messages WHERE revokes = ? LIMIT 1")
            .bind(&key.as_bytes()[..])
            .fetch_optional(&self.pool)
            .await?;
        Ok(revocation.is_some())
    }
}

/// The player's key that a message is about; `None` if it is about the server's.
fn signer(message: &[u8]) -> Option<PublicKey> {
    if let Ok(revoke) = open::<Revoke>(message) {
        return Some(revoke.key);
    }
    let accept = open::<Accept>(message).ok()?.message;
    Some(open::<Rotate>(&accept.rotate).ok()?.key)
}

/// The key that a message revokes; nothing if it revokes none.
fn revoked_by(message: &[u8]) -> Vec<u8> {
    let revoke = open::<Revoke>(message);
    revoke.map_or_else(|_| Vec::new(), |revoke| revoke.message.key.as_bytes().to_vec())
}

/// The key that comes in the place of the one that a message is about; `None` if it says nothing of that.
fn successor(message: &[u8]) -> Option<PublicKey> {
    let accept = open::<Accept>(message).ok()?.message;
    Some(open::<Rotate>(&accept.rotate).ok()?.message.new)
}
