//! From the recorder to the proof, with real processes: `serve`, `record replay`, `verify`, `log`.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ghostreel_formats::sample;
use serde_json::Value;

use crate::hosting::Running;
use crate::kit::{Place, program};

/// How long a recording takes here: long enough to be witnessed.
const SECONDS: u32 = 9;

/// A server, and a folder with a key.
pub(crate) struct Site {
    pub(crate) place: Place,
    server: Option<Running>,
    pub(crate) address: SocketAddr,
    /// Further arguments of the server.
    options: &'static str,
}

impl Site {
    pub(crate) fn new() -> Self {
        Self::with("")
    }

    /// With options for the server.
    pub(crate) fn with(options: &'static str) -> Self {
        let place = Place::new();
        place.check("key new --key my.pem", 0, &[]);
        place.check("key new --key thief.pem", 0, &[]);
        let (server, address) = Self::serve(&place, "127.0.0.1:0", options);
        let site = Self { place, server: Some(server), address, options };
        site.place.write("server.txt", site.get("/api/keys")["first"].as_str().unwrap().as_bytes());
        site
    }

    fn serve(place: &Place, listen: &str, options: &str) -> (Running, SocketAddr) {
        let mut server =
            Running::start(place, &format!("serve --listen {listen} --data d{options}"));
        let line = server.line();
        let url = line.split_whitespace().find_map(|word| word.strip_prefix("http://")).unwrap();
        let address = url.trim_end_matches('/').parse().unwrap();
        (server, address)
    }

    /// Kills the server, and starts another over its folder at the same address.
    pub(crate) fn restart(&mut self) {
        drop(self.server.take());
        self.server = Some(Self::serve(&self.place, &self.address.to_string(), self.options).0);
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let host = self.address;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }

    /// Starts to record a file.
    fn record(&self, file: &str, server: &str, more: &str) -> Child {
        self.record_as("my.pem", file, server, more)
    }

