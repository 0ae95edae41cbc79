//! The index: one SQLite database of what the originals are about.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{QueryBuilder, Row, Sqlite};

use crate::archive::Usage;
use crate::formats::timeline::Player;
use crate::query::Page;
use crate::search::{Search, folded};
use crate::{Cursor, Error, MapInfo, Query, Record};

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

const COLUMNS: &str = "id, digest, size, file_name, game, format, version, \
    map_name, map_id, map_author, map_difficulty, mode, started_at, duration_s, score, \
    uploaded_at, diagnostics";

#[derive(Clone, Debug)]
pub(crate) struct Index {
    pool: SqlitePool,
}

impl Index {
    /// Opens or creates the database and brings it to this version's shape.
    pub(crate) async fn open(path: &Path) -> Result<Self, Error> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // In WAL mode only FULL waits for the disk at each commit.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .optimize_on_close(true, None);
        let pool = SqlitePoolOptions::new()
            .max_connections(8)
            .acquire_timeout(Duration::from_secs(10))
            .connect_with(options)
            .await?;
        MIGRATIONS.run(&pool).await?;
        Ok(Self { pool })
    }

    /// Adds a record. `false`: there is one with this content already.
    pub(crate) async fn insert(&self, record: &Record, token_hash: &str) -> Result<bool, Error> {
        let diagnostics = serde_json::to_string(&record.diagnostics)
            .map_err(|error| sqlx::Error::Encode(error.into()))?;
        let map = record.map.as_ref();
        // Immediate: a transaction that only later turns out to write may fail on a busy database
        // without waiting.
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let inserted = sqlx::query(
            "INSERT INTO replays (id, digest, size, file_name, game, format, version, \
             map_name, map_id, map_author, map_difficulty, mode, started_at, duration_s, score, \
             uploaded_at, diagnostics, delete_token_hash, map_folded, text_folded) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
             ON CONFLICT DO NOTHING",
        )
        .bind(&record.id)
        .bind(record.digest.to_string())
        .bind(i64::try_from(record.size).unwrap_or(i64::MAX))
        .bind(&record.file_name)
        .bind(&record.game)
        .bind(&record.format)
        .bind(&record.version)
        .bind(map.map(|map| &map.name))
        .bind(map.and_then(|map| map.id.as_ref()))
        .bind(map.and_then(|map| map.author.as_ref()))
        .bind(map.and_then(|map| map.difficulty.as_ref()))
        .bind(&record.mode)
        .bind(record.started_at)
        .bind(record.duration_s)
        .bind(record.score)
        .bind(record.uploaded_at)
        .bind(diagnostics)
        .bind(token_hash)
        .bind(map.map(|map| folded(&map.name)).unwrap_or_default())
        .bind(search_text(record))
        .execute(&mut *transaction)
        .await?;
        if inserted.rows_affected() == 0 {
            return Ok(false);
        }
        for (position, player) in (0_i64..).zip(&record.players) {
            sqlx::query(
                "INSERT INTO players (replay_id, position, player_id, name, name_folded) \
                 VALUES (?, ?, ?, ?, ?)",
            )
            .bind(&record.id)
            .bind(position)
            .bind(&player.id)
            .bind(&player.name)
            .bind(folded(&player.name))
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// Removes a record if the token's hash is its own.
    pub(crate) async fn delete(&self, id: &str, token_hash: &str) -> Result<bool, Error> {
        let deleted = sqlx::query("DELETE FROM replays WHERE id = ? AND delete_token_hash = ?")
            .bind(id)
            .bind(token_hash)
            .execute(&self.pool)
            .await?;
        Ok(deleted.rows_affected() > 0)
    }

    pub(crate) async fn contains(&self, id: &str) -> Result<bool, Error> {
        let found = sqlx::query("SELECT 1 FROM replays WHERE id = ?")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        Ok(found.is_some())
    }

    pub(crate) async fn get(&self, id: &str) -> Result<Option<Record>, Error> {
        let mut query =
            QueryBuilder::<Sqlite>::new(format!("SELECT {COLUMNS} FROM replays WHERE id = "));
        let row = query.push_bind(id).build().fetch_optional(&self.pool).await?;
        let Some(row) = row else { return Ok(None) };
        let mut records = vec![record(&row)?];
        self.add_players(&mut records).await?;
        Ok(records.pop())
    }

    pub(crate) async fn list(&self, query: &Query) -> Result<Page, Error> {
        let limit = query.page_size() as usize;
        // One more than asked for tells whether there is a next page.
        let mut select = Search::new(COLUMNS, query).limit(limit + 1);
        let rows = select.build().fetch_all(&self.pool).await?;
        let mut records = rows.iter().take(limit).map(record).collect::<Result<Vec<_>, _>>()?;
        self.add_players(&mut records).await?;
        let next = match records.last() {
            Some(last) if rows.len() > limit => Some(Cursor::behind(last, query.sort)),
            _ => None,
        };
        Ok(Page { records, next })
    }

    pub(crate) async fn check(&self) -> Result<(), Error> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    pub(crate) async fn usage(&self) -> Result<Usage, Error> {
        let row = sqlx::query("SELECT COUNT(*), COALESCE(SUM(size), 0) FROM replays")
            .fetch_one(&self.pool)
            .await?;
        let (replays, bytes): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        Ok(Usage {
            replays: u64::try_from(replays).unwrap_or_default(),
            bytes: u64::try_from(bytes).unwrap_or_default(),
        })
    }

    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }

    async fn add_players(&self, records: &mut [Record]) -> Result<(), Error> {
        if records.is_empty() {
            return Ok(());
        }
        let mut query = QueryBuilder::<Sqlite>::new(
            "SELECT replay_id, player_id, name FROM players WHERE replay_id IN (",
        );
        let mut ids = query.separated(", ");
        for record in records.iter() {
            ids.push_bind(record.id.clone());
        }
        query.push(") ORDER BY replay_id, position");
        let mut players: HashMap<String, Vec<Player>> = HashMap::new();
        for row in query.build().fetch_all(&self.pool).await? {
            let player = Player { id: row.try_get("player_id")?, name: row.try_get("name")? };
            players.entry(row.try_get("replay_id")?).or_default().push(player);
        }
        for record in records {
            record.players = players.remove(&record.id).unwrap_or_default();
        }
        Ok(())
    }
}

