//! Sessions, keys and the log of a server.

use std::path::Path;

use ghostreel_core::Digest;
use ghostreel_mark::{
    Accept, Challenge, Level, PublicKey, Receipt, Report, Revoke, Rotate, SecretKey, Session,
    Signed, open, sign,
};
use ghostreel_reel::{Chain, Header, Settings, Writer};
use ghostreel_witness::{
    Accepted, AuditError, Auditor, Begun, Entry, Error, Fetch, Limits, Visit, Witness,
};

const NOW: i64 = 1_700_000_000_000;

fn player() -> SecretKey {
    SecretKey::from_random(&[7; 32])
}

async fn witness(folder: &Path) -> Witness {
    Witness::open(folder, "replays.example/tlog", Limits::default(), NOW).await.unwrap()
}

/// Chains of a reel that goes on.
fn chains() -> impl Iterator<Item = Chain> {
    let header = Header { game: "mine".into(), ..Header::default() };
    let mut writer = Writer::new(header, Settings::default()).unwrap();
    (0..).map(move |at| {
        let _: u32 = at;
        writer.mark(ghostreel_reel::Kind::SignedHead, &at.to_le_bytes()).unwrap();
        writer.chain()
    })
}

fn receipt(bytes: &[u8]) -> Signed<Receipt> {
    open(bytes).unwrap()
}

#[tokio::test]
async fn a_session_is_answered_head_by_head_and_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut chains) = (witness(folder.path()).await, chains());
    let begun = server.begin("here", player().public(), "mine", None, NOW).await.unwrap();
    let mut session = Session::new(player(), Some(&begun.challenge)).unwrap();
    assert_eq!(session.server(), Some(server.key().await));
    let mut heads = Vec::new();
    for at in 0..3 {
        let head = session.head(chains.next().unwrap());
        let answer = server.receive(&begun.session, &head, NOW + at * 2000).await.unwrap();
        assert_eq!(session.receipt(&answer).unwrap().received, NOW + at * 2000);
        heads.push((head, answer));
    }
    server.close().await;
    let server = witness(folder.path()).await;
    // Its answer may have been lost: it comes again, with the date it had.
    for (head, answer) in &heads {
        assert_eq!(server.receive(&begun.session, head, NOW + 60_000).await.unwrap(), *answer);
    }
    // A clock that was put back.
    let head = session.head(chains.next().unwrap());
    let answer = server.receive(&begun.session, &head, NOW - 60_000).await.unwrap();
    assert_eq!(receipt(&answer).message.received, NOW + 4000);
    let close = session.close(chains.next().unwrap(), Vec::new(), Vec::new(), Default::default());
    session.receipt(&server.receive(&begun.session, &close, NOW + 9000).await.unwrap()).unwrap();
    let late = session.head(chains.next().unwrap());
    let refused = server.receive(&begun.session, &late, NOW + 9000).await.unwrap_err();
    assert!(matches!(refused, Error::Message(ghostreel_mark::Error::Closed)), "{refused}");
}

#[tokio::test]
async fn a_message_out_of_order_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut chains) = (witness(folder.path()).await, chains());
    let key = player().public();
    let first = server.begin("here", key, "mine", None, NOW).await.unwrap();
    let other = server.begin("here", key, "mine", Some("map"), NOW).await.unwrap();
    assert_ne!(first.session, other.session);
    let mut session = Session::new(player(), Some(&first.challenge)).unwrap();
    let head = session.head(chains.next().unwrap());
    for (session, message, when, why) in [
        (&other.session, &head, NOW, "another session"),
        (&[9; 16], &head, NOW, "no session"),
        (&first.session, &head, first.expires + 1, "expired"),
        (&first.session, &b"no message".to_vec(), NOW, "is no"),
    ] {
        let error = server.receive(session, message, when).await.unwrap_err().to_string();
        assert!(error.contains(why), "{why}: {error}");
    }
    let skipped = session.head(chains.next().unwrap());
    assert!(server.receive(&first.session, &skipped, NOW).await.is_err());
    server.receive(&first.session, &head, NOW).await.unwrap();
    server.receive(&first.session, &skipped, NOW).await.unwrap();
    // Another's key under the same challenge.
    let thief = SecretKey::from_random(&[8; 32]);
    assert!(Session::new(thief, Some(&first.challenge)).is_err());
    // Faster than anything is played.
    let mut refused = None;
    for _ in 0..400 {
        let head = session.head(chains.next().unwrap());
        refused = server.receive(&first.session, &head, NOW + 1000).await.err();
        if refused.is_some() {
            break;
        }
    }
    assert!(matches!(refused, Some(Error::TooFast(2))), "{refused:?}");
}

