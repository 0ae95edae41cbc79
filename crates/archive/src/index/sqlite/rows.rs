//! The common part of rows of replays and of maps.

use async_trait::async_trait;
use ghostreel_formats::core::Digest;

use crate::damage::Damage;
use crate::error::Error;
use crate::index::Rows;
use crate::index::row::Row;
use crate::index::sqlite::database::{SqliteIndex, digest};
use crate::records::kind::Kind;
use crate::records::usage::Usage;

#[async_trait]
impl Rows for SqliteIndex {
    async fn row(&self, kind: Kind, digest: &Digest) -> Result<Option<Row>, Error> {
        let select = match kind {
            Kind::Replay => "SELECT id, file_name, size FROM replays WHERE id = ?",
            Kind::Map => "SELECT id, file_name, size FROM maps WHERE digest = ?",
        };
        let columns: Option<(String, String, i64)> =
            sqlx::query_as(select).bind(place(kind, digest)).fetch_optional(&self.pool).await?;
        let row = |(name, file_name, size)| Row { name, file_name, size: unsigned(size) };
        Ok(columns.map(row))
    }

    async fn unverified_since(
        &self,
        kind: Kind,
        moment_ms: i64,
        most: u32,
    ) -> Result<Vec<Digest>, Error> {
        let select = match kind {
            Kind::Replay => {
                "SELECT id, digest FROM replays WHERE verified_at < ? ORDER BY verified_at LIMIT ?"
            }
            Kind::Map => {
                "SELECT id, digest FROM maps WHERE verified_at < ? ORDER BY verified_at LIMIT ?"
            }
        };
        let rows: Vec<(String, String)> =
            sqlx::query_as(select).bind(moment_ms).bind(most).fetch_all(&self.pool).await?;
        rows.iter().map(|(name, text)| digest(name, text)).collect()
    }

    async fn note(
        &self,
        kind: Kind,
        findings: &[(Digest, Option<Damage>)],
        begun_ms: i64,
        now_ms: i64,
    ) -> Result<(), Error> {
        let update = match kind {
            Kind::Replay => {
                "UPDATE replays SET verified_at = ?1, damage = ?2 WHERE id = ?3 \
                    AND (?2 IS NOT NULL OR damage IS NULL OR verified_at < ?4)"
            }
            Kind::Map => {
                "UPDATE maps SET verified_at = ?1, damage = ?2 WHERE digest = ?3 \
                    AND (?2 IS NOT NULL OR damage IS NULL OR verified_at < ?4)"
            }
        };
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        for (digest, damage) in findings {
            sqlx::query(update)
                .bind(now_ms)
                .bind(damage.map(Damage::name))
                .bind(place(kind, digest))
                .bind(begun_ms)
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    async fn damaged(&self) -> Result<u64, Error> {
        let count: i64 = sqlx::query_scalar(
            "SELECT (SELECT COUNT(*) FROM replays WHERE damage IS NOT NULL) \
                + (SELECT COUNT(*) FROM maps WHERE damage IS NOT NULL)",
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(unsigned(count))
    }

    async fn usage(&self, kind: Kind) -> Result<Usage, Error> {
        let select = match kind {
            Kind::Replay => "SELECT COUNT(*), COALESCE(SUM(size), 0) FROM replays",
            Kind::Map => "SELECT COUNT(*), COALESCE(SUM(size), 0) FROM maps",
        };
        let (originals, bytes) = sqlx::query_as(select).fetch_one(&self.pool).await?;
        Ok(Usage { originals: unsigned(originals), bytes: unsigned(bytes) })
    }
}

/// The key that a row is found by.
fn place(kind: Kind, digest: &Digest) -> String {
    match kind {
        Kind::Replay => digest.id(),
        Kind::Map => digest.to_string(),
    }
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}
