//! Many replays, asked the same.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ghostreel::formats::core::Digest;
use ghostreel::{Answer, Collection, Error, Outcome, collection, sample};
use tempfile::TempDir;

/// A folder with replays of every game, some of them bad, and files that are none.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    for (name, game, seed) in [
        ("b/2.slp", "melee", 2),
        ("b/1.slp", "melee", 1),
        ("a.bsor", "beat-saber", 1),
        ("c.replay", "rocket-league", 1),
    ] {
        write(name, &sample(game, None, seed).unwrap());
    }
    let cut = sample("melee", None, 3).unwrap();
    write("b/cut.slp", &cut[..cut.len() / 2]);
    write("b/junk.slp", b"no replay");
    write("notes.txt", b"to be passed over");
    write("named as nothing", &sample("rocket-league", None, 2).unwrap());
    folder
}

fn name<T>(answer: &Answer<T>, folder: &TempDir) -> String {
    let below = answer.path.strip_prefix(folder.path()).unwrap();
    below.display().to_string().replace('\\', "/")
}

#[test]
fn answers_come_in_the_order_of_paths_with_the_errors_among_them() {
    let folder = folder();
    for threads in [1, 2, 9] {
        let mut answers = collection([folder.path()]).threads(threads).meta();
        assert_eq!(answers.progress(), (0, 8));
        let all: Vec<_> = answers.by_ref().collect();
        assert_eq!(answers.progress(), (8, 8));
        let names: Vec<String> = all.iter().map(|answer| name(answer, &folder)).collect();
        let expected = [
            "a.bsor",
            "b/1.slp",
            "b/2.slp",
            "b/cut.slp",
            "b/junk.slp",
            "c.replay",
            "named as nothing",
        ];
        assert_eq!(names, expected);
        for answer in &all {
            match &answer.result {
                Ok(meta) => assert!(meta.duration_s > 0.0),
                Err(error) => {
                    assert_eq!(name(answer, &folder), "b/junk.slp");
                    assert!(matches!(error, Error::Decode(_)), "{error}");
                }
            }
        }
    }
}

#[test]
fn a_file_that_is_cut_gives_what_it_has_and_one_that_vanishes_says_so() {
    let folder = folder();
    let vanished = folder.path().join("b/1.slp");
    let asked = collection([folder.path().join("b")]);
    fs::remove_file(&vanished).unwrap();
    let answers: Vec<_> = asked
        .each(|replay| Ok((replay.outcome(), replay.columns("frames", ["frame"], ..)?.len())))
        .collect();
    let results: Vec<_> =
        answers.iter().map(|answer| answer.result.as_ref().ok().copied()).collect();
    assert_eq!((results[0], results[3]), (None, None));
    assert!(matches!(&answers[0].result, Err(Error::File { path, .. }) if *path == vanished));
    let (whole, cut) = (results[1].unwrap(), results[2].unwrap());
    assert_eq!((whole.0, cut.0), (Outcome::Ok, Outcome::Recovered));
    assert!(cut.1 > 100 && cut.1 < whole.1);
}

#[test]
fn paths_that_name_nothing_and_folders_without_replays() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(collection([folder.path()]).meta().count(), 0);
    let missing = folder.path().join("none.slp");
    let [answer] = &collection([&missing]).meta().collect::<Vec<_>>()[..] else { panic!() };
    let error = answer.result.as_ref().unwrap_err().to_string();
    assert!(error.starts_with(&missing.display().to_string()), "{error}");
}

#[test]
fn a_misspelt_column_is_an_error_of_each() {
    let folder = folder();
    let answers = collection([folder.path().join("b")]).game("melee").frames(["post.percnt"], ..);
    let errors: Vec<String> =
        answers.map(|answer| answer.result.unwrap_err().to_string()).collect();
    assert!(errors[0].contains("post.percnt") && errors.len() == 4, "{errors:?}");
}

