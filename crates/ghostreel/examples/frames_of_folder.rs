//! Three columns of many replays, by so many threads: prints the seconds of the fastest of some rounds.
//!
//! ```sh
//! cargo run --release -p ghostreel --example frames_of_folder -- 2 5 ~/Slippi
//! ```

use std::error::Error;
use std::time::Instant;

const COLUMNS: [&str; 3] = ["post.position_x", "post.position_y", "post.percent"];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [threads, rounds, paths @ ..] = &words[..] else {
        return Err("usage: frames_of_folder THREADS ROUNDS PATH…".into());
    };
    let mut fastest = f64::INFINITY;
    for _ in 0..rounds.parse()? {
        let begun = Instant::now();
        let mut rows = 0;
        for answer in ghostreel::collection(paths).threads(threads.parse()?).frames(COLUMNS, ..) {
            rows += answer.result?.len();
        }
        fastest = fastest.min(begun.elapsed().as_secs_f64());
        eprintln!("{rows} rows");
    }
    println!("{fastest}");
    Ok(())
}
