//! `serve` and `play`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use ghostreel_beatmap::Map;
use ghostreel_beatmap::sample::{Version, files, zip};
use ghostreel_formats::bsor;

use crate::kit::{Place, Sample, melee, sample, signal};

/// A server that is running.
pub(crate) struct Running {
    child: Child,
    stdout: BufReader<ChildStdout>,
}

impl Running {
    pub(crate) fn start(place: &Place, line: &str) -> Self {
        let mut command = crate::kit::program();
        command.args(line.split(' ')).current_dir(place.path("")).env("TMPDIR", place.path(""));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Self { child, stdout }
    }

    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line
    }

    /// Sends a signal and gives back the exit code and what was on stderr.
    fn stop(mut self, signal: &str) -> (Option<i32>, String) {
        crate::kit::signal(signal, self.child.id());
        let mut stderr = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        (self.child.wait().unwrap().code(), stderr)
    }
}

impl Drop for Running {
    /// A test that fails leaves no server behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The answer to a GET, head and body.
fn get(url: &str) -> String {
    let rest = url.strip_prefix("http://").unwrap();
    let (host, path) = rest.split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

fn url(line: &str) -> &str {
    line.split_whitespace().find(|word| word.starts_with("http://")).unwrap()
}

#[test]
fn serve_takes_in_files_answers_and_ends_when_asked() {
    let place = Place::new();
    place.sample("a.bsor", "small");
    let mut server = Running::start(&place, "serve --listen 127.0.0.1:0 --data d a.bsor a.bsor");
    let first = server.line();
    assert!(first.starts_with("a.bsor: http://127.0.0.1:"), "{first}");
    let again = server.line();
    assert!(again.ends_with("(was here already)\n"), "{again}");
    let library = server.line();
    assert!(library.starts_with("The library is at http://127.0.0.1:"), "{library}");
    let base = url(&library);

    assert!(get(&format!("{base}healthz")).starts_with("HTTP/1.1 200"));
    let list = get(&format!("{base}api/replays"));
    let (_, id) = url(&first).split_once("?replay=").unwrap();
    assert!(list.contains(&format!("\"id\":\"{id}\"")), "{list}");
    assert_eq!(id.len(), 32);

    let address = base.trim_start_matches("http://").trim_end_matches('/');
    let run = place.run(&format!("serve --data other --listen {address}"));
    assert_eq!(run.code, 1);
    let expected = format!(
        "error: cannot listen on {address}: another program does; choose another port with --listen\n"
    );
    assert_eq!(run.stderr, expected);

    let (code, stderr) = server.stop("TERM");
    assert_eq!((code, &*stderr), (Some(0), "stopping\n"));
}

#[test]
fn how_fast_and_how_often_damage_is_looked_for_can_be_set() {
    let place = Place::new();
    place.sample("a.bsor", "small");
    let start = |options: &str| {
        let line = format!("serve --listen 127.0.0.1:0 {options} a.bsor");
        let mut server = Running::start(&place, &line);
        server.line();
        let base = url(&server.line()).to_owned();
        (server, base)
    };
    let (_never, never) = start("--data never --scrub-rate 0");
    let (_often, often) = start("--data often --scrub-every 1");
    let looked_at = |base: &str| -> u32 {
        let page = get(&format!("{base}metrics"));
        let line = page.lines().find_map(|line| line.strip_prefix("ghostreel_scrubbed_total "));
        line.unwrap().parse().unwrap()
    };
    let began = Instant::now();
    while looked_at(&often) < 2 {
        assert!(began.elapsed() < Duration::from_secs(60), "{} times", looked_at(&often));
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(looked_at(&never), 0);
    place.check("serve --scrub-every 0", 2, &["--scrub-every"]);
}

#[test]
fn an_option_of_a_format_is_for_the_files_and_for_the_page() {
    let place = Place::new();
    let patched = Sample { game: "rocket-league", variant: "unknown-attribute" };
    place.write("a.replay", &patched.bytes());
    let table = "TAGame.Car_TA:GhostlyGlow\tI32\n";
    place.write("rows.tsv", table.as_bytes());
    for command in ["serve --listen 127.0.0.1:0 --data d", "play --no-open"] {
        let mut server = Running::start(
            &place,
            &format!("{command} --format-option rocket-league-attributes=rows.tsv a.replay"),
        );
        let first = server.line();
        let (base, id) = url(&first).split_once("/player?replay=").unwrap();
        let record = get(&format!("{base}/api/replays/{id}"));
        assert!(record.contains("\"diagnostics\":[]"), "{command}: {record}");
        let response = get(&format!("{base}/api/format-options/rocket-league-attributes"));
        assert!(response.ends_with(&format!("\r\n\r\n{table}")), "{command}: {response}");
        let (code, stderr) = server.stop("TERM");
        assert_eq!((code, &*stderr), (Some(0), "stopping\n"));
    }
    place.write("bad.tsv", b"TAGame.Car_TA:GhostlyGlow I32\n");
    let expected = "error: bad.tsv, line 1: expected a property, a tab and a kind, found TAGame.Car_TA:GhostlyGlow I32";
    place.check("serve --data d --format-option rocket-league-attributes=bad.tsv", 1, &[expected]);
    place.check("play --format-option rocket-league-attributes=bad.tsv a.replay", 1, &[expected]);
}

#[test]
fn serve_goes_on_without_the_files_it_cannot_take() {
    let place = Place::new();
    place.sample("a.bsor", "small");
    place.write("broken.bsor", &sample("small")[..2_000]);
    let line = "serve --listen localhost:0 --data d broken.bsor nope a.bsor";
    let mut server = Running::start(&place, line);
    assert!(server.line().starts_with("a.bsor: http://"));
    assert!(server.line().starts_with("The library is at http://"));
    let (code, stderr) = server.stop("INT");
    assert_eq!(code, Some(1));
    let said: Vec<&str> = stderr.lines().filter(|line| line.contains("broken.bsor")).collect();
    let [said] = &said[..] else { panic!("{stderr}") };
    assert!(said.starts_with("error: broken.bsor is damaged (frames, offset "), "{said}");
    let repair = "; `ghostreel repair broken.bsor` makes a whole replay of the rest";
    assert!(said.ends_with(repair), "{said}");
    assert!(stderr.contains("error: cannot read nope: there is no such file"), "{stderr}");
}

#[test]
fn serve_says_what_is_wrong_with_the_data_folder() {
    let place = Place::new();
    place.write("file", b"");
    place.check(
        "serve --listen 127.0.0.1:0 --data file",
        1,
        &["error: cannot keep replays in file: "],
    );
}

#[test]
fn play_shows_a_game_while_it_is_written() {
    let place = Place::new();
    std::fs::create_dir(place.path("games")).unwrap();
    let mut server = Running::start(&place, "play --no-open --follow games");
    let first = server.line();
    assert!(first.starts_with("games: http://127.0.0.1:"), "{first}");
    let (base, live) = url(&first).split_once("player").unwrap();
    assert_eq!(live, "?live");
    assert_eq!(server.line(), "Ctrl-C ends\n");
    assert!(get(&format!("{base}api/live")).ends_with("{\"game\":null}"));
    let whole = ghostreel_formats::sample("melee", Some("small"), 1).unwrap();
    place.write("games/a.slp", &whole[..5_000]);
    let live = get(&format!("{base}api/live?after=0"));
    assert!(live.contains("\"name\":\"a.slp\""), "{live}");
    let (code, stderr) = server.stop("INT");
    assert_eq!((code, &*stderr), (Some(0), "stopping\n"));
}

#[test]
fn play_leaves_nothing_behind() {
    let place = Place::new();
    place.sample("a.bsor", "small");
    place.write("broken.bsor", &sample("small")[..3_000]);
    let left = || {
        let entries = std::fs::read_dir(place.path("")).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.starts_with("ghostreel-play-")).count()
    };

    let mut server = Running::start(&place, "play --no-open a.bsor broken.bsor");
    let first = server.line();
    assert!(first.starts_with("a.bsor: http://127.0.0.1:"), "{first}");
    let (base, _) = url(&first).split_once("player").unwrap();
    assert!(get(&format!("{base}healthz")).starts_with("HTTP/1.1 200"));
    assert!(server.line().starts_with("broken.bsor: http://127.0.0.1:"), "it plays what is left");
    assert_eq!(server.line(), "Ctrl-C ends\n");
    assert_eq!(left(), 1);
    let (code, stderr) = server.stop("INT");
    assert_eq!(code, Some(3), "{stderr}");
    assert!(stderr.starts_with("warning: broken.bsor: frames, offset "), "{stderr}");
    assert_eq!(left(), 0);

    place.check("play --no-open nope", 1, &["error: cannot read nope: there is no such file"]);
    assert_eq!(left(), 0);
}

#[test]
fn play_shows_a_replay_with_its_map() {
    let place = Place::new();
    place.check("map sample song", 0, &[]);
    let map = Map::read(&files(Version::V3)).unwrap();
    place.write("song.zip", &zip(&files(Version::V3)).unwrap());
    place.write("other.zip", &zip(&files(Version::V4)).unwrap());
    place.write("broken.zip", b"PK\x03\x04");
    let hash = map.hash.unwrap().to_string();
    let mut replay = bsor::sample::generate(&bsor::sample::Options::small());
    replay.info.hash = hash.as_str().into();
    place.write("a.bsor", &bsor::encode(&replay));
    for given in ["song", "song.zip"] {
        let mut server = Running::start(&place, &format!("play --no-open --map {given} a.bsor"));
        let first = server.line();
        let (base, id) = url(&first).split_once("player?replay=").unwrap();
        let record = get(&format!("{base}api/replays/{id}"));
        let stored = get(&format!("{base}api/maps/{hash}"));
        let (_, map) = stored.split_once("\"id\":\"").expect("a map");
        let address = format!("\"address\":\"/api/maps/{}\"", &map[..32]);
        assert!(record.contains(&address) && stored.contains("\"trusted\":true"), "{record}");
        assert!(record.contains("\"map_match\":{\"verdict\""), "{record}");
        let zip = get(&format!("{base}api/maps/{hash}/file"));
        assert!(zip.contains("content-type: application/zip"), "{zip}");
        let (code, stderr) = server.stop("INT");
        assert_eq!((code, &*stderr), (Some(0), "stopping\n"), "{given}");
    }
    let line = "play --no-open --map other.zip --map broken.zip a.bsor";
    let mut server = Running::start(&place, line);
    assert!(server.line().starts_with("a.bsor: http://127.0.0.1:"), "it plays without");
    assert_eq!(server.line(), "Ctrl-C ends\n");
    let (code, stderr) = server.stop("INT");
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("error: broken.zip: "), "{stderr}");
    let none = "warning: other.zip: none of the replays was played on this map, ";
    assert!(stderr.contains(none), "{stderr}");
}

/// The processes that a process started.
#[cfg(target_os = "linux")]
fn children(id: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{id}/task")).unwrap();
    let of_thread = |thread: std::path::PathBuf| {
        std::fs::read_to_string(thread.join("children")).unwrap_or_default()
    };
    let lists: Vec<String> = threads.map(|thread| of_thread(thread.unwrap().path())).collect();
    lists.iter().flat_map(|list| list.split_whitespace()).map(|id| id.parse().unwrap()).collect()
}

/// Waits until a stopped process has input, and takes the first byte of it away.
#[cfg(target_os = "linux")]
fn wait_for_input(id: u32) {
    let mut input = std::fs::File::open(format!("/proc/{id}/fd/0")).unwrap();
    input.read_exact(&mut [0]).unwrap();
}

/// Sends a whole upload, and gives back the connection on which the answer comes.
#[cfg(target_os = "linux")]
fn send_upload(base: &str, replay: &[u8]) -> TcpStream {
    let host = base.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let length = replay.len();
    let head = format!(
        "POST /api/replays HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(replay).unwrap();
    stream
}

#[cfg(target_os = "linux")]
fn answer(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// The program decodes in processes of its own. A decoder that is killed is counted and replaced, and another takes its file.
#[test]
#[cfg(target_os = "linux")]
fn a_decoder_that_is_killed_takes_nothing_along() {
    let place = Place::new();
    let mut server = Running::start(&place, "serve --listen 127.0.0.1:0 --data d");
    let library = server.line();
    let [worker] = children(server.child.id())[..] else { panic!("one worker at first") };
    let response = answer(send_upload(url(&library), &melee("small")));
    assert!(response.starts_with("HTTP/1.1 201 "), "{response}");
    // It stands still, as if it decoded for long.
    signal("STOP", worker);
    let upload = send_upload(url(&library), &sample("small"));
    wait_for_input(worker);
    signal("KILL", worker);
    let response = answer(upload);
    assert!(response.starts_with("HTTP/1.1 201 "), "{response}");
    let metrics = get(&format!("{}metrics", url(&library)));
    for line in [
        "ghostreel_decoders_ended_total{cause=\"killed\"} 1",
        "ghostreel_decoders_ended_total{cause=\"crash\"} 0",
    ] {
        assert!(metrics.contains(line), "{metrics}");
    }
    assert_eq!(server.stop("TERM").0, Some(0));
}

/// A slow decode had kept the server from ending for two minutes.
#[test]
#[cfg(target_os = "linux")]
fn a_server_that_decodes_for_long_ends_in_time() {
    let place = Place::new();
    let grace = Duration::from_secs(1);
    // `play` has the shorter grace; its data folder is temporary.
    place.sample("a.bsor", "small");
    let mut server = Running::start(&place, "play --no-open a.bsor");
    let first = server.line();
    let (base, _) = url(&first).split_once("/player").unwrap();
    let [worker] = children(server.child.id())[..] else { panic!("one worker for one file") };
    signal("STOP", worker);
    let _upload = send_upload(base, &melee("small"));
    wait_for_input(worker);
    let began = Instant::now();
    let (code, log) = server.stop("TERM");
    assert!(
        code == Some(0) && log.contains("cutting off unfinished connections"),
        "{code:?}: {log}"
    );
    assert!(began.elapsed() < grace + Duration::from_secs(4), "{:?}", began.elapsed());
    let is_left = || {
        let status = std::fs::read_to_string(format!("/proc/{worker}/stat")).unwrap_or_default();
        !status.is_empty() && !status.contains(") Z ")
    };
    // One that was killed is there until the system has taken it down.
    let until = Instant::now() + Duration::from_secs(5);
    while is_left() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!is_left(), "the worker is left");
}

/// A file system of 1 MiB, which only the server sees.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported_and_takes_uploads_again_when_there_is_room() {
    let place = Place::new();
    std::fs::create_dir(place.path("d")).unwrap();
    let mount = "mount -t tmpfs -o size=2m tmpfs d";
    let may = Command::new("unshare")
        .args(["-m", "sh", "-c", mount])
        .current_dir(place.path(""))
        .output();
    if !may.is_ok_and(|tried| tried.status.success()) {
        println!("skipped: this user may not mount a file system");
        return;
    }
    let script = format!("{mount} && exec \"$0\" serve --listen 127.0.0.1:0 --data d");
    let mut command = Command::new("unshare");
    command.args(["-m", "sh", "-c", &script, env!("CARGO_BIN_EXE_ghostreel")]);
    command.current_dir(place.path("")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let mut server = Running { child, stdout };
    let library = server.line();
    let base = url(&library);

    let replay = |seed| ghostreel_formats::sample("beat-saber", None, seed).unwrap();
    let full = (0..10).find_map(|seed| {
        let response = answer(send_upload(base, &replay(seed)));
        let is_kept = response.starts_with("HTTP/1.1 201 ");
        (!is_kept).then_some((seed, response))
    });
    let (seed, response) = full.expect("10 replays of 400 KiB do not fit into 2 MiB");
    assert!(
        response.starts_with("HTTP/1.1 507 ") && response.contains("retry-after: 60"),
        "{response}"
    );
    assert!(response.contains("urn:ghostreel:problem:disk-full"), "{response}");
    // Nothing half is left in the way: when there is room again, for the databases as well, it is taken.
    let mut larger = Command::new("nsenter");
    larger.args(["-t", &server.child.id().to_string(), "-m", "mount", "-o", "remount,size=4m"]);
    assert!(larger.arg(place.path("d")).status().unwrap().success());
    let response = answer(send_upload(base, &replay(seed)));
    assert!(response.starts_with("HTTP/1.1 201 "), "{response}");
    assert_eq!(server.stop("TERM").0, Some(0));
}
