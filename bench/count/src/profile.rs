//! A profile as callgrind writes it: what each function did itself.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, Result};

/// Crates that take other ways on other processors, by how names of their functions begin.
const BY_PROCESSOR: [&str; 4] = ["crc_fast::", "memchr::", "sha1::", "sha2::"];

/// Instructions that were counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// All of them, those of the C library among them: it copies bytes in other ways on other processors.
    pub all: u64,
    /// The work of each function written in Rust itself, without those that it calls. These counts are the same on each
    /// processor of an architecture.
    pub functions: BTreeMap<String, u64>,
}

impl Profile {
    /// Reads a profile of a program.
    pub(crate) fn read(text: &str, program: &str) -> Result<Self> {
        let mut names = Names::default();
        let mut profile = Self::default();
        let (mut is_ours, mut function) = (false, None);
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if let Some(object) = line.strip_prefix("ob=") {
                is_ours = names.of("ob", object) == program;
            } else if let Some(name) = line.strip_prefix("fn=") {
                function = rust_name(names.of("fn", name));
            } else if let Some(object) = line.strip_prefix("cob=") {
                names.of("ob", object);
            } else if let Some(name) = line.strip_prefix("cfn=") {
                names.of("fn", name);
            } else if line.starts_with("calls=") {
                // The work of the called function is counted there.
                lines.next();
            } else if line
                .starts_with(|first: char| first.is_ascii_digit() || "+-*".contains(first))
            {
                let Some((_, count)) = line.split_once(' ') else { continue };
                let count: u64 = count.parse().with_context(|| format!("no count: {line}"))?;
                profile.all += count;
                if let Some(function) = function.as_ref().filter(|_| is_ours) {
                    *profile.functions.entry(function.clone()).or_default() += count;
                }
            }
        }
        Ok(profile)
    }

    /// The instructions of all functions written in Rust.
    pub fn ours(&self) -> u64 {
        self.functions.values().sum()
    }
}

/// The name of a function as its source has it; `None` if it is not written in Rust, or differs from processor to processor.
fn rust_name(name: &str) -> Option<String> {
    // A function that calls itself is listed by the depth of the call as well.
    let name = name.split('\'').next()?;
    let name = match name.rsplit_once("::h") {
        Some((name, hash)) if hash.len() == 16 => name,
        _ => name,
    };
    let path = name.trim_start_matches('<');
    let is_of_all = !BY_PROCESSOR.iter().any(|begin| path.starts_with(begin));
    (name.contains("::") && is_of_all).then(|| name.to_owned())
}

/// A name is written out once, after a number in brackets; from then on the number stands for it.
#[derive(Debug, Default)]
struct Names<'t>(HashMap<(&'static str, &'t str), &'t str>);

impl<'t> Names<'t> {
    fn of(&mut self, kind: &'static str, text: &'t str) -> &'t str {
        match text.split_once(' ') {
            Some((number, name)) if number.starts_with('(') => {
                self.0.insert((kind, number), name);
                name
            }
            _ => self.0.get(&(kind, text)).copied().unwrap_or(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "events: Ir\n\nob=(1) /here/count\nfl=(1) ???\nfn=(1) slp::scan::next::h0123456789abcdef\n0 30\n\
        cob=(2) /lib/libc.so\ncfi=(1)\ncfn=(2) memcpy\ncalls=2 0\n0 100\n+3 5\n\nfn=(3) ZSTD_compress\n0 7\n\n\
        fn=(4) memchr::arch::find\n0 8\n\nfn=(5) slp::scan::next'2\n* 4\n\nob=(2)\nfn=(2)\n0 100\n";

    #[test]
    fn functions_written_in_rust_count() {
        let profile = Profile::read(TEXT, "/here/count").unwrap();
        assert_eq!(profile.all, 154);
        assert_eq!(profile.functions, [("slp::scan::next".to_owned(), 39)].into());
        assert_eq!(profile.ours(), 39);
    }

    #[test]
    fn a_file_that_is_no_profile_is_refused() {
        assert!(Profile::read("fn=(1) a::b\n0 many\n", "").is_err());
    }
}
