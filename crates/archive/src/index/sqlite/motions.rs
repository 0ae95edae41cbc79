//! What the index keeps of the motion of replays.

use sqlx::{Sqlite, Transaction};

use crate::error::Error;
use crate::index::sqlite::copies::{ToLookAt, digest};
use crate::index::sqlite::database::{Index, json};
use crate::records::map_match::FORMATS;
use crate::records::motion::{Motion, VERSION};
use crate::records::replay::Record;

impl Index {
    /// Has all replays judged anew that were judged by another version than this one.
    pub(super) async fn forget_other_versions(&self) -> Result<(), Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let known: Option<u32> = sqlx::query_scalar("SELECT version FROM motion_version")
            .fetch_optional(&mut *transaction)
            .await?;
        if known == Some(VERSION) {
            return Ok(());
        }
        sqlx::query("UPDATE motions SET is_judged = 0").execute(&mut *transaction).await?;
        sqlx::query("INSERT OR REPLACE INTO motion_version (number, version) VALUES (0, ?)")
            .bind(VERSION)
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Writes what was found out about a replay that comes in. One that could be judged and was not is left for later.
    pub(super) async fn insert_motion(
        &self,
        transaction: &mut Transaction<'_, Sqlite>,
        key: i64,
        record: &Record,
    ) -> Result<(), Error> {
        match &record.motion {
            Some(motion) => write(transaction, key, motion).await,
            None if FORMATS.contains(&record.format.as_str()) => {
                sqlx::query("INSERT OR IGNORE INTO motions (replay_key, is_judged) VALUES (?, 0)")
                    .bind(key)
                    .execute(&mut **transaction)
                    .await?;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The first replay behind a key whose motion is not judged yet, or was by another version.
    pub(crate) async fn next_to_judge(&self, after: i64) -> Result<Option<ToLookAt>, Error> {
        let row: Option<(i64, String, String)> = sqlx::query_as(
            "SELECT key, id, digest FROM motions JOIN replays ON key = replay_key \
             WHERE is_judged = 0 AND replay_key > ? ORDER BY replay_key LIMIT 1",
        )
        .bind(after)
        .fetch_optional(&self.pool)
        .await?;
        let Some((key, id, text)) = row else { return Ok(None) };
        Ok(Some(ToLookAt { key, digest: digest(&id, &text)?, id }))
    }

    /// Writes down what was found out about a replay, and its accuracy. One that was removed in the meantime is passed over.
    pub(crate) async fn note_motion(
        &self,
        key: i64,
        id: &str,
        motion: &Motion,
        accuracy: Option<f64>,
    ) -> Result<(), Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let there = sqlx::query("SELECT 1 FROM replays WHERE key = ? AND id = ?")
            .bind(key)
            .bind(id)
            .fetch_optional(&mut *transaction)
            .await?;
        if there.is_some() {
            write(&mut transaction, key, motion).await?;
            sqlx::query("UPDATE replays SET accuracy = ? WHERE key = ?")
                .bind(accuracy)
                .bind(key)
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }
}

async fn write(
    transaction: &mut Transaction<'_, Sqlite>,
    key: i64,
    motion: &Motion,
) -> Result<(), Error> {
    sqlx::query(
        "INSERT OR REPLACE INTO motions (replay_key, is_judged, verdict, listed, motion) \
         VALUES (?, 1, ?, ?, ?)",
    )
    .bind(key)
    .bind(&motion.verdict)
    .bind(json(&motion.clone().without_rows())?)
    .bind(json(motion)?)
    .execute(&mut **transaction)
    .await?;
    Ok(())
}
