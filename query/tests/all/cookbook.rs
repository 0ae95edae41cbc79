//! docs/query.md: its questions have the answers that stand there, over replays and over an export.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::kit::Place;

fn page() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/query.md")
}

/// The commands of the page with what they write now. They are run one after the other, in one place.
fn with_console(page: &str) -> (String, usize) {
    let place = Place::with_replays(3);
    let (mut written, mut rest, mut commands) = (String::new(), page, 0);
    while let Some((before, block, after)) = block(rest, "console") {
        written += &format!("{before}```console\n");
        for line in block.lines().filter_map(|line| line.strip_prefix("$ ghostreel ")) {
            let script = format!("\"$PROGRAM\" {line}");
            let mut shell = Command::new("sh");
            shell.args(["-c", &script]).env("PROGRAM", env!("CARGO_BIN_EXE_ghostreel-query"));
            let run = shell.current_dir(place.path("")).output().unwrap();
            assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
            written += &format!("$ ghostreel {line}\n{}", String::from_utf8(run.stdout).unwrap());
            commands += 1;
        }
        written += "```\n";
        rest = after;
    }
    (written + rest, commands)
}

/// A block of the page: what stands before it, its text, and where the rest begins.
fn block<'p>(rest: &'p str, kind: &str) -> Option<(&'p str, &'p str, &'p str)> {
    let (before, rest) = rest.split_once(&format!("```{kind}\n"))?;
    let (text, rest) = rest.split_once("```\n")?;
    Some((before, text, rest))
}

/// The questions of the page.
pub(crate) fn questions() -> Vec<String> {
    let page = fs::read_to_string(page()).unwrap();
    let (mut questions, mut rest) = (Vec::new(), page.as_str());
    while let Some((_, sql, after)) = block(rest, "sql") {
        questions.push(sql.to_owned());
        rest = after;
    }
    questions
}

/// The page with the answers that there are now, asked of replays and of an export, and how many questions it has.
fn answered(page: &str) -> (String, usize) {
    let place = Place::with_replays(3);
    place.well(["export", "replays", "OUT"]);
    let (mut written, mut rest, mut questions) = (String::new(), page, 0);
    while let Some((before, sql, after)) = block(rest, "sql") {
        let (between, _, after) = block(after, "text").expect("an answer after each question");
        let answer = place.well(["query", sql, "--over", "replays"]);
        assert_eq!(answer, place.well(["query", sql, "--over", "OUT"]), "{sql}");
        written += &format!("{before}```sql\n{sql}```\n{between}```text\n{answer}```\n");
        (rest, questions) = (after, questions + 1);
    }
    (written + rest, questions)
}

#[test]
fn the_questions_have_the_answers_that_stand_there() {
    let known = fs::read_to_string(page()).unwrap();
    let (now, questions) = answered(&known);
    assert!(questions >= 20, "{questions}");
    let (now, commands) = with_console(&now);
    assert!(commands >= 4, "{commands}");
    assert!(
        known == now,
        "docs/query.md is not up to date; `--ignored write_the_answers` writes it"
    );
}

#[test]
#[ignore = "writes docs/query.md"]
fn write_the_answers() {
    let known = fs::read_to_string(page()).unwrap();
    fs::write(page(), with_console(&answered(&known).0).0).unwrap();
}
