//! Rows of replays.

use async_trait::async_trait;
use futures_util::TryStreamExt;
use ghostreel_analysis::beat_saber::documents::{Judged, MapMatch, Motion};
use ghostreel_analysis::{Occasion, Side};
use ghostreel_formats::timeline::Player;
use sqlx::{QueryBuilder, Sqlite};

use crate::error::Error;
use crate::index::Replays;
use crate::index::copy_finding::CopyFinding;
use crate::index::cursor::{Cursor, SortValue};
use crate::index::mode;
use crate::index::query::{Page, Query};
use crate::index::sqlite::appearances::insert_appearances;
use crate::index::sqlite::database::{SqliteIndex, json, parsed};
use crate::index::sqlite::search::{FewRows, QueryFacts, Search, TextCondition, folded};
use crate::records::replay::{Diagnostic, MapInfo, Record};

/// A row as one text, a JSON array of [`ReplayRow`]'s members; after these columns comes how much of the diagnostics and of the motion is wanted.
/// One text costs a fraction of twenty columns that are handed over one by one, and a page is one row.
///
/// Seventeen digits distinguish a real number from its neighbours, but SQLite's are not always the right ones for very large and
/// very small ones; a cursor takes its value from the column itself.
const ROW: &str = "json_array(id, digest, size, file_name, game, format, version, json(players), \
    map_name, map_id, map_author, map_difficulty, mode, started_at, format('%!.17g', duration_s), \
    score, uploaded_at, EXISTS (SELECT 1 FROM held WHERE replay_key = key), diagnostic_count, \
    coalesce((SELECT maps.id FROM map_matches JOIN maps ON maps.key = map_key WHERE replay_key = replays.key), \
        (SELECT maps.id FROM maps WHERE hash = map_id ORDER BY is_trusted DESC, maps.key LIMIT 1)), \
    CASE WHEN accuracy IS NOT NULL THEN format('%!.17g', accuracy) END, json(sides), json(occasion), ";
const WITH_ALL: &str = "json(diagnostics), (SELECT json(motion) FROM motions WHERE replay_key = key), \
    (SELECT json(found) FROM map_matches WHERE replay_key = key))";
const FOR_LISTS: &str = "json(diagnostics_listed), (SELECT json(listed) FROM motions WHERE replay_key = key), \
    (SELECT json(listed) FROM map_matches WHERE replay_key = key))";

/// A query on modes looks at so many different ones.
pub(super) const MOST_MODES: i64 = 500;

