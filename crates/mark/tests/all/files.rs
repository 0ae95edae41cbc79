//! Files of games that are marked, stripped, marked again and altered.

use std::ops::Range;

use crate::support::{Recording, challenge, player, record, server, trust};
use ghostreel_core::{DecodeOptions, Digest};
use ghostreel_formats::{bsor, codec, sample};
use ghostreel_mark::{
    Challenge, Evidence, FileMark, FindingKind, Level, MarkError, Marked, NamedFile, Progress,
    Report, Revoke, SecretKey, Session, mark_file, open, sign, strip, verify_file,
    verify_with_original,
};
use ghostreel_reel::{Header, Kind, Level as PackLevel, Original, Settings, Stream, Writer};

const MADE: i64 = crate::support::BEGIN_MS;

fn verify(marked: &Marked, unmarked: &[u8]) -> Report {
    match marked {
        Marked::Inside(bytes) => verify_file(bytes, None, &trust()),
        Marked::Beside(mark) => verify_file(unmarked, Some(mark), &trust()),
    }
}

fn evidence(of: &[u8], format: &str, how: Recording) -> Evidence {
    let files = vec![NamedFile { format: format.into(), sha256: *Digest::of(of).as_bytes() }];
    crate::support::evidence(&record(&Recording { has_server: true, files, ..how }))
}

fn of_game(game: &'static str) -> Recording {
    Recording { game, ..Recording::default() }
}

/// A replay of Beat Saber, whose song went as fast as these modifiers say.
fn with_modifiers(codes: &str) -> Vec<u8> {
    let sample = sample("beat-saber", None, 1).unwrap();
    let mut replay = bsor::decode(&sample, &DecodeOptions::STRICT).unwrap().value;
    replay.info.modifiers = codes.into();
    bsor::encode(&replay)
}

#[test]
fn files_of_all_games_are_marked_and_come_back() {
    for (game, format, is_inside) in
        [("beat-saber", "bsor", true), ("melee", "slp", true), ("rocket-league", "replay", false)]
    {
        let bytes = sample(game, None, 1).unwrap();
        for evidence in [None, Some(evidence(&bytes, format, of_game(game)))] {
            let level = if evidence.is_some() { Level::Witnessed } else { Level::Signed };
            let marked = mark_file(&bytes, &player(), MADE, evidence).unwrap();
            assert_eq!(matches!(marked, Marked::Inside(_)), is_inside, "{game}");
            let report = verify(&marked, &bytes);
            assert_eq!((report.level, report.findings), (level, vec![]), "{game}");
            assert_eq!(report.key, Some(player().public()));
            let Marked::Inside(inside) = &marked else { continue };
            assert_eq!(strip(inside).unwrap(), bytes, "{game}");
            // Another player's mark takes its place.
            let again = mark_file(inside, &SecretKey::from_random(&[8; 32]), MADE, None).unwrap();
            let report = verify(&again, &bytes);
            assert_eq!(report.key, Some(SecretKey::from_random(&[8; 32]).public()));
            let Marked::Inside(again) = &again else { panic!("{game}: the mark left the file") };
            assert_eq!(strip(again).unwrap(), bytes);
        }
        assert_eq!(verify_file(&bytes, None, &trust()).level, Level::Unmarked);
        assert_eq!(strip(&bytes).unwrap(), bytes);
    }
}

#[test]
fn a_file_that_was_changed_is_altered() {
    for game in ["beat-saber", "melee"] {
        let bytes = sample(game, None, 1).unwrap();
        let Marked::Inside(marked) = mark_file(&bytes, &player(), MADE, None).unwrap() else {
            panic!("{game}: no place for a mark");
        };
        // All through the file; the mark is at its end.
        for at in
            (0..marked.len()).step_by(marked.len() / 150).chain(marked.len() - 300..marked.len())
        {
            let mut changed = marked.clone();
            changed[at] ^= 4;
            let report = verify_file(&changed, None, &trust());
            assert_eq!(report.level, Level::Unmarked, "{game}: byte {at} of {}", marked.len());
        }
    }
}

