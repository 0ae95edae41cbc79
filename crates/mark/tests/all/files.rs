//! Files of games that are marked, stripped, marked again and altered.

use crate::support::{Recording, player, record, server, trust};
use ghostreel_core::Digest;
use ghostreel_formats::{codec, sample};
use ghostreel_mark::{
    Evidence, FindingKind, Level, MarkError, Marked, NamedFile, Report, SecretKey, mark_file,
    strip, verify_file,
};
use ghostreel_reel::{Level as PackLevel, Original};

const MADE: i64 = crate::support::BEGIN_MS;

fn verify(marked: &Marked, unmarked: &[u8]) -> Report {
    match marked {
        Marked::Inside(bytes) => verify_file(bytes, None, &trust()),
        Marked::Beside(mark) => verify_file(unmarked, Some(mark), &trust()),
    }
}

fn evidence(of: &[u8], format: &str) -> Evidence {
    let files = vec![NamedFile { format: format.into(), sha256: *Digest::of(of).as_bytes() }];
    let recorded = record(&Recording { has_server: true, files, ..Recording::default() });
    crate::support::evidence(&recorded)
}

#[test]
fn files_of_all_games_are_marked_and_come_back() {
    for (game, format, is_inside) in
        [("beat-saber", "bsor", true), ("melee", "slp", true), ("rocket-league", "replay", false)]
    {
        let bytes = sample(game, None, 1).unwrap();
        for evidence in [None, Some(evidence(&bytes, format))] {
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
    let evidence = evidence(&one, "replay");
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
