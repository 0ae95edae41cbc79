//! Fingerprints, which replays agree, and the decisions about them.

use async_trait::async_trait;
use futures_util::TryStreamExt;
use ghostreel_analysis::copies::{Comparison, Fingerprint};
use ghostreel_formats::core::Digest;
use sqlx::{Row as _, Sqlite, Transaction};

use crate::error::Error;
use crate::index::Copies;
use crate::index::copy_finding::{CopyFinding, Decision};
use crate::index::sqlite::database::{SqliteIndex, digest, json, parsed};
use crate::index::sqlite::fingerprint_cipher::FingerprintCipher;
use crate::records::pair::{Objection, Pair, Party, Review};

#[async_trait]
impl Copies for SqliteIndex {
    async fn fingerprints(
        &self,
        take: &mut (dyn FnMut(Vec<(u32, Fingerprint)>) + Send),
    ) -> Result<(), Error> {
        /// Fingerprints in memory at once.
        const PART: usize = 10_000;
        let mut part = Vec::new();
        let mut outdated = Vec::new();
        {
            let mut rows = sqlx::query_as::<_, (i64, Vec<u8>)>(
                "SELECT replay_key, bytes FROM fingerprints WHERE bytes <> x''",
            )
            .fetch(&self.pool);
            while let Some((key, bytes)) = rows.try_next().await? {
                match (u32::try_from(key), self.decrypted(key, &bytes)) {
                    (Ok(number), Some(fingerprint)) => part.push((number, fingerprint)),
                    _ => outdated.push(key),
                }
                if part.len() == PART {
                    take(std::mem::take(&mut part));
                }
            }
        }
        take(part);
        for key in outdated {
            sqlx::query(
                "UPDATE fingerprints SET bytes = x'', is_compared = 0 WHERE replay_key = ?",
            )
            .bind(key)
            .execute(&self.pool)
            .await?;
        }
        Ok(())
    }