#[tokio::test]
async fn open_sessions_are_limited_and_forgotten_when_unanswered() {
    let folder = tempfile::tempdir().unwrap();
    let server = witness(folder.path()).await;
    let key = player().public();
    let mut begun = Vec::new();
    for _ in 0..5 {
        begun.push(server.begin("here", key, "mine", None, NOW).await.unwrap());
    }
    let first_head = async |begun: &Begun| {
        let mut session = Session::new(player(), Some(&begun.challenge)).unwrap();
        let head = session.head(chains().next().unwrap());
        server.receive(&begun.session, &head, NOW).await
    };
    for begun in &begun[..4] {
        first_head(begun).await.unwrap();
    }
    let refused = server.begin("there", key, "mine", None, NOW).await.unwrap_err();
    assert_eq!(refused.to_string(), "the key has 4 sessions open, and may have no more");
    let refused = first_head(&begun[4]).await.unwrap_err();
    assert!(matches!(refused, Error::TooManySessions("the key", 4)), "{refused}");
    for at in 0..27 {
        let key = SecretKey::from_random(&[100 + at; 32]).public();
        server.begin("here", key, "mine", None, NOW).await.unwrap();
    }
    let another = SecretKey::from_random(&[99; 32]).public();
    let refused = server.begin("here", another, "mine", None, NOW).await.unwrap_err();
    assert!(matches!(refused, Error::TooManySessions("the client", 32)), "{refused}");
    let later = NOW + Limits::default().challenge_ms + 1;
    server.begin("here", another, "mine", None, later).await.unwrap();
    let refused = server.begin("here", another, "", None, later).await.unwrap_err();
    assert!(matches!(refused, Error::Text("game", _)), "{refused}");
}

#[tokio::test]
async fn a_session_that_ended_long_ago_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut chains) = (witness(folder.path()).await, chains());
    let begun = server.begin("here", player().public(), "mine", None, NOW).await.unwrap();
    let mut session = Session::new(player(), Some(&begun.challenge)).unwrap();
    let head = session.head(chains.next().unwrap());
    let answer = server.receive(&begun.session, &head, NOW).await.unwrap();
    session.receipt(&answer).unwrap();
    let close = session.close(chains.next().unwrap(), Vec::new(), Vec::new(), Default::default());
    server.receive(&begun.session, &close, NOW).await.unwrap();
    let ended = NOW + Limits::default().ended_ms;
    server.begin("here", player().public(), "mine", None, ended).await.unwrap();
    assert_eq!(server.receive(&begun.session, &head, ended).await.unwrap(), answer);
    server.begin("here", player().public(), "mine", None, ended + 1).await.unwrap();
    let gone = server.receive(&begun.session, &head, ended + 1).await.unwrap_err();
    assert!(matches!(gone, Error::NoSession), "{gone}");
    assert_eq!(receipt(&answer).message.session, begun.session, "the player has it");
}

/// Sessions that end at once cost nothing to begin, and are remembered for a week.
#[tokio::test]
async fn only_the_latest_sessions_that_ended_are_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { ended_per_client: 3, ended_in_all: 5, ..Limits::default() };
    let server = Witness::open(folder.path(), "here", limits, NOW).await.unwrap();
    let mut ended = Vec::new();
    for (number, client) in (0..).zip(["a", "a", "a", "a", "b", "b", "b", "a"]) {
        let (now, mut chains) = (NOW + number, chains());
        let begun = server.begin(client, player().public(), "mine", None, now).await.unwrap();
        let mut session = Session::new(player(), Some(&begun.challenge)).unwrap();
        let head = session.head(chains.next().unwrap());
        session.receipt(&server.receive(&begun.session, &head, now).await.unwrap()).unwrap();
        let close =
            session.close(chains.next().unwrap(), Vec::new(), Vec::new(), Default::default());
        server.receive(&begun.session, &close, now).await.unwrap();
        ended.push((begun.session, head));
    }
    server.begin("a", player().public(), "mine", None, NOW + 9).await.unwrap();
    let mut received = Vec::new();
    for (session, head) in &ended {
        received.push(server.receive(session, head, NOW + 9).await.is_ok());
    }
    assert_eq!(received, [false, false, false, true, true, true, true, true]);
}

