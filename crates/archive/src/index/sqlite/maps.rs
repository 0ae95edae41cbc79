//! Maps in the index.

use ghostreel_formats::core::Digest;
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row as _, Sqlite};

use crate::damage::Damage;
use crate::error::Error;
use crate::index::map_query::{MapPage, MapQuery};
use crate::index::sqlite::copies::digest;
use crate::index::sqlite::database::{Index, json, parsed};
use crate::index::sqlite::search::folded;
use crate::records::map::{MapAbout, MapRecord};
use crate::records::map_match::FORMATS;
use crate::records::usage::MapUsage;

/// What [`record`] reads, in its order.
const COLUMNS: &str = "key, hash, digest, size, file_name, uploaded_at, about";

impl Index {
    /// Adds a map, and marks all replays of it as still to be compared with it. `false`: there is one of this hash, which stays.
    pub(crate) async fn insert_map(&self, map: &MapRecord) -> Result<bool, Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let key: Option<i64> = sqlx::query_scalar(
            "INSERT INTO maps (hash, digest, size, verified_at, uploaded_at, file_name, text_folded, about) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING key",
        )
        .bind(&map.hash)
        .bind(map.digest.to_string())
        .bind(i64::try_from(map.size).unwrap_or(i64::MAX))
        .bind(map.uploaded_at)
        .bind(map.uploaded_at)
        .bind(&map.file_name)
        .bind(search_text(map))
        .bind(json(&map.about)?)
        .fetch_optional(&mut *transaction)
        .await?;
        let Some(key) = key else { return Ok(false) };
        sqlx::query(
            "INSERT OR REPLACE INTO map_matches (replay_key, map_key, is_compared) \
             SELECT key, ?, 0 FROM replays WHERE map_id = ? AND format IN (SELECT value FROM json_each(?))",
        )
        .bind(key)
        .bind(&map.hash)
        .bind(json(&FORMATS)?)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Has a map in another zip file from now on; its levels are the same.
    pub(crate) async fn replace_map_file(&self, map: &MapRecord) -> Result<(), Error> {
        sqlx::query(
            "UPDATE maps SET digest = ?, size = ?, verified_at = ?, damage = NULL, uploaded_at = ?, file_name = ?, \
             text_folded = ?, about = ? WHERE hash = ?",
        )
        .bind(map.digest.to_string())
        .bind(i64::try_from(map.size).unwrap_or(i64::MAX))
        .bind(map.uploaded_at)
        .bind(map.uploaded_at)
        .bind(&map.file_name)
        .bind(search_text(map))
        .bind(json(&map.about)?)
        .bind(&map.hash)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The map of a hash.
    pub(crate) async fn map(&self, hash: &str) -> Result<Option<MapRecord>, Error> {
        self.one_map("hash", hash.to_owned()).await
    }

    /// The map in that zip file.
    pub(crate) async fn map_in(&self, zip: &Digest) -> Result<Option<MapRecord>, Error> {
        self.one_map("digest", zip.to_string()).await
    }

    async fn one_map(&self, column: &str, value: String) -> Result<Option<MapRecord>, Error> {
        let mut query = select_maps();
        query.push(" WHERE ").push(column).push(" = ").push_bind(value);
        let row = query.build().fetch_optional(&self.pool).await?;
        Ok(row.map(|row| record(&row)).transpose()?.map(|(_, map)| map))
    }

    /// One page of maps, those that came last in front.
    pub(crate) async fn list_maps(&self, query: &MapQuery) -> Result<MapPage, Error> {
        let limit = query.page_size() as usize;
        let mut select = select_maps();
        select.push(" WHERE key < ").push_bind(query.after.unwrap_or(i64::MAX));
        for word in query.text.iter().flat_map(|text| text.split_whitespace()) {
            select.push(" AND instr(text_folded, ").push_bind(folded(word)).push(") > 0");
        }
        // One more than asked for shows whether there is a next page.
        select.push(" ORDER BY key DESC LIMIT ").push_bind(i64::try_from(limit + 1).unwrap_or(1));
        let rows = select.build().fetch_all(&self.pool).await?;
        let mut maps = rows.iter().map(record).collect::<Result<Vec<_>, _>>()?;
        let has_more = maps.len() > limit;
        maps.truncate(limit);
        let next = maps.last().filter(|_| has_more).map(|(key, _)| *key);
        Ok(MapPage { maps: maps.into_iter().map(|(_, map)| map).collect(), next })
    }

    /// All maps, the oldest first, with what is wrong with their files; or as many as can be read of a broken index.
    pub(crate) async fn all_maps(&self) -> Vec<MapRecord> {
        let mut query = select_maps();
        let rows = query.push(" ORDER BY key").build().fetch_all(&self.pool).await;
        rows.unwrap_or_default().iter().filter_map(|row| Some(record(row).ok()?.1)).collect()
    }

    /// Removes a map, and with it what was found by it.
    pub(crate) async fn delete_map(&self, hash: &str) -> Result<bool, Error> {
        let deleted =
            sqlx::query("DELETE FROM maps WHERE hash = ?").bind(hash).execute(&self.pool).await?;
        Ok(deleted.rows_affected() > 0)
    }

    /// Zip files of maps that were not compared with their digests since a moment, the longest ago first.
    pub(crate) async fn maps_unverified_since(
        &self,
        moment_ms: i64,
        most: u32,
    ) -> Result<Vec<Digest>, Error> {
        let rows: Vec<(String, String)> = sqlx::query_as(
            "SELECT hash, digest FROM maps WHERE verified_at < ? ORDER BY verified_at LIMIT ?",
        )
        .bind(moment_ms)
        .bind(most)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(|(hash, text)| digest(hash, text)).collect()
    }

    /// Notes what comparing zip files of maps with their digests showed.
    pub(crate) async fn note_maps(
        &self,
        findings: &[(Digest, Option<Damage>)],
        now_ms: i64,
    ) -> Result<(), Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        for (digest, damage) in findings {
            sqlx::query("UPDATE maps SET verified_at = ?, damage = ? WHERE digest = ?")
                .bind(now_ms)
                .bind(damage.map(Damage::name))
                .bind(digest.to_string())
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    /// How many maps there are, and their bytes.
    pub(crate) async fn map_usage(&self) -> Result<MapUsage, Error> {
        let row = sqlx::query("SELECT COUNT(*), COALESCE(SUM(size), 0) FROM maps")
            .fetch_one(&self.pool)
            .await?;
        let (maps, bytes): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        Ok(MapUsage {
            maps: u64::try_from(maps).unwrap_or_default(),
            bytes: u64::try_from(bytes).unwrap_or_default(),
        })
    }
}

fn select_maps() -> QueryBuilder<Sqlite> {
    QueryBuilder::new(format!("SELECT {COLUMNS} FROM maps"))
}

/// Everything that free text looks at, line by line.
fn search_text(map: &MapRecord) -> String {
    let MapAbout { title, subtitle, author, mappers, .. } = &map.about;
    let mut text = vec![&*map.hash, &*map.file_name, title, subtitle, author];
    text.extend(mappers.iter().map(String::as_str));
    folded(&text.join("\n"))
}

/// A row with its key.
fn record(row: &SqliteRow) -> Result<(i64, MapRecord), Error> {
    let hash: String = row.try_get("hash")?;
    let (size, about): (i64, String) = (row.try_get("size")?, row.try_get("about")?);
    let record = MapRecord {
        digest: digest(&hash, row.try_get("digest")?)?,
        size: u64::try_from(size).unwrap_or_default(),
        file_name: row.try_get("file_name")?,
        uploaded_at: row.try_get("uploaded_at")?,
        about: parsed(&about)?,
        hash,
    };
    Ok((row.try_get("key")?, record))
}