#[test]
fn a_mark_of_another_file_does_not_count() {
    let (one, other) =
        (sample("rocket-league", None, 1).unwrap(), sample("rocket-league", None, 2).unwrap());
    let Marked::Beside(mark) = mark_file(&one, &player(), MADE, None).unwrap() else { panic!() };
    assert!(verify_file(&other, Some(&mark), &trust()).has(FindingKind::Altered));
    // Nor does a session of another file, or another player's.
    let evidence = evidence(&one, "replay", of_game("rocket-league"));
    for (bytes, key) in [(&other, player()), (&one, server())] {
        let refused = mark_file(bytes, &key, MADE, Some(evidence.clone()));
        assert_eq!(refused, Err(MarkError::OtherSession));
    }
}

#[test]
fn a_packed_reel_is_verified_through_its_original() {
    let bytes = sample("beat-saber", None, 1).unwrap();
    let Marked::Inside(marked) = mark_file(&bytes, &player(), MADE, None).unwrap() else {
        panic!()
    };
    let original = Original { format: "bsor".into(), ..Original::default() };
    let reel =
        ghostreel_reel::pack("beat-saber", original, &marked, PackLevel::Fast, codec("bsor"))
            .unwrap();
    let report = verify_file(&reel, None, &trust());
    assert_eq!((report.level, report.key), (Level::Signed, Some(player().public())));
}

/// Attack: a reel in a reel, where each may unpack to many times its bytes. A reel's own file is a game's, and not opened as another reel.
#[test]
fn a_reel_in_a_reel_is_no_game_s_own_file() {
    let bytes = sample("beat-saber", None, 1).unwrap();
    let Marked::Inside(marked) = mark_file(&bytes, &player(), MADE, None).unwrap() else {
        panic!("a .bsor has a place for it")
    };
    let packed = |bytes: &[u8], format: &str| {
        let original = Original { format: format.into(), ..Original::default() };
        ghostreel_reel::pack("beat-saber", original, bytes, PackLevel::Fast, codec(format)).unwrap()
    };
    let once = packed(&marked, "bsor");
    assert_eq!(verify_file(&once, None, &trust()).level, Level::Signed);
    let (report, original) = verify_with_original(&packed(&once, "reel"), None, &trust());
    assert_eq!((report.level, original.unwrap().unwrap()), (Level::Unmarked, once));
}

/// Attacks: a session of another game, one that saw nothing, one in which far more time passed than in the game, and a short one for a long play
/// prove nothing, nothing, nothing, and as little as they are.
#[test]
fn a_session_proves_no_more_of_a_file_than_it_saw() {
    let bytes = with_modifiers("");
    let report = |how: Recording| {
        let marked = mark_file(&bytes, &player(), MADE, Some(evidence(&bytes, "bsor", how)));
        verify(&marked.unwrap(), &bytes)
    };
    let honest = report(Recording { seconds: 50, ..of_game("beat-saber") });
    assert_eq!((honest.level, honest.findings.len()), (Level::Witnessed, 0), "{honest:?}");
    assert!(honest.share > 0.9, "{honest:?}");
    assert_eq!(honest.bound, None, "that the session is the file's is the player's word");

    let other_game = report(Recording { seconds: 50, ..of_game("melee") });
    assert_eq!(other_game.level, Level::Signed);
    assert!(other_game.has(FindingKind::Inconsistent), "{other_game:?}");

    let saw_nothing = report(Recording { seconds: 50, has_rows: false, ..of_game("beat-saber") });
    assert_eq!((saw_nothing.level, saw_nothing.received), (Level::Signed, None));
    assert!(saw_nothing.reasons.iter().any(|reason| reason.contains("saw no rows")));

    let slow = report(Recording { seconds: 70, ..of_game("beat-saber") });
    assert_eq!((slow.level, slow.covered.len(), slow.bound), (Level::Signed, 0, None), "{slow:?}");
    assert!(slow.reasons.iter().any(|reason| reason.contains("s of the game passed")), "{slow:?}");

    let short = report(Recording { seconds: 8, ..of_game("beat-saber") });
    assert!(short.share < 0.2, "{short:?}");
    assert!(short.reasons.iter().any(|reason| reason.starts_with("The game lasts")), "{short:?}");
}

