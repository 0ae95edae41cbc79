//! Which replays wait for a job, and the findings of jobs.

use async_trait::async_trait;
use ghostreel_analysis::beat_saber::documents::{Judged, MapMatch, Motion};
use ghostreel_analysis::{Occasion, Side};
use sqlx::{Sqlite, Transaction};

use crate::error::Error;
use crate::index::copy_finding::CopyFinding;
use crate::index::sqlite::appearances::insert_appearances;
use crate::index::sqlite::database::{SqliteIndex, digest, json};
use crate::index::sqlite::maps::maps_tried;
use crate::index::sqlite::motions::write_motion;
use crate::index::sqlite::replays::search_text;
use crate::index::waiting::{Job, Waiting};
use crate::index::{Jobs, Replays as _};
use crate::records::map::MapRecord;

#[async_trait]
impl Jobs for SqliteIndex {
    async fn next(&self, job: Job, after: i64) -> Result<Option<Waiting>, Error> {
        let select = match job {
            Job::Copies => {
                "SELECT key, id, digest, NULL FROM fingerprints JOIN replays ON key = replay_key \
                 WHERE is_compared = 0 AND replay_key > ? ORDER BY replay_key LIMIT 1"
            }
            Job::Motion => {
                "SELECT key, id, digest, NULL FROM motions JOIN replays ON key = replay_key \
                 WHERE is_judged = 0 AND replay_key > ? ORDER BY replay_key LIMIT 1"
            }
            Job::Sides => {
                "SELECT key, id, digest, NULL FROM replays WHERE occasion IS NULL AND key > ? \
                 ORDER BY key LIMIT 1"
            }
            Job::MapMatch => {
                "SELECT key, id, digest, map_id FROM map_matches JOIN replays ON key = replay_key \
                 WHERE is_compared = 0 AND replay_key > ? ORDER BY replay_key LIMIT 1"
            }
        };
        let row: Option<(i64, String, String, Option<String>)> =
            sqlx::query_as(select).bind(after).fetch_optional(&self.pool).await?;
        let Some((key, id, text, map)) = row else { return Ok(None) };
        Ok(Some(Waiting { key, digest: digest(&id, &text)?, id, map }))
    }

    async fn note_copies(
        &self,
        replay: &Waiting,
        found: &CopyFinding,
        now_ms: i64,
    ) -> Result<bool, Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let is_there = is_there(&mut transaction, replay).await?;
        if is_there {
            self.insert_copies(&mut transaction, replay.key, found, now_ms).await?;
        }
        transaction.commit().await?;
        Ok(is_there)
    }

    async fn note_motion(
        &self,
        replay: &Waiting,
        motion: &Judged<Motion>,
        accuracy: Option<f64>,
    ) -> Result<(), Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        if is_there(&mut transaction, replay).await? {
            write_motion(&mut transaction, replay.key, motion).await?;
            sqlx::query("UPDATE replays SET accuracy = ? WHERE key = ?")
                .bind(accuracy)
                .bind(replay.key)
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    async fn note_sides(
        &self,
        replay: &Waiting,
        sides: &[Side],
        occasion: &Occasion,
    ) -> Result<(), Error> {
        let Some(mut record) = self.get(&replay.id).await? else { return Ok(()) };
        record.sides = Some(sides.to_vec());
        record.occasion = Some(occasion.clone());
        record.started_at = record.started_at.or(occasion.saved_at);
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        if is_there(&mut transaction, replay).await? {
            sqlx::query(
                "UPDATE replays SET sides = ?, occasion = ?, started_at = ?, text_folded = ? WHERE key = ?",
            )
            .bind(json(&record.sides)?)
            .bind(json(&record.occasion)?)
            .bind(record.started_at)
            .bind(search_text(&record))
            .bind(replay.key)
            .execute(&mut *transaction)
            .await?;
            insert_appearances(&mut transaction, replay.key, &record).await?;
        }
        Ok(transaction.commit().await?)
    }

    async fn note_match(
        &self,
        replay: &Waiting,
        maps: &[MapRecord],
        map: &MapRecord,
        found: &Judged<MapMatch>,
    ) -> Result<(), Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let now = maps_tried(&mut transaction, replay.map.as_deref().unwrap_or_default()).await?;
        if !now.iter().eq(maps.iter().map(|map| &map.id)) {
            return Ok(());
        }
        sqlx::query(
            "UPDATE map_matches SET is_compared = 1, score_verdict = ?, listed = ?, found = ?, map_key = maps.key \
             FROM maps WHERE replay_key = ? AND maps.id = ? \
             AND EXISTS (SELECT 1 FROM replays WHERE replays.key = replay_key AND replays.id = ?)",
        )
        .bind(found.score.as_ref().map(|score| &score.verdict))
        .bind(json(&found.clone().without_rows())?)
        .bind(json(found)?)
        .bind(replay.key)
        .bind(&map.id)
        .bind(&replay.id)
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit().await?)
    }
}

/// Whether a replay was not removed in the meantime.
async fn is_there(
    transaction: &mut Transaction<'_, Sqlite>,
    replay: &Waiting,
) -> Result<bool, Error> {
    let there = sqlx::query("SELECT 1 FROM replays WHERE key = ? AND id = ?")
        .bind(replay.key)
        .bind(&replay.id)
        .fetch_optional(&mut **transaction)
        .await?;
    Ok(there.is_some())
}
