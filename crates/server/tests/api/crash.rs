//! kill -9 at any moment: acknowledged uploads are there, and nothing is there by half.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use futures_util::TryStreamExt;
use ghostreel_archive::formats::core::Digest;
use ghostreel_archive::{Archive, Kind, Options, Query};
use ghostreel_server::Server;
use serde_json::Value;

use crate::support::{client, config, sample};

const ROUNDS: u32 = 15;
const DATA: &str = "GHOSTREEL_CRASH_TEST_DATA";
const ADDRESS: &str = "address";

/// Not a test: the process that the test below starts, and kills.
#[tokio::test]
#[ignore = "runs until killed"]
async fn victim() {
    let Some(data) = std::env::var_os(DATA) else { return };
    let folder = Path::new(&data);
    let server = Server::bind(config(&folder.join("data"))).await.unwrap();
    // By renaming, so that half an address is never read.
    std::fs::write(folder.join("new"), server.local_addr().to_string()).unwrap();
    std::fs::rename(folder.join("new"), folder.join(ADDRESS)).unwrap();
    server.run(std::future::pending()).await.unwrap();
}

struct Victim(Child);

impl Victim {
    fn start(folder: &Path) -> (Self, SocketAddr) {
        let _ = std::fs::remove_file(folder.join(ADDRESS));
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["crash::victim", "--exact", "--ignored"])
            .env(DATA, folder)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let victim = Self(child);
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            if let Ok(address) = std::fs::read_to_string(folder.join(ADDRESS)) {
                return (victim, address.parse().unwrap());
            }
            assert!(Instant::now() < deadline, "the server did not start");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Victim {
    /// On Unix, this is kill -9.
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// The server's answers, by seed of the sample.
#[derive(Clone, Default)]
struct Acknowledged {
    uploads: u64,
    kept: BTreeSet<u64>,
    removed: BTreeSet<u64>,
    /// Asked to be removed, but the answer never came: may be there or not.
    unsure: BTreeSet<u64>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_loses_nothing_it_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let log = Arc::new(Mutex::new(Acknowledged::default()));
    let next_seed = Arc::new(AtomicU64::new(1));
    for round in 0..ROUNDS {
        let (victim, address) = Victim::start(folder.path());
        let uploaders: Vec<_> = (0..3)
            .map(|_| {
                tokio::spawn(upload_until_killed(address, Arc::clone(&next_seed), Arc::clone(&log)))
            })
            .collect();
        wait_for_uploads(&log, 1 + random_below(8)).await;
        tokio::time::sleep(Duration::from_micros(random_below(20_000))).await;
        tokio::task::spawn_blocking(move || drop(victim)).await.unwrap();
        for uploader in uploaders {
            uploader.await.unwrap();
        }
        if round % 5 == 4 {
            let acknowledged = log.lock().unwrap().clone();
            verify(&folder.path().join("data"), acknowledged, round).await;
        }
    }
    let log = log.lock().unwrap();
    assert!(!log.kept.is_empty() && !log.removed.is_empty(), "nothing was at stake");
}

/// Waits until so many more uploads were acknowledged, however slow the machine is.
async fn wait_for_uploads(log: &Mutex<Acknowledged>, more: u64) {
    let count = || log.lock().unwrap().uploads;
    let enough = count() + more;
    let deadline = Instant::now() + Duration::from_secs(30);
    while count() < enough {
        assert!(Instant::now() < deadline, "uploads do not get through");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

async fn upload_until_killed(
    address: SocketAddr,
    next: Arc<AtomicU64>,
    log: Arc<Mutex<Acknowledged>>,
) {
    let client = client();
    let url = format!("http://{address}/api/replays");
    loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        let Ok(answer) = client.post(&url).body(sample(seed)).send().await else { return };
        assert_eq!(answer.status(), 201);
        // The head of the answer is the acknowledgement.
        {
            let mut log = log.lock().unwrap();
            log.kept.insert(seed);
            log.uploads += 1;
        }
        let Ok(record) = answer.json::<Value>().await else { return };
        if !seed.is_multiple_of(4) {
            continue;
        }
        {
            let mut log = log.lock().unwrap();
            log.kept.remove(&seed);
            log.unsure.insert(seed);
        }
        let url = format!("{url}/{}", record["id"].as_str().unwrap());
        let token = record["delete_token"].as_str().unwrap();
        let Ok(answer) = client.delete(url).bearer_auth(token).send().await else { return };
        assert_eq!(answer.status(), 204);
        let mut log = log.lock().unwrap();
        log.unsure.remove(&seed);
        log.removed.insert(seed);
    }
}

/// Opens the archive as a restarted server would, and compares it with the acknowledged uploads.
async fn verify(data: &Path, log: Acknowledged, round: u32) {
    let archive = Archive::open(Options::at(data)).await.unwrap();
    let incoming = std::fs::read_dir(data.join("incoming")).unwrap().count();
    assert_eq!(incoming, 0, "round {round}: uploads that were never finished are gone");

    let mut rows = BTreeMap::new();
    let mut query = Query { limit: Query::MAX_LIMIT, ..Query::default() };
    loop {
        let page = archive.list(&query).await.unwrap();
        rows.extend(page.records.into_iter().map(|record| (record.id.clone(), record)));
        let Some(next) = page.next else { break };
        query.after = Some(next);
    }
    for record in rows.values() {
        let original: Vec<_> = archive
            .read(Kind::Replay, &record.digest, None)
            .await
            .unwrap()
            .unwrap()
            .try_collect()
            .await
            .unwrap();
        let original = original.concat();
        assert_eq!(
            Digest::of(&original),
            record.digest,
            "round {round}: a row's original is whole"
        );
        assert_eq!(original.len() as u64, record.size);
        assert_eq!(record.players.len(), 1, "round {round}: a record is whole");
    }
    let id = |seed: &u64| Digest::of(&sample(*seed)).id();
    for seed in &log.kept {
        assert!(rows.contains_key(&id(seed)), "round {round}: acknowledged upload {seed} is lost");
    }
    for seed in &log.removed {
        assert!(!rows.contains_key(&id(seed)), "round {round}: removed replay {seed} is back");
    }
    // At most what each of the uploaders had in hand at each kill is without a row.
    let orphans = archive.orphans().await.unwrap();
    assert!(orphans.objects <= u64::from(3 * (round + 1)), "{orphans:?}");
    for (path, name) in objects(&data.join("objects")) {
        let digest = Digest::of(&std::fs::read(path).unwrap()).to_string();
        assert_eq!(digest, name, "round {round}: an original is whole or not there");
    }
    archive.close().await;
}

fn objects(folder: &Path) -> Vec<(std::path::PathBuf, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(objects(&path));
        } else {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            found.push((path, name));
        }
    }
    found
}

/// Different in every run: over time, the kills hit every moment.
fn random_below(limit: u64) -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    u64::from(now.subsec_micros()) % limit
}