#[tokio::test]
async fn receipts_hold_when_the_servers_key_is_another() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut chains) = (witness(folder.path()).await, chains());
    let first = server.key().await;
    let begun = server.begin("here", player().public(), "mine", None, NOW).await.unwrap();
    let second = server.rotate(NOW + 1000).await.unwrap();
    assert_ne!(first, second);
    assert_eq!(server.key().await, second);
    // A session that was begun goes on with the key that it knows.
    let mut session = Session::new(player(), Some(&begun.challenge)).unwrap();
    let answer =
        server.receive(&begun.session, &session.head(chains.next().unwrap()), NOW + 2000).await;
    assert_eq!(receipt(&answer.unwrap()).key, first);
    let begun = server.begin("here", player().public(), "mine", None, NOW + 3000).await.unwrap();
    assert_eq!(open::<Challenge>(&begun.challenge).unwrap().key, second);
    let trust = server.trust().await.unwrap();
    assert!(trust.believes(first, NOW) && trust.believes(second, NOW + 3000));
    assert!(!trust.believes(first, NOW + 3000) && !trust.believes(second, NOW));
    server.close().await;
    assert_eq!(witness(folder.path()).await.key().await, second);
}

#[tokio::test]
async fn players_change_and_revoke_their_keys() {
    let folder = tempfile::tempdir().unwrap();
    let server = witness(folder.path()).await;
    let (old, new) = (player(), SecretKey::from_random(&[9; 32]));
    let rotate = sign(&Rotate { old: old.public(), new: new.public(), made: NOW }, &old);
    // A rotation alone proves nothing of the new key's owner.
    assert!(server.take_key_message("here", &rotate, NOW).await.is_err());
    let accept = sign(&Accept { rotate }, &new);
    assert_eq!(server.take_key_message("here", &accept, NOW).await.unwrap(), 0);
    assert_eq!(
        server.take_key_message("here", &accept, NOW + 5).await.unwrap(),
        0,
        "known already"
    );
    assert_eq!(server.trust().await.unwrap().successor(old.public()), new.public());
    let revoke = Revoke { key: old.public(), made: NOW, reason: Some("stolen".into()) };
    assert_eq!(server.take_key_message("here", &sign(&revoke, &old), NOW).await.unwrap(), 1);
    let refused = server.begin("here", old.public(), "mine", None, NOW).await.unwrap_err();
    assert!(matches!(refused, Error::Revoked), "{refused}");
    server.begin("here", new.public(), "mine", None, NOW).await.unwrap();
}

/// The published data of a log, copied.
struct Copy<'a>(&'a Witness, tokio::runtime::Handle);

impl Fetch for Copy<'_> {
    fn fetch(&self, path: &str) -> Result<Vec<u8>, String> {
        tokio::task::block_in_place(|| {
            self.1.block_on(async {
                match path.strip_prefix("tile/") {
                    Some(tile) => self.0.tile(tile).await.map_err(|error| error.to_string()),
                    None => Ok(self.0.checkpoint().await.unwrap().into_bytes()),
                }
            })
        })
    }
}

fn auditor(witness: &Witness) -> Auditor<Copy<'_>> {
    let copy = Copy(witness, tokio::runtime::Handle::current());
    Auditor::new(copy, &witness.log_verifier()).unwrap()
}

async fn accept(witness: &Witness, from: u32, count: u32) {
    for at in from..from + count {
        let digest = Digest::of(&at.to_le_bytes());
        witness.accept(&digest, &Report::default(), &digest, NOW + i64::from(at)).await.unwrap();
    }
}

