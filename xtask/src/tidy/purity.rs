//! Invariant: from `core` through `analysis`, crates do no file, clock, thread or network I/O.

use super::{
    Problem, Source,
    tokens::{Token, paths, tokens, without_tests},
};

const PURE_CRATES: &[&str] =
    &["core", "timeline", "bsor", "slp", "rlreplay", "mark", "reel", "formats", "analysis"];

/// Paths that lead outside. Each counts wherever a path begins with it.
const OUTSIDE: &[&[&str]] = &[
    &["std", "fs"],
    &["std", "net"],
    &["std", "os"],
    &["std", "env"],
    &["std", "thread"],
    &["std", "process"],
    &["std", "time", "Instant"],
    &["std", "time", "SystemTime"],
    &["std", "time", "*"],
    &["std", "io", "stdin"],
    &["std", "io", "stdout"],
    &["std", "io", "stderr"],
    &["std", "*"],
    // After `use std::{io, time}`.
    &["time", "Instant"],
    &["time", "SystemTime"],
    &["io", "stdin"],
    &["io", "stdout"],
    &["io", "stderr"],
    // Crates that are I/O or threads through and through.
    &["tokio"],
    &["rayon"],
    &["memmap2"],
    &["getrandom"],
];

const OUTSIDE_MACROS: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];

pub(crate) fn check(sources: &[Source]) -> Vec<Problem> {
    sources.iter().filter(|source| is_pure(&source.path)).flat_map(check_source).collect()
}

/// Sources of the pure crates themselves; their tests and examples may read files.
fn is_pure(path: &str) -> bool {
    let inside =
        PURE_CRATES.iter().find_map(|name| path.strip_prefix(&format!("crates/{name}/src/")));
    inside.is_some_and(|inside| {
        inside.ends_with(".rs")
            && !inside.ends_with("_tests.rs")
            && !inside.ends_with("tests.rs")
            && !inside.split('/').any(|part| part == "tests")
    })
}

fn check_source(source: &Source) -> Vec<Problem> {
    let tokens = without_tests(&tokens(&source.text));
    let mut found: Vec<(usize, String)> = Vec::new();
    for (path, line) in paths(&tokens) {
        if OUTSIDE.iter().any(|outside| path.starts_with(outside)) {
            found.push((line, path.join("::")));
        }
    }
    found.extend(macros(&tokens));
    found.sort();
    // `std::io::stdin` is found as `io::stdin` too: one problem a line is enough.
    found.dedup_by_key(|(line, _)| *line);
    let problem = |(line, what)| {
        Problem::at(
            &source.path,
            line,
            format!("`{what}`: this crate does no I/O and knows no clock"),
        )
    };
    found.into_iter().map(problem).collect()
}

fn macros(tokens: &[Token<'_>]) -> Vec<(usize, String)> {
    let calls = tokens
        .windows(2)
        .filter(|pair| pair[1].text == "!" && OUTSIDE_MACROS.contains(&pair[0].text));
    calls.map(|pair| (pair[0].line, format!("{}!", pair[0].text))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        let problems = check(&[Source { path: path.to_owned(), text: text.to_owned() }]);
        problems.into_iter().filter_map(|problem| problem.line).collect()
    }

    #[track_caller]
    fn expect(text: &str, found: &[usize]) {
        assert_eq!(lines("crates/core/src/io/reader.rs", text), found, "{text}");
    }

    #[test]
    fn every_way_out_is_seen() {
        expect("use std::fs;\n", &[1]);
        expect("use std::{\n    fmt,\n    net::TcpStream,\n};\n", &[3]);
        expect("fn f() {\n    let now = std::time::Instant::now();\n}\n", &[2]);
        expect("use std::time;\nfn f() -> time::SystemTime { todo() }\n", &[2]);
        expect("use std::io;\nfn f() { io::stdout(); }\n", &[2]);
        expect("use std::{io::{self, stdin}, thread};\n", &[1]);
        expect("fn f() { println!(\"\"); }\nfn g() { dbg!(1); }\n", &[1, 2]);
        expect("async fn f() { tokio::spawn(g()); }\n", &[1]);
        expect("let home = ::std::env::var(\"HOME\");", &[1]);
        for outside in OUTSIDE {
            expect(&format!("use {};", outside.join("::")), &[1]);
        }
        for name in OUTSIDE_MACROS {
            expect(&format!("{name}!();"), &[1]);
        }
    }

    #[test]
    fn what_only_looks_like_it_is_left_alone() {
        expect("//! use std::fs; println!()\n/* std::net */ const A: &str = \"std::env\";\n", &[]);
        expect("use std::{io::{Read, Write}, time::Duration};\n", &[]);
        expect("use crate::fs; struct Instant; enum Kind { Instant }\n", &[]);
        expect("let version = env!(\"CARGO_PKG_VERSION\"); write!(out, \"\");\n", &[]);
        expect(
            "use std::fmt;\n#[cfg(test)]\nmod tests { use std::fs; fn f() { println!(); } }\n",
            &[],
        );
    }

    #[test]
    fn only_the_sources_of_pure_crates_count() {
        for path in ["crates/bsor/src/decode.rs", "crates/formats/src/json/mod.rs"] {
            assert_eq!(lines(path, "use std::fs;"), [1], "{path}");
        }
        for path in [
            "crates/server/src/lib.rs",
            "crates/bsor/tests/corpus.rs",
            "crates/bsor/src/decode_tests.rs",
            "crates/core/examples/a.rs",
        ] {
            assert_eq!(lines(path, "use std::fs;"), [0_usize; 0], "{path}");
        }
    }
}
