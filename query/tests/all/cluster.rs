//! Questions that several workers answer.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};

use crate::cookbook;
use crate::kit::{GAMES, Place, Run};

const KEY: (&str, &str) = ("GHOSTREEL_CLUSTER_KEY", "of these tests");

/// A worker that ends with its test.
struct Worker {
    process: Child,
    address: String,
}

impl Worker {
    fn over(place: &Place, export: &str) -> Self {
        let mut worker = place.program();
        worker.args(["worker", export, "--listen", "127.0.0.1:0"]).env(KEY.0, KEY.1);
        let mut process = worker.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split(' ').next().unwrap().to_owned();
        assert!(address.starts_with("http://127.0.0.1:"), "{line}");
        Self { process, address }
    }

    fn end(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Three workers, and what they are over.
fn cluster(replays: u64) -> (Place, Vec<Worker>) {
    let place = Place::with_replays(0);
    for seed in 1..=replays {
        // Each export adds a file to each table.
        GAMES.iter().for_each(|game| place.add(game, seed));
        place.well(["export", "replays", "OUT"]);
    }
    let workers = (0..3).map(|_| Worker::over(&place, "OUT")).collect();
    (place, workers)
}

/// The program that asks workers for what is in `OUT`.
fn question(place: &Place, sql: &str, workers: &[Worker]) -> Command {
    let mut query = place.program();
    query.args(["query", sql, "--over", "OUT", "--share", "0", "--cluster", &addresses(workers)]);
    query
}

fn addresses(workers: &[Worker]) -> String {
    let each: Vec<&str> = workers.iter().map(|worker| worker.address.as_str()).collect();
    each.join(",")
}

fn ask(place: &Place, sql: &str, workers: &[Worker], key: Option<&str>) -> Run {
    let mut query = question(place, sql, workers);
    if let Some(key) = key {
        query.env(KEY.0, key);
    }
    Run::of(&mut query)
}

#[test]
fn the_questions_of_the_manual_have_the_same_answers() {
    let (place, workers) = cluster(3);
    let mut shared = 0;
    for sql in cookbook::questions() {
        let alone = place.well(["query", &sql, "--over", "OUT"]);
        let together = ask(&place, &sql, &workers, Some(KEY.1));
        assert_eq!((together.code, together.said.as_str()), (0, ""), "{sql}");
        assert_eq!(together.out, alone, "{sql}");
        let plan = ask(&place, &format!("EXPLAIN ANALYZE {sql}"), &workers, Some(KEY.1));
        shared += usize::from(plan.out.contains("Network"));
    }
    assert!(shared >= 20, "only {shared} questions were shared");
}

#[test]
fn who_does_not_know_the_key_gets_no_answer() {
    let (place, workers) = cluster(1);
    let sql = "SELECT count(*) FROM replays";
    assert_eq!(ask(&place, sql, &workers, Some(KEY.1)).code, 0);
    for key in [None, Some("of others")] {
        let refused = ask(&place, sql, &workers, key);
        assert_eq!((refused.code, refused.out.as_str()), (1, ""));
        assert!(refused.said.contains("has another GHOSTREEL_CLUSTER_KEY"), "{}", refused.said);
    }
    let open = place.run(["worker", "OUT", "--listen", "0.0.0.0:0"]);
    assert!(open.code == 1 && open.said.contains("needs a key"), "{}", open.said);
}

#[test]
fn a_worker_reads_its_own_export_alone() {
    let (place, _) = cluster(2);
    place.well(["export", "replays", "OTHER"]);
    let of_other = [(); 2].map(|()| Worker::over(&place, "OTHER"));
    let sql = "SELECT port, sum(frame) FROM melee.frames GROUP BY port";
    let refused = ask(&place, sql, &of_other, Some(KEY.1));
    assert_eq!((refused.code, refused.out.as_str()), (1, ""));
    assert!(refused.said.contains("is not in the export"), "{}", refused.said);
}

#[test]
fn the_others_do_what_an_absent_worker_does_not() {
    let (place, mut workers) = cluster(1);
    let sql = "SELECT count(*) FROM melee.frames";
    let before = ask(&place, sql, &workers, Some(KEY.1));
    workers[1].end();
    let after = ask(&place, sql, &workers, Some(KEY.1));
    assert_eq!((after.code, after.out), (0, before.out));
    let absent = format!("{}/ does not answer: the others do its share\n", workers[1].address);
    assert_eq!(after.said, absent);
    workers.iter_mut().for_each(Worker::end);
    let nobody = ask(&place, sql, &workers, Some(KEY.1));
    assert!(nobody.code == 1 && nobody.said.contains("no worker answers"), "{}", nobody.said);
}

/// A question that takes minutes: every frame beside every other, twice.
#[cfg(target_os = "linux")]
const LONG: &str = "SELECT sum(a.frame * b.frame + c.frame) FROM melee.frames a, melee.frames b, melee.frames c WHERE a.frame + b.frame <> c.frame";

#[cfg(target_os = "linux")]
impl Worker {
    /// The processor time that it has taken, in hundredths of a second.
    fn processor_time(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).unwrap();
        stat.rsplit(") ").next().unwrap().split(' ').nth(11).unwrap().parse().unwrap()
    }
}

/// Asks the long question, and waits until a worker is at it. Returns which.
#[cfg(target_os = "linux")]
fn ask_long(place: &Place, workers: &[Worker]) -> (Child, usize) {
    let before: Vec<u64> = workers.iter().map(Worker::processor_time).collect();
    let mut query = question(place, LONG, workers);
    let mut query = query.env(KEY.0, KEY.1).stderr(Stdio::piped()).spawn().unwrap();
    loop {
        assert_eq!(query.try_wait().unwrap(), None, "the question ended by itself");
        let is_busy = |at: &usize| workers[*at].processor_time() > before[*at] + 100;
        if let Some(busy) = (0..workers.len()).find(is_busy) {
            return (query, busy);
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_ends_while_it_works_is_an_error_soon() {
    let (place, mut workers) = cluster(1);
    let (query, busy) = ask_long(&place, &workers);
    workers[busy].end();
    let ended = query.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(1));
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(said.starts_with("error: a worker was lost") && said.lines().count() == 1, "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_stops_when_nobody_waits_for_it_any_more() {
    let (place, workers) = cluster(1);
    let (mut query, busy) = ask_long(&place, &workers);
    query.kill().unwrap();
    query.wait().unwrap();
    // It works no more as soon as it takes next to nothing in half a second.
    loop {
        let before = workers[busy].processor_time();
        std::thread::sleep(std::time::Duration::from_millis(500));
        if workers[busy].processor_time() <= before + 1 {
            break;
        }
    }
}

/// At a prompt the second question is answered though a worker was lost after the first.
#[test]
fn a_prompt_goes_on_without_a_worker() {
    let (place, mut workers) = cluster(1);
    let mut prompt = place.program();
    prompt.args(["query", "--over", "OUT", "--share", "0", "--cluster", &addresses(&workers)]);
    prompt.env(KEY.0, KEY.1).env("HOME", place.path("")).env_remove("XDG_STATE_HOME");
    prompt.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut prompt = prompt.spawn().unwrap();
    let mut typed = prompt.stdin.take().unwrap();
    let mut answers = BufReader::new(prompt.stdout.take().unwrap());
    let sql = "SELECT port, count(*) AS frames FROM melee.frames GROUP BY port ORDER BY port;\n";
    let mut ask = || {
        typed.write_all(sql.as_bytes()).unwrap();
        let lines = std::iter::from_fn(|| {
            let mut line = String::new();
            answers.read_line(&mut line).unwrap();
            (!line.is_empty()).then_some(line)
        });
        // Three rules frame the answer.
        let mut rules = 0;
        let mut answer = String::new();
        for line in lines {
            rules += usize::from(line.starts_with('+'));
            answer += &line;
            if rules == 3 {
                break;
            }
        }
        answer
    };
    let before = ask();
    workers[0].end();
    assert_eq!(ask(), before);
    drop(typed);
    let said = prompt.wait_with_output().unwrap();
    let said = String::from_utf8(said.stderr).unwrap();
    assert!(said.contains("does not answer: the others do its share"), "{said}");
}

#[test]
fn replays_have_no_workers() {
    let place = Place::with_replays(1);
    let sql = "SELECT count(*) FROM replays";
    let refused = place.run(["worker", "replays"]);
    assert!(refused.code == 1 && refused.said.contains("there is no export at replays"));
    place.well(["export", "replays", "OUT"]);
    let worker = Worker::over(&place, "OUT");
    let mut query = place.program();
    query.args(["query", sql, "--over", "replays", "--cluster", &worker.address]);
    let refused = Run::of(query.env(KEY.0, KEY.1));
    assert!(refused.code == 1 && refused.said.contains("over an export"), "{}", refused.said);
}
