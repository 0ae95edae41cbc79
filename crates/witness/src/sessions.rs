//! Sessions: a challenge, heads while it is played, a close, and a dated receipt for each.

use ghostreel_mark::message::digest;
use ghostreel_mark::{Challenge, Progress, PublicKey, Signed, open, sign};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, Sqlite, Transaction};

use crate::error::{Error, refuse_more};
use crate::limits::Limits;
use crate::store::{Witness, random};

/// Heads that may come at once, as after a time without a connection.
const BURST: u64 = 300;

/// The longest name of a game or a map, in bytes.
const LONGEST_TEXT: usize = 256;

/// A session that was begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// Its number.
    pub session: [u8; 16],
    /// The message for the recorder.
    pub challenge: Vec<u8>,
    /// Until when the first head must come, in milliseconds since 1970 UTC.
    pub expires: i64,
}

impl Witness {
    /// Begins a session: a challenge for one key, game and map. `client` is who asks, e.g. an address, for the limits.
    ///
    /// # Errors
    /// If the key or the client has too many sessions open, or the key was revoked.
    pub async fn begin(
        &self,
        client: &str,
        player: PublicKey,
        game: &str,
        map: Option<&str>,
        now: i64,
    ) -> Result<Begun, Error> {
        for (what, text) in [("game", Some(game)), ("map", map)] {
            if text.is_some_and(|text| text.is_empty() || text.len() > LONGEST_TEXT) {
                return Err(Error::Text(what, LONGEST_TEXT));
            }
        }
        if self.is_revoked(player).await? {
            return Err(Error::Revoked);
        }
        let key = self.key.read().await;
        let expires = now.saturating_add(self.limits.challenge_ms);
        let challenge = Challenge {
            session: random()?,
            nonce: random()?,
            key: player,
            game: game.to_owned(),
            map: map.map(str::to_owned),
            issued: now,
            expires,
        };
        let message = sign(&challenge, &key);
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        // An unanswered challenge is worth nothing.
        sqlx::query("DELETE FROM sessions WHERE message IS NULL AND expires < ?")
            .bind(now)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("UPDATE sessions SET is_closed = 1 WHERE is_closed = 0 AND received < ?")
            .bind(now.saturating_sub(self.limits.silence_ms))
            .execute(&mut *transaction)
            .await?;
        self.forget_ended(&mut transaction, client, now).await?;
        self.check_open(&mut transaction, player).await?;
        let of_client: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM sessions WHERE is_closed = 0 AND client = ?")
                .bind(client)
                .fetch_one(&mut *transaction)
                .await?;
        let most = self.limits.sessions_per_client;
        refuse_more(of_client, most, "the client", Error::TooManySessions)?;
        sqlx::query(
            "INSERT INTO sessions (id, key, client, challenge, issued, expires) \
             VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(&challenge.session[..])
        .bind(&player.as_bytes()[..])
        .bind(client)
        .bind(&message)
        .bind(now)
        .bind(expires)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(Begun { session: challenge.session, challenge: message, expires })
    }

    /// Answers a head or the close of a session with a receipt, which is kept before it is given out. A message that comes again
    /// gets the same receipt again: its answer may have been lost on the way.
    ///
    /// # Errors
    /// If the message is not the one that comes next in this session, or comes too late or too fast.
    pub async fn receive(
        &self,
        session: &[u8; 16],
        message: &[u8],
        now: i64,
    ) -> Result<Vec<u8>, Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let query = "SELECT receipt FROM receipts WHERE message = ? AND session = ?";
        let receipt: Option<Vec<u8>> = sqlx::query_scalar(query)
            .bind(&digest(message)[..])
            .bind(&session[..])
            .fetch_optional(&mut *transaction)
            .await?;
        if let Some(receipt) = receipt {
            return Ok(receipt);
        }
        let row = sqlx::query("SELECT * FROM sessions WHERE id = ?")
            .bind(&session[..])
            .fetch_optional(&mut *transaction)
            .await?
            .ok_or(Error::NoSession)?;
        let bytes: Vec<u8> = row.try_get("challenge")?;
        let challenge = open::<Challenge>(&bytes)?;
        let before = progress(&row)?;
        let next = Progress::next(&challenge, before.as_ref(), message)?;
        let last: Option<i64> = row.try_get("received")?;
        if i64::try_from(next.chunks).is_err() {
            return Err(ghostreel_mark::Error::Member { kind: "head", member: "chunks" }.into());
        }
        if last.is_none() {
            self.check_open(&mut transaction, challenge.message.key).await?;
        }
        self.check_time(&challenge, last, &next, now)?;
        // A clock that is put back does not put back receipts.
        let received = now.max(last.unwrap_or(challenge.message.issued));
        let receipt =
            sign(&next.receipt(&challenge.message, received), &self.key_of(&challenge).await?);
        sqlx::query("INSERT INTO receipts (message, session, receipt) VALUES (?, ?, ?)")
            .bind(&next.message[..])
            .bind(&session[..])
            .bind(&receipt)
            .execute(&mut *transaction)
            .await?;
        sqlx::query(
            "UPDATE sessions SET message = ?, number = ?, chunks = ?, hash = ?, time = ?, \
             received = ?, is_closed = ? WHERE id = ?",
        )
        .bind(&next.message[..])
        .bind(i64::try_from(next.number).map_err(Error::bug)?)
        .bind(i64::try_from(next.chunks).map_err(Error::bug)?)
        .bind(&next.hash[..])
        .bind(next.time)
        .bind(received)
        .bind(next.is_closed)
        .bind(&session[..])
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(receipt)
    }

