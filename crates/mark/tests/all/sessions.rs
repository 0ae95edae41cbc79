//! A session from both sides, and what its reel proves whole, cut, altered and replayed.

use crate::support::{Recording, challenge, player, record, server, trust};
use ghostreel_mark::{
    Challenge, Error, FindingKind, Level, Progress, Revoke, SecretKey, ServerRotation, Session,
    Trust, open, sign, verify_reel,
};
use ghostreel_reel::{Kind, Reel};

#[test]
fn a_session_without_a_server_is_signed() {
    let report = verify_reel(&record(&Recording::default()).reel, &trust());
    assert_eq!((report.level, report.findings), (Level::Signed, vec![]));
    assert_eq!((report.key, report.server), (Some(player().public()), None));
    assert!(report.covered.is_empty());
}

#[test]
fn a_session_that_a_server_follows_is_witnessed() {
    let recorded = record(&Recording { has_server: true, ..Recording::default() });
    let report = verify_reel(&recorded.reel, &trust());
    assert_eq!((report.level, &report.findings[..]), (Level::Witnessed, &[][..]));
    assert_eq!(report.covered, [(0.0, 19.75)]);
    assert_eq!((report.share, report.server), (1.0, Some(server().public())));

    // A verifier that does not trust the server knows only the signer.
    let report = verify_reel(&recorded.reel, &Trust::default());
    assert_eq!((report.level, &report.findings[..]), (Level::Signed, &[][..]));
    assert!(report.covered.is_empty() && report.received.is_none());
}

#[test]
fn a_gap_in_the_receipts_is_named() {
    let (seconds, unanswered) = (30, 5..8);
    let how = Recording { has_server: true, seconds, unanswered, ..Recording::default() };
    let recorded = record(&how);
    let report = verify_reel(&recorded.reel, &trust());
    assert_eq!((report.level, report.findings), (Level::Witnessed, vec![]));
    assert_eq!(report.covered, [(0.0, 7.75), (15.75, 29.75)]);
    assert!(
        report.reasons.iter().any(|reason| reason.contains("From 7.8 to 15.8 s")),
        "{:?}",
        report.reasons
    );
}

#[test]
fn a_session_that_is_slowed_down_or_sped_up_is_not_witnessed() {
    for (speed, is_impossible) in [(0.5, false), (2.0, true)] {
        let recorded = record(&Recording { has_server: true, speed, ..Recording::default() });
        let report = verify_reel(&recorded.reel, &trust());
        assert_eq!(report.has(FindingKind::Inconsistent), is_impossible, "{report:?}");
        assert_eq!((report.level, report.share), (Level::Signed, 0.0), "{report:?}");
    }
}

#[test]
fn a_change_of_any_byte_of_a_closed_reel_is_found() {
    let recorded = record(&Recording { has_server: true, seconds: 8, ..Recording::default() });
    let whole = verify_reel(&recorded.reel, &trust());
    let mut unseen = Vec::new();
    for at in 0..recorded.reel.len() {
        let mut bytes = recorded.reel.clone();
        bytes[at] ^= 1 << (at % 8);
        let report = verify_reel(&bytes, &trust());
        if report.level != Level::Unmarked {
            assert_eq!(report, whole);
            unseen.push(at);
        }
    }
    // Readers look at every byte.
    assert_eq!(unseen, Vec::<usize>::new());
}

#[test]
fn a_reel_that_is_cut_off_is_signed_up_to_its_last_head() {
    let recorded = record(&Recording { has_server: true, ..Recording::default() });
    let reel = Reel::open(&recorded.reel).unwrap();
    let heads = reel.chunks().iter().filter(|chunk| chunk.head.kind == Kind::SignedHead);
    let cut = heads.max_by_key(|chunk| chunk.offset).unwrap().offset as usize + 20;
    let report = verify_reel(&recorded.reel[..cut], &trust());
    assert_eq!((report.level, report.findings), (Level::Witnessed, vec![]));
    assert!(report.covered.last().unwrap().1 < 19.0, "{:?}", report.covered);
    assert!(report.reasons.iter().any(|reason| reason.contains("not closed")));
}

