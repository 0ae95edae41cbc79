//! Rules that the page shares with statistics: numbers and names of each game, as constants in TypeScript. They are worked out here and read
//! there; `npm run types` in `web/` writes them anew.

use serde::Serialize;
use serde_json::Value;

/// A constant of the page.
pub(crate) struct PageRule {
    name: &'static str,
    meaning: &'static str,
    value: Value,
}

const HEAD: &str = "\
// Made by `npm run types` from constants in Rust (page_rules.rs of the game in crates/analysis): do not edit.
";

impl PageRule {
    pub(crate) fn new(name: &'static str, meaning: &'static str, value: impl Serialize) -> Self {
        Self { name, meaning, value: serde_json::to_value(value).unwrap() }
    }
}

/// The file of a game.
pub(crate) fn written(rules: Vec<PageRule>) -> String {
    let rules = rules.into_iter().map(|PageRule { name, meaning, value }| {
        let fixed = if value.is_array() || value.is_object() { " as const" } else { "" };
        format!("\n/** {meaning} */\nexport const {name} = {}{fixed};\n", literal(&value))
    });
    HEAD.to_owned() + &rules.collect::<String>()
}

fn literal(value: &Value) -> String {
    let listed = |parts: Vec<String>| parts.join(", ");
    match value {
        // Without the point that JSON has after whole numbers.
        Value::Number(number) => number.as_f64().unwrap().to_string(),
        Value::Array(values) => format!("[{}]", listed(values.iter().map(literal).collect())),
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| format!("{name:?}: {}", literal(value));
            format!("{{ {} }}", listed(members.iter().map(member).collect()))
        }
        other => other.to_string(),
    }
}

#[test]
fn numbers_are_as_people_write_them() {
    let value = serde_json::json!({ "a": [4.0, -0.5, 892.755], "b": "Any direction", "c": true });
    let text = r#"{ "a": [4, -0.5, 892.755], "b": "Any direction", "c": true }"#;
    assert_eq!(literal(&value), text);
}
