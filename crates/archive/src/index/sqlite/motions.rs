//! The index's data on the motion of replays.

use ghostreel_analysis::beat_saber::documents::{Judged, Motion, is_judged};
use sqlx::{Sqlite, Transaction};

use crate::error::Error;
use crate::index::sqlite::database::{SqliteIndex, json};
use crate::records::replay::Record;
use crate::records::version;

impl SqliteIndex {
    /// Has all replays judged anew that were judged by another version than this one.
    pub(super) async fn forget_other_versions(&self) -> Result<(), Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let stored: Option<u32> = sqlx::query_scalar("SELECT version FROM motion_version")
            .fetch_optional(&mut *transaction)
            .await?;
        if stored == Some(version::MOTION) {
            return Ok(());
        }
        sqlx::query("UPDATE motions SET is_judged = 0").execute(&mut *transaction).await?;
        sqlx::query("INSERT OR REPLACE INTO motion_version (number, version) VALUES (0, ?)")
            .bind(version::MOTION)
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
            Some(motion) => write_motion(transaction, key, motion).await,
            None if is_judged(&record.format) => {
                sqlx::query("INSERT OR IGNORE INTO motions (replay_key, is_judged) VALUES (?, 0)")
                    .bind(key)
                    .execute(&mut **transaction)
                    .await?;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

pub(super) async fn write_motion(
    transaction: &mut Transaction<'_, Sqlite>,
    key: i64,
    motion: &Judged<Motion>,
) -> Result<(), Error> {
    sqlx::query(
        "INSERT OR REPLACE INTO motions (replay_key, is_judged, verdict, listed, motion) \
         VALUES (?, 1, ?, ?, ?)",
    )
    .bind(key)
    .bind(&motion.document.verdict)
    .bind(json(&motion.clone().without_rows())?)
    .bind(json(motion)?)
    .execute(&mut **transaction)
    .await?;
    Ok(())
}
