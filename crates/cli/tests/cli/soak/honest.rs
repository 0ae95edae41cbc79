//! People who use the server as it is meant.

use std::fmt;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use reqwest::{Client, RequestBuilder, Response};
use serde_json::Value;

/// The observations of honest clients.
#[derive(Debug, Default)]
pub(crate) struct Tally(Mutex<Seen>);

#[derive(Debug, Default)]
pub(crate) struct Seen {
    reads: Vec<Duration>,
    uploads: Vec<Duration>,
    /// Requests that were answered with the request to come again, as the documentation says they may be.
    limited: usize,
}

impl Tally {
    /// The observations since the last time.
    pub(crate) fn take(&self) -> Seen {
        let mut seen = std::mem::take(&mut *self.0.lock().unwrap());
        seen.sort();
        seen
    }
}

impl Seen {
    /// The observations of all of these.
    pub(crate) fn of_all<'a>(parts: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut all = Self::default();
        for part in parts {
            all.reads.extend(&part.reads);
            all.uploads.extend(&part.uploads);
            all.limited += part.limited;
        }
        all.sort();
        all
    }

    fn sort(&mut self) {
        self.reads.sort_unstable();
        self.uploads.sort_unstable();
    }

    /// As cells of a table: see [`Self::COLUMNS`].
    pub(crate) fn cells(&self) -> String {
        let cells = [&self.reads, &self.uploads].map(|times| {
            let [half, most, all] = [50, 99, 100].map(|part| ms(times, part));
            format!("{} | {half:.1} / {most:.1} / {all:.1} ms", times.len())
        });
        format!("{} | {}", cells.join(" | "), self.limited)
    }

    pub(crate) const COLUMNS: &str =
        "reads | median / p99 / slowest | uploads | median / p99 / slowest | asked to come again";

    pub(crate) fn count(&self) -> usize {
        self.reads.len()
    }

    pub(crate) fn p99(&self) -> Duration {
        of_hundred(&self.reads, 99)
    }
}

fn of_hundred(sorted: &[Duration], part: usize) -> Duration {
    let last = sorted.len().saturating_sub(1);
    sorted.get((sorted.len() * part / 100).min(last)).copied().unwrap_or_default()
}

fn ms(sorted: &[Duration], part: usize) -> f64 {
    of_hundred(sorted, part).as_secs_f64() * 1000.0
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, times) in [("reads", &self.reads), ("uploads", &self.uploads)] {
            let (half, most, all) = (ms(times, 50), ms(times, 99), ms(times, 100));
            write!(
                f,
                "{} {name} (median {half:.1} ms, p99 {most:.1} ms, slowest {all:.1} ms), ",
                times.len()
            )?;
        }
        write!(f, "{} asked to come again", self.limited)
    }
}

/// One round: upload a replay, look at the library, and play one.
pub(crate) async fn visit(url: &str, number: u8, turn: u64, tally: &Tally) {
    let address = IpAddr::from([127, 0, 1, number + 1]);
    let client =
        Client::builder().no_proxy().local_address(address).timeout(Duration::from_secs(60));
    let client = client.build().unwrap();
    let replay =
        ghostreel_formats::sample("beat-saber", Some("small"), u64::from(number) << 40 | turn)
            .unwrap();

    let upload = client.post(format!("{url}/api/replays")).body(replay.clone());
    let (answer, took) = ask(upload, tally).await;
    assert_eq!(answer.status().as_u16(), 201, "{}", answer.text().await.unwrap());
    let record: Value = answer.json().await.unwrap();
    tally.0.lock().unwrap().uploads.push(took);

    let id = record["id"].as_str().unwrap();
    for path in [
        "/".to_owned(),
        "/healthz".to_owned(),
        "/api/replays".to_owned(),
        "/api/replays?player=ghost&limit=20".to_owned(),
        format!("/api/replays/{id}"),
        format!("/api/replays/{id}/file"),
    ] {
        let (answer, took) = ask(client.get(format!("{url}{path}")), tally).await;
        let status = answer.status().as_u16();
        let bytes = answer.bytes().await.unwrap();
        assert_eq!(status, 200, "{path}: {}", String::from_utf8_lossy(&bytes));
        if path.ends_with("/file") {
            assert_eq!(bytes, replay, "what was uploaded comes back");
        }
        // The check of health writes to the disk and waits for it.
        if path != "/healthz" {
            tally.0.lock().unwrap().reads.push(took);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Asks until the answer is another than to come again, and returns it with the time it took. An answer to come again says
/// when.
async fn ask(request: RequestBuilder, tally: &Tally) -> (Response, Duration) {
    loop {
        let started = Instant::now();
        let answer = request.try_clone().unwrap().send().await.unwrap();
        if !matches!(answer.status().as_u16(), 429 | 503) {
            return (answer, started.elapsed());
        }
        let after = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
        tally.0.lock().unwrap().limited += 1;
        tokio::time::sleep(Duration::from_secs(after)).await;
    }
}
