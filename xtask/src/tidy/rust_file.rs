//! A Rust file, as far as its words show which items it declares and names.

use std::collections::{BTreeMap, BTreeSet};

/// A path, name by name.
type Path = Vec<String>;

/// A file of Rust, without its tests.
#[derive(Debug, Default)]
pub(super) struct RustFile {
    /// From the root of the repository.
    pub(super) path: String,
    /// The modules in files of their own that it declares.
    pub(super) modules: BTreeSet<String>,
    /// The items that it declares.
    pub(super) declared: BTreeSet<String>,
    /// The imported and re-exported names, each with its path.
    pub(super) names: BTreeMap<String, Path>,
    /// The modules whose names are all imported.
    pub(super) globs: Vec<Path>,
    /// The paths of the items that it names: imports that are not only handed on, and paths in the code.
    pub(super) paths: Vec<Path>,
}

/// The folder with the modules that a file declares.
pub(super) fn paths_of_module(path: &str, is_root: bool) -> &str {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    if is_root || path.ends_with("/mod.rs") { folder } else { path.trim_end_matches(".rs") }
}

impl RustFile {
    pub(super) fn read(path: &str, text: &str) -> RustFile {
        const ITEMS: [&str; 8] =
            ["const", "enum", "fn", "static", "struct", "trait", "type", "union"];
        let words = without_tests(&words(text));
        let mut file = RustFile { path: path.to_owned(), ..RustFile::default() };
        let (mut handed_on, mut bare) = (Vec::new(), BTreeSet::new());
        let mut at = 0;
        while let Some(&word) = words.get(at) {
            let before = at.checked_sub(1).map_or("", |before| words[before]);
            match &words[at + 1..] {
                [name, ";", ..] if word == "mod" => drop(file.modules.insert((*name).to_owned())),
                ["!", name, ..] if word == "macro_rules" => {
                    file.declared.insert((*name).to_owned());
                }
                [name, ..] if ITEMS.contains(&word) => {
                    file.declared.insert((*name).to_owned());
                }
                [_, ..] if word == "use" => {
                    let mut imports = Vec::new();
                    let length = read_import(&words[at + 1..], &[], &mut imports);
                    for (name, path) in imports {
                        let Some(name) = name else {
                            file.globs.push(path);
                            continue;
                        };
                        file.names.insert(name.clone(), path.clone());
                        if before == "pub" || is_limited_pub(&words[..at]) {
                            handed_on.push((name, path));
                        } else {
                            file.paths.push(path);
                        }
                    }
                    at += 1 + length;
                    continue;
                }
                ["::", ..] if is_name(word) && before != "::" && before != "." => {
                    let names = words[at..].split(|word| !is_name(word) && *word != "::");
                    let path = names.take(1).flatten().filter(|word| is_name(word));
                    file.paths.push(path.map(|&word| word.to_owned()).collect());
                }
                _ if before != "::" && before != "." => drop(bare.insert(word)),
                _ => {}
            }
            at += 1;
        }
        let is_used = |(name, _): &(String, Path)| bare.contains(name.as_str());
        file.paths.extend(handed_on.into_iter().filter(is_used).map(|(_, path)| path));
        file
    }
}

/// Reads the tree of an import after a path: its names, `None` for all, each with its path. Returns how many words it has.
fn read_import(
    words: &[&str],
    before: &[String],
    imports: &mut Vec<(Option<String>, Path)>,
) -> usize {
    let mut path = before.to_vec();
    let mut at = 0;
    let mut alias = None;
    while let Some(&word) = words.get(at) {
        at += 1;
        match word {
            "{" => {
                while words.get(at).is_some_and(|word| *word != "}") {
                    at += read_import(&words[at..], &path, imports).max(1);
                    at += usize::from(words.get(at) == Some(&","));
                }
                return at + 1;
            }
            "*" => {
                imports.push((None, path));
                return at;
            }
            "as" => {
                alias = words.get(at).map(|&alias| alias.to_owned());
                at += 1;
            }
            "self" if !path.is_empty() => {}
            _ if is_name(word) => path.push(word.to_owned()),
            "::" => {}
            _ => {
                at -= 1;
                break;
            }
        }
    }
    imports.extend(alias.or_else(|| path.last().cloned()).map(|name| (Some(name), path)));
    at
}

