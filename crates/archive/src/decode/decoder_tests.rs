use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use ghostreel_analysis::copies::Recording;
use ghostreel_formats::core::DecodeOptions;

use super::*;
use crate::decode::{confine, worker};

/// That of the fingerprints.
const SECRET: Option<[u8; 16]> = Some([7; 16]);

/// Not a test: the worker that the tests below start. The file itself says what it does.
#[test]
#[ignore = "a worker process"]
fn victim() {
    let work = |task, files: Vec<Vec<u8>>, tools: &Tools| match files[0].strip_prefix(b"!") {
        Some(b"abort") => std::process::abort(),
        Some(b"exit") => std::process::exit(7),
        Some(b"panic") => panic!("asked {}", "to"),
        #[cfg(unix)]
        Some(b"spin") => spin(),
        Some(b"sleep") => loop {
            std::thread::sleep(Duration::from_secs(1));
        },
        Some(b"eat") => {
            let eaten: Vec<Vec<u8>> = (0..4096).map(|_| vec![1; 1 << 20]).collect();
            panic!("{} MiB", eaten.len());
        }
        Some(b"nest") => panic!("{}", nest(&[0; 64])),
        Some(b"open") => panic!("{:?}", std::fs::read_to_string("/proc/self/maps").is_ok()),
        Some(b"flood") => {
            println!("{}", "x".repeat(1 << 20));
            work_on(task, files, tools)
        }
        Some(b"id") => panic!("{}", std::process::id()),
        Some(b"full") => {
            std::mem::forget(std::hint::black_box(vec![1_u8; 80 << 20]));
            panic!("{}", std::process::id())
        }
        #[cfg(unix)]
        Some(b"kill") => kill(),
        #[cfg(unix)]
        Some(b"kill if idle before") if WAS_IDLE.load(Ordering::Relaxed) => kill(),
        #[cfg(unix)]
        Some(b"kill if idle before") => panic!("a new one"),
        _ => work_on(task, files, tools),
    };
    let work = |task, files: Vec<Vec<u8>>, tools: &Tools| {
        let answer = work(task, files, tools);
        WAS_IDLE.store(true, Ordering::Relaxed);
        answer
    };
    worker::work(std::io::stdin(), std::io::stdout(), work).unwrap();
    std::process::exit(0);
}

/// Whether this worker has answered before.
static WAS_IDLE: AtomicBool = AtomicBool::new(false);

/// As if somebody had killed this worker.
#[cfg(unix)]
fn kill() -> ! {
    use rustix::process::{Signal, getpid, kill_process};
    kill_process(getpid(), Signal::KILL).unwrap();
    unreachable!()
}

/// Takes all processor time that there is. What is left of the worker's is seen to be what a file may take, and shortened: a worker
/// gives way to everything else, so a test that waits for all of it waits for minutes on a busy machine.
#[cfg(unix)]
fn spin() -> ! {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use rustix::time::{ClockId, clock_gettime};
    let used = u64::try_from(clock_gettime(ClockId::ProcessCPUTime).tv_sec).unwrap();
    let limit = getrlimit(Resource::Cpu);
    let left = limit.current.map(|most| most - used);
    let may_take = confine::cpu_s(1);
    // Whole seconds, rounded up.
    assert!(left.is_some_and(|left| (may_take..=may_take + 1).contains(&left)), "{left:?}");
    setrlimit(Resource::Cpu, Rlimit { current: Some(used + 1), ..limit }).unwrap();
    loop {
        std::hint::spin_loop();
    }
}

/// Deeper than any stack.
fn nest(above: &[u8; 64]) -> usize {
    let own = std::hint::black_box(*above);
    if own[0] == 1 { 0 } else { nest(&own) + 1 }
}

fn this_program() -> Worker {
    let arguments =
        ["decode::decoder::tests::victim", "--exact", "--ignored", "--nocapture", "--quiet"];
    let program = std::env::current_exe().unwrap();
    Worker { program, arguments: arguments.map(Into::into).to_vec() }
}

async fn workers(at_once: usize, patience: Duration) -> Decoder {
    Decoder::new(at_once, patience, &[], Some(this_program()), SECRET).await.unwrap()
}

const PATIENCE: Duration = Duration::from_secs(300);

async fn decode(decoder: &Decoder, file: &[u8]) -> Result<Timed<Described>, Error> {
    let mut spooled = tempfile::NamedTempFile::new().unwrap();
    spooled.write_all(file).unwrap();
    decoder.describe(spooled.path().to_owned(), None).await
}