/// A row as a record, still without its players.
fn record(row: &SqliteRow) -> Result<Record, Error> {
    let id: String = row.try_get("id")?;
    let unreadable = |column| Error::Row { id: id.clone(), column };
    let digest: String = row.try_get("digest")?;
    let size: i64 = row.try_get("size")?;
    let diagnostics: String = row.try_get("diagnostics")?;
    let map_name: Option<String> = row.try_get("map_name")?;
    let map = match map_name {
        Some(name) => Some(MapInfo {
            name,
            id: row.try_get("map_id")?,
            author: row.try_get("map_author")?,
            difficulty: row.try_get("map_difficulty")?,
        }),
        None => None,
    };
    Ok(Record {
        digest: digest.parse().map_err(|_| unreadable("digest"))?,
        size: u64::try_from(size).map_err(|_| unreadable("size"))?,
        file_name: row.try_get("file_name")?,
        game: row.try_get("game")?,
        format: row.try_get("format")?,
        version: row.try_get("version")?,
        players: Vec::new(),
        map,
        mode: row.try_get("mode")?,
        started_at: row.try_get("started_at")?,
        duration_s: row.try_get("duration_s")?,
        score: row.try_get("score")?,
        uploaded_at: row.try_get("uploaded_at")?,
        diagnostics: serde_json::from_str(&diagnostics).map_err(|_| unreadable("diagnostics"))?,
        id,
    })
}

/// Everything that free text looks at, line by line so that no word spans two fields.
fn search_text(record: &Record) -> String {
    let mut text = vec![record.file_name.as_str(), &record.game];
    text.extend(record.mode.as_deref());
    if let Some(map) = &record.map {
        text.push(&map.name);
        text.extend(
            [&map.author, &map.difficulty, &map.id].into_iter().flatten().map(String::as_str),
        );
    }
    for player in &record.players {
        text.push(&player.name);
        text.extend(player.id.as_deref());
    }
    folded(&text.join("\n"))
}

#[cfg(test)]
#[path = "index_tests.rs"]
mod tests;