fn look(witness: &Witness, last: Option<&Visit>) -> Result<(Visit, Vec<u64>), AuditError> {
    let mut seen = Vec::new();
    let visit = auditor(witness).audit(last, |number, entry| {
        assert!(matches!(entry, Some(Entry::Replay { .. })));
        seen.push(number);
    })?;
    Ok((visit, seen))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_grows_is_followed_and_each_entry_is_proven() {
    let folder = tempfile::tempdir().unwrap();
    let server = witness(folder.path()).await;
    let (mut last, mut there) = (None, 0_u32);
    for more in [0, 1, 2, 252, 1, 3, 300] {
        accept(&server, there, more).await;
        let (visit, seen) = look(&server, last.as_ref()).unwrap();
        let expected: Vec<u64> = (there.into()..(there + more).into()).collect();
        assert_eq!(seen, expected);
        there += more;
        last = Some(visit);
    }
    // The same content again is no entry of its own.
    accept(&server, 0, 5).await;
    assert_eq!(look(&server, last.as_ref()).unwrap().1, Vec::<u64>::new());
    let (proof, inclusion) =
        server.proof(&Digest::of(&77_u32.to_le_bytes())).await.unwrap().unwrap();
    assert_eq!((proof.level.as_str(), inclusion.number), ("unmarked", 77));
    let hashes: Vec<tlog_tiles::Hash> = inclusion
        .hashes
        .iter()
        .map(|hash| {
            tlog_tiles::Hash(
                data_encoding::HEXLOWER.decode(hash.as_bytes()).unwrap().try_into().unwrap(),
            )
        })
        .collect();
    let text = inclusion.checkpoint.split_once("\n\n").unwrap().0.to_owned() + "\n";
    let checkpoint = tlog_tiles::Checkpoint::from_bytes(text.as_bytes()).unwrap();
    let leaf = tlog_tiles::record_hash(inclusion.entry.as_bytes());
    tlog_tiles::check_record(&hashes, checkpoint.size(), *checkpoint.hash(), 77, leaf).unwrap();
    assert!(server.proof(&Digest::of(b"another")).await.unwrap().is_none());
    assert!(matches!(server.tile("0/003").await, Err(Error::NoTile)));
}

/// A server that goes back to an old state and goes on from there shows another history than before; so does one that shows one
/// history to some, and another to others.
#[tokio::test(flavor = "multi_thread")]
async fn a_history_that_is_rewritten_or_split_is_caught() {
    let [folder, copy] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let server = witness(folder.path()).await;
    accept(&server, 0, 300).await;
    let (early, _) = look(&server, None).unwrap();
    server.close().await;
    std::fs::copy(folder.path().join("witness.db"), copy.path().join("witness.db")).unwrap();
    let (server, split) = (witness(folder.path()).await, witness(copy.path()).await);
    accept(&server, 300, 20).await;
    let (late, _) = look(&server, Some(&early)).unwrap();
    // It goes on from 300 as an honest one would: only a client that saw more than that can notice.
    accept(&split, 500, 10).await;
    let (_, seen) = look(&split, Some(&early)).unwrap();
    assert_eq!(seen.len(), 10);
    assert_eq!(look(&split, Some(&late)), Err(AuditError::Cut { before: 320, now: 310 }));
    accept(&split, 600, 10).await;
    assert_eq!(look(&split, Some(&late)), Err(AuditError::Rewritten(320)));
    accept(&split, 700, 100).await;
    assert_eq!(look(&split, Some(&late)), Err(AuditError::Rewritten(320)));
    // And one with another key is another log.
    let stranger = tempfile::tempdir().unwrap();
    let stranger = witness(stranger.path()).await;
    accept(&stranger, 0, 320).await;
    let copy = Copy(&stranger, tokio::runtime::Handle::current());
    let auditor = Auditor::new(copy, &server.log_verifier()).unwrap();
    let refused = auditor.audit(Some(&late), |_, _| ()).unwrap_err();
    assert!(matches!(refused, AuditError::Checkpoint(_)), "{refused}");
}

/// A log may claim to be as long as it likes, and make its entries up as they are asked for.
#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_is_too_long_for_one_visit_is_not_walked() {
    let folder = tempfile::tempdir().unwrap();
    let server = witness(folder.path()).await;
    accept(&server, 0, 10).await;
    let (first, _) = look(&server, None).unwrap();
    accept(&server, 10, 300).await;
    let audit = |most: u64, last: Option<&Visit>| {
        let mut seen = 0;
        let visit = auditor(&server).at_most(most).audit(last, |_, _| seen += 1);
        (visit.map(|_| ()), seen)
    };
    assert_eq!(audit(309, None), (Err(AuditError::Many { came: 310, most: 309 }), 0));
    assert_eq!(audit(300, Some(&first)), (Ok(()), 300), "what was seen before does not count");
}