/// A reel of a game's own file, whose bytes came over some seconds by the server's clock and the recorder's alike.
fn reel_of_bytes(replay: &[u8], seconds: u32) -> Vec<u8> {
    reel_with_gaps(("beat-saber", "bsor"), replay, seconds, 0..0)
}

/// The same, of any game, without answers to some heads.
fn reel_with_gaps(
    (game, format): (&str, &str),
    replay: &[u8],
    seconds: u32,
    unanswered: Range<u64>,
) -> Vec<u8> {
    let bytes = sign(&Challenge { game: game.into(), ..challenge(1) }, &server());
    let challenge = open::<Challenge>(&bytes).unwrap();
    let mut session = Session::new(player(), Some(&bytes)).unwrap();
    let original = Original { format: format.into(), ..Original::default() };
    let header = Header {
        game: game.into(),
        streams: vec![Stream::Original(original)],
        mark: Some(session.header()),
        ..Header::default()
    };
    let mut writer = Writer::new(header, Settings::default()).unwrap();
    let mut progress: Option<Progress> = None;
    let mut send = |writer: &mut Writer, kind, message: &[u8], at: u32| {
        writer.mark(kind, message).unwrap();
        let next = Progress::next(&challenge, progress.as_ref(), message).unwrap();
        let received = MADE + 500 + i64::from(at) * 1000;
        let receipt = sign(&next.receipt(&challenge.message, received), &server());
        if !unanswered.contains(&next.number) {
            writer.mark(Kind::Receipt, &receipt).unwrap();
        }
        progress = Some(next);
    };
    let pieces = seconds / 2;
    for (piece, at) in replay.chunks(replay.len() / pieces as usize + 1).zip((0..).step_by(2)) {
        let head = session.head(writer.chain());
        send(&mut writer, Kind::SignedHead, &head, at);
        writer.original(1, piece, f64::from(at + 2)).unwrap();
        writer.flush();
    }
    let close = session.close(writer.chain(), writer.row_counts(), Vec::new(), Default::default());
    send(&mut writer, Kind::Close, &close, pieces * 2);
    writer.finish()
}

/// Attacks: a game that was played at two thirds of its speed, and whose file has the times of a game at full speed, and one that claims a faster
/// song than was played. The honest neighbours: one at full speed, and those whose song was played slower or faster, as they say.
#[test]
fn a_game_that_went_slower_than_its_replay_says_is_not_witnessed() {
    let [replay, slower, faster] = ["", "SS", "FS"].map(with_modifiers);
    let witnessed = |replay: &[u8], seconds| {
        let report = verify_file(&reel_of_bytes(replay, seconds), None, &trust());
        assert!(report.findings.is_empty(), "{report:?}");
        (report.level, (report.share * 20.0).round() / 20.0)
    };
    assert_eq!(witnessed(&replay, 48), (Level::Witnessed, 1.0));
    assert_eq!(witnessed(&replay, 52), (Level::Witnessed, 1.0));
    assert_eq!(witnessed(&replay, 72), (Level::Signed, 0.0));
    assert_eq!(witnessed(&replay, 24), (Level::Witnessed, 0.5));
    assert_eq!(witnessed(&slower, 56), (Level::Witnessed, 1.0));
    assert_eq!(witnessed(&slower, 72), (Level::Signed, 0.0));
    assert_eq!(witnessed(&faster, 40), (Level::Witnessed, 1.0));
    assert_eq!(witnessed(&faster, 48), (Level::Signed, 0.0));
}

/// Attack: a game of Melee that was played at half its speed, with so many receipts left out that they cover less than the game. Its file
/// was written while it was played, so it shows how far the game came in each stretch. Its honest neighbour lost its connection, too.
#[test]
fn a_slow_game_shows_in_the_bytes_of_each_stretch() {
    let replay = sample("melee", None, 1).unwrap();
    let verify = |seconds, unanswered| {
        let reel = reel_with_gaps(("melee", "slp"), &replay, seconds, unanswered);
        verify_file(&reel, None, &trust())
    };
    let slow = verify(40, 5..15);
    assert_eq!((slow.level, slow.findings.len()), (Level::Signed, 0), "{slow:?}");
    assert!(slow.reasons.iter().any(|reason| reason.contains("s of the game passed")), "{slow:?}");
    let honest = verify(20, 4..7);
    assert_eq!((honest.level, honest.covered.len()), (Level::Witnessed, 2), "{honest:?}");
    let whole = verify(20, 0..0);
    assert_eq!((whole.level, whole.covered.len()), (Level::Witnessed, 1), "{whole:?}");
}

