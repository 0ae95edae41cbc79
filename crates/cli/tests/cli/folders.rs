//! `record folder`, with real processes and a real server.

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, ChildStdout, Stdio};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use ghostreel_formats::sample;
use serde_json::Value;

use crate::kit::{Place, program, signal};
use crate::sessions::{Cable, Site};

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(60);

/// A program that looks into the folder `games`; it is killed at the end.
struct Agent {
    child: Child,
    stdout: BufReader<ChildStdout>,
}

fn line(url: &str) -> String {
    format!("record folder games --server {url} --queue queue --key my.pem --wait 0.3 --json")
}

impl Agent {
    fn start(place: &Place, url: &str) -> Self {
        let mut command = program();
        command.args(line(url).split(' ')).current_dir(place.path(""));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Self { child, stdout }
    }

    /// The next event of that name; those before it are passed over.
    #[track_caller]
    fn next(&mut self, name: &str) -> Value {
        let mut passed = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.stdout.read_line(&mut line).unwrap();
            assert!(read > 0, "no {name} came, but {passed:?}");
            let event: Value = serde_json::from_str(&line).unwrap();
            if event["event"] == name {
                return event;
            }
            passed.push(line);
        }
    }

    /// Ends it as Ctrl-C does.
    fn stop(mut self) -> Option<i32> {
        signal("INT", self.child.id());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Samples of one variant are much alike, and would be held as copies.
const ANY: &str = " --copies ignore";

/// A site whose folder `games` was looked into once.
fn site() -> Site {
    let site = Site::with(ANY);
    fs::create_dir(site.place.path("games")).unwrap();
    site.place.check(&format!("{} --once", line(&site.url())), 0, &[]);
    site
}

fn melee(seed: u64) -> Vec<u8> {
    sample("melee", Some("small"), seed).unwrap()
}

fn stored(site: &Site) -> usize {
    site.get("/api/replays")["replays"].as_array().unwrap().len()
}

#[test]
fn replays_of_all_games_are_signed_and_sent_once() {
    let site = site();
    let place = &site.place;
    let mut agent = Agent::start(place, &site.url());
    let games = [("beat-saber", "a.bsor"), ("melee", "b.slp"), ("rocket-league", "c.replay")];
    for (game, file) in games {
        let bytes = sample(game, None, 1).unwrap();
        let path = place.path("games/2026-11").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        for piece in bytes.chunks(bytes.len() / 3 + 1) {
            let mut file = OpenOptions::new().create(true).append(true).open(&path).unwrap();
            file.write_all(piece).unwrap();
            thread::sleep(Duration::from_millis(150));
        }
        let sent = agent.next("sent");
        let about = &sent["sent"];
        assert_eq!((&sent["game"], &about["level"]), (&game.into(), &"signed".into()), "{sent}");
        assert_eq!((&about["was_there"], &about["held"]), (&false.into(), &false.into()), "{sent}");
        let id = about["id"].as_str().unwrap();
        assert_eq!(about["page"], format!("{}/player?replay={id}", site.url()));
        assert_eq!(site.get(&format!("/api/replays/{id}"))["game"], game);
        assert_eq!(fs::read(&path).unwrap(), bytes, "the game's own file stays as it is");
    }
    // The same content again, another name, and a file that is no replay.
    place.write("games/again.slp", &place.read("games/2026-11/b.slp"));
    assert!(agent.next("known")["first"].as_str().unwrap().ends_with("2026-11/b.slp"));
    fs::rename(place.path("games/2026-11/a.bsor"), place.path("games/renamed.bsor")).unwrap();
    let half = &melee(2)[..3_000];
    place.write("games/half.slp", half);
    let unfinished = agent.next("unfinished");
    assert!(unfinished["path"].as_str().unwrap().ends_with("half.slp"), "{unfinished}");
    assert!(!unfinished["reason"].as_str().unwrap().is_empty());
    assert_eq!(agent.stop(), Some(0));
    assert_eq!(stored(&site), 3);

    // The next start knows all that, and new files are found.
    place.write("games/half.slp", &melee(2));
    let run = place.check(&format!("{} --once", line(&site.url())), 0, &[]);
    let lines = run.json_lines();
    let names: Vec<&str> = lines.iter().map(|line| line["event"].as_str().unwrap()).collect();
    assert_eq!(names, ["queued", "sent"], "{}", run.stdout);
    assert_eq!(stored(&site), 4);
    let status = place.check("record folder --status --queue queue", 0, &[]).stdout;
    assert!(status.contains("4 sent, 0 waiting, 0 refused; not in use"), "{status}");
    assert_eq!(status.matches("sent, signed: http://").count(), 4, "{status}");
}

#[test]
fn older_files_are_left_alone_unless_asked_for() {
    let site = Site::with(ANY);
    site.place.write("games/old.slp", &melee(1));
    let once = format!("{} --once", line(&site.url()));
    assert_eq!(site.place.check(&once, 0, &[]).stdout, "");
    site.place.write("games/new.slp", &melee(2));
    let run = site.place.check(&once, 0, &[]);
    assert!(run.stdout.contains("new.slp") && !run.stdout.contains("old.slp"), "{}", run.stdout);
    let run = site.place.check(&format!("{once} --existing"), 0, &[]);
    assert!(run.stdout.contains("old.slp") && !run.stdout.contains("new.slp"), "{}", run.stdout);
    assert_eq!(stored(&site), 2);
}

#[test]
fn an_outage_is_waited_out() {
    let mut site = site();
    let cable = Cable::new(site.address);
    let url = format!("http://{}", cable.address);
    site.place.check(
        &line(&url).replace("--queue queue", "--queue other").replace("--json", "--once"),
        0,
        &[],
    );
    cable.is_cut.store(true, Ordering::Relaxed);
    let mut command = program();
    command.args(line(&url).replace("--queue queue", "--queue other").split(' '));
    command.current_dir(site.place.path(""));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let mut agent = Agent { child, stdout };
    site.place.write("games/a.slp", &melee(1));
    let begun = Instant::now();
    let away = agent.next("away");
    assert_eq!(away["waiting"], 1, "{away}");
    site.place.write("games/b.slp", &melee(2));
    agent.next("queued");
    thread::sleep(Duration::from_secs(10).saturating_sub(begun.elapsed()));
    let status = site.place.check("record folder --status --queue other", 0, &[]).stdout;
    assert!(status.contains("0 sent, 2 waiting, 0 refused; in use"), "{status}");
    cable.is_cut.store(false, Ordering::Relaxed);
    agent.next("sent");
    agent.next("sent");
    // The server is killed, and another comes over its folder.
    site.restart();
    site.place.write("games/c.slp", &melee(3));
    agent.next("sent");
    assert_eq!(stored(&site), 3);
}

#[test]
fn killed_at_any_moment_it_loses_nothing_and_sends_nothing_twice() {
    let site = site();
    for number in 0..12 {
        site.place.write(&format!("games/{number}.slp"), &melee(number));
    }
    // From before the first file is whole until after the last upload.
    for round in 0..14 {
        let mut agent = Agent::start(&site.place, &site.url());
        thread::sleep(Duration::from_millis(100 * round));
        agent.child.kill().unwrap();
        agent.child.wait().unwrap();
    }
    let run = site.place.check(&format!("{} --once", line(&site.url())), 0, &[]);
    assert!(!run.stdout.contains("unfinished"), "{}", run.stdout);
    assert_eq!(stored(&site), 12);
    let status = site.place.check("record folder --status --json --queue queue", 0, &[]);
    let status = &status.json_lines()[0];
    let replays = status["replays"].as_array().unwrap();
    assert_eq!(replays.len(), 12);
    assert!(replays.iter().all(|replay| replay["state"] == "sent"), "{status}");
    let left = fs::read_dir(site.place.path("queue/uploads")).unwrap().count();
    assert_eq!(left, 0, "sent files are removed");
}

#[test]
fn a_queue_is_for_one_program_and_one_server() {
    let site = site();
    let mut agent = Agent::start(&site.place, &site.url());
    site.place.write("games/a.slp", &melee(1));
    agent.next("sent");
    site.place.check(&line(&site.url()), 1, &["the queue queue is in use by another program"]);
    assert_eq!(agent.stop(), Some(0));
    let other = line("http://127.0.0.1:9");
    site.place.check(&other, 1, &["each server needs a queue of its own", &site.url()]);
    site.place.check("record folder --status --queue none", 1, &["there is no queue in none"]);
    site.place.check("record folder --queue queue", 2, &["--server"]);
}

/// A server that gives these answers to uploads, one after the other, and says of every replay that it is held.
fn pretend(answers: &'static [(&str, &str, &str)]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let mut answers = answers.iter();
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            let (mut request, mut length) = (String::new(), 0);
            loop {
                let mut line = String::new();
                stream.read_line(&mut line).unwrap();
                if line.trim().is_empty() {
                    break;
                }
                let lower = line.to_lowercase();
                if let Some(value) = lower.strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                request.push_str(&line);
            }
            stream.read_exact(&mut vec![0; length]).unwrap();
            let (status, head, body) = match request.split(' ').nth(1).unwrap() {
                "/api/replays" => *answers.next().unwrap(),
                path if path.ends_with("/copies") => (
                    "200 OK",
                    "",
                    r#"{"copies":[{"reasons":["It agrees with another for 60 s."]}]}"#,
                ),
                path if path.ends_with("/proof") => ("200 OK", "", r#"{"level":"signed"}"#),
                _ => ("404 Not Found", "", "{}"),
            };
            let length = body.len();
            let answer = format!(
                "HTTP/1.1 {status}\r\n{head}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
            );
            stream.get_mut().write_all(answer.as_bytes()).unwrap();
        }
    });
    address
}

