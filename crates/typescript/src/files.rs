//! Files of the page that are made here. How they are laid out is up to the page's formatter.

use std::fs;
use std::path::{Path, PathBuf};

/// A file: its path in `web/src`, and its text.
pub type File = (String, String);

/// Fails if a file of the page differs from a newly made one.
///
/// # Panics
/// Then.
pub fn assert_written(files: impl IntoIterator<Item = File>) {
    for (path, text) in files {
        let known = fs::read_to_string(in_page(&path)).unwrap_or_default();
        let is_same = plain(&known) == plain(&text);
        assert!(is_same, "web/src/{path} is not up to date: run `npm run types` in web/");
    }
}

/// Writes files of the page.
///
/// # Panics
/// If one cannot be written.
pub fn write(files: impl IntoIterator<Item = File>) {
    for (path, text) in files {
        let written = fs::write(in_page(&path), text);
        written.unwrap_or_else(|error| panic!("web/src/{path} cannot be written: {error}"));
    }
}

fn in_page(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src").join(path)
}

/// The same without `/** … */`.
pub(crate) fn without_comments(text: &str) -> String {
    let mut parts = text.split("/**");
    let first = parts.next().unwrap_or_default();
    let others = parts.filter_map(|part| part.split_once("*/")).map(|(_, after)| after);
    [first].into_iter().chain(others).collect()
}

/// The text that is left without its layout: the page's formatter has its own ideas of spaces, quotes, brackets around types and separators
/// between members. Texts stay as they are, and so do numbers beside each other.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut quote = None;
    let text = without_comments(text);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            end if quote == Some(end) => quote = None,
            other if quote.is_some() => plain.push(other),
            '\'' | '"' => quote = Some(character),
            ',' => {
                while characters.next_if(|next| next.is_whitespace()).is_some() {}
                let is_number = characters.peek().is_some_and(|next| "-0123456789".contains(*next));
                if is_number && plain.ends_with(|last: char| last.is_ascii_digit()) {
                    plain.push(',');
                }
            }
            '(' | ')' | ';' => {}
            // A union in several lines begins with a bar.
            '|' if plain.ends_with(['=', ':', '<', '&']) => {}
            space if space.is_whitespace() => {}
            other => plain.push(other),
        }
    }
    plain
}

#[test]
fn only_the_layout_may_differ() {
    let same = "export const A = { 'a': [1, 2], b: \"x y\" } as const;";
    assert_eq!(
        plain(same),
        plain(
            "/** A. */ export const A = {\n  a: [\n    1,\n    2,\n  ],\n  'b': 'x y',\n} as const;\n"
        )
    );
    for other in
        ["{ a: [12], 'b': \"x y\" }", "{ a: [1, 2], 'b': \"xy\" }", "{ a: [2, 1], 'b': \"x y\" }"]
    {
        assert_ne!(plain(same), plain(&format!("export const A = {other} as const;")));
    }
}