/// Whether words end with `pub(…)`.
fn is_limited_pub(words: &[&str]) -> bool {
    let open = words.iter().rposition(|word| *word == "(");
    words.last() == Some(&")") && open.is_some_and(|at| at > 0 && words[at - 1] == "pub")
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// The words without the items that only tests have.
fn without_tests<'t>(words: &[&'t str]) -> Vec<&'t str> {
    let mut kept = Vec::new();
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        let is_for_tests = matches!(
            &words[at..],
            ["#", "[", "cfg", "(", "test", ..] | ["#", "[", "cfg", "(", "all", "(", "test", ..]
        );
        if is_for_tests {
            at += length_of_item(&words[at..]);
        } else {
            kept.push(word);
            at += 1;
        }
    }
    kept
}

/// The number of words up to the end of an item.
fn length_of_item(words: &[&str]) -> usize {
    let mut depth = 0_usize;
    for (at, &word) in words.iter().enumerate() {
        match word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let ends_import = words.get(at + 1) == Some(&";");
        if depth == 0 && (word == ";" || word == "}" && !ends_import) {
            return at + 1;
        }
    }
    words.len()
}

/// Names and signs, without comments and texts.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_part_of_name = |c: char| c.is_alphanumeric() || c == '_';
        let end_of_name = || rest.find(|c| !is_part_of_name(c)).unwrap_or(rest.len());
        let (length, is_word) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), false)
        } else if rest.starts_with("/*") {
            (rest.find("*/").map_or(rest.len(), |end| end + 2), false)
        } else if let Some(length) = length_of_text(rest) {
            (length, false)
        } else if is_part_of_name(first) {
            (end_of_name(), true)
        } else if rest.starts_with("::") {
            (2, true)
        } else {
            (first.len_utf8(), !first.is_whitespace())
        };
        let (word, after) = rest.split_at(length);
        words.extend(is_word.then_some(word));
        rest = after;
    }
    words
}

/// The length of the literal of a text or a character at the beginning.
fn length_of_text(rest: &str) -> Option<usize> {
    let of_quote = |body: &str, quote: char| {
        let mut is_escaped = false;
        let end = body.find(|c| {
            let ends = c == quote && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        end.map_or(rest.len(), |end| rest.len() - body.len() + end + 1)
    };
    let text = rest.strip_prefix('b').unwrap_or(rest);
    if let Some(raw) = text.strip_prefix('r') {
        let body = raw.trim_start_matches('#');
        let end = format!("\"{}", "#".repeat(raw.len() - body.len()));
        let body = body.strip_prefix('"')?;
        let found = body.find(&end);
        return Some(found.map_or(rest.len(), |at| rest.len() - body.len() + at + end.len()));
    }
    if let Some(body) = text.strip_prefix('"') {
        return Some(of_quote(body, '"'));
    }
    // Else a lifetime.
    let body = text.strip_prefix('\'')?;
    (body.starts_with('\\') || body.chars().nth(1) == Some('\'')).then(|| of_quote(body, '\''))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_comments_and_lifetimes_are_no_names() {
        let text = r##"a /* b */ "c \" d" r#"e " f"# b"g" 'h' '\'' b'\\' &'i j // k
l"##;
        assert_eq!(words(text), ["a", "&", "'", "i", "j", "l"]);
    }

    #[test]
    fn imports_give_names_and_paths() {
        let text = "use a::{self, b::{c, d as e}, f::*}; pub(crate) use g::h; fn i() { j::k::l(); m.n(); }";
        let file = RustFile::read("src/a.rs", text);
        let joined = |path: &Path| path.join("::");
        let names: Vec<String> =
            file.names.iter().map(|(name, path)| format!("{name}={}", joined(path))).collect();
        assert_eq!(names, ["a=a", "c=a::b::c", "e=a::b::d", "h=g::h"]);
        let paths: Vec<String> = file.paths.iter().map(joined).collect();
        assert_eq!(paths, ["a", "a::b::c", "a::b::d", "j::k::l"]);
        assert_eq!(file.globs.iter().map(joined).collect::<Vec<_>>(), ["a::f"]);
        assert_eq!(file.declared.iter().collect::<Vec<_>>(), ["i"]);
    }

    #[test]
    fn tests_are_left_out() {
        let text = "#[cfg(test)] use a::{b}; mod c; #[cfg(test)] mod tests { mod d; } mod e; #[cfg(test)] mod f;";
        let file = RustFile::read("src/a.rs", text);
        assert_eq!(file.modules.iter().collect::<Vec<_>>(), ["c", "e"]);
        assert_eq!(file.names.len(), 0);
    }
}
