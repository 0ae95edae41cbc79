//! A [`Query`] as SQL.

use sqlx::{QueryBuilder, Sqlite};

use crate::index::cursor::Cursor;
use crate::index::cursor::SortValue;
use crate::index::query::Query;

/// The verdict that indexes of its own are for.
const INCONSISTENT: &str = "inconsistent";

/// A `SELECT` over `replays` in the making.
pub(crate) struct Search {
    sql: QueryBuilder<Sqlite>,
    conditions: usize,
}

/// The facts known of a query before its rows are looked for.
#[derive(Debug, Default)]
pub(crate) struct QueryFacts {
    /// The rows that can meet it, if they are few.
    pub(crate) few: Option<FewRows>,
    /// The modes that it means, if it says anything about modes.
    pub(crate) modes: Option<Vec<String>>,
}

impl QueryFacts {
    /// Whether nothing can meet the query.
    pub(crate) fn is_nothing(&self) -> bool {
        self.few.as_ref().is_some_and(FewRows::is_empty)
            || self.modes.as_ref().is_some_and(Vec::is_empty)
    }
}

impl Search {
    /// The conditions and the order of `query`, after a `SELECT`. Where few rows can meet it, these are sorted;
    /// else all are walked in their order until there are enough.
    fn new(select: &str, query: &Query, known: &QueryFacts) -> Self {
        let mut search = Self::unsorted(select, query, known);
        if let Some(cursor) = &query.after {
            search.after(cursor);
        }
        let direction = if query.sort.descending { "DESC" } else { "ASC" };
        let column = query.sort.key.column();
        // A plus keeps SQLite from walking the order's index where sorting a few rows is quicker.
        let plus = if known.few.is_some() { "+" } else { "" };
        search
            .sql
            .push(format!(" ORDER BY {plus}{column} {direction} NULLS LAST, {plus}id {direction}"));
        search
    }

    /// The conditions of `query` but for its cursor, after a `SELECT`.
    fn unsorted(select: &str, query: &Query, known: &QueryFacts) -> Self {
        let sql = QueryBuilder::new(format!("{select} FROM replays"));
        let mut search = Self { sql, conditions: 0 };
        if let Some(few) = &known.few {
            search
                .and("key IN (SELECT value FROM json_each(")
                .push_bind(few.keys.clone())
                .push("))");
        }
        search.and("key NOT IN (SELECT replay_key FROM held)");
        let exact = [
            ("game", &query.game),
            ("format", &query.format),
            ("map_difficulty", &query.difficulty),
        ];
        for (column, value) in exact {
            if let Some(value) = value {
                search.and(column).push(" = ").push_bind(value.clone());
            }
        }
        match known.modes.as_deref() {
            None => {}
            Some([mode]) => {
                search.and("mode = ").push_bind(mode.clone());
            }
            Some(modes) => {
                search.and("mode IN (");
                let mut list = search.sql.separated(", ");
                modes.iter().for_each(|mode| {
                    list.push_bind(mode.clone());
                });
                list.push_unseparated(")");
            }
        }
        if let Some(verdict) = &query.motion {
            // Few are, and an index has them; of all others most are.
            if verdict == INCONSISTENT {
                search.and(
                    "key IN (SELECT replay_key FROM motions WHERE verdict = 'inconsistent' \
                     UNION SELECT replay_key FROM map_matches WHERE score_verdict = 'inconsistent')",
                );
            } else {
                search
                    .and(
                        "coalesce((SELECT score_verdict FROM map_matches WHERE replay_key = key), \
                         (SELECT verdict FROM motions WHERE replay_key = key)) = ",
                    )
                    .push_bind(verdict.clone());
            }
        }
        for player in [&query.player, &query.opponent].into_iter().flatten() {
            search
                .and("(EXISTS (SELECT 1 FROM player_ids WHERE player_id = ")
                .push_bind(player.clone())
                .push(" AND replay_key = key)");
            search.or_contains("players_folded", player).push(")");
        }
        if let Some(character) = &query.character {
            search
                .and(
                    "EXISTS (SELECT 1 FROM json_each(sides) AS side, json_each(side.value, '$.players') AS player \
                     WHERE instr(lower(player.value ->> 'character'), ",
                )
                .push_bind(folded(character))
                .push(") > 0)");
        }
        if let Some(map) = &query.map {
            search.and("(map_id = ").push_bind(map.clone());
            search.or_contains("map_folded", map).push(")");
        }
        if let Some(from) = query.from {
            search.and("started_at >= ").push_bind(from);
        }
        if let Some(to) = query.to {
            search.and("started_at <= ").push_bind(to);
        }
        for word in words(query) {
            search.and("");
            search.contains("text_folded", word);
        }
        search
    }

    /// How many rows meet the query, counted up to [`Query::MOST_COUNTED`].
    pub(crate) fn count(query: &Query, known: &QueryFacts) -> QueryBuilder<Sqlite> {
        let Self { mut sql, .. } = Self::unsorted("SELECT COUNT(*) FROM (SELECT 1", query, known);
        sql.push(format!(" LIMIT {})", Query::MOST_COUNTED));
        sql
    }

    /// At most so many rows of the column `row`, joined by commas to one text; null if there are none.
    pub(crate) fn page(
        row: &str,
        query: &Query,
        known: &QueryFacts,
        most: usize,
    ) -> QueryBuilder<Sqlite> {
        let head = format!("SELECT group_concat(row, ',') FROM (SELECT {row}");
        let Self { mut sql, .. } = Self::new(&head, query, known);
        sql.push(" LIMIT ").push_bind(i64::try_from(most).unwrap_or(i64::MAX)).push(")");
        sql
    }