    async fn fingerprint(&self, id: &str) -> Result<Option<(u32, Fingerprint)>, Error> {
        let row: Option<(i64, Vec<u8>)> = sqlx::query_as(
            "SELECT key, bytes FROM replays JOIN fingerprints ON replay_key = key WHERE id = ?",
        )
        .bind(id)
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.and_then(|(key, bytes)| {
            Some((u32::try_from(key).ok()?, self.decrypted(key, &bytes)?))
        }))
    }

    async fn of_numbers(&self, numbers: &[u32]) -> Result<Vec<(u32, String, Digest)>, Error> {
        let rows: Vec<(i64, String, String)> = sqlx::query_as(
            "SELECT key, id, digest FROM replays WHERE key IN (SELECT value FROM json_each(?))",
        )
        .bind(json(numbers)?)
        .fetch_all(&self.pool)
        .await?;
        let row = |(key, id, text): (i64, String, String)| {
            let number = u32::try_from(key).unwrap_or(u32::MAX);
            let digest = digest(&id, &text)?;
            Ok((number, id, digest))
        };
        rows.into_iter().map(row).collect()
    }

    async fn compare_again(&self, ids: &[String]) -> Result<(), Error> {
        sqlx::query(
            "UPDATE fingerprints SET is_compared = 0 WHERE replay_key IN \
             (SELECT key FROM replays WHERE id IN (SELECT value FROM json_each(?)))",
        )
        .bind(json(ids)?)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn pairs(&self, ids: Option<&[String]>) -> Result<Vec<Pair>, Error> {
        const PAIRS: &str = "SELECT found_at, comparison, \
            a.id, a.digest, a.uploaded_at, ra.is_held, ha.replay_key IS NOT NULL, \
            b.id, b.digest, b.uploaded_at, rb.is_held, hb.replay_key IS NOT NULL FROM copies \
            JOIN replays a ON a.key = first_key LEFT JOIN reviews ra ON ra.replay_key = first_key \
            LEFT JOIN held ha ON ha.replay_key = first_key \
            JOIN replays b ON b.key = second_key LEFT JOIN reviews rb ON rb.replay_key = second_key \
            LEFT JOIN held hb ON hb.replay_key = second_key";
        let rows = match ids {
            None => {
                sqlx::query(sqlx::AssertSqlSafe(format!(
                    "{PAIRS} ORDER BY found_at, first_key, second_key"
                )))
                .fetch_all(&self.pool)
                .await?
            }
            Some(ids) => {
                let those = "WITH those AS (SELECT key FROM replays WHERE id IN (SELECT value FROM json_each(?)))";
                let select = format!(
                    "{those} {PAIRS} WHERE first_key IN those UNION {PAIRS} WHERE second_key IN those \
                     ORDER BY found_at, 3, 8"
                );
                sqlx::query(sqlx::AssertSqlSafe(select))
                    .bind(json(ids)?)
                    .fetch_all(&self.pool)
                    .await?
            }
        };
        let party = |row: &sqlx::sqlite::SqliteRow, at: usize| -> Result<Party, Error> {
            let id: String = row.try_get(at)?;
            let text: String = row.try_get(at + 1)?;
            let is_held: Option<bool> = row.try_get(at + 3)?;
            Ok(Party {
                digest: digest(&id, &text)?,
                id,
                uploaded_at: row.try_get(at + 2)?,
                review: is_held
                    .map(|is_held| if is_held { Review::Held } else { Review::Accepted }),
                is_held: row.try_get(at + 4)?,
            })
        };
        let pair = |row: sqlx::sqlite::SqliteRow| {
            let comparison: String = row.try_get(1)?;
            let comparison: Comparison = parsed(&comparison)?;
            let (first, second) = (party(&row, 2)?, party(&row, 7)?);
            Ok(Pair { first, second, found_at: row.try_get(0)?, comparison })
        };
        rows.into_iter().map(pair).collect()
    }

    async fn put_pair(&self, pair: &Pair) -> Result<(), Error> {
        sqlx::query(
            "INSERT OR IGNORE INTO copies (first_key, second_key, found_at, comparison) \
             SELECT a.key, b.key, ?, ? FROM replays a, replays b WHERE a.id = ? AND b.id = ?",
        )
        .bind(pair.found_at)
        .bind(json(&pair.comparison)?)
        .bind(&pair.first.id)
        .bind(&pair.second.id)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn set_held(&self, held: &[(String, bool)]) -> Result<(), Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        for (id, is_held) in held {
            let statement = match is_held {
                true => {
                    "INSERT OR IGNORE INTO held (replay_key) SELECT key FROM replays \
                     WHERE id = ? AND key NOT IN (SELECT replay_key FROM reviews)"
                }
                false => {
                    "DELETE FROM held WHERE replay_key = (SELECT key FROM replays WHERE id = ?) \
                     AND replay_key NOT IN (SELECT replay_key FROM reviews)"
                }
            };
            sqlx::query(statement).bind(id).execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }

    async fn held(&self) -> Result<Vec<String>, Error> {
        let held = "SELECT id FROM held JOIN replays ON key = replay_key ORDER BY uploaded_at, id";
        Ok(sqlx::query_scalar(held).fetch_all(&self.pool).await?)
    }

    async fn review(&self, id: &str, review: Review, now_ms: i64) -> Result<bool, Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let written = sqlx::query(
            "INSERT OR REPLACE INTO reviews (replay_key, is_held, reviewed_at) \
             SELECT key, ?, ? FROM replays WHERE id = ?",
        )
        .bind(review == Review::Held)
        .bind(now_ms)
        .bind(id)
        .execute(&mut *transaction)
        .await?;
        let statement = match review {
            Review::Held => {
                "INSERT OR IGNORE INTO held (replay_key) SELECT key FROM replays WHERE id = ?"
            }
            Review::Accepted => {
                "DELETE FROM held WHERE replay_key = (SELECT key FROM replays WHERE id = ?)"
            }
        };
        sqlx::query(statement).bind(id).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(written.rows_affected() > 0)
    }

    async fn decisions(&self) -> Result<Vec<Decision>, Error> {
        let rows: Vec<(String, bool, i64)> = sqlx::query_as(
            "SELECT id, is_held, reviewed_at FROM reviews JOIN replays ON key = replay_key",
        )
        .fetch_all(&self.pool)
        .await?;
        let decision = |(id, is_held, reviewed_at)| Decision {
            id,
            review: if is_held { Review::Held } else { Review::Accepted },
            reviewed_at,
        };
        Ok(rows.into_iter().map(decision).collect())
    }

    async fn put_objection(
        &self,
        objection: &Objection,
        token_hash: Option<&str>,
    ) -> Result<bool, Error> {
        let written = sqlx::query(
            "INSERT OR REPLACE INTO objections (replay_key, reason, made_at) \
             SELECT key, ?1, ?2 FROM replays WHERE id = ?3 AND (?4 IS NULL OR delete_token_hash = ?4)",
        )
        .bind(&objection.reason)
        .bind(objection.made_at)
        .bind(&objection.id)
        .bind(token_hash)
        .execute(&self.pool)
        .await?;
        Ok(written.rows_affected() > 0)
    }

    async fn objections(&self, ids: Option<&[String]>) -> Result<Vec<Objection>, Error> {
        let rows: Vec<(String, String, i64)> = sqlx::query_as(
            "SELECT id, reason, made_at FROM objections JOIN replays ON key = replay_key \
             WHERE ?1 IS NULL OR id IN (SELECT value FROM json_each(?1)) ORDER BY made_at, id",
        )
        .bind(ids.map(json).transpose()?)
        .fetch_all(&self.pool)
        .await?;
        let objection = |(id, reason, made_at)| Objection { id, reason, made_at };
        Ok(rows.into_iter().map(objection).collect())
    }
}