#[test]
fn a_stretch_that_is_cut_out_is_missed() {
    let recorded = record(&Recording { has_server: true, ..Recording::default() });
    let reel = Reel::open(&recorded.reel).unwrap();
    let rows: Vec<_> = reel.chunks().iter().filter(|it| it.head.kind == Kind::Rows).collect();
    assert!(rows.len() > 5, "{}", rows.len());
    for chunk in rows {
        let from = chunk.offset as usize;
        let offsets = reel.chunks().iter().map(|other| other.offset as usize);
        let to = offsets.filter(|offset| *offset > from).min().unwrap();
        let without = [&recorded.reel[..from], &recorded.reel[to..]].concat();
        let report = verify_reel(&without, &trust());
        assert!(report.has(FindingKind::Altered), "{report:?}");
        assert_eq!(report.level, Level::Unmarked);
    }
}

/// Attack: a reel whose header names another's key, and messages that the attacker signs: a server, for one.
#[test]
fn a_signature_under_the_key_of_another_is_refused() {
    let honest = Session::new(player(), None).unwrap();
    for signer in [player(), server()] {
        let mut session = Session::new(signer.clone(), None).unwrap();
        let mut writer = crate::support::writer(&honest);
        for kind in [Kind::SignedHead, Kind::Close] {
            writer.flush();
            let chain = writer.chain();
            let message = match kind {
                Kind::SignedHead => session.head(chain),
                _ => session.close(chain, writer.row_counts(), Vec::new(), Default::default()),
            };
            writer.mark(kind, &message).unwrap();
        }
        let report = verify_reel(&writer.finish(), &trust());
        let is_stolen = signer.public() != player().public();
        assert_eq!(report.has(FindingKind::Altered), is_stolen, "{report:?}");
        let another = format!("signed by {}", signer.public());
        let says_so = report.findings.iter().any(|finding| finding.detail.contains(&another));
        assert_eq!(says_so, is_stolen, "{report:?}");
        assert!(!is_stolen || report.level == Level::Unmarked, "{report:?}");
    }
}

#[test]
fn a_revoked_key_keeps_what_was_witnessed_before() {
    let player = player();
    let made = crate::support::BEGIN_MS + 60_000;
    let revoke = |made| sign(&Revoke { key: player.public(), made, reason: None }, &player);
    let levels = |has_server, made| {
        let mut trust = trust();
        trust.add_message(&revoke(made)).unwrap();
        verify_reel(&record(&Recording { has_server, ..Recording::default() }).reel, &trust).level
    };
    assert_eq!(levels(true, made), Level::Witnessed);
    assert_eq!(levels(true, crate::support::BEGIN_MS), Level::Unmarked);
    assert_eq!(levels(false, made), Level::Unmarked);
}

#[test]
fn a_servers_rotation_hands_on_the_trust() {
    let (old, new) = (SecretKey::from_random(&[9; 32]), server());
    let mut trust = Trust::default();
    trust.add_server(old.public());
    let issued = crate::support::BEGIN_MS;
    assert!(!trust.believes(new.public(), issued));
    let rotation = ServerRotation { old: old.public(), new: new.public(), from: issued };
    trust.add_message(&sign(&rotation, &old)).unwrap();
    assert!(trust.believes(new.public(), issued) && !trust.believes(new.public(), issued - 1));
    assert!(trust.believes(old.public(), issued - 1) && !trust.believes(old.public(), issued));
    // A key cannot make itself another's successor.
    assert!(matches!(trust.add_message(&sign(&rotation, &new)), Err(Error::OtherKey { .. })));
    // A revoked key is not trusted for any time, nor is its successor.
    let revoke = Revoke { key: old.public(), made: issued + 1_000_000, reason: None };
    trust.add_message(&sign(&revoke, &old)).unwrap();
    assert!(!trust.believes(old.public(), issued - 1) && !trust.believes(new.public(), issued));
}

