//! Sessions that are signed and witnessed while they are recorded.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use ghostreel_mark::{
    self as mark, Challenge, Level, Progress, PublicKey, Receipt, Report, SecretKey, Signed, Trust,
    verify_file, verify_reel,
};

use crate::{
    Marking, Recorder, Row, RowInput, Session, Settings, State, Status, Witness, WitnessError,
};

const BEGIN_MS: i64 = 1_795_000_000_000;
const LONG: Duration = Duration::from_secs(20);

/// A server whose clock goes as the session's.
#[derive(Clone, Debug, Default)]
struct Server {
    challenge: Arc<Mutex<Vec<u8>>>,
    progress: Arc<Mutex<Option<Progress>>>,
    gives_no_challenge: bool,
    /// Then its challenge is for another key.
    is_for_another: bool,
    /// While it is, heads get no answer.
    is_away: Arc<AtomicBool>,
    /// The session's time by the test, in milliseconds: when messages are received.
    now: Arc<AtomicI64>,
    /// Then a head is answered after the game has long ended.
    hangs: bool,
    /// Once it does, heads are refused.
    refuses: Arc<AtomicBool>,
    /// The messages sent to it.
    sent: Arc<Mutex<Vec<Vec<u8>>>>,
    /// By how many milliseconds a second of the song takes longer on its clock.
    longer_ms: i64,
    /// The modifiers that the game names at the end.
    modifiers: &'static str,
}

fn player() -> SecretKey {
    SecretKey::from_random(&[1; 32])
}

fn server_key() -> SecretKey {
    SecretKey::from_random(&[2; 32])
}

impl Witness for Server {
    fn challenge(
        &mut self,
        key: PublicKey,
        game: &str,
        map: Option<&str>,
    ) -> Result<Vec<u8>, WitnessError> {
        if self.gives_no_challenge {
            return Err(WitnessError::Away("there is no network".into()));
        }
        let challenge = Challenge {
            session: [9; 16],
            nonce: [3; 32],
            key: if self.is_for_another { server_key().public() } else { key },
            game: game.to_owned(),
            map: map.map(str::to_owned),
            issued: BEGIN_MS,
            expires: BEGIN_MS + 600_000,
        };
        let message = mark::sign(&challenge, &server_key());
        self.challenge.lock().unwrap().clone_from(&message);
        Ok(message)
    }

    fn receipt(&mut self, message: &[u8]) -> Result<Vec<u8>, WitnessError> {
        self.sent.lock().unwrap().push(message.to_vec());
        if self.refuses.load(Ordering::Relaxed) {
            return Err(WitnessError::Refused("the server has seen enough".into()));
        }
        if self.hangs {
            thread::sleep(Duration::from_secs(3));
        }
        if self.is_away.load(Ordering::Relaxed) {
            return Err(WitnessError::Away("the network is cut".into()));
        }
        let challenge: Signed<Challenge> = mark::open(&self.challenge.lock().unwrap()).unwrap();
        let mut progress = self.progress.lock().unwrap();
        let next = Progress::next(&challenge, progress.as_ref(), message);
        let next = next.map_err(|error| WitnessError::Refused(error.to_string()))?;
        *progress = Some(next);
        let received = BEGIN_MS + self.now.load(Ordering::Relaxed);
        let (session, number) = (challenge.message.session, next.number);
        Ok(mark::sign(&Receipt { session, message: next.message, number, received }, &server_key()))
    }
}

