//! Statistics that are kept in the index. Rows of another definition are as good as none.

use async_trait::async_trait;

use crate::error::Error;
use crate::index::Statistics;
use crate::index::sqlite::database::SqliteIndex;

#[async_trait]
impl Statistics for SqliteIndex {
    async fn forget_other_statistics(&self, definition: &str) -> Result<(), Error> {
        sqlx::query("DELETE FROM statistics WHERE definition <> ?")
            .bind(definition)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn statistics(
        &self,
        id: &str,
        definition: &str,
    ) -> Result<Option<(String, bool)>, Error> {
        let kept = sqlx::query_as(
            "SELECT json, is_refused FROM statistics JOIN replays ON key = replay_key WHERE id = ? AND definition = ?",
        );
        Ok(kept.bind(id).bind(definition).fetch_optional(&self.pool).await?)
    }

    async fn keep_statistics(
        &self,
        id: &str,
        definition: &str,
        (json, is_refused): (&str, bool),
        most: u64,
        now_ms: i64,
    ) -> Result<(), Error> {
        let signed = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        sqlx::query(
            "INSERT OR REPLACE INTO statistics (replay_key, kept_at, size, definition, json, is_refused) \
             SELECT key, ?, ?, ?, ?, ? FROM replays WHERE id = ?",
        )
        .bind(now_ms)
        .bind(signed(json.len() as u64))
        .bind(definition)
        .bind(json)
        .bind(is_refused)
        .bind(id)
        .execute(&mut *transaction)
        .await?;
        let all: i64 = sqlx::query_scalar("SELECT COALESCE(SUM(size), 0) FROM statistics")
            .fetch_one(&mut *transaction)
            .await?;
        if all > signed(most) {
            // An eighth more than has to go, so that there is room for a while.
            sqlx::query(
                "DELETE FROM statistics WHERE replay_key IN (SELECT replay_key FROM (SELECT replay_key, \
                 SUM(size) OVER (ORDER BY kept_at DESC, replay_key DESC) AS newer FROM statistics) WHERE newer > ?)",
            )
            .bind(signed(most - most / 8))
            .execute(&mut *transaction)
            .await?;
        }
        Ok(transaction.commit().await?)
    }
}