#[test]
fn a_replay_in_a_reel_answers_as_the_file_itself() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = sample("melee", None, 1).unwrap();
    let (original, codec) = (ghostreel_reel::Original::default(), ghostreel::formats::codec("slp"));
    let reel = ghostreel_reel::pack("melee", original, &bytes, ghostreel_reel::Level::Fast, codec)
        .unwrap();
    fs::write(folder.path().join("1.slp"), &bytes).unwrap();
    fs::write(folder.path().join("2.reel"), reel).unwrap();
    let answers: Vec<_> = collection([folder.path()])
        .frames(["frame"], ..)
        .map(|answer| answer.result.unwrap())
        .collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn replays_are_chosen_by_who_played_what_against_whom_where_and_when() {
    let folder = folder();
    let names = |asked: ghostreel::Collection| -> Vec<String> {
        asked.meta().map(|answer| name(&answer, &folder)).collect()
    };
    let all = || collection([folder.path()]).only(|replay| !replay.meta().players.is_empty());
    assert_eq!(names(all().game("melee")), ["b/1.slp", "b/2.slp", "b/cut.slp", "b/junk.slp"]);
    let both = names(all().game("beat-saber").game("rocket-league"));
    assert_eq!(both, ["a.bsor", "b/junk.slp", "c.replay", "named as nothing"]);

    let replay = ghostreel::open(folder.path().join("b/1.slp")).unwrap();
    let sides = ghostreel::analysis::sides(replay.as_any());
    let [first, second] = [0, 1].map(|side: usize| sides[side].players[0].clone());
    let (name_of, character) = (&first.name, first.character.as_deref().unwrap());
    let found = |asked: ghostreel::Collection| names(asked).contains(&"b/1.slp".to_owned());
    assert!(found(all().player(&name_of.to_uppercase()).opponent(&second.name)));
    assert!(found(all().player(name_of).character(character)));
    assert!(!found(all().player(name_of).character(second.character.as_deref().unwrap())));
    assert!(!found(all().player(name_of).opponent(name_of)), "nobody is their own opponent");
    assert!(!found(all().player("nobody")));

    let meta = replay.meta();
    let (map, at) = (meta.map.unwrap(), meta.started_at.unwrap());
    assert!(found(all().map(&map.name)) && !found(all().map("nowhere")));
    assert!(found(all().since(at).until(at + 1)));
    assert!(!found(all().until(at)) && !found(all().since(at + 1)));
    // Nobody plays against anybody in Beat Saber.
    let saber = ghostreel::open(folder.path().join("a.bsor")).unwrap().meta().players[0].clone();
    assert!(names(all().player(&saber.name)).contains(&"a.bsor".to_owned()));
    assert!(!names(all().player(&saber.name).opponent("anybody")).contains(&"a.bsor".to_owned()));
}

#[test]
fn what_is_known_is_not_asked_again() {
    let folder = folder();
    let digests: HashSet<_> =
        collection([folder.path()]).digests().meta().filter_map(|answer| answer.digest).collect();
    assert_eq!(digests.len(), 7);
    assert!(collection([folder.path()]).meta().all(|answer| answer.digest.is_none()));
    fs::write(folder.path().join("new.slp"), sample("melee", None, 9).unwrap()).unwrap();
    let new: Vec<_> = collection([folder.path()]).without(digests).meta().collect();
    assert_eq!(new.len(), 1);
    assert_eq!(name(&new[0], &folder), "new.slp");
}

#[test]
fn a_replay_is_the_same_one_packed_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = sample("melee", None, 1).unwrap();
    let replay = ghostreel::read(&bytes[..], &ghostreel::Options::default()).unwrap();
    let reel = replay.packed("game.slp", ghostreel::Level::Fast).unwrap();
    fs::write(folder.path().join("game.reel"), reel).unwrap();
    let digest = Digest::of(&bytes);
    let all = || collection([folder.path()]);
    let found: Vec<_> = all().digests().meta().map(|answer| answer.digest).collect();
    assert_eq!(found, [Some(digest)]);
    assert_eq!(all().without([digest]).meta().count(), 0);
}

#[test]
fn parts_are_all_of_it_together() {
    let folder = folder();
    let all = || collection([folder.path()]);
    let names = |asked: Collection| -> Vec<String> {
        asked.meta().map(|answer| name(&answer, &folder)).collect()
    };
    let mut parts: Vec<String> = (0..3).flat_map(|number| names(all().part(number, 3))).collect();
    assert_ne!(parts, names(all()));
    parts.sort();
    assert_eq!(parts, names(all()));
    assert_eq!(names(all().part(9, 10)), Vec::<String>::new());
}

fn many(folder: &Path, count: usize) {
    let bytes = sample("melee", None, 1).unwrap();
    for number in 0..count {
        fs::write(folder.join(format!("{number:04}.slp")), &bytes).unwrap();
    }
}

#[test]
fn whoever_takes_no_more_answers_ends_the_work() {
    let folder = tempfile::tempdir().unwrap();
    many(folder.path(), 300);
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let mut answers = collection([folder.path()]).threads(2).each(move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        Ok(())
    });
    answers.next().unwrap().result.unwrap();
    drop(answers);
    std::thread::sleep(Duration::from_millis(300));
    assert!(asked.load(Ordering::Relaxed) < 200, "{asked:?}");
}

