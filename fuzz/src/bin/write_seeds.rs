//! Writes the committed seed corpora from the sample generators: `cargo run -p ghostreel-fuzz --bin write_seeds`.
//!
//! Small files: the fuzzer makes them longer where that leads somewhere new.

use std::path::Path;

use data_encoding::BASE64;
use ghostreel_beatmap::sample::{self as maps, Version};
use ghostreel_formats::bsor::{self, sample as beat_saber};
use ghostreel_formats::bsor2::{self, sample as draft};
use ghostreel_formats::rlreplay::{self, sample as rocket_league};
use ghostreel_formats::scoresaber::{self, sample as scoresaber_sample};
use ghostreel_formats::scoresaber_json::{self, sample as legacy};
use ghostreel_formats::slp::{self, sample as melee};
use ghostreel_formats::{probe, sample, sample_variants};

fn main() -> std::io::Result<()> {
    for (game, variants) in sample_variants() {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata").join(game).join("seeds");
        std::fs::create_dir_all(&folder)?;
        for variant in variants {
            let seed = short(game, variant).or_else(|| sample(game, Some(variant), 1));
            let seed = seed.expect("a variant that was listed");
            let format = probe(&seed).expect("a format that knows its samples");
            std::fs::write(folder.join(format!("{variant}.{}", format.extensions[0])), seed)?;
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/beatmap/seeds");
    std::fs::create_dir_all(&folder)?;
    for (name, version) in [("v2", Version::V2), ("v3", Version::V3), ("v4", Version::V4)] {
        let files = maps::files(version);
        std::fs::write(folder.join(format!("{name}.zip")), maps::zip(&files)?)?;
        for (file, content) in files.iter() {
            std::fs::write(folder.join(format!("{name}-{file}")), content)?;
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/slippi/seeds");
    std::fs::create_dir_all(&folder)?;
    let events = events();
    std::fs::write(folder.join("console.bin"), [&SPLITS[..], &console(&events)].concat())?;
    std::fs::write(folder.join("raw.bin"), [&SPLITS[..], b"HELO\0", &events].concat())?;
    std::fs::write(folder.join("dolphin.jsonl"), dolphin(&events))
}

/// The lengths of the pieces that the target cuts the rest into.
const SPLITS: [u8; 8] = [0, 64, 3, 0, 200, 1, 0, 17];

/// The bare events of a short game.
fn events() -> Vec<u8> {
    let sample = melee::generate(&melee::Options { frames: 12, ..melee::Options::default() });
    let bare = slp::Wrapper::Bare { has_sizes: true };
    slp::encode(&slp::Replay { wrapper: bare, members: Vec::new(), tail: Vec::new(), ..sample })
}

/// A console's bytes: its greeting, and the events in two messages.
fn console(events: &[u8]) -> Vec<u8> {
    let framed = |body: &[u8]| [&(body.len() as u32).to_be_bytes(), body].concat();
    let mut stream = framed(
        b"{i\x04typeU\x01i\x07payload{i\x04nickSU\x03Wiii\x0bclientToken[$U#i\x04\0\0\0\x07\
        i\x03pos[$U#i\x08\0\0\0\0\0\0\0\0}}",
    );
    let mut position = 0_u64;
    for bytes in events.chunks(events.len().div_ceil(2)) {
        let next = position + bytes.len() as u64;
        let body = [
            &b"{i\x04typeU\x02i\x07payload{i\x03pos[$U#i\x08"[..],
            &position.to_be_bytes(),
            b"i\x07nextPos[$U#i\x08",
            &next.to_be_bytes(),
            b"i\x08forcePosFi\x04data[$U#I",
            &(bytes.len() as u16).to_be_bytes(),
            bytes,
            b"}}",
        ];
        stream.extend(framed(&body.concat()));
        stream.extend(framed(b"{i\x04typeU\x03}"));
        position = next;
    }
    stream
}

/// Dolphin's messages, one a line.
fn dolphin(events: &[u8]) -> String {
    let mut lines = vec![
        r#"{"type":"connect_reply","nick":"Slippi Online","version":"3.4.0","cursor":0}"#.into(),
        r#"{"type":"start_game","cursor":0,"next_cursor":1}"#.into(),
    ];
    for (number, bytes) in (1..).zip(events.chunks(events.len().div_ceil(4))) {
        let (next, payload) = (number + 1, BASE64.encode(bytes));
        lines.push(format!(
            r#"{{"type":"game_event","cursor":{number},"next_cursor":{next},"payload":"{payload}"}}"#
        ));
    }
    lines.push(r#"{"type":"end_game","cursor":5,"next_cursor":6}"#.to_owned());
    lines.join("\n")
}

/// A variant's sample, shorter than it is for other uses, of games whose samples are long.
fn short(game: &str, variant: &str) -> Option<Vec<u8>> {
    match game {
        "beat-saber" => {
            if let Some(options) = beat_saber::variant(variant) {
                let duration = options.duration.min(20.0);
                let options = beat_saber::Options { rate: 2.0, duration, ..options };
                return Some(bsor::encode(&beat_saber::generate(&options)));
            }
            if let Some(options) = draft::variant(variant) {
                let options = draft::Options { rate: 2.0, duration: 20.0, ..options };
                return Some(bsor2::encode(&draft::generate(&options)));
            }
            if let Some(options) = scoresaber_sample::variant(variant) {
                let duration = options.duration.min(5.0);
                let options = scoresaber_sample::Options { rate: 2.0, duration, ..options };
                return Some(scoresaber::encode(&scoresaber_sample::generate(&options)));
            }
            let options = legacy::variant(variant)?;
            let duration = options.duration.min(5.0);
            let options = legacy::Options { rate: 2.0, duration, ..options };
            Some(scoresaber_json::encode(&legacy::generate(&options)))
        }
        "melee" => {
            let options = melee::variant(variant)?;
            let options = melee::Options { frames: options.frames.min(12), ..options };
            Some(slp::encode(&melee::generate(&options)))
        }
        "rocket-league" => {
            let options = rocket_league::variant(variant)?;
            let frames = options.frames.min(12);
            let options = rocket_league::Options { frames, ..options };
            Some(rlreplay::encode(&rocket_league::generate(&options)))
        }
        _ => None,
    }
}
