//! The sheet of a game that has none of its own: its statistics as JSON has them, a line for each number and text.

use std::fmt::Write as _;

use ghostreel_formats::timeline::Meta;
use serde_json::Value;

use super::table::Table;
use crate::say::{FAINT, STRONG};
use crate::text::{self, clean};

pub(super) fn sheet(name: &str, meta: &Meta, stats: &Value) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{STRONG}{name}{STRONG:#}");
    let _ = writeln!(out, "  {FAINT}{}{FAINT:#}", text::duration(meta.duration_s));
    let mut table = Table::default();
    lines(String::new(), stats, &mut table);
    table.render(&mut out);
    out
}

/// Lines are named by the members that lead to the value, with a dot between them. Longer lists are shown by their length.
fn lines(name: String, value: &Value, table: &mut Table) {
    /// Players, teams, hands.
    const SHORT: usize = 8;
    let below = |member: &str| match name.as_str() {
        "" => member.to_owned(),
        above => format!("{above}.{member}"),
    };
    let shown = match value {
        Value::Null => return,
        Value::Object(members) => {
            members.iter().for_each(|(member, value)| lines(below(member), value, table));
            return;
        }
        Value::Array(values) if values.len() <= SHORT => {
            let numbered = values.iter().enumerate();
            numbered.for_each(|(at, value)| lines(below(&at.to_string()), value, table));
            return;
        }
        Value::Array(values) => format!("{} of them", values.len()),
        Value::String(text) => clean(text),
        other => other.to_string(),
    };
    table.row(clean(&name), [Some(shown)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_and_text_has_its_line() {
        let moves: Vec<u32> = (0..40).collect();
        let stats = serde_json::json!({
            "game": "chess", "moves": moves, "clock": null,
            "players": [{"name": "White\u{1b}", "captures": 7}, {"name": "Black", "captures": 5.5}],
        });
        let sheet = sheet("a.pgn", &Meta::default(), &stats);
        for (label, value) in [
            ("game", "chess"),
            ("moves", "40 of them"),
            ("players.0.captures", "7"),
            ("players.1.name", "Black"),
            ("players.1.captures", "5.5"),
        ] {
            let line = sheet.lines().find(|line| line.contains(label));
            assert!(line.is_some_and(|line| line.contains(value)), "{label} in {sheet}");
        }
        assert!(!sheet.contains("clock") && !sheet.contains("White\u{1b}"), "{sheet}");
    }
}