#[async_trait]
impl Replays for SqliteIndex {
    async fn insert(
        &self,
        record: &Record,
        token_hash: &str,
        found: &CopyFinding,
    ) -> Result<Option<i64>, Error> {
        let map = record.map.as_ref();
        let players: Vec<_> =
            record.players.iter().map(|player| (&player.id, &player.name)).collect();
        let names: Vec<_> = record.players.iter().map(|player| folded(&player.name)).collect();
        let listed = record.diagnostics.get(..Record::MAX_DIAGNOSTICS_IN_LISTS);
        // Immediate: a transaction that only later turns out to write may fail on a busy database
        // without waiting.
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let key: Option<i64> = sqlx::query_scalar(
            "INSERT INTO replays (id, digest, size, file_name, game, format, version, \
             map_name, map_id, map_author, map_difficulty, mode, started_at, duration_s, score, \
             uploaded_at, diagnostics, delete_token_hash, map_folded, text_folded, \
             verified_at, players, players_folded, diagnostic_count, diagnostics_listed, accuracy, sides, occasion) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
             ON CONFLICT DO NOTHING RETURNING key",
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
        .bind(json(&record.diagnostics)?)
        .bind(token_hash)
        .bind(map.map(|map| folded(&map.name)).unwrap_or_default())
        .bind(search_text(record))
        .bind(record.uploaded_at)
        .bind(json(&players)?)
        .bind(names.join("\n"))
        .bind(i64::try_from(record.diagnostic_count).unwrap_or(i64::MAX))
        .bind(json(listed.unwrap_or(&record.diagnostics))?)
        .bind(record.accuracy)
        .bind(record.sides.as_ref().map(json).transpose()?)
        .bind(record.occasion.as_ref().map(json).transpose()?)
        .fetch_optional(&mut *transaction)
        .await?;
        let Some(key) = key else { return Ok(None) };
        for id in record.players.iter().filter_map(|player| player.id.as_ref()) {
            sqlx::query("INSERT OR IGNORE INTO player_ids (player_id, replay_key) VALUES (?, ?)")
                .bind(id)
                .bind(key)
                .execute(&mut *transaction)
                .await?;
        }
        insert_appearances(&mut transaction, key, record).await?;
        self.insert_copies(&mut transaction, key, found, record.uploaded_at).await?;
        self.insert_motion(&mut transaction, key, record).await?;
        self.insert_map_match(&mut transaction, key, record).await?;
        transaction.commit().await?;
        Ok(Some(key))
    }

    async fn delete(&self, id: &str, token_hash: &str) -> Result<bool, Error> {
        let deleted = sqlx::query("DELETE FROM replays WHERE id = ? AND delete_token_hash = ?")
            .bind(id)
            .bind(token_hash)
            .execute(&self.pool)
            .await?;
        Ok(deleted.rows_affected() > 0)
    }

    async fn get(&self, id: &str) -> Result<Option<Record>, Error> {
        let select = format!("SELECT {ROW}{WITH_ALL} FROM replays WHERE id = ");
        let mut query = QueryBuilder::<Sqlite>::new(select);
        let row: Option<String> =
            query.push_bind(id).build_query_scalar().fetch_optional(&self.pool).await?;
        row.map(|row| parsed::<ReplayRow>(&row)?.record()).transpose()
    }

    async fn list(&self, query: &Query) -> Result<Page, Error> {
        let limit = query.page_size() as usize;
        let facts = QueryFacts { few: self.few(query).await?, modes: self.modes(query).await? };
        if facts.is_nothing() {
            return Ok(Page { total: query.with_total.then_some(0), ..Page::default() });
        }
        let mut total = None;
        if query.with_total {
            let mut count = Search::count(query, &facts);
            total = Some(count.build_query_scalar().fetch_one(&self.pool).await?);
        }
        let row = format!("{ROW}{FOR_LISTS} AS row");
        // One more than asked for shows whether there is a next page.
        let mut select = Search::page(&row, query, &facts, limit + 1);
        let page: Option<String> = select.build_query_scalar().fetch_one(&self.pool).await?;
        let mut rows: Vec<ReplayRow> = parsed(&format!("[{}]", page.unwrap_or_default()))?;
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let records = rows.into_iter().map(ReplayRow::record).collect::<Result<Vec<_>, _>>()?;
        let mut next = None;
        if let Some(last) = records.last().filter(|_| has_more) {
            let mut cursor = Cursor::after(last, query.sort);
            if let SortValue::Real(value) = &mut cursor.value {
                let column = query.sort.key.column();
                *value = sqlx::query_scalar(sqlx::AssertSqlSafe(format!(
                    "SELECT {column} FROM replays WHERE id = ?"
                )))
                .bind(&last.id)
                .fetch_optional(&self.pool)
                .await?
                .unwrap_or(*value);
            }
            next = Some(cursor);
        }
        Ok(Page { records, next, total })
    }

    async fn with_token(&self, id: &str) -> Result<Option<(Record, String)>, Error> {
        let Some(record) = self.get(id).await? else { return Ok(None) };
        let token = sqlx::query_scalar("SELECT delete_token_hash FROM replays WHERE id = ?")
            .bind(id)
            .fetch_one(&self.pool)
            .await?;
        Ok(Some((record, token)))
    }

    async fn ids(&self) -> Vec<String> {
        let mut ids = Vec::new();
        let mut rows = sqlx::query_scalar("SELECT id FROM replays ORDER BY key").fetch(&self.pool);
        while let Ok(Some(id)) = rows.try_next().await {
            ids.push(id);
        }
        ids
    }
}

impl SqliteIndex {
    /// The rows that can meet the query, if one of its conditions leaves only few.
    async fn few(&self, query: &Query) -> Result<Option<FewRows>, Error> {
        for narrowing in TextCondition::all(query) {
            if let Some(few) = self.left_by(&narrowing).await? {
                return Ok(Some(few));
            }
        }
        Ok(None)
    }

