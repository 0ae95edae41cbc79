//! Stamps: records of a product's inputs, so as not to make it again.
//!
//! Contents count, not times: a fresh checkout or a `touch` rebuilds nothing. The product's own
//! content is part of its stamp, so that one made by other means is noticed too.

use std::{
    collections::hash_map::DefaultHasher,
    fs,
    hash::{Hash, Hasher},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use crate::shell;

/// All files below `folder` in a fixed order, without the folders named in `skip`.
pub(crate) fn files(folder: &Path, skip: &[&str]) -> Result<Vec<PathBuf>> {
    let mut list = Vec::new();
    collect(folder, skip, &mut list)?;
    list.sort();
    Ok(list)
}

fn collect(folder: &Path, skip: &[&str], found: &mut Vec<PathBuf>) -> Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if shell::absent(&error) => return Ok(()),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot list {}", folder.display()));
        }
    };
    for entry in entries {
        let path = entry.with_context(|| format!("cannot list {}", folder.display()))?.path();
        if !path.is_dir() {
            found.push(path);
        } else if !path.file_name().is_some_and(|name| skip.iter().any(|skip| name == *skip)) {
            collect(&path, skip, found)?;
        }
    }
    Ok(())
}

/// A digest of some files' names and contents and of the settings they were treated with.
/// Good for noticing changes on one machine; not stable across Rust versions.
pub(crate) fn digest(files: &[PathBuf], settings: &str) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    settings.hash(&mut hasher);
    for file in files {
        file.hash(&mut hasher);
        fs::read(file)
            .with_context(|| format!("cannot read {}", file.display()))?
            .hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Whether `stamp` holds just this text.
pub(crate) fn matches(stamp: &Path, text: &str) -> bool {
    fs::read_to_string(stamp).is_ok_and(|old| old == text)
}

pub(crate) fn write(stamp: &Path, text: &str) -> Result<()> {
    if let Some(folder) = stamp.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    fs::write(stamp, text).with_context(|| format!("cannot write {}", stamp.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_notices_names_contents_and_settings() {
        let folder = std::env::temp_dir().join(format!("ghostreel-stamp-{}", std::process::id()));
        write(&folder.join("kept/b"), "2").unwrap();
        write(&folder.join("a"), "1").unwrap();
        write(&folder.join("skipped/c"), "3").unwrap();
        let list = files(&folder, &["skipped"]).unwrap();
        assert_eq!(list, [folder.join("a"), folder.join("kept/b")]);

        let first = digest(&list, "x").unwrap();
        assert_eq!(first, digest(&list, "x").unwrap());
        assert_ne!(first, digest(&list, "y").unwrap());
        assert_ne!(first, digest(&list[..1], "x").unwrap());
        write(&folder.join("a"), "changed").unwrap();
        assert_ne!(first, digest(&list, "x").unwrap());

        assert!(matches(&folder.join("a"), "changed"));
        assert!(!matches(&folder.join("absent"), ""));
        fs::remove_dir_all(&folder).unwrap();
    }
}
