//! Maps in the index.

use async_trait::async_trait;
use ghostreel_analysis::beat_saber::documents::formats;
use ghostreel_formats::core::Digest;
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row as _, Sqlite};

use crate::error::Error;
use crate::index::Maps;
use crate::index::map_query::{MapPage, MapQuery};
use crate::index::sqlite::database::{SqliteIndex, digest, json, parsed};
use crate::index::sqlite::search::folded;
use crate::records::map::{MapAbout, MapRecord};

/// The columns that [`record`] reads, in its order.
const COLUMNS: &str = "key, hash, digest, size, file_name, uploaded_at, about";

#[async_trait]
impl Maps for SqliteIndex {
    async fn insert_map(&self, map: &MapRecord) -> Result<bool, Error> {
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
        .bind(json(&formats().collect::<Vec<_>>())?)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(true)
    }

    async fn replace_map_file(&self, map: &MapRecord) -> Result<(), Error> {
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

    async fn map(&self, hash: &str) -> Result<Option<MapRecord>, Error> {
        self.one_map("hash", hash.to_owned()).await
    }

    async fn map_in(&self, zip: &Digest) -> Result<Option<MapRecord>, Error> {
        self.one_map("digest", zip.to_string()).await
    }

    async fn list_maps(&self, query: &MapQuery) -> Result<MapPage, Error> {
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

    async fn all_maps(&self) -> Vec<MapRecord> {
        let mut query = select_maps();
        let rows = query.push(" ORDER BY key").build().fetch_all(&self.pool).await;
        rows.unwrap_or_default().iter().filter_map(|row| Some(record(row).ok()?.1)).collect()
    }

    async fn delete_map(&self, hash: &str) -> Result<bool, Error> {
        let deleted =
            sqlx::query("DELETE FROM maps WHERE hash = ?").bind(hash).execute(&self.pool).await?;
        Ok(deleted.rows_affected() > 0)
    }
}

impl SqliteIndex {
    async fn one_map(&self, column: &str, value: String) -> Result<Option<MapRecord>, Error> {
        let mut query = select_maps();
        query.push(" WHERE ").push(column).push(" = ").push_bind(value);
        let row = query.build().fetch_optional(&self.pool).await?;
        Ok(row.map(|row| record(&row)).transpose()?.map(|(_, map)| map))
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
