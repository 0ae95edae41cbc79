//! The index's data on replays beside their maps.

use ghostreel_analysis::beat_saber::documents::is_judged;
use sqlx::{Sqlite, Transaction};

use crate::error::Error;
use crate::index::sqlite::database::{SqliteIndex, json};
use crate::index::sqlite::maps::maps_tried;
use crate::records::replay::Record;
use crate::records::version;

impl SqliteIndex {
    /// Has all replays compared with their maps anew that were compared by another version than this one.
    pub(super) async fn forget_other_matches(&self) -> Result<(), Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let stored: Option<u32> = sqlx::query_scalar("SELECT version FROM map_match_version")
            .fetch_optional(&mut *transaction)
            .await?;
        if stored == Some(version::MAP_MATCH) {
            return Ok(());
        }
        sqlx::query("UPDATE map_matches SET is_compared = 0").execute(&mut *transaction).await?;
        sqlx::query("INSERT OR REPLACE INTO map_match_version (number, version) VALUES (0, ?)")
            .bind(version::MAP_MATCH)
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Writes what was found out about a replay that comes in and its map, if the map is there. One that could be compared and was not
    /// is left for later.
    pub(super) async fn insert_map_match(
        &self,
        transaction: &mut Transaction<'_, Sqlite>,
        key: i64,
        record: &Record,
    ) -> Result<(), Error> {
        let Some(hash) = record.map.as_ref().and_then(|map| map.id.as_ref()) else { return Ok(()) };
        if !is_judged(&record.format) {
            return Ok(());
        }
        let map_match = record.map_match.as_ref();
        // One that came since, or fits less than another, has it compared once more.
        let tried = maps_tried(transaction, hash).await?;
        let stored = tried.iter().find(|id| Some(*id) == record.stored_map.as_ref());
        let is_compared = map_match.is_some() && stored.is_some() && stored == tried.first();
        sqlx::query(
            "INSERT INTO map_matches (replay_key, map_key, is_compared, score_verdict, listed, found) \
             SELECT ?, key, ?, ?, ?, ? FROM maps WHERE id = ?",
        )
        .bind(key)
        .bind(is_compared)
        .bind(map_match.and_then(|map_match| Some(&map_match.score.as_ref()?.verdict)))
        .bind(map_match.map(|map_match| json(&map_match.clone().without_rows())).transpose()?)
        .bind(map_match.map(json).transpose()?)
        .bind(stored.or(tried.first()))
        .execute(&mut **transaction)
        .await?;
        Ok(())
    }
}
