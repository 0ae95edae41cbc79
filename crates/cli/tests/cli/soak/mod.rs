//! A soak: a real server, honest clients, and hostile ones that do at once all that we know to hurt. `cargo xtask soak`
//! runs it.
//!
//! These must hold: no honest request fails but by a documented limit, reads stay quick, and the server's memory returns to
//! where it began. Each client has a loopback address of its own, so that limits for each client can be seen.

mod honest;
mod hostile;
pub(crate) mod process;
mod progress;

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use honest::Tally;
use process::Server;
use progress::Progress;

/// The longest that the slowest of a hundred reads may take.
const P99: Duration = Duration::from_millis(100);
/// How far the server's memory may be above where it began.
const MEMORY_MIB: u64 = 64;
/// How long it may take to get there.
const SETTLING: Duration = Duration::from_secs(60);
const HONEST_CLIENTS: u8 = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: `cargo xtask soak`"]
async fn honest_clients_are_served_whatever_hostile_ones_do() {
    let seconds = std::env::var("GHOSTREEL_SOAK_SECONDS").ok();
    let time = Duration::from_secs(seconds.map_or(120, |text| text.parse().unwrap()));
    let server = Server::start();
    let tally = Arc::new(Tally::default());

    // Memory that the server needs once is taken before it is measured.
    for number in 0..HONEST_CLIENTS {
        honest::visit(&server.url, number, 0, &tally).await;
    }
    let reads_alone = tally.take();
    let began = server.memory_mib();
    println!("before: {reads_alone}, {began:?} MiB");

    let end = Instant::now() + time;
    let mut honest = JoinSet::new();
    for number in 0..HONEST_CLIENTS {
        let (url, tally) = (server.url.clone(), Arc::clone(&tally));
        honest.spawn(async move {
            let mut turn = 1;
            while Instant::now() < end {
                honest::visit(&url, number, turn, &tally).await;
                turn += 1;
            }
        });
    }
    let hostile = hostile::start(server.address);
    let mut progress = Progress::start();
    while !honest.is_empty() {
        tokio::select! {
            ended = honest.join_next() => ended.unwrap().unwrap(),
            () = tokio::time::sleep(Duration::from_millis(500)) => progress.look(&server, &tally),
        }
    }
    progress.end_minute(&tally);
    for (name, count) in hostile.stop() {
        println!("{name}: {count} times");
        assert!(count > 0, "{name} did nothing");
    }
    let reads = progress.seen();
    progress.print_table();

    let settled = Instant::now() + SETTLING;
    let mut after = server.memory_mib();
    while after > began.map(|began| began + MEMORY_MIB) && Instant::now() < settled {
        tokio::time::sleep(Duration::from_millis(500)).await;
        after = server.memory_mib();
    }
    println!("after: {after:?} MiB");
    honest::visit(&server.url, 0, 1_000_000, &tally).await;
    println!("at rest: {}", tally.take());
    server.stop();

    assert!(reads.count() > 100, "honest clients hardly got to ask");
    assert!(reads.p99() < P99, "of a hundred reads the slowest took {:?}", reads.p99());
    assert!(after <= began.map(|began| began + MEMORY_MIB), "{began:?} MiB became {after:?} MiB");
}
