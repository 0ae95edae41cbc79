//! Rust source as words and signs, enough to look for paths.
//!
//! A search through the text would stumble over comments, strings and grouped imports; a real
//! parser would be a big dependency for a small question.

/// A word or a sign, with its line. Comments are left out, literals are empty words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Token<'a> {
    pub text: &'a str,
    pub line: usize,
}

pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut scanner = Scanner { source, at: 0, line: 1 };
    let mut tokens = Vec::new();
    while let Some(token) = scanner.next_token() {
        tokens.push(token);
    }
    tokens
}

/// The tokens that are compiled outside of tests: without items marked `#[cfg(test)]`.
pub(crate) fn without_tests<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut kept = Vec::new();
    let mut rest = tokens;
    while let Some((first, tail)) = rest.split_first() {
        let is_test = starts(rest, &["#", "[", "cfg", "(", "test", ")", "]"])
            || starts(rest, &["#", "[", "cfg", "(", "all", "(", "test"]);
        if is_test {
            rest = after_item(rest);
        } else {
            kept.push(*first);
            rest = tail;
        }
    }
    kept
}

fn starts(tokens: &[Token<'_>], texts: &[&str]) -> bool {
    tokens.len() >= texts.len() && tokens.iter().zip(texts).all(|(token, text)| token.text == *text)
}

/// What follows an item with its attributes: it ends with its block, or else with a semicolon.
fn after_item<'t, 'a>(tokens: &'t [Token<'a>]) -> &'t [Token<'a>] {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate() {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 && token.text == "}" {
                    return &tokens[index + 1..];
                }
            }
            ";" if depth == 0 => return &tokens[index + 1..],
            _ => {}
        }
    }
    &[]
}

/// All paths that begin somewhere in the tokens, with grouped imports written out. A path of one
/// word is a word; a path starts again at each of its words, so `a::b` is found as `b` as well.
pub(crate) fn paths<'a>(tokens: &[Token<'a>]) -> Vec<(Vec<&'a str>, usize)> {
    let mut found = Vec::new();
    for index in 0..tokens.len() {
        if is_word(tokens[index].text) {
            expand(tokens, index, &mut Vec::new(), tokens[index].line, &mut found);
        }
    }
    found
}

/// Follows one path; returns the index behind it.
fn expand<'a>(
    tokens: &[Token<'a>],
    mut index: usize,
    path: &mut Vec<&'a str>,
    line: usize,
    found: &mut Vec<(Vec<&'a str>, usize)>,
) -> usize {
    let depth = path.len();
    loop {
        match tokens.get(index).map(|token| token.text) {
            Some(word) if is_word(word) || word == "*" => path.push(word),
            Some("{") => {
                index += 1;
                while tokens.get(index).is_some_and(|token| token.text != "}") {
                    let line = tokens[index].line;
                    let next = expand(tokens, index, path, line, found);
                    index = next.max(index + 1);
                }
                path.truncate(depth);
                return index + 1;
            }
            _ => break,
        }
        index += 1;
        if tokens.get(index).map(|token| token.text) != Some("::") {
            break;
        }
        index += 1;
    }
    if path.len() > depth {
        found.push((path.clone(), line));
    }
    path.truncate(depth);
    index
}

fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

struct Scanner<'a> {
    source: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Scanner<'a> {
    fn next_token(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = self.rest();
            let first = rest.chars().next()?;
            if first.is_whitespace() {
                self.advance(first.len_utf8());
            } else if rest.starts_with("//") {
                self.advance(rest.find('\n').unwrap_or(rest.len()));
            } else if rest.starts_with("/*") {
                self.advance(block_comment(rest));
            } else {
                break;
            }
        }
        let (rest, line) = (self.rest(), self.line);
        let (length, is_literal) = measure(rest);
        self.advance(length);
        Some(Token { text: if is_literal { "" } else { &rest[..length] }, line })
    }

    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn advance(&mut self, length: usize) {
        self.line += self.rest()[..length].matches('\n').count();
        self.at += length;
    }
}