#[test]
fn answers_of_the_server_are_heeded_and_shown() {
    let place = Place::new();
    place.check("key new --key my.pem", 0, &[]);
    let url = format!(
        "http://{}",
        pretend(&[
            ("429 Too Many Requests", "Retry-After: 4\r\n", r#"{"detail":"Too often."}"#),
            ("500 Internal Server Error", "", ""),
            // The page of a network that wants a login stands before the server.
            ("200 OK", "Content-Type: text/html\r\n", "<html>Please log in.</html>"),
            (
                "422 Unprocessable Content",
                "",
                r#"{"type":"urn:ghostreel:problem:invalid","detail":"Not a replay."}"#,
            ),
            ("201 Created", "", r#"{"id":"abc","delete_token":"t","held":true}"#),
            (
                "409 Conflict",
                "",
                r#"{"type":"urn:ghostreel:problem:exists","id":"def","detail":"here"}"#,
            ),
            (
                "409 Conflict",
                "",
                r#"{"type":"urn:ghostreel:problem:copy","id":"def","detail":"A copy of def."}"#,
            ),
        ])
    );
    fs::create_dir(place.path("games")).unwrap();
    place.check(&format!("{} --once", line(&url)), 0, &[]);
    let mut agent = Agent::start(&place, &url);
    place.write("games/a.slp", &melee(1));
    let away = agent.next("away");
    assert!(away["reason"].as_str().unwrap().contains("Too often"), "{away}");
    assert!(away["seconds"].as_f64().unwrap() >= 4.0, "{away}");
    let begun = Instant::now();
    assert!(agent.next("away")["reason"].as_str().unwrap().contains("500"));
    assert!(begun.elapsed() > Duration::from_secs(3) && begun.elapsed() < LONG);
    let portal = agent.next("away")["reason"].as_str().unwrap().to_owned();
    assert!(portal.contains("is not a Ghostreel server"), "{portal}");
    assert_eq!(agent.next("refused")["reason"], "Not a replay");
    place.write("games/b.slp", &melee(2));
    let sent = agent.next("sent");
    assert_eq!((&sent["sent"]["held"], &sent["sent"]["id"]), (&true.into(), &"abc".into()));
    assert_eq!(sent["sent"]["reasons"][0], "It agrees with another for 60 s.");
    place.write("games/c.slp", &melee(3));
    let sent = agent.next("sent");
    assert_eq!((&sent["sent"]["was_there"], &sent["sent"]["id"]), (&true.into(), &"def".into()));
    place.write("games/d.slp", &melee(4));
    assert_eq!(agent.next("refused")["reason"], "A copy of def");
    assert_eq!(agent.stop(), Some(0));
    let status = place.check("record folder --status --queue queue", 0, &[]).stdout;
    for words in [
        "2 sent, 0 waiting, 2 refused",
        "held: It agrees",
        "was there already",
        "refused: A copy of def",
    ] {
        assert!(status.contains(words), "{words}: {status}");
    }
}

/// A program in the place of the one that has an engine of SQL.
#[cfg(unix)]
#[test]
fn questions_and_exports_are_handed_to_a_program_of_their_own() {
    use std::os::unix::fs::PermissionsExt as _;

    let place = Place::new();
    let missing =
        program().env("PATH", place.path("")).args(["query", "SELECT 1"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(1));
    let said = String::from_utf8(missing.stderr).unwrap();
    assert!(said.contains("`ghostreel query` needs ghostreel-query, which is not here"), "{said}");
    assert!(said.contains("cargo install --path query --profile query"), "{said}");

    place.write("ghostreel-query", b"#!/bin/sh\necho \"$@\"\nexit 3\n");
    let script = place.path("ghostreel-query");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    for command in ["query", "export", "worker"] {
        let path = format!("{}:/bin:/usr/bin", place.path("").display());
        let given = [command, "a", "--over", "b", "--help"];
        let run = program().env("PATH", path).args(given).output().unwrap();
        assert_eq!(run.status.code(), Some(3));
        let out = String::from_utf8(run.stdout).unwrap();
        assert_eq!(out, format!("{command} a --over b --help\n"));
    }
}
