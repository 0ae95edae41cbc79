//! Files that become whole, in folders that change.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ghostreel_formats::sample;
use ghostreel_live::{Seen, WholeFiles};

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(30);
/// How long a file must not have changed.
const WAIT: Duration = Duration::from_millis(300);

fn melee() -> Vec<u8> {
    sample("melee", Some("small"), 1).unwrap()
}

fn look(folder: &Path) -> WholeFiles {
    WholeFiles::new(&[folder.to_owned()], WAIT)
}

#[track_caller]
fn whole(files: &mut WholeFiles) -> (PathBuf, Vec<u8>) {
    match files.next(LONG) {
        Some(Seen::Whole { path, bytes, .. }) => (path, bytes),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_file_comes_once_when_all_of_it_is_there() {
    let place = tempfile::tempdir().unwrap();
    let mut files = look(place.path());
    assert_eq!(files.next(WAIT), None);
    let month = place.path().join("2026-11");
    fs::create_dir(&month).unwrap();
    let (path, bytes) = (month.join("a.slp"), melee());
    for piece in bytes.chunks(bytes.len() / 4) {
        let mut file = OpenOptions::new().create(true).append(true).open(&path).unwrap();
        file.write_all(piece).unwrap();
        drop(file);
        if path.metadata().unwrap().len() < bytes.len() as u64 {
            assert_eq!(files.next(WAIT * 3), None);
        }
    }
    assert_eq!(whole(&mut files), (path.clone(), bytes.clone()));
    // Neither another name nor the same name again is news.
    fs::rename(&path, month.join("b.slp")).unwrap();
    assert_eq!(files.next(WAIT * 6), None);
    assert!(files.is_idle());
    // Other content is.
    fs::write(&path, sample("melee", Some("whispy"), 1).unwrap()).unwrap();
    assert_eq!(whole(&mut files).0, path);
}

#[test]
fn of_files_whose_names_do_not_say_it_the_content_does() {
    let place = tempfile::tempdir().unwrap();
    let mut files = look(place.path());
    fs::write(place.path().join("Expert.dat"), r#"{"_version":"2.0.0","_notes":[]}"#).unwrap();
    fs::write(place.path().join("settings.json"), "{}").unwrap();
    let bytes = sample("beat-saber", Some("scoresaber-small"), 1).unwrap();
    let path = place.path().join("replay.dat");
    fs::write(&path, &bytes).unwrap();
    assert_eq!(whole(&mut files), (path, bytes));
    assert_eq!(files.next(WAIT * 3), None);
    assert!(files.is_idle());
}

#[test]
fn files_that_never_become_whole_are_reported_with_the_reason() {
    let place = tempfile::tempdir().unwrap();
    let (path, bytes) = (place.path().join("a.bsor"), sample("beat-saber", None, 1).unwrap());
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    fs::write(place.path().join("notes.txt"), "no replay").unwrap();
    let mut files = look(place.path());
    match files.next(LONG) {
        Some(Seen::Unfinished { path: reported, reason }) => {
            assert_eq!(reported, path);
            assert!(reason.contains("frames"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(files.next(WAIT * 4), None, "once");
    fs::write(&path, &bytes).unwrap();
    assert_eq!(files.next(LONG), Some(Seen::Changed { path: path.clone() }));
    assert_eq!(whole(&mut files), (path, bytes));
}

#[test]
fn a_folder_may_vanish_and_come_back() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("Slippi");
    let mut files = look(&folder);
    assert!(matches!(files.next(LONG), Some(Seen::FolderGone { .. })));
    fs::create_dir(&folder).unwrap();
    assert_eq!(files.next(LONG), Some(Seen::FolderBack { folder: folder.clone() }));
    fs::write(folder.join("a.slp"), melee()).unwrap();
    whole(&mut files);
    fs::rename(&folder, place.path().join("away")).unwrap();
    assert!(matches!(files.next(LONG), Some(Seen::FolderGone { .. })));
    fs::rename(place.path().join("away"), &folder).unwrap();
    assert_eq!(files.next(LONG), Some(Seen::FolderBack { folder: folder.clone() }));
    fs::write(folder.join("b.bsor"), sample("beat-saber", Some("small"), 1).unwrap()).unwrap();
    assert_eq!(whole(&mut files).0, folder.join("b.bsor"), "and nothing comes twice");
}

#[test]
fn known_files_are_left_alone_and_files_put_off_come_again() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("old.slp"), melee()).unwrap();
    let mut files = look(place.path());
    files.leave_alone(WholeFiles::present(place.path()));
    assert_eq!(files.next(WAIT * 4), None);
    fs::write(place.path().join("new.slp"), melee()).unwrap();
    let Some(Seen::Whole { path, stamp, .. }) = files.next(LONG) else { panic!("nothing came") };
    files.put_off(path.clone(), stamp);
    assert!(!files.is_idle());
    assert_eq!(whole(&mut files).0, path);
}