/// So little memory that each replay is open alone still gives all answers.
#[test]
fn little_memory_is_enough_for_one_after_the_other() {
    let folder = tempfile::tempdir().unwrap();
    many(folder.path(), 20);
    let open = Arc::new(AtomicUsize::new(0));
    let answers = collection([folder.path()]).threads(8).memory(1).each(move |_| {
        let others = open.fetch_add(1, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(2));
        open.fetch_sub(1, Ordering::SeqCst);
        Ok(others)
    });
    let others: Vec<usize> = answers.map(|answer| answer.result.unwrap()).collect();
    assert_eq!(others, [0; 20]);
}

#[test]
#[should_panic(expected = "own mistake")]
fn a_panic_of_the_callers_work_goes_on_where_answers_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    many(folder.path(), 40);
    let asked = collection([folder.path()]).threads(2);
    asked.each(|_| -> ghostreel::Result<()> { panic!("own mistake") }).for_each(drop);
}

#[test]
fn a_pattern_names_what_fits_it_and_a_file_of_that_name_itself() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = sample("melee", None, 1).unwrap();
    fs::create_dir_all(folder.path().join("a/b")).unwrap();
    for name in ["1.slp", "2.slp", "[3].slp", "a/4.slp", "a/b/5.slp", "a/b/6.txt"] {
        fs::write(folder.path().join(name), &bytes).unwrap();
    }
    let found = |pattern: &str| -> Vec<String> {
        let answers = collection([folder.path().join(pattern)]).meta();
        answers.map(|answer| name(&answer, &folder)).collect()
    };
    assert_eq!(found("?.slp"), ["1.slp", "2.slp"]);
    assert_eq!(found("[2-9].slp"), ["2.slp"]);
    assert_eq!(found("[3].slp"), ["[3].slp"], "a file of that name");
    assert_eq!(found("**/*.slp"), ["1.slp", "2.slp", "[3].slp", "a/4.slp", "a/b/5.slp"]);
    // Folders that fit are walked, as a shell would name them.
    assert_eq!(found("a*"), ["a/4.slp", "a/b/5.slp", "a/b/6.txt"]);
    for nothing in ["*.bsor", "[.slp"] {
        let mut answers = collection([folder.path().join(nothing)]).meta();
        let answer = answers.next().unwrap();
        assert!(matches!(answer.result, Err(Error::File { .. })), "{nothing}");
        assert!(answers.next().is_none(), "{nothing}");
    }
}

#[test]
fn questions_and_descriptions_are_those_of_each_replay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("1.slp");
    fs::write(&path, sample("melee", None, 1).unwrap()).unwrap();
    let replay = ghostreel::open(&path).unwrap();
    let one = |answers: ghostreel::Answers<String>| {
        let [answer] = answers.collect::<Vec<_>>().try_into().unwrap();
        answer.result
    };
    let all = || collection([folder.path()]);
    assert_eq!(one(all().description()).unwrap(), replay.description().unwrap());
    assert_eq!(one(all().ask("ending", &[])).unwrap(), replay.ask("ending", &[]).unwrap());
    let unwanted = one(all().ask("ending", &[("a", "1")])).unwrap_err().to_string();
    assert_eq!(unwanted, replay.ask("ending", &[("a", "1")]).unwrap_err().to_string());
}

#[test]
fn marks_in_and_beside_files_are_verified() {
    use ghostreel::mark::{Level, Marked, SecretKey, Trust, mark_file};
    let folder = tempfile::tempdir().unwrap();
    let key = SecretKey::from_random(&[7; 32]);
    for (game, name) in
        [("beat-saber", "1.bsor"), ("rocket-league", "2.replay"), ("melee", "3.slp")]
    {
        let bytes = sample(game, None, 1).unwrap();
        let path = folder.path().join(name);
        match mark_file(&bytes, &key, 1_700_000_000_000, None).unwrap() {
            Marked::Inside(marked) => fs::write(&path, marked).unwrap(),
            Marked::Beside(mark) => {
                fs::write(&path, bytes).unwrap();
                fs::write(ghostreel::verify::beside(&path), mark).unwrap();
            }
        }
    }
    fs::write(folder.path().join("4.slp"), sample("melee", None, 2).unwrap()).unwrap();
    let reports = collection([folder.path()]).verify(Trust::default());
    let levels: Vec<(String, Level)> = reports
        .map(|answer| (name(&answer, &folder), answer.result.as_ref().unwrap().level))
        .collect();
    let signed = ["1.bsor", "2.replay", "3.slp"].map(|name| (name.to_owned(), Level::Signed));
    let unmarked = ("4.slp".to_owned(), Level::Unmarked);
    assert_eq!(levels, signed.into_iter().chain([unmarked]).collect::<Vec<_>>());
    let report = ghostreel::verify(folder.path().join("2.replay"), &Trust::default()).unwrap();
    assert_eq!(report.key, Some(key.public()));
    let gone = ghostreel::verify(folder.path().join("5.slp"), &Trust::default());
    assert!(matches!(gone, Err(Error::File { .. })));
}
