//! Failures, and their reports to C.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use ghostreel_recorder::PushError;

/// The result of a function.
#[repr(C)]
#[allow(clippy::enum_variant_names, reason = "C has no other names for them")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is done.
    GhostreelOk = 0,
    /// An argument is NULL, no UTF-8, of a wrong length, or out of its range.
    GhostreelBadArgument = 1,
    /// The ring is full. The data pushed is counted as lost; the game goes on.
    GhostreelFull = 2,
    /// A row is earlier than the one before it, or its time is no number. It is not recorded.
    GhostreelOutOfOrder = 3,
    /// The data pushed is longer than the whole ring. It is counted as lost.
    GhostreelTooLong = 4,
    /// The session has ended, or recording has failed.
    GhostreelEnded = 5,
    /// There is no table, column, row or property of that name or number.
    GhostreelNotThere = 6,
    /// Another thread is pushing into this table right now. The data pushed is not recorded.
    GhostreelBusy = 7,
    /// A file cannot be read.
    GhostreelFile = 8,
    /// These are no bytes of a replay or reel, or nothing of it can be read.
    GhostreelUnreadable = 9,
    /// A bug in Ghostreel. The object may be used on, or freed.
    GhostreelBug = 10,
}

/// An outcome other than success, and one sentence about it.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    outcome: Outcome,
    sentence: Cow<'static, CStr>,
}

impl Failure {
    pub(crate) fn new(outcome: Outcome, sentence: impl ToString) -> Self {
        // A text of ours ends where a zero byte is.
        let sentence = c_text(&sentence.to_string());
        Self { outcome, sentence: Cow::Owned(sentence) }
    }

    pub(crate) fn argument(sentence: &str) -> Self {
        Self::new(Outcome::GhostreelBadArgument, sentence)
    }

    /// Asks for no memory: it may come in every frame.
    const fn plain(outcome: Outcome, sentence: &'static CStr) -> Self {
        Self { outcome, sentence: Cow::Borrowed(sentence) }
    }

    pub(crate) const NO_OBJECT: Self =
        Self::plain(Outcome::GhostreelBadArgument, c"the object is NULL");
    pub(crate) const NO_PLACE: Self =
        Self::plain(Outcome::GhostreelBadArgument, c"the place for the answer is NULL");
    pub(crate) const NO_TABLE: Self =
        Self::plain(Outcome::GhostreelNotThere, c"there is no such table");
    pub(crate) const NO_COLUMN: Self =
        Self::plain(Outcome::GhostreelNotThere, c"there is no such column");
    pub(crate) const BUSY: Self =
        Self::plain(Outcome::GhostreelBusy, c"another thread is pushing into this table");
    const BUG: Self = Self::plain(Outcome::GhostreelBug, c"a bug in Ghostreel");
}

impl From<PushError> for Failure {
    fn from(error: PushError) -> Self {
        match error {
            PushError::Full => Self::plain(Outcome::GhostreelFull, c"the ring is full"),
            PushError::OtherColumns => Self::plain(
                Outcome::GhostreelBadArgument,
                c"the bytes do not fit the columns of the table",
            ),
            PushError::OutOfOrder => Self::plain(
                Outcome::GhostreelOutOfOrder,
                c"the row is earlier than the one before it, or its time is no number",
            ),
            PushError::TooLong => Self::plain(Outcome::GhostreelTooLong, c"longer than the ring"),
            _ => Self::plain(Outcome::GhostreelEnded, c"the session has ended"),
        }
    }
}

thread_local! {
    /// Why the last function that failed on this thread did so.
    static LAST: RefCell<Cow<'static, CStr>> = const { RefCell::new(Cow::Borrowed(c"")) };
}

/// Where the last sentence is. It stays there until the next failure on this thread.
pub(crate) fn last() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// Does something that may fail or, if it has a bug, panic. The outcome is kept for [`last`].
pub(crate) fn attempt<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Outcome> {
    let failure = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(value)) => return Ok(value),
        Ok(Err(failure)) => failure,
        Err(_) => Failure::BUG,
    };
    let outcome = failure.outcome;
    // Not there when the thread is about to end.
    LAST.try_with(|last| *last.borrow_mut() = failure.sentence).ok();
    Err(outcome)
}

/// As [`attempt`], for functions that return the outcome.
pub(crate) fn outcome(work: impl FnOnce() -> Result<(), Failure>) -> Outcome {
    attempt(work).err().unwrap_or(Outcome::GhostreelOk)
}

/// A text for C: a zero byte in it becomes a replacement character.
pub(crate) fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}