fn sample() -> Vec<u8> {
    ghostreel_formats::sample("beat-saber", Some("small"), 1).unwrap()
}

/// The message of a worker's panic.
async fn panic_message(decoder: &Decoder, file: &[u8]) -> String {
    match decode(decoder, file).await {
        Err(Error::DecoderPanicked(words)) => words,
        other => panic!("{other:?}"),
    }
}

fn idle(decoder: &Decoder) -> usize {
    let Executor::Workers(pool) = &decoder.executor else { panic!("no workers") };
    pool.idle_count()
}

#[tokio::test]
async fn workers_and_this_process_say_the_same() {
    let there = workers(1, PATIENCE).await;
    let here = Decoder::new(1, PATIENCE, &[], None, SECRET).await.unwrap();
    let sound = sample();
    for (game, _) in ghostreel_formats::sample_variants() {
        let file = ghostreel_formats::sample(game, None, 1).unwrap();
        let (a, b) = (decode(&there, &file).await.unwrap(), decode(&here, &file).await.unwrap());
        let (a, b) = (a.answer.unwrap(), b.answer.unwrap());
        let search = |described: &Described| {
            let search = described.copy_search.as_ref()?;
            Some((search.fingerprint.clone(), search.lookup.clone()))
        };
        assert_eq!(search(&a), search(&b), "{game}");
        // Copies are looked for in games that declare thresholds, and in no others.
        let view = ghostreel_formats::open(&file[..], &DecodeOptions::STRICT).unwrap();
        assert_eq!(a.copy_search.is_some(), Recording::of(&view).is_some(), "{game}");
        let (a, b) = (a.summary, b.summary);
        assert_eq!(
            (a.meta.players, a.meta.map, a.extension),
            (b.meta.players, b.meta.map, b.extension)
        );
        assert_eq!((a.meta.duration_s, a.diagnostics), (b.meta.duration_s, b.diagnostics));
    }
    for file in [&sound[..sound.len() - 5], b"", b"none", &sound[..3]] {
        let (a, b) = (decode(&there, file).await.unwrap(), decode(&here, file).await.unwrap());
        assert_eq!(a.answer.unwrap_err(), b.answer.unwrap_err());
    }
}

#[tokio::test]
async fn workers_compare_and_examine_as_this_process_does() {
    let there = workers(1, PATIENCE).await;
    let here = Decoder::new(1, PATIENCE, &[], None, SECRET).await.unwrap();
    let file = |bytes: &[u8]| {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        file
    };
    let play = ghostreel_formats::sample("beat-saber", None, 1).unwrap();
    let (a, b) = (file(&play), file(&ghostreel_formats::sample("beat-saber", None, 2).unwrap()));
    for (one, other, is_copy) in [(&a, &a, true), (&a, &b, false)] {
        let files = [one.path().to_owned(), other.path().to_owned()];
        let comparison = there.compare(files.clone(), None).await.unwrap().unwrap();
        // Numbers may lose their last digit on the way.
        let sent = serde_json::to_vec(&here.compare(files, None).await.unwrap().unwrap()).unwrap();
        assert_eq!(comparison, serde_json::from_slice(&sent).unwrap());
        assert_eq!(comparison.verdict == ghostreel_analysis::copies::Verdict::Copy, is_copy);
        assert_ne!(comparison.passages.is_empty(), is_copy);
    }
    let original = ghostreel_reel::Original { format: "bsor".into(), ..Default::default() };
    let level = ghostreel_reel::Level::Fast;
    let reel = ghostreel_reel::pack(
        "beat-saber",
        original,
        &play,
        level,
        ghostreel_formats::codec("bsor"),
    );
    let reel = file(&reel.unwrap());
    let trusted = TrustedKeys { server: [7; 32], messages: Vec::new() };
    for (upload, inside) in [(&reel, Some(&play)), (&a, None)] {
        let path = || upload.path().to_owned();
        let proof = there.examine(path(), &trusted, 1 << 30, None).await.unwrap().unwrap();
        let expected = here.examine(path(), &trusted, 1 << 30, None).await.unwrap().unwrap();
        assert_eq!(proof.report, expected.report);
        assert_eq!((proof.game_file.as_ref(), expected.game_file.as_ref()), (inside, inside));
    }
    for decoder in [&there, &here] {
        let path = reel.path().to_owned();
        let refused = decoder.examine(path, &trusted, 1000, None).await.unwrap().unwrap_err();
        assert_eq!(refused.fault, Fault::Limit);
    }
}