#[test]
fn a_server_answers_only_what_goes_on() {
    let recorded = record(&Recording { has_server: true, ..Recording::default() });
    let challenge = open::<Challenge>(&recorded.challenge).unwrap();
    let (first, second) = (&recorded.sent[0], &recorded.sent[1]);
    let progress = Progress::next(&challenge, None, first).unwrap();
    assert!(matches!(Progress::next(&challenge, None, second), Err(Error::Order { .. })));
    assert!(matches!(Progress::next(&challenge, Some(&progress), first), Err(Error::Order { .. })));
    let close = recorded.sent.last().unwrap();
    let before = recorded.sent[..recorded.sent.len() - 1].iter().fold(None, |before, message| {
        Some(Progress::next(&challenge, before.as_ref(), message).unwrap())
    });
    let closed = Progress::next(&challenge, before.as_ref(), close).unwrap();
    assert!(closed.is_closed);
    assert_eq!(Progress::next(&challenge, Some(&closed), close), Err(Error::Closed));
    // A challenge of another session.
    let other = open::<Challenge>(&sign(&crate::support::challenge(2), &server())).unwrap();
    assert_eq!(Progress::next(&other, None, first), Err(Error::OtherSession("head")));
}

#[test]
fn a_player_takes_only_receipts_for_what_was_sent() {
    let bytes = sign(&challenge(1), &server());
    let other = SecretKey::from_random(&[5; 32]);
    assert!(matches!(Session::new(other.clone(), Some(&bytes)), Err(Error::OtherKey { .. })));
    let mut session = Session::new(player(), Some(&bytes)).unwrap();
    let mut writer = crate::support::writer(&session);
    let head = session.head(writer.chain());
    writer.mark(Kind::SignedHead, &head).unwrap();
    let challenge = open::<Challenge>(&bytes).unwrap();
    let receipt = Progress::next(&challenge, None, &head).unwrap().receipt(&challenge.message, 5);
    assert!(matches!(session.receipt(&sign(&receipt, &other)), Err(Error::OtherKey { .. })));
    let signed = sign(&receipt, &server());
    assert_eq!(session.receipt(&signed).unwrap(), receipt);
    assert_eq!(session.receipt(&signed), Err(Error::OtherSession("receipt")));
    assert_eq!(session.unanswered(), 0);
}

/// Attack: a game that is played at four fifths of its speed, with receipts left out so that each stretch ends before it shows. Its honest
/// neighbour loses its connection as often.
#[test]
fn leaving_receipts_out_does_not_hide_that_a_game_was_slow() {
    // Every seventh second's worth of heads is missing: four answers, three without.
    let left_out = |speed| {
        let how = Recording {
            seconds: 120,
            has_server: true,
            speed,
            leaves_out: true,
            ..Recording::default()
        };
        verify_reel(&record(&how).reel, &trust())
    };
    let slow = left_out(0.8);
    assert_eq!((slow.level, slow.covered.len()), (Level::Signed, 0), "{slow:?}");
    assert!(
        slow.reasons.iter().any(|reason| reason.contains("so none of it is witnessed")),
        "{slow:?}"
    );
    let honest = left_out(1.0);
    assert_eq!(honest.level, Level::Witnessed, "{honest:?}");
    assert!(honest.share > 0.4, "{honest:?}");
}

/// Attack: a game that is played a little slower, whose last stretch is too short to show it.
#[test]
fn the_last_seconds_of_a_slow_game_are_not_witnessed() {
    let how = Recording { seconds: 50, has_server: true, speed: 0.85, ..Recording::default() };
    let slow = verify_reel(&record(&how).reel, &trust());
    assert_eq!((slow.level, slow.covered.len()), (Level::Signed, 0), "{slow:?}");
}
