//! Times what commands do to hostile files: `ghostreel-hostile [MEGABYTES] [FILTER]`. Looks for worse ones:
//! `ghostreel-hostile climb GAME ROUNDS [SEED] [FILE]`, and keeps the worst in a file.

use std::sync::LazyLock;
use std::time::Instant;

use allocation_counter::measure;
use ghostreel_formats::core::limits::{MEMORY_BASE, MEMORY_PER_INPUT_BYTE};
use ghostreel_hostile::{STEPS, Summit, cases, climb};

fn main() {
    let mut args = std::env::args().skip(1);
    if std::env::args().nth(1).is_some_and(|word| word == "climb") {
        return look_for_worse(&std::env::args().skip(2).collect::<Vec<_>>());
    }
    let megabytes: f64 = args.next().and_then(|text| text.parse().ok()).unwrap_or(2.0);
    let filter = args.next().unwrap_or_default();
    println!(
        "| game | what grows | MB | command | CPU | of 0.25 s a MB + 0.1 s | memory | of 64 MiB + 4 × | units a byte |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut worst = [(0.0, String::new()), (0.0, String::new())];
    for case in cases().filter(|case| format!("{}/{}", case.game, case.name).contains(&filter)) {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size")]
        let bytes = (case.make)((megabytes * 1e6) as usize);
        let size = bytes.len() as f64 / 1e6;
        for step in STEPS {
            let mut units = 0;
            let start = cpu_seconds();
            let held = measure(|| units = step.run(&bytes)).bytes_max as f64;
            let seconds = cpu_seconds() - start;
            let most = MEMORY_BASE + MEMORY_PER_INPUT_BYTE * bytes.len() as u64;
            let share_of_memory = held / most as f64;
            let share = seconds / (0.25 * size + 0.1);
            let per_byte = units as f64 / bytes.len() as f64;
            let row = format!(
                "| {} | {} | {size:.2} | {} | {seconds:.3} s | {share:.2} | {:.1} MB | {share_of_memory:.2} | {per_byte:.1} |",
                case.game,
                case.name,
                step.name,
                held / 1e6,
            );
            if share > 0.5 || share_of_memory > 0.7 {
                println!("{row}");
            }
            for (worst, share) in worst.iter_mut().zip([share, share_of_memory]) {
                if share > worst.0 {
                    *worst = (share, row.clone());
                }
            }
        }
        eprintln!("{}/{} done", case.game, case.name);
    }
    println!("\nThe most of the time, and of the memory:\n{}\n{}", worst[0].1, worst[1].1);
}

fn look_for_worse(args: &[String]) {
    let game = args.first().and_then(|name| cases().find(|case| case.game == name));
    let Some(game) = game.map(|case| case.game) else {
        return eprintln!("name a game: beat-saber, melee or rocket-league");
    };
    let number =
        |at: usize, usual: u64| args.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let start = Instant::now();
    let rounds = usize::try_from(number(1, 10_000)).unwrap_or(usize::MAX);
    climb(game, number(2, 1), rounds, STEPS, |summit| {
        let Summit { bytes, units } = summit;
        println!("{:.0} s: {units} units for {} bytes", start.elapsed().as_secs_f64(), bytes.len());
        if let Some(path) = args.get(3)
            && let Err(error) = std::fs::write(path, bytes)
        {
            eprintln!("{path}: {error}");
        }
    });
}

/// Seconds that this thread has run on a processor, on Linux; else those that have passed.
fn cpu_seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = statistics.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
