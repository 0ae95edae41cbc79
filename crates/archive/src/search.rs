//! A [`Query`] as SQL.

use sqlx::{QueryBuilder, Sqlite};

use crate::cursor::SortValue;
use crate::{Cursor, Query};

/// A `SELECT` over `replays` in the making.
pub(crate) struct Search {
    sql: QueryBuilder<Sqlite>,
    conditions: usize,
}

impl Search {
    /// The conditions and the order of `query`, behind a `SELECT`. With `few`, the rows are those that it leaves, sorted;
    /// else they are walked in their order until there are enough.
    fn new(select: &str, query: &Query, few: Option<&Narrowing>) -> Self {
        let sql = QueryBuilder::new(format!("{select} FROM replays"));
        let mut search = Self { sql, conditions: 0 };
        if let Some(few) = few {
            search.and("key IN (");
            few.push(&mut search.sql);
            search.sql.push(")");
        }
        for (column, value) in
            [("game", &query.game), ("format", &query.format), ("mode", &query.mode)]
        {
            if let Some(value) = value {
                search.and(column).push(" = ").push_bind(value.clone());
            }
        }
        if let Some(player) = &query.player {
            search
                .and("(EXISTS (SELECT 1 FROM player_ids WHERE player_id = ")
                .push_bind(player.clone())
                .push(" AND replay_key = key)");
            search.or_contains("players_folded", player).push(")");
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
        if let Some(cursor) = &query.after {
            search.behind(cursor);
        }
        let direction = if query.sort.descending { "DESC" } else { "ASC" };
        let column = query.sort.key.column();
        // A plus keeps SQLite from walking the order's index where sorting a few rows is quicker.
        let plus = if few.is_some() { "+" } else { "" };
        search
            .sql
            .push(format!(" ORDER BY {plus}{column} {direction} NULLS LAST, {plus}id {direction}"));
        search
    }

    /// At most so many rows of the column `row`, joined by commas to one text; null if there are none.
    pub(crate) fn page(
        row: &str,
        query: &Query,
        few: Option<&Narrowing>,
        most: usize,
    ) -> QueryBuilder<Sqlite> {
        let head = format!("SELECT group_concat(row, ',') FROM (SELECT {row}");
        let Self { mut sql, .. } = Self::new(&head, query, few);
        sql.push(" LIMIT ").push_bind(i64::try_from(most).unwrap_or(i64::MAX)).push(")");
        sql
    }

    /// The same rows without an end.
    #[cfg(test)]
    pub(crate) fn all(
        columns: &str,
        query: &Query,
        few: Option<&Narrowing>,
    ) -> QueryBuilder<Sqlite> {
        Self::new(&format!("SELECT {columns}"), query, few).sql
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
        self.sql.push(column).push(" LIKE ").push_bind(format!("%{}%", escaped(&folded(text))));
        self.sql.push(" ESCAPE '\\'")
    }

    /// The rows behind the cursor in its order, where missing values come last.
    fn behind(&mut self, cursor: &Cursor) {
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

/// A condition on names of which the trigrams tell quickly which rows can meet it.
#[derive(Debug)]
pub(crate) struct Narrowing {
    /// What the trigrams must match.
    matching: String,
    /// Rows besides those: the statement, and the one value in it.
    besides: Option<(&'static str, String)>,
}

impl Narrowing {
    /// Up to so many rows are gathered and sorted. Of more, walking in order finds a page soon.
    pub(crate) const FEW: u32 = 500;
    /// Trigrams tell nothing of shorter texts.
    const SHORTEST: usize = 3;

    /// Those of the query's conditions that are long enough.
    pub(crate) fn all(query: &Query) -> Vec<Self> {
        let long = |text: &str| text.chars().nth(Self::SHORTEST - 1).is_some();
        let mut all = Vec::new();
        if let Some(player) = query.player.as_deref().map(folded).filter(|player| long(player)) {
            const BY_ID: &str = "SELECT replay_key FROM player_ids WHERE player_id = ";
            let besides = query.player.clone().map(|player| (BY_ID, player));
            all.push(Self { matching: format!("players : {}", phrase(&player)), besides });
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

    /// How many rows it leaves, counted to just above [`Self::FEW`].
    pub(crate) fn count(&self) -> QueryBuilder<Sqlite> {
        let mut sql = QueryBuilder::new("SELECT COUNT(*) FROM (");
        self.push(&mut sql);
        sql.push(format!(" LIMIT {})", Self::FEW + 1));
        sql
    }

    fn push(&self, sql: &mut QueryBuilder<Sqlite>) {
        sql.push("SELECT rowid FROM trigrams WHERE trigrams MATCH ")
            .push_bind(self.matching.clone());
        if let Some((statement, value)) = &self.besides {
            sql.push(" UNION ALL ").push(*statement).push_bind(value.clone());
        }
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

/// Takes away the special meaning that `%`, `_` and `\` have in `LIKE`.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
