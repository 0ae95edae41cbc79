//! A [`Query`] as SQL.

use sqlx::query::Query as Statement;
use sqlx::sqlite::SqliteArguments;
use sqlx::{QueryBuilder, Sqlite};

use crate::cursor::SortValue;
use crate::{Cursor, Query};

/// A `SELECT` over `replays` in the making.
pub(crate) struct Search {
    sql: QueryBuilder<Sqlite>,
    conditions: usize,
}

impl Search {
    /// The conditions and the order of `query`.
    pub(crate) fn new(columns: &str, query: &Query) -> Self {
        let sql = QueryBuilder::new(format!("SELECT {columns} FROM replays"));
        let mut search = Self { sql, conditions: 0 };
        for (column, value) in
            [("game", &query.game), ("format", &query.format), ("mode", &query.mode)]
        {
            if let Some(value) = value {
                search.and(column).push(" = ").push_bind(value.clone());
            }
        }
        if let Some(player) = &query.player {
            search
                .and("id IN (SELECT replay_id FROM players WHERE player_id = ")
                .push_bind(player.clone());
            search.or_contains("name_folded", player).push(")");
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
        for word in query.text.iter().flat_map(|text| text.split_whitespace()) {
            search.and("");
            search.contains("text_folded", word);
        }
        if let Some(cursor) = &query.after {
            search.behind(cursor);
        }
        let direction = if query.sort.descending { "DESC" } else { "ASC" };
        let column = query.sort.key.column();
        search.sql.push(format!(" ORDER BY {column} {direction} NULLS LAST, id {direction}"));
        search
    }

    /// At most so many rows.
    pub(crate) fn limit(mut self, rows: usize) -> Self {
        self.sql.push(" LIMIT ").push_bind(i64::try_from(rows).unwrap_or(i64::MAX));
        self
    }

    pub(crate) fn build(&mut self) -> Statement<'_, Sqlite, SqliteArguments> {
        self.sql.build()
    }

    /// The statement so far.
    #[cfg(test)]
    pub(crate) fn sql(self) -> String {
        self.sql.into_string()
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

/// Lower case, for comparing without regard to case.
pub(crate) fn folded(text: &str) -> String {
    text.to_lowercase()
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
