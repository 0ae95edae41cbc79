//! What recording costs a game: the time of each push, and the processor's share of it all.

use std::collections::BTreeMap;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use ghostreel_recorder::{Recorder, Row, RowInput, Session, State};

/// How long each measurement takes.
const LENGTH: Duration = Duration::from_secs(30);

pub(crate) fn run() {
    println!("recorder: rows of Beat Saber's frames (113 bytes), {} s each\n", LENGTH.as_secs());
    println!(
        "| frames/s | push: median | p99 | p99.9 | greatest | one core: recorder's thread | with the pushes | lost |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for rate in [1000, 120] {
        record(rate);
    }
}

/// Pushes at a rate, as a game does, and prints what it took.
fn record(rate: u32) {
    let folder = std::env::temp_dir().join(format!("ghostreel-bench-{}", std::process::id()));
    let session = Session::of_game("beat-saber", &folder, "bench").expect("a game that is known");
    let mut recorder = Recorder::begin(session).expect("it begins");
    let mut frames = recorder.rows("frames").expect("a table");
    let mut row = Row::default();
    let frame = Duration::from_secs(1) / rate;
    let count = LENGTH.as_secs() as u32 * rate;
    let mut times = Vec::with_capacity(count as usize);
    let cpu_before = writer_cpu();
    let begin = Instant::now();
    for number in 0..count {
        let due = frame * number;
        thread::sleep(due.saturating_sub(begin.elapsed()));
        let start = Instant::now();
        push(&mut frames, &mut row, number, rate);
        times.push(start.elapsed());
    }
    let took = begin.elapsed();
    let cpu = writer_cpu().zip(cpu_before).map(|(after, before)| after.saturating_sub(before));
    let lost = frames.lost();
    recorder.end(BTreeMap::new());
    let status = recorder.wait(Duration::from_secs(60));
    assert!(matches!(status.state, State::Finished), "{status:?}");
    fs::remove_dir_all(&folder).ok();
    let pushing: Duration = times.iter().sum();
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let [median, p99, p999] = [0.5, 0.99, 0.999].map(at);
    let greatest = times[times.len() - 1];
    let share =
        |time: Duration| format!("{:.3} %", 100.0 * time.as_secs_f64() / took.as_secs_f64());
    let [alone, all] =
        cpu.map_or(["–".to_owned(), "–".to_owned()], |cpu| [share(cpu), share(cpu + pushing)]);
    println!(
        "| {rate} | {median:?} | {p99:?} | {p999:?} | {greatest:?} | {alone} | {all} | {lost} |"
    );
}

/// A frame with its row filled in, as a mod does it.
fn push(frames: &mut RowInput, row: &mut Row, number: u32, rate: u32) {
    let time = number as f32 / rate as f32;
    row.clear().f32(time).i32(90);
    for part in 0..21_u8 {
        row.f32((time * 2.0 + f32::from(part)).sin());
    }
    row.u32(number).f64(time.into()).bool(true).bool(true).bool(true);
    frames.push(row).ok();
}

/// How long the recorder's thread has had a processor; known on Linux only.
fn writer_cpu() -> Option<Duration> {
    for task in fs::read_dir("/proc/self/task").ok()?.flatten() {
        let name = fs::read_to_string(task.path().join("comm")).unwrap_or_default();
        if name.trim() == "ghostreel" {
            let spent = fs::read_to_string(task.path().join("schedstat")).ok()?;
            return Some(Duration::from_nanos(spent.split(' ').next()?.parse().ok()?));
        }
    }
    None
}
