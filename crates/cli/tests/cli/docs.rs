//! The documentation shows real output: every `console` block is run.

use std::path::Path;

use crate::kit::{Background, Place};

#[test]
fn the_tour_is_true() {
    check("docs/cli.md");
}

#[test]
fn the_json_examples_are_true() {
    check("docs/json.md");
}

/// Runs the commands after `$` in order, in one folder, and compares what they print, stdout before stderr. `…`
/// stands for anything. A `&` at the end of a line starts a server, and `kill %1` ends it.
#[track_caller]
fn check(document: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(document);
    let text = std::fs::read_to_string(path).unwrap();
    let place = Place::new();
    let mut commands = 0;
    let mut server = None;
    for block in text.split("```console\n").skip(1) {
        let (block, _) = block.split_once("\n```").unwrap();
        let mut code = 0;
        for example in block.strip_prefix("$ ").unwrap().split("\n$ ") {
            let (command, expected) = example.split_once('\n').unwrap_or((example, ""));
            let printed = match command.split_once(' ') {
                Some(("ghostreel", line)) if line.ends_with(" &") => {
                    let (running, printed) = Background::start(&place, line.trim_end_matches(" &"));
                    server = Some(running);
                    printed
                }
                Some(("kill", "%1")) => {
                    drop(server.take().expect("a server"));
                    String::new()
                }
                Some(("ghostreel", line)) => {
                    let run = place.run(line);
                    code = run.code;
                    format!("{}{}", run.stdout, run.stderr)
                }
                Some(("head", rest)) => {
                    let words: Vec<&str> = rest.split(' ').collect();
                    let ["-c", length, from, ">", to] = words[..] else { panic!("{command}") };
                    place.write(to, &place.read(from)[..length.parse().unwrap()]);
                    String::new()
                }
                Some(("printf", rest)) => {
                    let (text, to) = rest.split_once(" > ").unwrap();
                    let text = text.trim_matches('\'').replace("\\t", "\t").replace("\\n", "\n");
                    place.write(to, text.as_bytes());
                    String::new()
                }
                Some(("sed", rest)) => {
                    let (script, files) = rest.rsplit_once("' ").unwrap();
                    let (from, to) = files.split_once(" > ").unwrap();
                    let words: Vec<&str> = script.split('/').collect();
                    let ["'s", old, new, "g"] = words[..] else { panic!("{command}") };
                    let text = String::from_utf8(place.read(from)).unwrap();
                    assert!(text.contains(old), "{command}");
                    place.write(to, text.replace(old, new).as_bytes());
                    String::new()
                }
                _ if command == "echo $?" => format!("{code}\n"),
                _ => panic!("{document}: cannot run {command}"),
            };
            let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
            let expected: Vec<&str> = expected.lines().collect();
            let same = printed.len() == expected.len()
                && printed.iter().zip(&expected).all(|(line, pattern)| matches(line, pattern));
            assert!(same, "{document}: {command} printed\n{}", printed.join("\n"));
            commands += 1;
        }
    }
    assert!(commands > 0, "{document} shows nothing");
}

fn matches(line: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('…') else { return line == pattern };
    let Some(mut line) = line.strip_prefix(start) else { return false };
    let mut parts = rest.split('…').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return line.ends_with(part);
        }
        let Some(at) = line.find(part) else { return false };
        line = &line[at + part.len()..];
    }
    true
}

#[test]
fn an_ellipsis_is_anything() {
    assert!(matches("in 0.1 s: 4 ok", "in … s: 4 ok"));
    assert!(matches("{a:1,b:2,c:3}", "{a:…,b:2,…}"));
    assert!(!matches("{a:1,b:2,c:3}", "{a:…,b:3,…}"));
    assert!(!matches("in 0.1 s: 5 ok", "in … s: 4 ok"));
}