/// An entry cannot be changed without the tree.
#[tokio::test(flavor = "multi_thread")]
async fn entries_that_are_changed_are_caught() {
    struct Forged<'a>(Copy<'a>);
    impl Fetch for Forged<'_> {
        fn fetch(&self, path: &str) -> Result<Vec<u8>, String> {
            let mut bytes = self.0.fetch(path)?;
            if path.starts_with("tile/entries/") {
                let at = bytes.windows(8).position(|part| part == b"unmarked").unwrap();
                bytes[at] = b'X';
            }
            Ok(bytes)
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let server = witness(folder.path()).await;
    accept(&server, 0, 3).await;
    let copy = Copy(&server, tokio::runtime::Handle::current());
    let auditor = Auditor::new(Forged(copy), &server.log_verifier()).unwrap();
    let refused = auditor.audit(None, |_, _| ()).unwrap_err();
    assert_eq!(refused, AuditError::Foreign("entry 0".into()));
}

#[cfg(unix)]
#[tokio::test]
async fn its_keys_are_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let server = witness(folder.path()).await;
    let mode = std::fs::metadata(folder.path().join("witness.db")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let shown: PublicKey = server.key().await;
    assert!(!format!("{server:?}").contains("PRIVATE") && !shown.to_string().is_empty());
}

/// The first verdict on a replay stays, whatever others prove later; their claims are theirs, and the best are kept.
#[tokio::test]
async fn a_later_proof_is_a_claim_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let server = witness(folder.path()).await;
    let replay = Digest::of(b"a replay");
    let report = |key: u8, level, bound| Report {
        level,
        key: Some(SecretKey::from_random(&[key; 32]).public()),
        bound,
        ..Report::default()
    };
    let source = |number: u8| Digest::of(&[number]);
    let accept = async |report: &Report, number: u8| {
        server.accept(&replay, report, &source(number), NOW).await.unwrap()
    };
    let signed = report(1, Level::Signed, None);
    assert_eq!(accept(&signed, 1).await, Accepted::First);
    assert_eq!(accept(&signed, 1).await, Accepted::Nothing);
    assert_eq!(accept(&signed, 2).await, Accepted::Nothing, "the same key proves no more");
    assert_eq!(accept(&Report::default(), 3).await, Accepted::Nothing);
    assert_eq!(accept(&report(2, Level::Witnessed, Some(9)), 4).await, Accepted::Claim);
    assert_eq!(accept(&report(2, Level::Signed, None), 5).await, Accepted::Nothing);
    assert_eq!(accept(&report(1, Level::Witnessed, Some(5)), 6).await, Accepted::Claim);
    // Many throw-away keys displace no key that proves more.
    for key in 10..40 {
        accept(&report(key, Level::Signed, None), key).await;
    }
    assert_eq!(accept(&report(50, Level::Witnessed, Some(7)), 50).await, Accepted::Claim);
    let claims = server.claims(&replay).await.unwrap();
    let bound: Vec<Option<i64>> = claims.iter().map(|claim| claim.bound).collect();
    assert_eq!((claims.len(), &bound[..4]), (8, &[Some(5), Some(7), Some(9), None][..]));
    let (proof, _) = server.proof(&replay).await.unwrap().unwrap();
    assert_eq!((proof.level(), proof.key), (Level::Signed, signed.key.map(|key| key.to_string())));
    assert_eq!(server.source(&replay).await.unwrap(), Some(source(1)));
    server.forget(&replay).await.unwrap();
    assert_eq!(
        (server.source(&replay).await.unwrap(), server.claims(&replay).await.unwrap()),
        (None, vec![])
    );
    assert_eq!(accept(&signed, 1).await, Accepted::First, "it comes anew");
}