/// The decoder's answer about a file's statistics.
async fn statistics(decoder: &Decoder, bytes: &[u8]) -> Result<Option<Vec<u8>>, FormatError> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    decoder.statistics(file.path().to_owned(), None).await.unwrap().answer
}

#[tokio::test]
async fn workers_give_the_statistics_that_this_process_does() {
    let there = workers(1, PATIENCE).await;
    let here = Decoder::new(1, PATIENCE, &[], None, SECRET).await.unwrap();
    for (game, _) in ghostreel_formats::sample_variants() {
        let file = ghostreel_formats::sample(game, None, 1).unwrap();
        let found = statistics(&there, &file).await.unwrap().unwrap();
        assert_eq!(found, statistics(&here, &file).await.unwrap().unwrap(), "{game}");
        let found: serde_json::Value = serde_json::from_slice(&found).unwrap();
        assert_eq!((&found["game"], &found["diagnostics"]), (&game.into(), &serde_json::json!([])));
    }
    // Of what is damaged, as much as there is.
    let cut = statistics(&there, &sample()[..sample().len() - 5]).await.unwrap().unwrap();
    let cut: serde_json::Value = serde_json::from_slice(&cut).unwrap();
    assert_eq!(cut["diagnostics"][0]["severity"], "error");
    assert!(cut["details"]["notes"].as_u64().unwrap() > 0);
    for decoder in [&there, &here] {
        assert_eq!(statistics(decoder, b"none").await.unwrap_err().fault, Fault::Unsupported);
    }
}

#[tokio::test]
async fn more_statistics_than_a_game_has_are_refused() {
    let mut replay = ghostreel_formats::bsor::sample::generate(
        &ghostreel_formats::bsor::sample::Options::small(),
    );
    let mut missed = replay.notes.get(0).unwrap();
    (missed.head.event_type, missed.cut) = (2, None);
    // Each is a mistake that is listed.
    replay.notes = (0..65_000_u16)
        .map(|at| {
            missed.head.event_time = f32::from(at) / 7.0;
            missed
        })
        .collect();
    let refused =
        statistics(&workers(1, PATIENCE).await, &ghostreel_formats::bsor::encode(&replay)).await;
    let refused = refused.unwrap_err();
    assert_eq!((refused.fault, &*refused.section), (Fault::Limit, "statistics"));
}

#[tokio::test]
async fn a_worker_is_kept_until_it_holds_much() {
    let decoder = workers(1, PATIENCE).await;
    let first = panic_message(&decoder, b"!id").await;
    assert!(decode(&decoder, &sample()).await.unwrap().answer.is_ok());
    assert_eq!(panic_message(&decoder, b"!id").await, first, "a panic is no reason to end");
    assert_eq!(idle(&decoder), 1);
    assert_eq!(panic_message(&decoder, b"!full").await, first);
    #[cfg(target_os = "linux")]
    assert_eq!(idle(&decoder), 0, "memory that is not given back goes with it");
    #[cfg(target_os = "linux")]
    assert_ne!(panic_message(&decoder, b"!id").await, first);
    decoder.close();
    assert_eq!(idle(&decoder), 0);
}

/// This process goes on whatever becomes of a worker, and the next file is decoded.
#[tokio::test]
async fn a_worker_that_dies_takes_nothing_along() {
    let decoder = workers(2, PATIENCE).await;
    for (file, expected) in [
        (&b"!abort"[..], "Err(Decoder(Crashed("),
        (b"!exit", "Err(Decoder(Crashed(\"exit status: 7"),
        (b"!flood", "Err(Decoder(Crashed("),
        (b"!panic", "Err(DecoderPanicked(\"asked to\"))"),
        (b"!nest", "more nesting than the stack holds"),
        #[cfg(target_os = "linux")]
        (b"!eat", "a file that takes at most 192 MiB of memory"),
        #[cfg(unix)]
        (b"!open", "Err(DecoderPanicked(\"false\"))"),
        #[cfg(unix)]
        (b"!spin", "a file that takes at most 6 s of processor time"),
    ] {
        let answer = format!("{:?}", decode(&decoder, file).await);
        assert!(answer.contains(expected), "{}: {answer}", String::from_utf8_lossy(file));
        assert!(decode(&decoder, &sample()).await.unwrap().answer.is_ok());
    }
    let ends: Vec<u64> = decoder.worker_ends().into_iter().map(|(_, count)| count).collect();
    let (memory, time) = (u64::from(cfg!(target_os = "linux")), u64::from(cfg!(unix)));
    // Crashes, kills, memory, processor time, stack, timeouts.
    assert_eq!(ends, [3, 0, memory, time, 1, 0]);
}

