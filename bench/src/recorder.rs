//! The cost of recording to a game: the time of each push, and the processor's share of it all.

use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::thread;
use std::time::{Duration, Instant};

use ghostreel_recorder::{Recorder, Row, Session, State};

/// How long each measurement takes.
const LENGTH: Duration = Duration::from_secs(30);

pub(crate) fn run() {
    println!("recorder: rows of Beat Saber's frames (113 bytes), {} s each\n", LENGTH.as_secs());
    println!(
        "| frames/s | between frames | push: median | p99 | p99.9 | greatest | a plain copy: p99.9 | one core: recorder's thread | with the pushes | lost |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let rows =
        [(1000, Pause::Work), (1000, Pause::Sleep), (1000, Pause::Sweep), (120, Pause::Sleep)];
    for (rate, pause) in rows {
        record(rate, pause);
    }
}

/// The work of a game's thread between two frames.
#[derive(Clone, Copy, Debug)]
enum Pause {
    /// It has the processor.
    Work,
    /// It gives the processor away, and comes back to cold caches.
    Sleep,
    /// It reads and writes more memory than the processor's own caches hold.
    Sweep,
}

/// Pushes at a rate, as a game does, and prints the cost.
fn record(rate: u32, pause: Pause) {
    let folder = std::env::temp_dir().join(format!("ghostreel-bench-{}", std::process::id()));
    let session = Session::of_game("beat-saber", &folder, "bench").expect("a game that is known");
    let mut recorder = Recorder::begin(session).expect("it begins");
    let mut frames = recorder.rows("frames").expect("a table");
    let mut row = Row::default();
    let frame = Duration::from_secs(1) / rate;
    let count = LENGTH.as_secs() as u32 * rate;
    let [mut times, mut copying] = [(); 2].map(|()| Vec::with_capacity(count as usize));
    // For comparison, a copy to the thread's own memory on the same machine, every other frame.
    let (plain, mut buffer) = ([7_u8; 113], vec![1_u8; 1 << 20]);
    let mut swept = vec![1_u8; SWEPT];
    // Its thread has to be there to be measured.
    thread::sleep(Duration::from_millis(200));
    let cpu_before = writer_cpu();
    let begin = Instant::now();
    for number in 0..count {
        let due = frame * number;
        match pause {
            Pause::Sleep => thread::sleep(due.saturating_sub(begin.elapsed())),
            Pause::Work => while begin.elapsed() < due {},
            Pause::Sweep => {
                while begin.elapsed() < due {}
                sweep(&mut swept);
            }
        }
        fill(&mut row, number, rate);
        if number % 2 == 1 {
            let at = number as usize * plain.len() % (buffer.len() - plain.len());
            let start = Instant::now();
            black_box(&mut buffer[at..at + plain.len()]).copy_from_slice(&plain);
            copying.push(start.elapsed());
        }
        let start = Instant::now();
        frames.push(&row).ok();
        if number % 2 == 0 {
            times.push(start.elapsed());
        }
    }
    let took = begin.elapsed();
    let cpu = writer_cpu().zip(cpu_before).map(|(after, before)| after.saturating_sub(before));
    let lost = frames.lost();
    recorder.end(BTreeMap::new());
    let status = recorder.wait(Duration::from_secs(60));
    assert!(matches!(status.state, State::Finished), "{status:?}");
    fs::remove_dir_all(&folder).ok();
    let pushing: Duration = times.iter().sum::<Duration>() * 2;
    times.sort();
    copying.sort();
    let copied = copying[(copying.len() - 1) * 999 / 1000];
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let [median, p99, p999] = [0.5, 0.99, 0.999].map(at);
    let greatest = times[times.len() - 1];
    let share =
        |time: Duration| format!("{:.3} %", 100.0 * time.as_secs_f64() / took.as_secs_f64());
    let [alone, all] =
        cpu.map_or(["–".to_owned(), "–".to_owned()], |cpu| [share(cpu), share(cpu + pushing)]);
    println!(
        "| {rate} | {pause:?} | {median:?} | {p99:?} | {p999:?} | {greatest:?} | {copied:?} | {alone} | {all} | {lost} |"
    );
}

/// More than the cache that a core has for itself.
const SWEPT: usize = 8 << 20;

/// Changes a byte of each line of the cache.
fn sweep(memory: &mut [u8]) {
    for line in memory.chunks_mut(64) {
        if let [first, ..] = line {
            *first = first.wrapping_add(1);
        }
    }
    black_box(memory);
}

/// A frame's row, as a mod fills it in.
fn fill(row: &mut Row, number: u32, rate: u32) {
    let time = number as f32 / rate as f32;
    row.clear().f32(time).i32(90);
    for part in 0..21_u8 {
        row.f32((time * 2.0 + f32::from(part)).sin());
    }
    row.u32(number).f64(time.into()).bool(true).bool(true).bool(true);
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
