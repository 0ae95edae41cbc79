//! The page's weight: what a visitor downloads, compressed as servers do by default.

use std::{fs, io::Write, path::Path};

use anyhow::{Context, Result, bail};
use flate2::{Compression, write::GzEncoder};

use crate::{
    shell::{note, say},
    stamp,
    workspace::Workspace,
};

/// Kind of file and the most that all files of it together may weigh, in bytes after gzip.
const BUDGETS: &[(&str, usize)] = &[("js", 250_000), ("wasm", 150_000)];

pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    say("Weighing the page");
    let mut heavy = Vec::new();
    for &(extension, budget) in BUDGETS {
        let size = compressed(&workspace.web().join("dist"), extension)?;
        note(format!(
            "{extension}: {:.1} KB of {} KB, gzipped",
            size as f64 / 1000.0,
            budget / 1000
        ));
        if size > budget {
            heavy.push(extension);
        }
    }
    if heavy.is_empty() {
        Ok(())
    } else {
        bail!("the page is over its budget for {}", heavy.join(" and "))
    }
}

fn compressed(folder: &Path, extension: &str) -> Result<usize> {
    let files = stamp::files(folder, &[])?;
    let wanted: Vec<_> = files
        .iter()
        .filter(|file| file.extension().is_some_and(|found| found == extension))
        .collect();
    if wanted.is_empty() {
        bail!("{} holds no .{extension} file to weigh", folder.display());
    }
    wanted.iter().try_fold(0, |sum, file| {
        let content = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        Ok(sum + gzip(&content)?)
    })
}

fn gzip(content: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content)?;
    Ok(encoder.finish()?.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_of_a_kind_count_and_none_is_an_error() {
        let folder = std::env::temp_dir().join(format!("ghostreel-sizes-{}", std::process::id()));
        stamp::write(&folder.join("a.js"), &"a".repeat(10_000)).unwrap();
        let one = compressed(&folder, "js").unwrap();
        assert!((1..1000).contains(&one), "{one}");
        stamp::write(&folder.join("assets/b.js"), &"a".repeat(10_000)).unwrap();
        assert_eq!(compressed(&folder, "js").unwrap(), 2 * one);
        assert!(compressed(&folder, "wasm").is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
