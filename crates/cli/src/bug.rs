//! The last line of defence: a panic is our own mistake, and is reported as one sentence.

use std::cell::RefCell;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};

/// A panic that was caught.
#[derive(Debug)]
pub(crate) struct Bug(String);

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a mistake of Ghostreel itself, please report it: {}", self.0)
    }
}

thread_local! {
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps Rust's own message about a panic off the screen and remembers it for [`catch`].
pub(crate) fn keep_quiet() {
    panic::set_hook(Box::new(|panic| {
        let what = panic.payload_as_str().unwrap_or("a panic without words");
        let place = panic.location().map(|place| format!(" ({place})")).unwrap_or_default();
        LAST.set(Some(format!("{what}{place}")));
    }));
}

/// Runs `work` and turns a panic in it into a [`Bug`].
pub(crate) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, Bug> {
    // Nothing that `work` may have left half done is looked at afterwards.
    panic::catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| Bug(LAST.take().unwrap_or_else(|| "a panic without words".to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_sentence_with_its_place() {
        keep_quiet();
        let bug = catch(|| panic!("out of {}", "luck")).unwrap_err().to_string();
        assert!(bug.contains("please report it: out of luck ("), "{bug}");
        assert!(bug.contains("bug.rs:"), "{bug}");
        assert_eq!(catch(|| 3).unwrap(), 3);
    }
}