/// Attacks on permanent storage: long messages, unknown members, many messages by one key and by many.
#[tokio::test]
async fn messages_about_keys_are_short_known_and_few() {
    let folder = tempfile::tempdir().unwrap();
    let server = witness(folder.path()).await;
    let key = |number: u8| SecretKey::from_random(&[number; 32]);
    let revocation = |number: u8, reason: &str| {
        let revoke = Revoke { key: key(number).public(), made: NOW, reason: Some(reason.into()) };
        sign(&revoke, &key(number))
    };
    let long = revocation(1, &"x".repeat(1000));
    let refused = server.take_key_message("here", &long, NOW).await.unwrap_err();
    assert!(refused.to_string().contains("may have 1024"), "{refused}");
    for made in 0..4_u8 {
        let revoke = Revoke { key: key(1).public(), made: i64::from(made), reason: None };
        server.take_key_message(&made.to_string(), &sign(&revoke, &key(1)), NOW).await.unwrap();
    }
    let again = revocation(1, "again");
    let refused = server.take_key_message("here", &again, NOW).await.unwrap_err();
    assert!(matches!(refused, Error::TooManyMessages("the key", 4)), "{refused}");
    // An honest player is not kept from revoking by others, nor by known messages.
    for number in 10..26 {
        let message = revocation(number, "stolen");
        server.take_key_message("there", &message, NOW).await.unwrap();
        server.take_key_message("there", &message, NOW).await.unwrap();
    }
    let more = revocation(30, "stolen");
    let refused = server.take_key_message("there", &more, NOW).await.unwrap_err();
    assert!(matches!(refused, Error::TooManyMessages("the client", 16)), "{refused}");
    server.take_key_message("elsewhere", &more, NOW).await.unwrap();
    server.take_key_message("there", &revocation(31, "stolen"), NOW + 86_400_001).await.unwrap();
}

/// However many keys there are messages about, a mark is judged by those that are about its own.
#[tokio::test]
async fn messages_about_a_key_are_found_among_all_others() {
    let folder = tempfile::tempdir().unwrap();
    let server = witness(folder.path()).await;
    let key = |number: u8| SecretKey::from_random(&[number; 32]);
    let revoke = |number: u8| {
        let revoke = Revoke { key: key(number).public(), made: NOW, reason: None };
        sign(&revoke, &key(number))
    };
    let replace = |old: u8, new: u8| {
        let rotate = Rotate { old: key(old).public(), new: key(new).public(), made: NOW };
        sign(&Accept { rotate: sign(&rotate, &key(old)) }, &key(new))
    };
    let chain = [replace(1, 2), replace(2, 3), revoke(3)];
    let others = [revoke(10), revoke(11), revoke(12)];
    for (message, other) in chain.iter().zip(&others) {
        server.take_key_message("a", other, NOW).await.unwrap();
        server.take_key_message("b", message, NOW).await.unwrap();
    }
    let of_key = |number: u8| {
        let server = &server;
        async move {
            let messages = server.key_messages_of(key(number).public()).await.unwrap();
            messages.into_iter().map(|(message, _)| message).collect::<Vec<_>>()
        }
    };
    assert_eq!(of_key(1).await, chain);
    assert_eq!(of_key(3).await, chain[2..]);
    assert_eq!(of_key(11).await, others[1..2]);
    assert_eq!(of_key(20).await, [[0_u8; 0]; 0]);
    assert_eq!(server.server_key_messages().await.unwrap(), []);
    server.rotate(NOW).await.unwrap();
    assert_eq!(server.server_key_messages().await.unwrap().len(), 1);
    // All of them, page by page.
    let (mut after, mut all) = (0, Vec::new());
    loop {
        let page = server.key_messages_after(after, 3).await.unwrap();
        let Some((last, _)) = page.last() else { break };
        after = *last;
        all.extend(page.into_iter().map(|(_, message)| message));
    }
    assert_eq!(all.len(), 7);
    assert_eq!([&all[0], &all[5]], [&others[0], &chain[2]]);
}

