//! What the index keeps of replays beside their maps.

use ghostreel_formats::core::Digest;
use sqlx::{Sqlite, Transaction};

use crate::error::Error;
use crate::index::sqlite::copies::digest;
use crate::index::sqlite::database::{Index, json};
use crate::records::map_match::{MapMatch, VERSION};
use crate::records::replay::Record;

/// A replay that is to be compared with its map.
#[derive(Debug)]
pub(crate) struct ToMatch {
    pub(crate) key: i64,
    pub(crate) id: String,
    pub(crate) digest: Digest,
    map_key: i64,
    /// That of the map's zip file.
    pub(crate) zip: Digest,
}

impl Index {
    /// Has all replays compared with their maps anew that were compared by another version than this one.
    pub(super) async fn forget_other_matches(&self) -> Result<(), Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let known: Option<u32> = sqlx::query_scalar("SELECT version FROM map_match_version")
            .fetch_optional(&mut *transaction)
            .await?;
        if known == Some(VERSION) {
            return Ok(());
        }
        sqlx::query("UPDATE map_matches SET is_compared = 0").execute(&mut *transaction).await?;
        sqlx::query("INSERT OR REPLACE INTO map_match_version (number, version) VALUES (0, ?)")
            .bind(VERSION)
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
        if !MapMatch::is_made_for(&record.format) {
            return Ok(());
        }
        let found = record.map_match.as_ref();
        sqlx::query(
            "INSERT INTO map_matches (replay_key, map_key, is_compared, listed, found) \
             SELECT ?, key, ?, ?, ? FROM maps WHERE hash = ?",
        )
        .bind(key)
        .bind(found.is_some())
        .bind(found.map(|found| json(&found.clone().without_rows())).transpose()?)
        .bind(found.map(json).transpose()?)
        .bind(hash)
        .execute(&mut **transaction)
        .await?;
        Ok(())
    }

    /// The first replay behind a key that is not compared with its map yet, or was by another version.
    pub(crate) async fn next_to_match(&self, after: i64) -> Result<Option<ToMatch>, Error> {
        let row: Option<(i64, String, String, i64, String)> = sqlx::query_as(
            "SELECT replays.key, id, replays.digest, maps.key, maps.digest FROM map_matches \
             JOIN replays ON replays.key = replay_key JOIN maps ON maps.key = map_key \
             WHERE is_compared = 0 AND replay_key > ? ORDER BY replay_key LIMIT 1",
        )
        .bind(after)
        .fetch_optional(&self.pool)
        .await?;
        let Some((key, id, text, map_key, zip)) = row else { return Ok(None) };
        let (digest, zip) = (digest(&id, &text)?, digest(&id, &zip)?);
        Ok(Some(ToMatch { key, digest, id, map_key, zip }))
    }

    /// Writes down what was found out about a replay. If it or its map was removed in the meantime, nothing is written.
    pub(crate) async fn note_match(
        &self,
        matched: &ToMatch,
        found: &MapMatch,
    ) -> Result<(), Error> {
        sqlx::query(
            "UPDATE map_matches SET is_compared = 1, listed = ?, found = ? WHERE replay_key = ? AND map_key = ? \
             AND EXISTS (SELECT 1 FROM replays WHERE key = replay_key AND id = ?)",
        )
        .bind(json(&found.clone().without_rows())?)
        .bind(json(found)?)
        .bind(matched.key)
        .bind(matched.map_key)
        .bind(&matched.id)
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}
