//! What tells two maps apart, be their levels the same or not.

use ghostreel_core::{Digest, Result};

use crate::files::Files;
use crate::limits;

/// The digest of all files under their names, whatever they are packed in: the SHA-256 of the lines that `sha256sum` prints of them, ordered by name.
/// The [hash](crate::MapHash) is over the levels alone; here song, picture, and anything else count, too.
///
/// # Errors
/// If a file cannot be read, or all together are longer than [limits] allow.
pub fn files_digest(files: &(impl Files + ?Sized)) -> Result<Digest> {
    let mut names: Vec<_> = files.names().iter().enumerate().collect();
    // Stable: of files of one name the last counts, so their order does, too.
    names.sort_by_key(|(_, name)| *name);
    let longest = limits::SONG.max(limits::file(files.length()));
    let mut left = limits::all_files(files.length());
    let mut list = Digest::hasher();
    for (index, name) in names {
        let content = files.read(index, longest.min(left))?;
        left = left.saturating_sub(content.bytes.len() as u64);
        list.update(format!("{}  {name}\n", Digest::of(&content.bytes)).as_bytes());
    }
    Ok(list.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::FileList;
    use crate::sample;
    use crate::zip::ZipFiles;

    fn digest(files: &[(&str, &str)]) -> String {
        let list: FileList = files.iter().map(|(name, content)| (*name, *content)).collect();
        files_digest(&list).unwrap().to_string()
    }

    /// `printf a > Info.dat; printf b > song.egg; sha256sum Info.dat song.egg | sha256sum`
    #[test]
    fn it_is_what_sha256sum_says_of_its_list() {
        let expected = "bbdb78c61c0bac8e9230afcbf62f735f340e135e29895d9f0f2861c9cdde2537";
        assert_eq!(digest(&[("Info.dat", "a"), ("song.egg", "b")]), expected);
        assert_eq!(digest(&[("song.egg", "b"), ("Info.dat", "a")]), expected);
    }

    #[test]
    fn names_contents_and_their_borders_count() {
        let honest = digest(&[("a", "12"), ("b", "3")]);
        for other in [
            &[("a", "1"), ("b", "23")][..],
            &[("a", "12"), ("c", "3")],
            &[("a", "12")],
            &[("a", "12"), ("b", "3"), ("c", "")],
        ] {
            assert_ne!(digest(other), honest, "{other:?}");
        }
        assert_ne!(digest(&[("a", "1"), ("a", "2")]), digest(&[("a", "2"), ("a", "1")]));
    }

    #[test]
    fn it_does_not_depend_on_the_zip_file() {
        let files = sample::files(sample::Version::V4);
        let zip = sample::zip(&files).unwrap();
        let packed = files_digest(&ZipFiles::open(&zip).unwrap()).unwrap();
        assert_eq!(packed, files_digest(&files).unwrap());
    }
}
