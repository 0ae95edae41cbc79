//! Whole processes stay within the budget of memory, on files that are built to cost: crates/hostile counts what commands ask
//! their allocator for, here counts what the system gives them.

use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use ghostreel_corpus::variants;
use ghostreel_formats::core::limits::{MEMORY_BASE, MEMORY_PER_INPUT_BYTE};
use ghostreel_reel::limits::{UNPACKED_BASE, UNPACKED_PER_BYTE};
use ghostreel_reel::{Header, Original, Settings, Stream, Writer};

use crate::kit::{Place, program};

const SIZE: usize = 8_000_000;

/// Those that were costly once, and one of the most frequent kind.
const FILES: [(&str, &str); 8] = [
    ("beat-saber", "user data"),
    ("beat-saber", "missed notes"),
    ("beat-saber", "heights"),
    ("melee", "unknown events of one byte"),
    ("melee", "frames of sixteen characters"),
    ("melee", "frames that lead nowhere"),
    ("rocket-league", "actors that come and go"),
    ("rocket-league", "keyframes of many channels"),
];

/// The command: `IN` is the file, `OUT` the output.
const COMMANDS: [&str; 7] = [
    "check IN",
    "info IN",
    "verify IN",
    "stats IN",
    "json IN -o OUT.json",
    "convert IN OUT.json",
    "repair IN OUT",
];

/// A Rocket League replay may take up twice the base: see `crates/hostile/tests/memory_held.rs`.
fn base(game: &str) -> u64 {
    if game == "rocket-league" { 2 * MEMORY_BASE } else { MEMORY_BASE }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "only Linux says how much a process had at most")]
fn commands_stay_within_the_budget_of_memory() {
    let place = Place::new();
    let mut over = Vec::new();
    for (at, (game, name)) in FILES.into_iter().enumerate() {
        let mut cases = ghostreel_hostile::cases();
        let case = cases.find(|case| (case.game, case.name) == (game, name));
        let file = (case.unwrap_or_else(|| panic!("{game}/{name}")).make)(SIZE);
        place.write("hostile", &file);
        place.write("small", &ghostreel_formats::sample(game, None, 1).unwrap());
        let budget = base(game) + MEMORY_PER_INPUT_BYTE * file.len() as u64;
        drop(file);
        // A third of them; the next files have the others.
        let tried = variants(at, 3);
        let commands = COMMANDS.iter().enumerate().filter(|(nth, _)| tried.contains(&(nth % 3)));
        for (_, command) in commands {
            let own = peak(&place, command, "small");
            let held = peak(&place, command, "hostile");
            let mib = [held, own, budget].map(|bytes| bytes >> 20);
            let what =
                format!("{game}/{name}: {command}: {} MiB of {} + {}", mib[0], mib[1], mib[2]);
            println!("{what}");
            if held > own + budget {
                over.push(what);
            }
        }
    }
    assert!(over.is_empty(), "{}", over.join("\n"));
}

/// Of a reel, what is packed in it counts; no more of that is unpacked than [`ghostreel_reel::limits`] say: it is held once, and its results
/// take their own size.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "only Linux says how much a process had at most")]
fn reels_stay_within_the_budget_of_what_is_packed_in_them() {
    let place = Place::new();
    place.write("small", &pack("melee", &ghostreel_formats::sample("melee", None, 1).unwrap()));
    let hostile = |game, name| {
        let mut cases = ghostreel_hostile::cases();
        (cases.find(|case| (case.game, case.name) == (game, name)).unwrap().make)(SIZE)
    };
    // The bytes unpacked before they prove to be no replay, or too many.
    let zeros = |mebibytes: usize| vec![0; mebibytes << 20];
    let files = [
        ("melee", hostile("melee", "unknown events of one byte")),
        ("beat-saber", hostile("beat-saber", "user data")),
        ("rocket-league", hostile("rocket-league", "actors that come and go")),
        ("melee", zeros(60)),
        ("melee", zeros(900)),
    ];
    let mut over = Vec::new();
    for (game, file) in files {
        let reel = pack(game, &file);
        place.write("hostile", &reel);
        let most = UNPACKED_BASE + UNPACKED_PER_BYTE * reel.len() as u64;
        let unpacked = most.min(file.len() as u64);
        let budget = base(game) + (1 + MEMORY_PER_INPUT_BYTE) * unpacked;
        drop(file);
        for command in ["info IN", "check IN", "verify IN", "reel verify IN", "reel ls IN"] {
            let own = peak(&place, command, "small");
            let held = peak(&place, command, "hostile");
            let mib = [held, own, budget].map(|bytes| bytes >> 20);
            let what = format!(
                "{game}, {} KiB: {command}: {} MiB of {} + {}",
                reel.len() >> 10,
                mib[0],
                mib[1],
                mib[2]
            );
            println!("{what}");
            if held > own + budget {
                over.push(what);
            }
        }
    }
    assert!(over.is_empty(), "{}", over.join("\n"));
}

/// A file in a reel, in pieces of 16 MiB at most, without a codec of its own.
fn pack(game: &str, file: &[u8]) -> Vec<u8> {
    let original = Original { format: "unknown".into(), ..Original::default() };
    let header = Header {
        game: game.into(),
        streams: vec![Stream::Original(original)],
        ..Header::default()
    };
    let settings = Settings { bytes: 16 << 20, seconds: 1e9, ..Settings::default() };
    let mut writer = Writer::new(header, settings).unwrap();
    for piece in file.chunks(16 << 20) {
        writer.original(1, piece, f64::NAN).unwrap();
    }
    writer.finish()
}

/// The most memory in bytes that a command was seen to have resident. A peak in its last moments may be missed.
fn peak(place: &Place, command: &str, file: &str) -> u64 {
    /// Of a small file, the program may be through before we look.
    const ATTEMPTS: u32 = 100;
    let line = command.replace("IN", file);
    (0..ATTEMPTS)
        .find_map(|_| measure(place, &line))
        .unwrap_or_else(|| panic!("{line}: always gone"))
}

/// The same of one run; `None` if it ended before it was looked at.
fn measure(place: &Place, line: &str) -> Option<u64> {
    for old in ["OUT", "OUT.json"] {
        let _ = fs::remove_file(place.path(old));
    }
    let mut child = program()
        .args(line.split(' '))
        .current_dir(place.path(""))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut most = None;
    let status = loop {
        most = resident_at_most(&child).max(most);
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        sleep(Duration::from_millis(1));
    };
    assert!(matches!(status.code(), Some(0..=3)), "{line}: {status}");
    most
}

/// As the system counts it so far; `None` if the process has ended.
fn resident_at_most(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib << 10)
}
