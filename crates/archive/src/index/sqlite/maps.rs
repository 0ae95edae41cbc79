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

/// The ids of the maps that replays of a hash are compared with, in their order.
pub(super) async fn maps_tried(
    transaction: &mut Transaction<'_, Sqlite>,
    hash: &str,
) -> Result<Vec<String>, Error> {
    let ids = sqlx::query_scalar(
        "SELECT id FROM maps WHERE hash = ? ORDER BY is_trusted DESC, key LIMIT ?",
    );
    Ok(ids.bind(hash).bind(MOST_TRIED).fetch_all(&mut **transaction).await?)
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

#[cfg(test)]
mod tests {
    use ghostreel_analysis::beat_saber::documents::{Judged, MapMatch};

    use super::*;
    use crate::index::Jobs;
    use crate::index::waiting::Job;

    /// A map that comes while a replay is compared with another: what was found is of before, and the replay still waits.
    #[tokio::test]
    async fn a_comparison_with_maps_of_before_is_not_written_down() {
        let dir = tempfile::tempdir().unwrap();
        let index = SqliteIndex::open(&dir.path().join("test.db")).await.unwrap();
        let replay = Digest::of(b"replay");
        sqlx::query(
            "INSERT INTO replays (id, digest, size, file_name, game, format, version, map_name, map_id, duration_s, \
             uploaded_at, diagnostics, delete_token_hash, map_folded, text_folded, verified_at, players, players_folded, \
             diagnostic_count, diagnostics_listed) VALUES (?, ?, 1, 'a.bsor', 'beat-saber', 'bsor', '1', 'x', 'AB12', 1.0, \
             0, '[]', 'secret', 'x', 'x', 0, '[]', '', 0, '[]')",
        )
        .bind(replay.id())
        .bind(replay.to_string())
        .execute(&index.pool)
        .await
        .unwrap();
        let map = |n: u8, is_trusted| MapRecord {
            id: Digest::of(&[n]).id(),
            hash: "AB12".into(),
            is_trusted,
            digest: Digest::of(&[n]),
            size: 1,
            file_name: "a.zip".into(),
            uploaded_at: 0,
            about: MapAbout::default(),
        };
        let first = map(1, false);
        assert!(index.insert_map(&first).await.unwrap());
        let waiting = index.next(Job::MapMatch, 0).await.unwrap().unwrap();
        let before = index.maps_of("AB12").await.unwrap();
        assert_eq!(before, [first]);
        let trusted = map(2, true);
        assert!(index.insert_map(&trusted).await.unwrap());
        let found = Judged::<MapMatch>::default();
        index.note_match(&waiting, &before, &before[0], &found).await.unwrap();
        assert_eq!(index.next(Job::MapMatch, 0).await.unwrap(), Some(waiting.clone()));
        let now = index.maps_of("AB12").await.unwrap();
        assert_eq!(now[0], trusted);
        index.note_match(&waiting, &now, &now[0], &found).await.unwrap();
        assert_eq!(index.next(Job::MapMatch, 0).await.unwrap(), None);
        let by: String =
            sqlx::query_scalar("SELECT id FROM maps JOIN map_matches ON key = map_key")
                .fetch_one(&index.pool)
                .await
                .unwrap();
        assert_eq!(by, trusted.id);
    }
}