fn until(what: impl Fn() -> bool) {
    let begun = Instant::now();
    while !what() {
        assert!(begun.elapsed() < LONG, "it never happens");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Records twenty seconds, in which `at` is called each second, and gives the folder's only reel.
fn record(
    folder: &Path,
    witness: Option<Server>,
    patience: Duration,
    at: impl Fn(u32),
) -> (Status, Vec<u8>) {
    let mut session = Session::of_game("beat-saber", folder, "it").unwrap();
    session.settings = Settings { chunk: Duration::from_millis(5), ..Settings::default() };
    let now = witness.as_ref().map(|server| server.now.clone()).unwrap_or_default();
    let (longer_ms, modifiers) =
        witness.as_ref().map_or((0, "x"), |server| (server.longer_ms, server.modifiers));
    let has_session = |server: &&Server| !server.gives_no_challenge && !server.is_for_another;
    let answered = witness.as_ref().filter(has_session).filter(|server| !server.hangs);
    let answered = answered.map(|server| [server.is_away.clone(), server.refuses.clone()]);
    let witness = witness.map(|server| Box::new(server) as Box<dyn Witness>);
    let marking = Marking {
        witness,
        patience,
        retry: Duration::from_millis(5),
        map: Some("a map".into()),
        ..Marking::by(player())
    };
    let mut recorder = Recorder::begin_marked(session, marking).unwrap();
    let mut frames = recorder.rows("frames").unwrap();
    let marks = || recorder.status().mark.unwrap_or_default();
    for second in 0..=20_u32 {
        now.store(i64::from(second) * (1000 + longer_ms), Ordering::Relaxed);
        at(second);
        for frame in 0..10 {
            push(&mut frames, second as f32 + frame as f32 / 10.0);
        }
        // The clock of these sessions is the test's.
        until(|| marks().heads > u64::from(second / 2));
        let is_none = |is: &Arc<AtomicBool>| !is.load(Ordering::Relaxed);
        if answered.as_ref().is_some_and(|without| without.iter().all(is_none)) {
            until(|| marks().receipts == marks().heads);
        }
    }
    let mut info = Row::default();
    info.text("v").text("g").i64(1);
    for _ in 0..13 {
        info.text("x");
    }
    info.text(modifiers)
        .i32(0)
        .f32(0.0)
        .bool(false)
        .f32(0.0)
        .f32(0.0)
        .f32(0.0)
        .f32(0.0)
        .text("clear");
    for _ in 0..7 {
        info.f32(0.0);
    }
    recorder.rows("info").unwrap().push(&info).unwrap();
    recorder.end([("end".to_owned(), "clear".to_owned())].into());
    let status = recorder.wait(LONG);
    assert_eq!(status.state, State::Finished, "{status:?}");
    let reel = fs::read(status.reel.as_ref().unwrap()).unwrap();
    (status, reel)
}

fn push(frames: &mut RowInput, time: f32) {
    let mut row = Row::default();
    row.f32(time).i32(90);
    for _ in 0..21 {
        row.f32(0.5);
    }
    row.u32(0).f64(0.0).bool(true).bool(true).bool(true);
    frames.push(&row).unwrap();
}

fn trust() -> Trust {
    let mut trust = Trust::default();
    trust.add_server(server_key().public());
    trust
}

fn proven(reel: &[u8]) -> Report {
    let report = verify_reel(reel, &trust());
    assert!(report.findings.is_empty(), "{report:?}");
    report
}

#[test]
fn without_a_witness_a_session_is_signed() {
    let folder = tempfile::tempdir().unwrap();
    let (status, reel) = record(folder.path(), None, LONG, |_| {});
    assert_eq!(proven(&reel).level, Level::Signed);
    let mark = status.mark.unwrap();
    assert!(mark.heads >= 10 && mark.receipts == 0 && mark.trouble.is_none(), "{mark:?}");
    let own_file = fs::read(status.own_file.unwrap()).unwrap();
    assert_eq!(verify_file(&own_file, None, &trust()).level, Level::Signed);
}

#[test]
fn with_a_witness_it_is_witnessed_and_so_is_the_own_file() {
    let folder = tempfile::tempdir().unwrap();
    let (status, reel) = record(folder.path(), Some(Server::default()), LONG, |_| {});
    let report = proven(&reel);
    assert_eq!(report.level, Level::Witnessed, "{report:?}");
    assert!(report.share > 0.8, "{report:?}");
    let mark = status.mark.unwrap();
    assert!(mark.receipts > 5 && mark.trouble.is_none(), "{mark:?}");
    let own_file = fs::read(status.own_file.unwrap()).unwrap();
    let report = verify_file(&own_file, None, &trust());
    assert_eq!((report.level, report.findings), (Level::Witnessed, vec![]));
}

/// A session's time is the song's. Attack: to claim a song that is faster than what is played, or to play one slower than is claimed. The honest
/// neighbours: a song that is as fast as its modifiers say.
#[test]
fn a_song_is_as_fast_as_its_modifiers_say_or_is_not_witnessed() {
    let level = |modifiers, longer_ms| {
        let folder = tempfile::tempdir().unwrap();
        let server = Server { modifiers, longer_ms, ..Server::default() };
        let (status, reel) = record(folder.path(), Some(server), LONG, |_| {});
        let own_file = fs::read(status.own_file.unwrap()).unwrap();
        let [reel, own_file] =
            [verify_reel(&reel, &trust()), verify_file(&own_file, None, &trust())];
        assert_eq!(reel.level, own_file.level, "{reel:?} {own_file:?}");
        let is_in_full = reel.share > 0.8 && own_file.share > 0.8;
        assert_eq!(is_in_full, reel.level == Level::Witnessed, "{reel:?} {own_file:?}");
        reel.level
    };
    assert_eq!(level("FS", -167), Level::Witnessed);
    assert_eq!(level("SF", -333), Level::Witnessed);
    assert_eq!(level("SS", 176), Level::Witnessed);
    assert_eq!(level("SF", 0), Level::Signed);
    assert_eq!(level("", -333), Level::Signed);
    assert_eq!(level("", 400), Level::Signed);
}

#[test]
fn without_a_challenge_it_is_signed_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server { gives_no_challenge: true, ..Server::default() };
    let (status, reel) = record(folder.path(), Some(server), LONG, |_| {});
    assert_eq!(proven(&reel).level, Level::Signed);
    assert_eq!(status.mark.unwrap().trouble.as_deref(), Some("there is no network"));
    let folder = tempfile::tempdir().unwrap();
    let server = Server { is_for_another: true, ..Server::default() };
    let (status, reel) = record(folder.path(), Some(server), LONG, |_| {});
    assert_eq!(proven(&reel).level, Level::Signed);
    let trouble = status.mark.unwrap().trouble.unwrap();
    assert!(trouble.contains("not by"), "{trouble}");
}

#[test]
fn while_the_network_is_cut_there_is_a_gap() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::default();
    let is_away = server.is_away.clone();
    let (_, reel) = record(folder.path(), Some(server), LONG, |second| {
        is_away.store((4..14).contains(&second), Ordering::Relaxed);
    });
    let report = proven(&reel);
    assert_eq!(report.level, Level::Witnessed, "{report:?}");
    assert!(report.share < 0.8, "{report:?}");
}

