//! `ghostreel query` without a question: a prompt.

use std::borrow::Cow;
use std::time::Instant;

use anstream::{eprintln, println};
use anyhow::Result;
use etcetera::BaseStrategy as _;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Editor, Helper};

use crate::catalog::{Table, tables};
use crate::limits::Limits;
use crate::say::{complain, left_out};
use crate::sql::{Format, Sql};

const HELP: &str = "\
A question ends with a semicolon, and may have several lines.
  \\d            the tables
  \\d TABLE      a table's columns, with units and meanings
  \\q            leave; so does Ctrl-D
Tab completes names, and Ctrl-C ends a question that takes too long.";

/// The words of SQL that are completed.
const WORDS: [&str; 24] = [
    "AND",
    "AS",
    "AVG",
    "BETWEEN",
    "BY",
    "CASE",
    "COUNT",
    "DISTINCT",
    "EXPLAIN",
    "FROM",
    "GROUP",
    "HAVING",
    "JOIN",
    "LIMIT",
    "MAX",
    "MIN",
    "NULL",
    "ORDER",
    "OVER",
    "PARTITION",
    "SELECT",
    "SUM",
    "WHERE",
    "WITH",
];

/// Answers what is typed, line by line, until there is no more. Returns whether every file could be read.
pub(crate) async fn run(session: &Sql, limits: Limits) -> Result<bool> {
    let config = Config::builder().completion_type(CompletionType::List);
    let mut editor: Editor<Names, DefaultHistory> = Editor::with_config(config.build())?;
    editor.set_helper(Some(Names::of_all_tables()));
    let history = history();
    if let Some(history) = &history {
        // There is none the first time.
        let _ = editor.load_history(history);
    }
    let mut is_whole = true;
    loop {
        let line = match editor.readline("ghostreel> ") {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error.into()),
        };
        editor.add_history_entry(&line)?;
        match Asked::of(&line) {
            Asked::Nothing => {}
            Asked::Leave => break,
            Asked::Help => println!("{HELP}"),
            Asked::Tables => list(),
            Asked::Table(name) => describe(name),
            Asked::Sql(sql) => {
                let begun = Instant::now();
                tokio::select! {
                    answer = limits.in_time(session.answer(sql, Format::Table, Box::new(std::io::stdout()), limits.rows)) => match answer {
                        Ok(rows) => {
                            let rows = if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
                            eprintln!("{rows} in {:.2} s", begun.elapsed().as_secs_f64());
                        }
                        Err(error) => complain(&error),
                    },
                    _ = tokio::signal::ctrl_c() => eprintln!("given up"),
                }
                let failures = session.failures.take();
                left_out(&failures);
                is_whole &= failures.is_empty();
            }
        }
    }
    if let Some(history) = &history {
        // Without a place for it, it is forgotten.
        let _ = history.parent().map(std::fs::create_dir_all);
        let _ = editor.save_history(history);
    }
    Ok(is_whole)
}

/// What a line asks.
enum Asked<'l> {
    Nothing,
    Leave,
    Help,
    Tables,
    Table(&'l str),
    Sql(&'l str),
}

impl<'l> Asked<'l> {
    fn of(line: &'l str) -> Self {
        let line = line.trim();
        let Some(command) = line.strip_prefix('\\') else {
            let sql = line.trim_end_matches(';').trim();
            return if sql.is_empty() { Self::Nothing } else { Self::Sql(sql) };
        };
        match command.split_once(char::is_whitespace).unwrap_or((command, "")) {
            ("q", _) => Self::Leave,
            ("d", "") => Self::Tables,
            ("d", name) => Self::Table(name.trim().trim_end_matches(';')),
            _ => Self::Help,
        }
    }
}

fn list() {
    for table in tables() {
        println!("{:<32} {}", table.sql_name(), meaning(table.schema.metadata()));
    }
}

fn describe(name: &str) {
    let Some(table) = tables().iter().find(|table| table.sql_name() == name) else {
        return complain(&crate::sql::no_table(name));
    };
    for field in table.schema.fields() {
        let unit = field.metadata().get("unit").map_or("", String::as_str);
        let name = quoted(field.name());
        println!(
            "{name:<44} {:<10} {unit:<10} {}",
            short(field.data_type()),
            meaning(field.metadata())
        );
    }
}

fn meaning(metadata: &std::collections::HashMap<String, String>) -> &str {
    metadata.get("meaning").map_or("", String::as_str)
}

/// A type in the words of SQL.
fn short(kind: &arrow::datatypes::DataType) -> Cow<'static, str> {
    use arrow::datatypes::DataType;
    match kind {
        DataType::Utf8View => "text".into(),
        DataType::Boolean => "boolean".into(),
        DataType::Int8 => "tinyint".into(),
        DataType::Int16 => "smallint".into(),
        DataType::Int32 => "int".into(),
        DataType::Int64 => "bigint".into(),
        DataType::Float32 => "float".into(),
        DataType::Float64 => "double".into(),
        DataType::Timestamp(..) => "timestamp".into(),
        other => other.to_string().into(),
    }
}

/// A name as it stands in a question.
fn quoted(name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    if name.bytes().all(is_plain) { name.to_owned() } else { format!("\"{name}\"") }
}

/// Where lines are kept for the next time.
fn history() -> Option<std::path::PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    let folder = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
    Some(folder.join("ghostreel").join("query-history"))
}

/// Completes the names of tables and columns, and the words of SQL.
struct Names(Vec<String>);

impl Names {
    fn of_all_tables() -> Self {
        let columns = tables().iter().flat_map(|table| table.schema.fields());
        let columns = columns.map(|field| quoted(field.name()));
        let words = WORDS.map(str::to_owned);
        let mut names: Vec<String> =
            tables().iter().map(Table::sql_name).chain(columns).chain(words).collect();
        names.sort();
        names.dedup();
        Self(names)
    }

    /// Those that begin like this, whatever the case, and with or without the quotation mark.
    fn that_begin(&self, start: &str) -> Vec<String> {
        let start = start.trim_start_matches('"').to_lowercase();
        let begins =
            |name: &&String| name.trim_start_matches('"').to_lowercase().starts_with(&start);
        self.0.iter().filter(begins).cloned().collect()
    }
}

impl Completer for Names {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..at).unwrap_or(line);
        let is_between = |letter: char| letter.is_whitespace() || "(),=<>+-*/".contains(letter);
        let from = before.rfind(is_between).map_or(0, |place| place + 1);
        let start = &before[from..];
        Ok((from, if start.is_empty() { Vec::new() } else { self.that_begin(start) }))
    }
}

impl Validator for Names {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let line = context.input().trim();
        let is_whole = line.is_empty() || line.starts_with('\\') || line.ends_with(';');
        Ok(if is_whole { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

impl Hinter for Names {
    type Hint = String;
}

impl Highlighter for Names {}

impl Helper for Names {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_completed_with_the_quotation_marks_that_they_need() {
        let names = Names::of_all_tables();
        assert_eq!(names.that_begin("melee.fra"), ["melee.frame_starts", "melee.frames"]);
        assert_eq!(names.that_begin("post.perc"), ["\"post.percent\""]);
        assert_eq!(names.that_begin("\"post.perc"), ["\"post.percent\""]);
        assert_eq!(names.that_begin("sel"), ["SELECT"]);
    }
}
