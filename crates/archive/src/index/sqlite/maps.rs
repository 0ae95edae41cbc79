//! Maps in the index.

use async_trait::async_trait;
use ghostreel_analysis::beat_saber::documents::formats;
use ghostreel_formats::core::Digest;
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row as _, Sqlite, Transaction};

use crate::error::Error;
use crate::index::Maps;
use crate::index::map_query::{MapPage, MapQuery};
use crate::index::sqlite::database::{SqliteIndex, digest, json, parsed};
use crate::index::sqlite::search::folded;
use crate::records::map::{MapAbout, MapRecord};

/// So many maps of one hash are tried with a replay of it. Their levels are the same, so the first decides but for a file that is lost.
const MOST_TRIED: i64 = 4;

/// The columns that [`record`] reads, in its order.
const COLUMNS: &str = "key, id, hash, is_trusted, digest, size, file_name, uploaded_at, about";

#[async_trait]
impl Maps for SqliteIndex {
    async fn insert_map(&self, map: &MapRecord) -> Result<bool, Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let key: Option<i64> = sqlx::query_scalar(
            "INSERT INTO maps (id, hash, is_trusted, digest, size, verified_at, uploaded_at, file_name, text_folded, about) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING key",
        )
        .bind(&map.id)
        .bind(&map.hash)
        .bind(map.is_trusted)
        .bind(map.digest.to_string())
        .bind(i64::try_from(map.size).unwrap_or(i64::MAX))
        .bind(map.uploaded_at)
        .bind(map.uploaded_at)
        .bind(&map.file_name)
        .bind(search_text(map))
        .bind(json(&map.about)?)
        .fetch_optional(&mut *transaction)
        .await?;
        if key.is_none() {
            return Ok(false);
        }
        compare_those_of(&mut transaction, &map.hash, map.is_trusted).await?;
        transaction.commit().await?;
        Ok(true)
    }

    async fn replace_map_file(&self, map: &MapRecord) -> Result<(), Error> {
        sqlx::query(
            "UPDATE maps SET digest = ?, size = ?, verified_at = ?, damage = NULL, uploaded_at = ?, file_name = ?, \
             text_folded = ?, about = ? WHERE id = ?",
        )
        .bind(map.digest.to_string())
        .bind(i64::try_from(map.size).unwrap_or(i64::MAX))
        .bind(map.uploaded_at)
        .bind(map.uploaded_at)
        .bind(&map.file_name)
        .bind(search_text(map))
        .bind(json(&map.about)?)
        .bind(&map.id)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn trust_map(&self, id: &str) -> Result<(), Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let hash: Option<String> =
            sqlx::query_scalar("UPDATE maps SET is_trusted = 1 WHERE id = ? RETURNING hash")
                .bind(id)
                .fetch_optional(&mut *transaction)
                .await?;
        if let Some(hash) = hash {
            compare_those_of(&mut transaction, &hash, true).await?;
        }
        Ok(transaction.commit().await?)
    }

    async fn map(&self, id: &str) -> Result<Option<MapRecord>, Error> {
        self.one_map("id", id.to_owned()).await
    }

    async fn maps_of(&self, hash: &str) -> Result<Vec<MapRecord>, Error> {
        let mut query = select_maps();
        query.push(" WHERE hash = ").push_bind(hash.to_owned());
        query.push(" ORDER BY is_trusted DESC, key LIMIT ").push_bind(MOST_TRIED);
        let rows = query.build().fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok(record(row)?.1)).collect()
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

    async fn delete_map(&self, map: &MapRecord) -> Result<bool, Error> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let deleted = sqlx::query("DELETE FROM maps WHERE id = ?")
            .bind(&map.id)
            .execute(&mut *transaction)
            .await?;
        compare_those_of(&mut transaction, &map.hash, false).await?;
        transaction.commit().await?;
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

/// Has replays of a hash compared with its maps: all, or those that were compared with none, or that none fits though not all were tried.
async fn compare_those_of(
    transaction: &mut Transaction<'_, Sqlite>,
    hash: &str,
    all: bool,
) -> Result<(), Error> {
    sqlx::query(
        "WITH first (map_key) AS (SELECT key FROM maps WHERE hash = ?1 ORDER BY is_trusted DESC, key LIMIT 1) \
         INSERT INTO map_matches (replay_key, map_key, is_compared) \
         SELECT replays.key, first.map_key, 0 FROM replays JOIN first \
         WHERE map_id = ?1 AND format IN (SELECT value FROM json_each(?2)) \
         ON CONFLICT (replay_key) DO UPDATE SET is_compared = 0 WHERE ?3 OR \
            (listed ->> '$.finding' IS NOT NULL AND (SELECT COUNT(*) FROM maps WHERE hash = ?1) <= ?4)",
    )
    .bind(hash)
    .bind(json(&formats().collect::<Vec<_>>())?)
    .bind(all)
    .bind(MOST_TRIED)
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

fn select_maps() -> QueryBuilder<Sqlite> {
    QueryBuilder::new(format!("SELECT {COLUMNS} FROM maps"))
}

/// Everything that free text looks at, line by line.
fn search_text(map: &MapRecord) -> String {
    let MapAbout { title, subtitle, author, mappers, .. } = &map.about;
    let mut text = vec![&*map.id, &*map.hash, &*map.file_name, title, subtitle, author];
    text.extend(mappers.iter().map(String::as_str));
    folded(&text.join("\n"))
}

/// A row with its key.
fn record(row: &SqliteRow) -> Result<(i64, MapRecord), Error> {
    let (size, about): (i64, String) = (row.try_get("size")?, row.try_get("about")?);
    let id: String = row.try_get("id")?;
    let record = MapRecord {
        digest: digest(&id, row.try_get("digest")?)?,
        size: u64::try_from(size).unwrap_or_default(),
        file_name: row.try_get("file_name")?,
        uploaded_at: row.try_get("uploaded_at")?,
        about: parsed(&about)?,
        is_trusted: row.try_get("is_trusted")?,
        hash: row.try_get("hash")?,
        id,
    };
    Ok((row.try_get("key")?, record))
}
