//! Messages about keys: those of players, and the server's own.

use data_encoding::BASE64;
use ghostreel_core::Digest;
use ghostreel_mark::{
    Accept, Message as _, PublicKey, Revoke, ServerRotation, Trust, kind_of, open, sign,
};
use sqlx::{Sqlite, SqlitePool, Transaction};

use crate::entry::Entry;
use crate::error::Error;
use crate::store::{Witness, new_key};

impl Witness {
    /// Takes a player's message about keys, a rotation that was accepted or a revocation, and writes it into the log. What is known already
    /// is found again. Returns its number in the log.
    ///
    /// # Errors
    /// If it is no such message, or does not hold.
    pub async fn take_key_message(&self, message: &[u8], now: i64) -> Result<i64, Error> {
        if kind_of(message).as_deref() == Some(Revoke::KIND) {
            open::<Revoke>(message)?;
        } else {
            open::<Accept>(message)?;
        }
        let _turn = self.appending.lock().await;
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let number = self.keep_message(&mut transaction, message, now).await?;
        transaction.commit().await?;
        Ok(number)
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
        self.keep_message(&mut transaction, &message, now).await?;
        transaction.commit().await?;
        *key = next;
        Ok(rotation.new)
    }

    async fn keep_message(
        &self,
        transaction: &mut Transaction<'_, Sqlite>,
        message: &[u8],
        now: i64,
    ) -> Result<i64, Error> {
        let digest = Digest::of(message);
        let entry = Entry::Key { message: BASE64.encode(message), received: now };
        let number = self.append(transaction, digest.as_bytes(), &entry).await?;
        sqlx::query(
            "INSERT OR IGNORE INTO key_messages (digest, message, received, revokes) \
             VALUES (?, ?, ?, ?)",
        )
        .bind(&digest.as_bytes()[..])
        .bind(message)
        .bind(now)
        .bind(revoked_by(message))
        .execute(&mut **transaction)
        .await?;
        Ok(number)
    }

    /// All messages about keys, in the order they came.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn key_messages(&self) -> Result<Vec<Vec<u8>>, Error> {
        let all = "SELECT message FROM key_messages ORDER BY number";
        Ok(sqlx::query_scalar(all).fetch_all(&self.pool).await?)
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
        for message in self.key_messages().await? {
            trust.add_message(&message)?;
        }
        Ok(trust)
    }

    /// Writes down which keys are revoked by messages that came before that was written down with them.
    pub(crate) async fn note_revocations(pool: &SqlitePool) -> Result<(), Error> {
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
        let found = sqlx::query("SELECT 1 FROM key_messages WHERE revokes = ? LIMIT 1")
            .bind(&key.as_bytes()[..])
            .fetch_optional(&self.pool)
            .await?;
        Ok(found.is_some())
    }
}

/// The key that a message revokes; nothing if it revokes none.
fn revoked_by(message: &[u8]) -> Vec<u8> {
    let revoke = open::<Revoke>(message);
    revoke.map_or_else(|_| Vec::new(), |revoke| revoke.message.key.as_bytes().to_vec())
}