/// The close names the file: if no server had it, nothing says when the file was.
#[test]
fn without_a_receipt_for_the_close_a_file_is_signed() {
    let bytes = sample("beat-saber", None, 1).unwrap();
    let mut evidence = evidence(&bytes, "bsor", Recording { seconds: 50, ..of_game("beat-saber") });
    evidence.receipts.pop();
    let marked = mark_file(&bytes, &player(), MADE, Some(evidence)).unwrap();
    let report = verify(&marked, &bytes);
    assert_eq!((report.level, report.received), (Level::Signed, None), "{report:?}");
    assert!(report.reasons.iter().any(|reason| reason.starts_with("No server received the close")));
}

#[test]
fn a_file_with_several_marks_has_none_that_counts() {
    let bytes = sample("beat-saber", None, 1).unwrap();
    let Marked::Inside(marked) = mark_file(&bytes, &player(), MADE, None).unwrap() else {
        panic!("a .bsor has a place for it")
    };
    let mut both = bsor::decode(&marked, &DecodeOptions::STRICT).unwrap().value;
    let mark = both.user_data.iter().next().unwrap();
    assert!(both.user_data.push(&mark));
    let report = verify_file(&bsor::encode(&both), None, &trust());
    assert_eq!(report.level, Level::Unmarked);
    assert!(report.has(FindingKind::Altered), "{report:?}");
}

/// The first receipt after its content dates a replay in a reel, whenever the session began.
#[test]
fn a_replay_is_as_old_as_the_receipt_after_its_content() {
    let recorded = record(&Recording { has_server: true, ..Recording::default() });
    let report = verify_file(&recorded.reel, None, &trust());
    let [first, last] = report.received.unwrap();
    assert_eq!((report.bound, last - first), (Some(last), 20_000));
    let unanswered = 10..11;
    let recorded = record(&Recording { has_server: true, unanswered, ..Recording::default() });
    let report = verify_file(&recorded.reel, None, &trust());
    assert_eq!((report.level, report.bound), (Level::Witnessed, None), "the close has no receipt");
}

/// Attacks: evidence without messages does not get a mark around a revocation or an alteration, and a revocation that is dated back does not
/// void receipts from before the log had it.
#[test]
fn every_way_to_a_level_is_settled() {
    let bytes = with_modifiers("");
    let whole = evidence(&bytes, "bsor", Recording { seconds: 50, ..of_game("beat-saber") });
    let revoke = |made| sign(&Revoke { key: player().public(), made, reason: None }, &player());
    let empty = Evidence { heads: Vec::new(), receipts: Vec::new(), ..whole.clone() };
    let sha256 = *Digest::of(&bytes).as_bytes();
    let mark = |evidence| {
        let mark = FileMark { format: "bsor".into(), sha256, made: MADE, evidence: Some(evidence) };
        sign(&mark, &player())
    };
    let hollow = Evidence { close: Vec::new(), ..empty };
    let report = verify_file(&bytes, Some(&mark(hollow)), &trust());
    assert_eq!(report.level, Level::Unmarked, "{report:?}");
    let mut revoked = trust();
    revoked.add_message(&revoke(0)).unwrap();
    let report = verify_file(&bytes, Some(&mark(whole.clone())), &revoked);
    assert_eq!(report.level, Level::Unmarked, "by the message's own date");
    let mut logged = trust();
    logged.add_logged(&revoke(0), MADE + 1_000_000).unwrap();
    let report = verify_file(&bytes, Some(&mark(whole.clone())), &logged);
    assert_eq!(report.level, Level::Witnessed, "{report:?}");
    let mut logged_before = trust();
    logged_before.add_logged(&revoke(i64::MAX), MADE).unwrap();
    let report = verify_file(&bytes, Some(&mark(whole)), &logged_before);
    assert_eq!(report.level, Level::Unmarked, "{report:?}");
}