    /// Forgets sessions that ended long ago. Their receipts are with the player, and verify by themselves.
    async fn forget_ended(
        &self,
        transaction: &mut Transaction<'_, Sqlite>,
        client: &str,
        now: i64,
    ) -> Result<(), Error> {
        let Limits { ended_ms, ended_per_client, ended_in_all, .. } = self.limits;
        let ended: Vec<Vec<u8>> = sqlx::query_scalar(
            "SELECT id FROM sessions WHERE is_closed = 1 AND received < ?1 \
             UNION SELECT id FROM (SELECT id FROM sessions WHERE is_closed = 1 AND client = ?2 \
             ORDER BY received DESC LIMIT -1 OFFSET ?3) \
             UNION SELECT id FROM (SELECT id FROM sessions WHERE is_closed = 1 \
             ORDER BY received DESC LIMIT -1 OFFSET ?4)",
        )
        .bind(now.saturating_sub(ended_ms))
        .bind(client)
        .bind(ended_per_client)
        .bind(ended_in_all)
        .fetch_all(&mut **transaction)
        .await?;
        for session in ended {
            for statement in
                ["DELETE FROM receipts WHERE session = ?", "DELETE FROM sessions WHERE id = ?"]
            {
                sqlx::query(statement).bind(&session).execute(&mut **transaction).await?;
            }
        }
        Ok(())
    }

    /// Refuses a session, or the first head of one, if its key has signed heads in as many open ones as it may.
    async fn check_open(
        &self,
        transaction: &mut Transaction<'_, Sqlite>,
        key: PublicKey,
    ) -> Result<(), Error> {
        let open: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM sessions WHERE is_closed = 0 AND message IS NOT NULL AND key = ?",
        )
        .bind(&key.as_bytes()[..])
        .fetch_one(&mut **transaction)
        .await?;
        refuse_more(open, self.limits.sessions_per_key, "the key", Error::TooManySessions)
    }

    fn check_time(
        &self,
        challenge: &Signed<Challenge>,
        last: Option<i64>,
        next: &Progress,
        now: i64,
    ) -> Result<(), Error> {
        let Challenge { issued, expires, .. } = challenge.message;
        if last.is_none() && now > expires {
            return Err(Error::Expired);
        }
        if last.is_some_and(|last| now.saturating_sub(last) > self.limits.silence_ms) {
            return Err(Error::NoSession);
        }
        let seconds = u64::try_from(now.saturating_sub(issued) / 1000).unwrap_or(0);
        let rate = self.limits.heads_per_second;
        if next.number > BURST.saturating_add(seconds.saturating_mul(rate.into())) {
            return Err(Error::TooFast(rate));
        }
        Ok(())
    }

    /// The key that signed a challenge, which may be an old one by now.
    async fn key_of(
        &self,
        challenge: &Signed<Challenge>,
    ) -> Result<ghostreel_mark::SecretKey, Error> {
        let secret: String = sqlx::query_scalar("SELECT secret FROM server_keys WHERE public = ?")
            .bind(&challenge.key.as_bytes()[..])
            .fetch_optional(&self.pool)
            .await?
            .ok_or(Error::NoSession)?;
        ghostreel_mark::SecretKey::from_pem(&secret, None).map_err(Error::bug)
    }
}

/// How far a session is; `None` before its first head.
fn progress(row: &SqliteRow) -> Result<Option<Progress>, Error> {
    let is_closed: bool = row.try_get("is_closed")?;
    let Some(message) = row.try_get::<Option<Vec<u8>>, _>("message")? else { return Ok(None) };
    let bytes =
        |bytes: Vec<u8>| bytes.try_into().map_err(|_| Error::bug("a digest of another length"));
    let number = |number: i64| u64::try_from(number).map_err(Error::bug);
    Ok(Some(Progress {
        message: bytes(message)?,
        number: number(row.try_get("number")?)?,
        chunks: number(row.try_get("chunks")?)?,
        hash: bytes(row.try_get("hash")?)?,
        time: row.try_get("time")?,
        is_closed,
    }))
}
