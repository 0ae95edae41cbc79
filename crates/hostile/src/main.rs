//! Times what commands do to hostile files: `ghostreel-hostile [MEGABYTES] [FILTER]`.

use std::sync::LazyLock;
use std::time::Instant;

use ghostreel_hostile::{STEPS, cases};

fn main() {
    let mut args = std::env::args().skip(1);
    let megabytes: f64 = args.next().and_then(|text| text.parse().ok()).unwrap_or(2.0);
    let filter = args.next().unwrap_or_default();
    println!("| game | what grows | MB | command | CPU | of 0.25 s a MB + 0.1 s | units a byte |");
    println!("|---|---|---|---|---|---|---|");
    let mut worst = (0.0, String::new());
    for case in cases().filter(|case| format!("{}/{}", case.game, case.name).contains(&filter)) {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size")]
        let bytes = (case.make)((megabytes * 1e6) as usize);
        let size = bytes.len() as f64 / 1e6;
        for step in STEPS {
            let start = cpu_seconds();
            let units = step.run(&bytes);
            let seconds = cpu_seconds() - start;
            let share = seconds / (0.25 * size + 0.1);
            let per_byte = units as f64 / bytes.len() as f64;
            let row = format!(
                "| {} | {} | {size:.2} | {} | {seconds:.3} s | {share:.2} | {per_byte:.1} |",
                case.game, case.name, step.name
            );
            if share > 0.5 {
                println!("{row}");
            }
            if share > worst.0 {
                worst = (share, row);
            }
        }
        eprintln!("{}/{} done", case.game, case.name);
    }
    println!("worst: {}", worst.1);
}

/// Seconds that this thread has run on a processor, where Linux tells; else those that have passed.
fn cpu_seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
