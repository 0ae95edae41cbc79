//! `archive scrub`, `rebuild` and `collect`.

use std::path::PathBuf;

use ghostreel_formats::core::Digest;

use crate::kit::{Background, Place, sample};

/// A data folder in which a server has kept these variants of samples.
fn data(place: &Place, variants: &[&str]) {
    let mut line = "serve --listen 127.0.0.1:0 --data d".to_owned();
    for variant in variants {
        place.sample(&format!("{variant}.bsor"), variant);
        line.push_str(&format!(" {variant}.bsor"));
    }
    drop(Background::start(place, &line));
}

fn original(place: &Place, variant: &str) -> PathBuf {
    let digest = Digest::of(&sample(variant)).to_string();
    place.path("d/objects").join(&digest[..2]).join(&digest[2..4]).join(&digest)
}

#[test]
fn a_scrub_reports_damage_also_in_its_exit_code() {
    let place = Place::new();
    data(&place, &["small", "plain"]);
    let sound = place.check("archive scrub --data d", 0, &[]);
    assert!(sound.stdout.starts_with("compared 2 originals ("), "{}", sound.stdout);
    std::fs::write(original(&place, "plain"), "rot").unwrap();
    let id = Digest::of(&sample("plain")).id();
    let rotten = place.check("archive scrub --data d", 3, &[]);
    assert!(
        rotten.stdout.starts_with(&format!("altered    {id}  plain.bsor\n")),
        "{}",
        rotten.stdout
    );
    let lines = place.check("archive scrub --data d --json", 3, &[]).json_lines();
    assert_eq!(
        (&lines[0]["damage"], &lines[0]["file_name"]),
        (&"altered".into(), &"plain.bsor".into())
    );
    assert_eq!((&lines[1]["originals"], &lines[1]["damaged"]), (&2.into(), &1.into()));
    place.check("archive scrub --data nothing", 1, &["nothing"]);
    place.check("archive scrub --data d --rate 0", 2, &[]);
}

#[test]
fn collecting_asks_before_anything_goes() {
    let place = Place::new();
    data(&place, &["small"]);
    let none = place.check("archive collect --data d", 0, &[]);
    assert_eq!(none.stdout, "every original has its replay\n");
    let orphan = original(&place, "plain");
    std::fs::create_dir_all(orphan.parent().unwrap()).unwrap();
    std::fs::write(&orphan, sample("plain")).unwrap();
    let asked = place.check("archive collect --data d", 0, &[]);
    assert!(
        asked.stdout.contains("1 original (") && asked.stdout.contains("--yes"),
        "{}",
        asked.stdout
    );
    assert!(orphan.exists());
    let counted = &place.check("archive collect --data d --json", 0, &[]).json_lines()[0];
    assert_eq!(
        (&counted["found"]["originals"], &counted["removed"]["originals"]),
        (&1.into(), &0.into())
    );
    let removed = place.check("archive collect --data d --yes", 0, &[]);
    assert!(removed.stdout.contains("removed 1 original ("), "{}", removed.stdout);
    assert!(!orphan.exists() && original(&place, "small").exists());

    // An index that knows nothing is more likely lost than right.
    std::fs::remove_file(place.path("d/ghostreel.db")).unwrap();
    place.check("archive collect --data d --yes", 1, &["no archive"]);
    data(&place, &[]);
    place.check("archive collect --data d --yes", 1, &["the index is empty", "rebuild"]);
    assert!(original(&place, "small").exists());
}

#[test]
fn a_rebuilt_index_has_every_original_and_what_the_old_one_knew() {
    let place = Place::new();
    data(&place, &["small", "plain", "fail", "practice"]);
    std::fs::remove_file(original(&place, "plain")).unwrap();
    std::fs::write(original(&place, "fail"), "rot").unwrap();
    let numbers = |run: &crate::kit::Run| run.json_lines().pop().unwrap();
    let rebuilt = numbers(&place.check("archive rebuild --data d --json", 3, &[]));
    assert_eq!(rebuilt["replays"], 4);
    assert_eq!((&rebuilt["remembered"], &rebuilt["damaged"]), (&4.into(), &2.into()));
    let old = rebuilt["old_index"].as_str().unwrap();
    assert!(place.path("d").join(old).is_file(), "the old index is still there as {old}");
    let scrubbed = place.check("archive scrub --data d", 3, &[]);
    for word in ["missing", "plain.bsor", "altered", "fail.bsor", "compared 4 originals"] {
        assert!(scrubbed.stdout.contains(word), "{word}: {}", scrubbed.stdout);
    }

    // Without any index, and with a broken one: the facts in the files.
    for broken in [None, Some(b"no database, but longer than the head of one".repeat(9))] {
        let database = place.path("d/ghostreel.db");
        for suffix in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(place.path(&format!("d/ghostreel.db{suffix}")));
        }
        if let Some(broken) = &broken {
            std::fs::write(&database, broken).unwrap();
        }
        let run = place.check("archive rebuild --data d", 3, &["left out", "altered"]);
        assert!(run.stdout.contains("the index has 2 replays: 0 known"), "{}", run.stdout);
        assert_eq!(run.stdout.contains("the old index is"), broken.is_some());
        let kept = place.path("d").read_dir().unwrap().filter_map(Result::ok).filter(|entry| {
            broken
                .as_ref()
                .is_some_and(|bytes| std::fs::read(entry.path()).ok().as_ref() == Some(bytes))
        });
        assert_eq!(
            kept.count(),
            usize::from(broken.is_some()),
            "the broken index is kept as it was"
        );
    }
    place.check("archive rebuild --data nothing", 1, &["nothing"]);
}

#[cfg(unix)]
#[test]
fn a_change_of_a_folder_waits_for_its_server_to_end() {
    let place = Place::new();
    data(&place, &["small"]);
    let folder = std::fs::File::open(place.path("d")).unwrap();
    folder.try_lock().unwrap();
    for command in ["rebuild", "collect --yes"] {
        place.check(&format!("archive {command} --data d"), 1, &["in use by a server"]);
    }
    place.check("archive scrub --data d", 0, &[]);
}
