//! `follow`.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::kit::{Place, program};

/// A program that runs, its lines as they come.
struct Running {
    child: Child,
    lines: mpsc::Receiver<String>,
}

impl Running {
    fn start(place: &Place, line: &str) -> Self {
        let mut command = program();
        command.args(line.split(' ')).current_dir(place.path("")).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, lines }
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(20)).expect("nothing came")
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.line()).unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn melee(variant: &str) -> Vec<u8> {
    ghostreel_formats::sample("melee", Some(variant), 1).unwrap()
}

/// Where the events of each kind end.
fn ends_of(whole: &[u8], wanted: u8) -> Vec<usize> {
    let sizes = &whole[17..15 + 1 + usize::from(whole[16])];
    let mut at = 16 + usize::from(whole[16]);
    let mut ends = Vec::new();
    while whole[at] != b'U' {
        let entry = sizes.chunks(3).find(|entry| entry[0] == whole[at]).unwrap();
        let is_wanted = whole[at] == wanted;
        at += 1 + usize::from(u16::from_be_bytes([entry[1], entry[2]]));
        ends.extend(is_wanted.then_some(at));
    }
    ends
}

#[test]
fn frames_are_reported_within_a_tenth_of_a_second_of_being_written() {
    let place = Place::new();
    let whole = melee("small");
    let ends = ends_of(&whole, 0x3c);
    let printed = Running::start(&place, "follow --frames --once games/a.slp");
    std::fs::create_dir(place.path("games")).unwrap();
    let mut file = File::create(place.path("games/a.slp")).unwrap();
    let mut written = 0;
    let mut next = -123;
    let mut delays = Vec::new();
    for (number, &end) in ends.iter().enumerate() {
        file.write_all(&whole[written..end]).unwrap();
        written = end;
        let since = Instant::now();
        if number == 0 {
            assert_eq!(printed.json()["event"], "began");
        }
        // The bookend says which frame is final by now.
        let last = i32::from_be_bytes(whole[end - 4..end].try_into().unwrap());
        while next <= last {
            let frame = printed.json();
            assert_eq!((&frame["event"], &frame["frame"]), (&"frame".into(), &next.into()));
            assert!(frame["characters"][1]["post"]["percent"].is_number(), "{frame}");
            delays.push(since.elapsed());
            next += 1;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    file.write_all(&whole[written..]).unwrap();
    assert!(delays.len() > 10);
    let ended = std::iter::from_fn(|| Some(printed.json())).find(|line| line["event"] != "frame");
    let ended = ended.unwrap();
    assert_eq!((&ended["event"], &ended["why"]), (&"ended".into(), &"finished".into()));
    // The first had to wait for the program to start. Of the others, the machine may be busy with something else now
    // and then.
    delays.remove(0);
    delays.sort();
    assert!(delays[delays.len() * 9 / 10] < Duration::from_millis(100), "{delays:?}");
}

#[test]
fn a_folder_is_followed_from_game_to_game() {
    let place = Place::new();
    let printed = Running::start(&place, "follow .");
    place.write("2026-01/a.slp", &melee("online"));
    assert_eq!(printed.line(), "a.slp: P1 Fox (Ghost) against P2 Marth (Reel), Fountain of Dreams");
    assert!(printed.line().contains("P2 Marth loses a stock at 12 %, 3 left: P1 Fox, 1 move"));
    while !printed.line().contains("the game ends (no contest), P1 Fox wins") {}
    // Breaks off after its start, and gives way to a song.
    place.write("2026-01/b.slp", &melee("small")[..3_000]);
    assert!(printed.line().starts_with("b.slp: P1 "));
    place.write("2026-01/c.bsor", &crate::kit::sample("small"));
    assert!(printed.line().ends_with("it breaks off: there is a newer one"));
    assert_eq!(printed.line(), "c.bsor: Ghost plays Synthetic Sample (ExpertPlus)");
    assert!(printed.line().contains("cleared, score "));
}

#[test]
fn statistics_are_those_of_the_whole_replay_in_the_end() {
    let place = Place::new();
    let whole = melee("online");
    place.write("a.slp", &whole);
    let run = place.check("follow --once --stats a.slp", 0, &[]);
    let lines = run.json_lines();
    let last = lines.last().unwrap();
    assert_eq!((&last["event"], &last["name"]), (&"stats".into(), &"a.slp".into()));
    assert_eq!(last["gameComplete"], true);
    assert_eq!(last["overall"][0]["killCount"], 2);
    assert_eq!(last["winners"][0]["playerIndex"], 0);
}

#[test]
fn the_exit_code_says_how_a_game_ended() {
    let place = Place::new();
    place.write("none.slp", &[b'x'; 4_000]);
    place.check(
        "follow --once none.slp",
        1,
        &["error: none.slp: not a replay that Ghostreel opens "],
    );
    let mut cut = melee("small");
    let end = ends_of(&cut, 0x3c)[3];
    cut[end] = 0x7f;
    place.write("cut.slp", &cut);
    place.check("follow --once cut.slp", 3, &["warning: cut.slp: raw, offset "]);
    place.check("follow", 2, &["<FILE|DIR>"]);
    place.check("follow --frames --stats a", 2, &["cannot be used with"]);
}