    /// The modes that the query means, out of all.
    async fn modes(&self, query: &Query) -> Result<Option<Vec<String>>, Error> {
        let Some(typed) = &query.mode else { return Ok(None) };
        // One step in the index for each mode. Files may claim any: the first in the order of letters are looked at.
        let mut modes: Vec<String> = sqlx::query_scalar(
            "WITH RECURSIVE modes(mode) AS (SELECT MIN(mode) FROM replays UNION ALL \
                SELECT (SELECT MIN(replays.mode) FROM replays WHERE replays.mode > modes.mode) \
                FROM modes WHERE modes.mode IS NOT NULL LIMIT ?) \
             SELECT mode FROM modes WHERE mode IS NOT NULL",
        )
        .bind(MOST_MODES)
        .fetch_all(&self.pool)
        .await?;
        // A mode is always found by its own name, however many come before it.
        modes.retain(|found| mode::matches(found, typed) && found != typed);
        let is_one: bool =
            sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM replays WHERE mode = ?)")
                .bind(typed)
                .fetch_one(&self.pool)
                .await?;
        modes.extend(is_one.then(|| typed.clone()));
        Ok(Some(modes))
    }

    /// The rows that one condition leaves, if they are few.
    pub(super) async fn left_by(
        &self,
        narrowing: &TextCondition,
    ) -> Result<Option<FewRows>, Error> {
        let (count, keys) = narrowing.keys().build_query_as().fetch_one(&self.pool).await?;
        Ok(FewRows::of(count, keys))
    }
}

/// The columns of [`ROW`], in its order.
#[derive(Debug, serde::Deserialize)]
struct ReplayRow {
    id: String,
    digest: String,
    size: u64,
    file_name: String,
    game: String,
    format: String,
    version: String,
    players: Vec<(Option<String>, String)>,
    map_name: Option<String>,
    map_id: Option<String>,
    map_author: Option<String>,
    map_difficulty: Option<String>,
    mode: Option<String>,
    started_at: Option<i64>,
    duration_s: String,
    score: Option<i64>,
    uploaded_at: i64,
    is_held: u8,
    diagnostic_count: u64,
    stored_map: Option<String>,
    accuracy: Option<String>,
    sides: Option<Vec<Side>>,
    occasion: Option<Occasion>,
    diagnostics: Vec<Diagnostic>,
    motion: Option<Judged<Motion>>,
    map_match: Option<Judged<MapMatch>>,
}

impl ReplayRow {
    fn record(self) -> Result<Record, Error> {
        let unreadable = |column| Error::Row { id: self.id.clone(), column };
        let digest = self.digest.parse().map_err(|_| unreadable("digest"))?;
        let duration_s = self.duration_s.parse().map_err(|_| unreadable("duration_s"))?;
        let accuracy = self.accuracy.as_deref().map(str::parse).transpose();
        let accuracy = accuracy.map_err(|_| unreadable("accuracy"))?;
        let (id, author, difficulty) = (self.map_id, self.map_author, self.map_difficulty);
        Ok(Record {
            digest,
            size: self.size,
            file_name: self.file_name,
            game: self.game,
            format: self.format,
            version: self.version,
            players: self.players.into_iter().map(|(id, name)| Player { id, name }).collect(),
            map: self.map_name.map(|name| MapInfo { name, id, author, difficulty }),
            mode: self.mode,
            started_at: self.started_at,
            duration_s,
            score: self.score,
            accuracy,
            sides: self.sides,
            occasion: self.occasion,
            uploaded_at: self.uploaded_at,
            is_held: self.is_held != 0,
            diagnostic_count: self.diagnostic_count,
            diagnostics: self.diagnostics,
            motion: self.motion,
            stored_map: self.stored_map,
            map_match: self.map_match,
            id: self.id,
        })
    }
}

/// Everything that free text looks at, line by line so that no word spans two fields.
pub(super) fn search_text(record: &Record) -> String {
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
    let sides = record.sides.as_deref().unwrap_or_default();
    let characters = sides.iter().flat_map(|side| &side.players);
    text.extend(characters.filter_map(|player| player.character.as_deref()));
    let sizes = sizes(sides);
    text.extend(sizes.as_deref());
    folded(&text.join("\n"))
}

/// How many play on each of two sides, as people say it: `2v2`.
fn sizes(sides: &[Side]) -> Option<String> {
    let [one, other] = sides else { return None };
    Some(format!("{}v{}", one.players.len(), other.players.len()))
}