/// Only the messages of a key that affect verdicts are kept: its first rotation and its first revocation.
#[tokio::test(flavor = "multi_thread")]
async fn messages_that_cannot_change_a_verdict_are_in_the_log_alone() {
    let folder = tempfile::tempdir().unwrap();
    let key = |number: u8| SecretKey::from_random(&[number; 32]);
    let revoke = |made| sign(&Revoke { key: key(1).public(), made, reason: None }, &key(1));
    let replace = |new: u8| {
        let rotate = Rotate { old: key(1).public(), new: key(new).public(), made: NOW };
        sign(&Accept { rotate: sign(&rotate, &key(1)) }, &key(new))
    };
    let messages = [replace(2), revoke(5), replace(3), revoke(1)];
    let kept = &messages[..2];
    let check = async |server: &Witness| {
        let of_key = server.key_messages_of(key(1).public()).await.unwrap();
        assert_eq!(of_key.into_iter().map(|(message, _)| message).collect::<Vec<_>>(), kept);
        let listed = server.key_messages_after(0, 100).await.unwrap();
        assert_eq!(listed.into_iter().map(|(_, message)| message).collect::<Vec<_>>(), kept);
        assert_eq!(server.server_key_messages().await.unwrap(), []);
        let trust = server.trust().await.unwrap();
        assert_eq!(trust.revoked(key(1).public()), Some(NOW + 1), "when the log had the first");
        assert_eq!(trust.successor(key(1).public()), key(2).public());
        // All are known, all are in the log, and all count for how many there may be.
        for (number, message) in (0..).zip(&messages) {
            let again = server.take_key_message("here", message, NOW + 9).await;
            assert_eq!(again.unwrap(), number);
        }
        let refused = server.take_key_message("there", &revoke(7), NOW).await.unwrap_err();
        assert!(matches!(refused, Error::TooManyMessages("the key", 4)), "{refused}");
        let mut logged = 0;
        let audit = auditor(server).audit(None, |_, entry| {
            logged += u32::from(matches!(entry, Some(Entry::Key { .. })));
        });
        audit.unwrap();
        assert_eq!(logged, 4);
    };
    let server = witness(folder.path()).await;
    for (number, message) in (0..).zip(&messages) {
        server.take_key_message("here", message, NOW + number).await.unwrap();
    }
    check(&server).await;
    server.close().await;
    // As an older version kept them: all whole, and without who signed them.
    let database = format!("sqlite://{}", folder.path().join("witness.db").display());
    let pool = sqlx::SqlitePool::connect(&database).await.unwrap();
    for (number, message) in (1..).zip(&messages) {
        sqlx::query("UPDATE key_messages SET message = ?, signer = NULL WHERE number = ?")
            .bind(message)
            .bind(number)
            .execute(&pool)
            .await
            .unwrap();
    }
    pool.close().await;
    check(&witness(folder.path()).await).await;
}

/// Attack: sessions for another's key, which never sign a head, do not keep its owner out.
#[tokio::test]
async fn a_session_counts_for_a_key_once_a_head_of_it_holds() {
    let folder = tempfile::tempdir().unwrap();
    let server = witness(folder.path()).await;
    let owner = SecretKey::from_random(&[1; 32]);
    for number in 0..32 {
        server
            .begin(&format!("attacker {number}"), owner.public(), "mine", None, NOW)
            .await
            .unwrap();
    }
    for _ in 0..4 {
        let begun = server.begin("owner", owner.public(), "mine", None, NOW).await.unwrap();
        let mut session = Session::new(owner.clone(), Some(&begun.challenge)).unwrap();
        let header =
            Header { game: "mine".into(), mark: Some(session.header()), ..Header::default() };
        let writer = Writer::new(header, Settings::default()).unwrap();
        server.receive(&begun.session, &session.head(writer.chain()), NOW).await.unwrap();
    }
    let refused = server.begin("owner", owner.public(), "mine", None, NOW).await.unwrap_err();
    assert!(matches!(refused, Error::TooManySessions("the key", 4)), "{refused}");
}

/// A log that an older version filled with an entry that no tile can say is read and audited all the same.
#[tokio::test(flavor = "multi_thread")]
async fn an_entry_that_is_too_long_is_kept_back_and_the_log_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = witness(folder.path()).await;
    accept(&server, 0, 3).await;
    let database = format!("sqlite://{}", folder.path().join("witness.db").display());
    let pool = sqlx::SqlitePool::connect(&database).await.unwrap();
    let long = vec![b'x'; 70_000];
    sqlx::query("UPDATE log_entries SET entry = ? WHERE number = 2")
        .bind(&long)
        .execute(&pool)
        .await
        .unwrap();
    let hash = tlog_tiles::record_hash(&long);
    sqlx::query("UPDATE log_hashes SET hash = ? WHERE number = ?")
        .bind(&hash.0[..])
        .bind(i64::try_from(tlog_tiles::stored_hash_index(0, 2)).unwrap())
        .execute(&pool)
        .await
        .unwrap();
    accept(&server, 3, 300).await;
    let mut seen = Vec::new();
    auditor(&server).audit(None, |number, entry| seen.push((number, entry.is_some()))).unwrap();
    let unknown: Vec<u64> =
        seen.iter().filter(|(_, known)| !known).map(|(number, _)| *number).collect();
    assert_eq!((seen.len(), unknown), (303, vec![2]));
}
