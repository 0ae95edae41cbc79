//! The games that people played.

use async_trait::async_trait;
use ghostreel_analysis::Occasion;
use sqlx::{Sqlite, Transaction};

use crate::error::Error;
use crate::index::Appearances;
use crate::index::appearances::{Appearance, Wanted};
use crate::index::sqlite::database::{SqliteIndex, json, parsed};
use crate::records::replay::Record;

/// So many games are looked at for the sets of one page of a list, those that came first.
const MOST_GAMES: i64 = 5_000;

/// Id, game, sides, occasion, start and length of a replay.
type Columns = (String, String, Option<String>, Option<String>, Option<i64>, f64);

#[async_trait]
impl Appearances for SqliteIndex {
    async fn games_of(&self, wanted: &[Wanted]) -> Result<Vec<Appearance>, Error> {
        let wanted: Vec<_> = wanted
            .iter()
            .map(|Wanted { game, person, within: (from, to) }| (game, person, from, to))
            .collect();
        let rows: Vec<Columns> = sqlx::query_as(
            "SELECT id, game, sides, occasion, started_at, duration_s FROM replays WHERE key IN ( \
                SELECT replay_key FROM json_each(?) AS wanted CROSS JOIN appearances \
                WHERE appearances.game = wanted.value ->> 0 AND person = wanted.value ->> 1 \
                AND began_at BETWEEN wanted.value ->> 2 AND wanted.value ->> 3) \
             AND key NOT IN (SELECT replay_key FROM held) ORDER BY key LIMIT ?",
        )
        .bind(json(&wanted)?)
        .bind(MOST_GAMES)
        .fetch_all(&self.pool)
        .await?;
        let mut games = Vec::new();
        for (id, game, sides, occasion, started_at, duration_s) in rows {
            let (Some(sides), Some(occasion)) = (sides, occasion) else { continue };
            let occasion: Occasion = parsed(&occasion)?;
            let Some(span) = occasion.span(started_at, duration_s) else { continue };
            games.push(Appearance { id, game, sides: parsed(&sides)?, occasion, span });
        }
        Ok(games)
    }
}

/// Writes down who played in a replay, if it is known when.
pub(super) async fn insert_appearances(
    transaction: &mut Transaction<'_, Sqlite>,
    key: i64,
    record: &Record,
) -> Result<(), Error> {
    let Some((began_at, _)) = record.span() else { return Ok(()) };
    let sides = record.sides.iter().flatten();
    let people = sides.flat_map(|side| &side.players).filter_map(|player| player.person.as_ref());
    for person in people {
        sqlx::query(
            "INSERT OR IGNORE INTO appearances (game, person, began_at, replay_key) VALUES (?, ?, ?, ?)",
        )
        .bind(&record.game)
        .bind(person)
        .bind(began_at)
        .bind(key)
        .execute(&mut **transaction)
        .await?;
    }
    Ok(())
}