    /// Starts to record a file under a key.
    fn record_as(&self, key: &str, file: &str, server: &str, more: &str) -> Child {
        let line = format!(
            "record replay --key {key} --seconds {SECONDS} --server {server} -o out{more} {file}"
        );
        let mut command = program();
        command.args(line.split(' ')).current_dir(self.place.path(""));
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// The proof of a reel for those who trust this server.
    fn verify(&self, reel: &str) -> Value {
        let run = self.place.run(&format!("verify --json --trust server.txt {reel}"));
        run.json_lines().swap_remove(0)
    }
}

/// The lines that a process printed, when it ended well.
#[track_caller]
fn ended(child: Child) -> Vec<String> {
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{stderr}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// A way to the server that can be cut.
pub(crate) struct Cable {
    pub(crate) address: SocketAddr,
    pub(crate) is_cut: Arc<AtomicBool>,
    /// Answers of the server that went through it.
    answers: Arc<AtomicUsize>,
}

impl Cable {
    pub(crate) fn new(to: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, is_cut) = (listener.local_addr().unwrap(), Arc::new(AtomicBool::new(false)));
        let answers = Arc::new(AtomicUsize::new(0));
        let (cut, seen) = (Arc::clone(&is_cut), Arc::clone(&answers));
        thread::spawn(move || {
            for from in listener.incoming().flatten() {
                let Ok(to) = TcpStream::connect(to) else { continue };
                for (mut from, mut to) in [
                    (from.try_clone().unwrap(), to.try_clone().unwrap()),
                    (to.try_clone().unwrap(), from.try_clone().unwrap()),
                ] {
                    let (cut, seen) = (Arc::clone(&cut), Arc::clone(&seen));
                    thread::spawn(move || {
                        let mut buffer = [0; 4096];
                        while let Ok(read @ 1..) = from.read(&mut buffer) {
                            if cut.load(Ordering::Relaxed) || to.write_all(&buffer[..read]).is_err()
                            {
                                break;
                            }
                            let is_answer = buffer.starts_with(b"HTTP/1.1 2");
                            seen.fetch_add(usize::from(is_answer), Ordering::Relaxed);
                        }
                        let _ = from.shutdown(std::net::Shutdown::Both);
                        let _ = to.shutdown(std::net::Shutdown::Both);
                    });
                }
            }
        });
        Self { address, is_cut, answers }
    }

    /// Waits until so many answers of the server went through.
    fn wait_for_answers(&self, count: usize) {
        while self.answers.load(Ordering::Relaxed) < count {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The seconds of a stretch.
fn length(stretch: &serde_json::Value) -> f64 {
    stretch[1].as_f64().unwrap() - stretch[0].as_f64().unwrap()
}

#[test]
fn sessions_of_all_games_are_witnessed_uploaded_and_proven() {
    let site = Site::new();
    let games = [("beat-saber", "a.bsor"), ("melee", "b.slp"), ("rocket-league", "c.replay")];
    let recordings = games.map(|(game, file)| {
        site.place.write(file, &sample(game, None, 1).unwrap());
        (file, site.record(file, &site.url(), " --upload"))
    });
    for (file, recording) in recordings {
        let lines = ended(recording);
        let (reel, id) = (lines[0].as_str(), lines[1].as_str());
        let report = site.verify(reel);
        assert_eq!(report["level"], "witnessed", "{file}: {report}");
        assert_eq!(report["findings"], serde_json::json!([]), "{file}: {report}");
        // Of the session nearly all was witnessed, of the game no more than the session took.
        let covered: f64 = report["covered"].as_array().unwrap().iter().map(length).sum();
        assert!(covered > 0.7 * f64::from(SECONDS), "{file}: {report}");
        assert!(report["share"].as_f64().unwrap() <= covered / 15.0, "{file}: {report}");
        // The recorder wrote the game's own file, too, marked; without its mark it is the one that went in.
        let own = format!("out/{file}");
        assert_eq!(site.verify(&own)["level"], "witnessed", "{file}");
        site.place.check(&format!("mark --strip {own}"), 0, &[]);
        assert!(site.place.read(&own) == site.place.read(file), "{file}");
        let proof = site.get(&format!("/api/replays/{id}/proof"));
        assert_eq!(proof["level"], "witnessed", "{file}: {proof}");
        // Those who do not trust this server have the player's word only.
        assert_eq!(
            site.place.run(&format!("verify --json {reel}")).json_lines()[0]["level"],
            "signed"
        );
    }
    let all =
        ["The log is in order. 3 entries at the first visit.", "3 replays that are witnessed"];
    site.place.check(&format!("log audit --state log.json {}", site.url()), 0, &[]);
    let audit = format!("log audit --state other.json {}", site.url());
    let run = site.place.run(&audit);
    assert!(all.iter().all(|words| run.stdout.contains(words)), "{}", run.stdout);
    let again = site.place.run(&audit);
    assert!(again.stdout.contains("0 entries since the last visit"), "{}", again.stdout);
    let witness = format!("log witness --key my.pem --name friend --state log.json {}", site.url());
    let run = site.place.run(&witness);
    assert!(run.stdout.contains("\u{2014} friend ") && run.stderr.contains("friend+"), "{run:?}");
}

/// Seven seconds without a connection, of a longer session: the times before and after are witnessed, and the gap is named.
#[test]
fn a_network_that_is_cut_leaves_a_gap() {
    let site = Site::new();
    let cable = Cable::new(site.address);
    site.place.write("a.bsor", &sample("beat-saber", None, 2).unwrap());
    let line = format!(
        "record replay --key my.pem --seconds 25 --server http://{} -o out a.bsor",
        cable.address
    );
    let mut command = program();
    command.args(line.split(' ')).current_dir(site.place.path(""));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The challenge, and the receipts of 0, 2, 4, 6 and 8 s.
    cable.wait_for_answers(6);
    cable.is_cut.store(true, Ordering::Relaxed);
    thread::sleep(Duration::from_secs(7));
    cable.is_cut.store(false, Ordering::Relaxed);
    let reel = ended(child).swap_remove(0);
    let report = site.verify(&reel);
    assert_eq!(
        (&report["level"], &report["findings"]),
        (&"witnessed".into(), &serde_json::json!([])),
        "{report}"
    );
    assert!(report["reasons"].to_string().contains(" s it is not witnessed"), "{report}");
    let covered = report["covered"].as_array().unwrap();
    let seconds: f64 = covered.iter().map(length).sum();
    assert!((6.0..21.0).contains(&seconds) && length(&covered[0]) >= 6.0, "{report}");
}

#[test]
fn a_server_that_is_killed_has_forgotten_nothing() {
    let mut site = Site::new();
    site.place.write("a.bsor", &sample("beat-saber", None, 3).unwrap());
    let recording = site.record("a.bsor", &site.url(), " --upload");
    thread::sleep(Duration::from_secs(4));
    site.restart();
    let reel = ended(recording).swap_remove(0);
    let report = site.verify(&reel);
    assert_eq!(
        (&report["level"], &report["findings"]),
        (&"witnessed".into(), &serde_json::json!([])),
        "{report}"
    );
}

#[test]
fn a_recorder_that_is_killed_leaves_what_was_witnessed() {
    let site = Site::new();
    site.place.write("a.slp", &sample("melee", None, 4).unwrap());
    let mut recording = site.record("a.slp", &site.url(), "");
    thread::sleep(Duration::from_millis(8_500));
    recording.kill().unwrap();
    recording.wait().unwrap();
    let left = std::fs::read_dir(site.place.path("out")).unwrap();
    let left: Vec<_> = left.map(|entry| entry.unwrap().path()).collect();
    let bytes = std::fs::read(&left[0]).unwrap();
    site.place.write("left.reel", &bytes);
    let report = site.verify("left.reel");
    assert_eq!(
        (&report["level"], &report["findings"]),
        (&"witnessed".into(), &serde_json::json!([])),
        "{report}"
    );
    assert!(report["reasons"].to_string().contains("close"), "{report}");
}

/// Attacks of a thief with another's recording, and their outcomes.
#[test]
fn stolen_replays_are_distinguished_from_played_ones() {
    let site = Site::new();
    let replay = sample("beat-saber", None, 5).unwrap();
    site.place.write("a.bsor", &replay);
    let begun = Instant::now();
    let lines = ended(site.record("a.bsor", &site.url(), " --upload"));
    assert!(begun.elapsed() >= Duration::from_secs(SECONDS.into()));
    let (reel, id) = (lines[0].clone(), lines[1].clone());
    let owner = site.get(&format!("/api/replays/{id}/proof"))["key"].clone();
    // Renamed, it is what it was.
    site.place.write("mine.reel", &site.place.read(&reel));
    assert_eq!(site.verify("mine.reel")["key"], owner);
    // Any byte that is changed is noticed, wherever it is.
    let bytes = site.place.read(&reel);
    for at in (0..bytes.len()).step_by(bytes.len() / 40) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        site.place.write("changed.reel", &changed);
        let run = site.place.run("verify --json --trust server.txt --require signed changed.reel");
        assert_ne!(run.code, 0, "byte {at}: {}", run.stdout);
    }
    // Signed again by another, the file is theirs to vouch for, and no server saw it come into being.
    site.place.check("mark --key thief.pem a.bsor", 0, &[]);
    let report = site.verify("a.bsor");
    assert_eq!(report["level"], "signed");
    assert_ne!(report["key"], owner);
    // Played back through a recorder, it is witnessed: these bytes came in these seconds. The server has the content already, from another.
    site.place.write("b.bsor", &replay);
    let line = format!(
        "record replay --key thief.pem --seconds {SECONDS} --server {} --upload -o out b.bsor",
        site.url()
    );
    let run = site.place.run(&line);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.stdout.lines().nth(1), Some(id.as_str()), "it is there already");
    assert_eq!(
        site.get(&format!("/api/replays/{id}/proof"))["key"],
        owner,
        "and stays who came first's"
    );
}

/// No signature can show that a recorder's input was played before. Comparing can show that it is a copy.
#[test]
fn a_playback_through_a_recorder_is_witnessed_and_held_as_a_copy() {
    let site = Site::new();
    let games = [("beat-saber", "bsor"), ("melee", "slp"), ("rocket-league", "replay")];
    let played = games.map(|(game, extension)| {
        let file = format!("{game}.{extension}");
        site.place.write(&file, &sample(game, None, 6).unwrap());
        (site.record(&file, &site.url(), " --upload"), file)
    });
    let stolen = played.map(|(recording, file)| {
        let original = ended(recording).swap_remove(1);
        let copy = format!("stolen-{file}");
        site.place.check(&format!("redact {file} -o {copy}"), 0, &[]);
        (site.record_as("thief.pem", &copy, &site.url(), " --upload"), original, file)
    });
    for (recording, original, file) in stolen {
        let copy = ended(recording).swap_remove(1);
        assert_ne!(copy, original, "{file}");
        let proof = site.get(&format!("/api/replays/{copy}/proof"));
        assert_eq!(proof["level"], "witnessed", "{file}: {proof}");
        let finding = &proof["findings"][0];
        assert_eq!(finding["kind"], "copied", "{file}: {proof}");
        let of = format!("are identical to {original}.");
        assert!(finding["detail"].as_str().unwrap().ends_with(&of), "{file}: {finding}");
        let seen = site.get(&format!("/api/replays/{copy}/copies"));
        assert_eq!((&seen["held"], &seen["copies"][0]["role"]), (&true.into(), &"copy".into()));
        let seen = site.get(&format!("/api/replays/{original}/copies"));
        assert_eq!(
            (&seen["held"], &seen["copies"][0]["role"]),
            (&false.into(), &"original".into()),
            "{file}"
        );
    }
}