impl SqliteIndex {
    /// Reads and writes fingerprints under this secret from now on. Those under another are forgotten, and made anew.
    pub(crate) async fn set_secret(&mut self, secret: &[u8; 16]) -> Result<(), Error> {
        self.cipher = Some(FingerprintCipher::new(secret));
        let digest = Digest::of(&[b"ghostreel copies ", &secret[..]].concat()).to_string();
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let stored: Option<String> = sqlx::query_scalar("SELECT digest FROM fingerprint_secret")
            .fetch_optional(&mut *transaction)
            .await?;
        if stored.as_ref() == Some(&digest) {
            return Ok(());
        }
        sqlx::query("UPDATE fingerprints SET bytes = x'', is_compared = 0")
            .execute(&mut *transaction)
            .await?;
        sqlx::query("INSERT OR REPLACE INTO fingerprint_secret (number, digest) VALUES (0, ?)")
            .bind(digest)
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Writes what was found out about a replay.
    pub(super) async fn insert_copies(
        &self,
        transaction: &mut Transaction<'_, Sqlite>,
        key: i64,
        found: &CopyFinding,
        now_ms: i64,
    ) -> Result<(), Error> {
        let bytes = match found.fingerprint.as_ref().zip(self.cipher.as_ref()) {
            Some((fingerprint, cipher)) => cipher.encrypted(key, fingerprint)?,
            None => Vec::new(),
        };
        sqlx::query(
            "INSERT OR REPLACE INTO fingerprints (replay_key, bytes, is_compared) VALUES (?, ?, ?)",
        )
        .bind(key)
        .bind(bytes)
        .bind(found.is_compared)
        .execute(&mut **transaction)
        .await?;
        for copy in &found.copies {
            // The same pair may have been found from the other side.
            sqlx::query(
                "INSERT INTO copies (first_key, second_key, found_at, comparison) \
                 SELECT ?, key, ?, ? FROM replays WHERE id = ? AND NOT EXISTS (\
                 SELECT 1 FROM copies WHERE (first_key, second_key) IN ((?, key), (key, ?)))",
            )
            .bind(key)
            .bind(now_ms)
            .bind(json(&copy.comparison)?)
            .bind(&copy.id)
            .bind(key)
            .bind(key)
            .execute(&mut **transaction)
            .await?;
        }
        if found.is_held {
            sqlx::query("INSERT OR IGNORE INTO held (replay_key) VALUES (?)")
                .bind(key)
                .execute(&mut **transaction)
                .await?;
        }
        Ok(())
    }

    fn decrypted(&self, key: i64, bytes: &[u8]) -> Option<Fingerprint> {
        self.cipher.as_ref()?.decrypted(key, bytes)
    }
}