#[tokio::test]
async fn a_decode_that_takes_too_long_is_stopped_and_its_place_is_free_at_once() {
    let decoder = workers(1, Duration::from_millis(500)).await;
    let slow = decode(&decoder, b"!sleep").await;
    assert!(matches!(slow, Err(Error::DecoderTooSlow(_))), "{slow:?}");
    assert!(decoder.worker_ends().contains(&(WorkerEnd::Timeout, 1)));
    assert!(decoder.queue.try_take(None).is_some(), "the place is free");
    let answer = tokio::time::timeout(PATIENCE, decode(&decoder, &sample())).await.unwrap();
    assert!(matches!(answer, Ok(_) | Err(Error::DecoderTooSlow(_))), "{answer:?}");
}

#[tokio::test]
async fn an_abandoned_decode_ends() {
    let decoder = workers(1, PATIENCE).await;
    let id = panic_message(&decoder, b"!id").await;
    let waiting = decode(&decoder, b"!sleep");
    assert!(tokio::time::timeout(Duration::from_millis(300), waiting).await.is_err());
    assert!(decoder.queue.try_take(None).is_some());
    assert_ne!(panic_message(&decoder, b"!id").await, id);
}

#[tokio::test]
async fn a_worker_that_died_while_idle_is_replaced() {
    let decoder = workers(1, PATIENCE).await;
    let id = panic_message(&decoder, b"!id").await;
    // Dead is what is gone, or waits for its end to be asked after, with no thread left (`l`).
    let kill =
        r#"kill -9 "$0" && while ps -o stat= -p "$0" | grep -qv '^Z[^l]*$'; do sleep 0.02; done"#;
    let killed = std::process::Command::new("sh").args(["-c", kill, &id]).status().unwrap();
    assert!(killed.success());
    assert_ne!(panic_message(&decoder, b"!id").await, id);
}

#[cfg(unix)]
#[tokio::test]
async fn a_worker_that_is_killed_while_idle_costs_no_file_its_answer() {
    let decoder = workers(1, PATIENCE).await;
    assert!(decode(&decoder, &sample()).await.unwrap().answer.is_ok());
    // It is not dead yet when it is given the next file.
    assert_eq!(panic_message(&decoder, b"!kill if idle before").await, "a new one");
    assert!(decoder.worker_ends().contains(&(WorkerEnd::Killed, 1)));
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_over_which_a_new_worker_is_killed_is_tried_no_more() {
    let decoder = workers(1, PATIENCE).await;
    let answer = decode(&decoder, b"!kill").await;
    assert!(matches!(answer, Err(Error::Decoder(Breakdown::Killed))), "{answer:?}");
    assert!(decoder.worker_ends().contains(&(WorkerEnd::Killed, 2)), "the idle one, and a new one");
    assert_eq!(idle(&decoder), 0);
}

#[tokio::test]
async fn a_program_that_is_no_worker_is_noticed_at_the_start() {
    for (program, arguments) in [("/nowhere/at/all", vec![]), ("echo", vec!["hello".into()])] {
        let worker = Worker { program: program.into(), arguments };
        let refused = Decoder::new(1, PATIENCE, &[], Some(worker), SECRET).await;
        assert!(matches!(refused, Err(Error::Decoder(Breakdown::Unavailable(_)))), "{refused:?}");
    }
}

#[tokio::test]
async fn a_long_wait_for_a_decoder_gets_an_error() {
    let decoder = Decoder::new(1, Duration::from_millis(20), &[], None, SECRET).await.unwrap();
    let taken = decoder.queue.try_take(None).unwrap();
    let busy = decode(&decoder, b"").await;
    assert!(matches!(busy, Err(Error::Busy(_))), "{busy:?}");
    drop(taken);
    let answer = decode(&decoder, b"").await.unwrap();
    assert_eq!(answer.answer.unwrap_err().offset, 0, "an empty file is no replay");
}