#[test]
fn rows_after_the_last_receipt_are_signed_only() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::default();
    let is_away = server.is_away.clone();
    let patience = Duration::from_millis(300);
    let (status, reel) = record(folder.path(), Some(server), patience, |second| {
        is_away.store(second >= 12, Ordering::Relaxed);
    });
    let report = proven(&reel);
    assert_eq!(report.level, Level::Witnessed, "{report:?}");
    assert!(report.covered.last().unwrap().1 < 13.0, "{report:?}");
    assert!(report.reasons.iter().any(|reason| reason.ends_with("after the last receipt.")));
    assert!(status.mark.unwrap().trouble.is_some());
}

#[test]
fn a_witness_that_refuses_is_asked_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::default();
    let (refuses, sent) = (server.refuses.clone(), server.sent.clone());
    let answered = Mutex::new(0);
    let (status, reel) = record(folder.path(), Some(server), LONG, |second| {
        if second == 12 {
            *answered.lock().unwrap() = sent.lock().unwrap().len();
            refuses.store(true, Ordering::Relaxed);
        }
    });
    let report = proven(&reel);
    assert_eq!(report.level, Level::Witnessed, "{report:?}");
    assert!(report.covered.last().unwrap().1 < 13.0, "{report:?}");
    assert_eq!(sent.lock().unwrap().len(), *answered.lock().unwrap() + 1, "once, and no more");
    assert_eq!(status.mark.unwrap().trouble.as_deref(), Some("the server has seen enough"));
}

/// A witness gets the signed values: hashes, numbers and times.
#[test]
fn a_witness_is_sent_no_data() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::default();
    let sent = server.sent.clone();
    let (_, reel) = record(folder.path(), Some(server), LONG, |_| {});
    let sent = sent.lock().unwrap();
    assert!(sent.len() > 10, "{}", sent.len());
    let (close, heads) = sent.split_last().unwrap();
    for head in heads {
        // The envelope, two hashes and three numbers: nothing else has a place in it.
        let head = mark::open::<mark::Head>(head).unwrap();
        let again = mark::sign(&head.message, &player());
        assert_eq!(mark::message::digest(&again), *head.digest.as_bytes());
        assert!(again.len() < 400, "{}", again.len());
    }
    assert!(close.len() < 1_000 && reel.len() > 2_000, "{} of {}", close.len(), reel.len());
}

#[test]
fn a_hanging_witness_blocks_no_thread() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server { hangs: true, ..Server::default() };
    let begun = Instant::now();
    let (status, reel) = record(folder.path(), Some(server), Duration::from_millis(300), |_| {});
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    assert_eq!(proven(&reel).level, Level::Signed);
    assert_eq!(
        status.mark.unwrap().trouble.as_deref(),
        Some("the witness did not answer the last messages in time")
    );
}

#[test]
fn a_session_that_ends_at_once_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let session = Session::of_game("beat-saber", folder.path(), "it").unwrap();
    let marking = Marking { witness: Some(Box::new(Server::default())), ..Marking::by(player()) };
    let recorder = Recorder::begin_marked(session, marking).unwrap();
    recorder.end(BTreeMap::new());
    let status = recorder.wait(LONG);
    assert_eq!(status.state, State::Finished);
    assert!(proven(&fs::read(status.reel.unwrap()).unwrap()).level >= Level::Signed);
}

#[test]
fn a_file_without_a_place_for_a_mark_has_it_beside() {
    let folder = tempfile::tempdir().unwrap();
    let session = Session::of_bytes("rocket-league", "replay", folder.path(), "it");
    let mut recorder = Recorder::begin_marked(session, Marking::by(player())).unwrap();
    let replay = ghostreel_formats::sample("rocket-league", None, 2).unwrap();
    let mut bytes = recorder.bytes().unwrap();
    for part in replay.chunks(50_000) {
        bytes.push(part, f64::NAN).unwrap();
        thread::sleep(Duration::from_millis(2));
    }
    recorder.end(BTreeMap::new());
    let status = recorder.wait(LONG);
    assert_eq!(status.own_file, Some(folder.path().join("it.replay")), "{status:?}");
    assert_eq!(fs::read(folder.path().join("it.replay")).unwrap(), replay);
    let mark = fs::read(folder.path().join("it.replay.mark")).unwrap();
    assert_eq!(verify_file(&replay, Some(&mark), &trust()).level, Level::Signed);
}