/// The length of the token at the start of a text that is not empty, and whether it is a literal.
fn measure(rest: &str) -> (usize, bool) {
    let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let after = &rest[word..];
    match &rest[..word] {
        "r" | "br" | "cr"
            if after.starts_with('"') || after.trim_start_matches('#').starts_with('"') =>
        {
            (word + raw_string(after), true)
        }
        "b" | "c" | "" if after.starts_with('"') => (word + quoted(after, '"'), true),
        "b" | "" if after.starts_with('\'') => match character(after) {
            Some(length) => (word + length, true),
            // A lifetime: the quote is a sign of its own.
            None => (1, false),
        },
        "" if after.starts_with("::") => (2, false),
        "" => (after.chars().next().map_or(1, char::len_utf8), false),
        number if number.starts_with(|c: char| c.is_ascii_digit()) => (word, true),
        _ => (word, false),
    }
}

fn block_comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// The length of `"…"` or `'…'` with escapes.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// The length of `#"…"#` with any number of signs.
fn raw_string(text: &str) -> usize {
    let signs = text.find('"').unwrap_or(0);
    let end = format!("\"{}", &text[..signs]);
    text[signs + 1..].find(&end).map_or(text.len(), |at| signs + 1 + at + end.len())
}

/// The length of a character literal, unless it is a lifetime.
fn character(text: &str) -> Option<usize> {
    let mut chars = text.char_indices().skip(1);
    let (_, first) = chars.next()?;
    let (at, second) = chars.next()?;
    if first == '\\' {
        Some(quoted(text, '\''))
    } else if second == '\'' {
        Some(at + 1)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        tokens(source).iter().map(|token| token.text).collect()
    }

    fn joined(source: &str) -> Vec<String> {
        paths(&tokens(source)).into_iter().map(|(path, _)| path.join("::")).collect()
    }

    #[test]
    fn comments_and_literals_are_no_words() {
        assert_eq!(texts("a // b\n/* c /* d */ e */ f"), ["a", "f"]);
        assert_eq!(
            texts(r##"x = "a \" b" r#"c " d"# b"e" 'f' '\'' 1_000u32 br"g" y"##),
            ["x", "=", "", "", "", "", "", "", "", "y"]
        );
        assert_eq!(
            texts("fn f<'a>(x: &'a str)"),
            ["fn", "f", "<", "'", "a", ">", "(", "x", ":", "&", "'", "a", "str", ")"]
        );
        assert_eq!(texts("r#type 'ü' ü"), ["r", "#", "type", "", "ü"]);
        assert_eq!(texts("\"no end"), [""]);
        assert_eq!(texts("/* no end"), [""; 0]);
    }

    #[test]
    fn lines_are_counted_through_everything() {
        let source = "/* 1\n2 */ \"3\n4\"\nfound";
        assert_eq!(tokens(source).last(), Some(&Token { text: "found", line: 4 }));
    }

    #[test]
    fn grouped_imports_are_written_out() {
        let found = joined("use std::{fs, io::{self, Write as _}, net::*};");
        for path in ["std::fs", "std::io::self", "std::io::Write", "std::net::*"] {
            assert!(found.contains(&path.to_owned()), "{path}: {found:?}");
        }
        assert!(joined("let x = a::b::<C>(1);").contains(&"a::b".to_owned()));
    }

    #[test]
    fn items_for_tests_are_left_out() {
        let kept = |source: &str| {
            without_tests(&tokens(source))
                .iter()
                .map(|token| token.text)
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(kept("a #[cfg(test)] mod tests { fn f() { [b; 1] } } c"), "a c");
        assert_eq!(kept("a #[cfg(test)] #[path = \"x.rs\"] mod tests; c"), "a c");
        assert_eq!(kept("#[cfg(all(test, unix))] use b; c"), "c");
        assert_eq!(kept("#[cfg(not(test))] mod a {}"), "# [ cfg ( not ( test ) ) ] mod a { }");
    }
}