    /// The same rows without an end.
    #[cfg(test)]
    pub(crate) fn all(columns: &str, query: &Query, known: &QueryFacts) -> QueryBuilder<Sqlite> {
        Self::new(&format!("SELECT {columns}"), query, known).sql
    }

    fn and(&mut self, condition: &str) -> &mut QueryBuilder<Sqlite> {
        self.sql.push(if self.conditions == 0 { " WHERE " } else { " AND " });
        self.conditions += 1;
        self.sql.push(condition)
    }

    fn or_contains(&mut self, column: &str, text: &str) -> &mut QueryBuilder<Sqlite> {
        self.sql.push(" OR ");
        self.contains(column, text)
    }

    /// `column` is folded, so folding the text makes the comparison blind to case in every script.
    fn contains(&mut self, column: &str, text: &str) -> &mut QueryBuilder<Sqlite> {
        self.sql.push(format!("instr({column}, ")).push_bind(folded(text)).push(") > 0")
    }

    /// The rows after the cursor in its order, where missing values come last.
    fn after(&mut self, cursor: &Cursor) {
        let key = cursor.sort.key;
        let (column, optional) = (key.column(), key.is_optional());
        let comparison = if cursor.sort.descending { "<" } else { ">" };
        let id = cursor.id.clone();
        match cursor.value {
            SortValue::Missing => {
                self.and(column).push(" IS NULL AND id ").push(comparison).push(" ").push_bind(id);
                return;
            }
            SortValue::Integer(value) => {
                self.and(&format!("(({column}, id) {comparison} (")).push_bind(value)
            }
            SortValue::Real(value) => {
                self.and(&format!("(({column}, id) {comparison} (")).push_bind(value)
            }
        };
        self.sql.push(", ").push_bind(id).push(")");
        self.sql.push(if optional { format!(" OR {column} IS NULL)") } else { ")".into() });
    }
}

/// The keys of few rows, among them all that meet a condition.
#[derive(Debug)]
pub(crate) struct FewRows {
    /// A JSON array.
    keys: String,
    count: i64,
}

impl FewRows {
    /// Up to so many rows are gathered and sorted. Of more, walking in order finds a page soon.
    pub(crate) const MOST: u32 = 500;

    /// `None` if these are more than few.
    pub(crate) fn of(count: i64, keys: String) -> Option<Self> {
        (count <= i64::from(Self::MOST)).then_some(Self { keys, count })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// A condition on names. The trigrams quickly give the rows that can meet it.
#[derive(Debug)]
pub(crate) struct TextCondition {
    /// The text that the trigrams must match.
    matching: String,
    /// Rows besides those: the statement, and the one value in it.
    besides: Option<(&'static str, String)>,
}

impl TextCondition {
    /// Shorter texts have no trigram.
    const SHORTEST: usize = 3;

    /// Those of the query's conditions that are long enough.
    pub(crate) fn all(query: &Query) -> Vec<Self> {
        let long = |text: &str| text.chars().nth(Self::SHORTEST - 1).is_some();
        let mut all = Vec::new();
        for player in [&query.player, &query.opponent].into_iter().flatten() {
            const BY_ID: &str = "SELECT replay_key FROM player_ids WHERE player_id = ";
            let name = folded(player);
            if long(&name) {
                let besides = Some((BY_ID, player.clone()));
                all.push(Self { matching: format!("players : {}", phrase(&name)), besides });
            }
        }
        if let Some(character) = query.character.as_deref().map(folded).filter(|name| long(name)) {
            all.push(Self { matching: format!("text : {}", phrase(&character)), besides: None });
        }
        if let Some(map) = query.map.as_deref().map(folded).filter(|map| long(map)) {
            const BY_ID: &str = "SELECT key FROM replays WHERE map_id = ";
            let besides = query.map.clone().map(|map| (BY_ID, map));
            all.push(Self { matching: format!("map : {}", phrase(&map)), besides });
        }
        let words: Vec<String> = words(query).map(folded).filter(|word| long(word)).collect();
        if !words.is_empty() {
            let phrases: Vec<String> = words.iter().map(|word| phrase(word)).collect();
            all.push(Self {
                matching: format!("text : ({})", phrases.join(" AND ")),
                besides: None,
            });
        }
        all
    }

    /// How many rows it leaves, and their keys as a JSON array: both up to just above [`FewRows::MOST`].
    ///
    /// The trigrams are searched once only: where names share most of their letters, that is the cost of a list.
    pub(crate) fn keys(&self) -> QueryBuilder<Sqlite> {
        let mut sql = QueryBuilder::new(
            "SELECT COUNT(*), json_group_array(key) \
             FROM (SELECT rowid AS key FROM trigrams WHERE trigrams MATCH ",
        );
        sql.push_bind(self.matching.clone());
        if let Some((statement, value)) = &self.besides {
            sql.push(" UNION ALL ").push(*statement).push_bind(value.clone());
        }
        sql.push(format!(" LIMIT {})", FewRows::MOST + 1));
        sql
    }
}

fn words(query: &Query) -> impl Iterator<Item = &str> {
    query.text.iter().flat_map(|text| text.split_whitespace())
}

/// Lower case, for comparing without regard to case.
pub(crate) fn folded(text: &str) -> String {
    text.to_lowercase()
}

/// A text as one string of FTS5's query language.
fn phrase(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
