//! Marks of files: those that games wrote, and reels.

use ghostreel_core::{DecodeOptions, Digest};
use ghostreel_formats::{AnyView, CODECS, FORMATS};
use ghostreel_reel::{Kind, Reel, WriteError, preamble};

use crate::envelope::{Signed, open, sign};
use crate::error::Error;
use crate::evidence::{SessionMessages, settle};
use crate::key::SecretKey;
use crate::message::{Close, Evidence, FileMark};
use crate::pace::{Duration, passed_s};
use crate::reel::verify_reel;
use crate::report::{Level, Report};
use crate::trust::Trust;

/// The format of a reel, as marks name it.
const REEL: &str = "reel";

/// The end of the name of a file that has the mark of another, after that one's own name.
pub const BESIDE: &str = ".mark";

/// Where the mark of a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Marked {
    /// Inside: these are the bytes of the marked file.
    Inside(Vec<u8>),
    /// Beside it, as `NAME.mark`: these are the bytes of the mark. The file itself is as it was, without a mark that it may have had.
    Beside(Vec<u8>),
}

/// Why a file cannot be marked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MarkError {
    /// It is no replay, or one that cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ghostreel_core::Error),
    /// The session that should prove when it was made is not one of this file and key.
    #[error("the session does not name this file")]
    OtherSession,
    /// A session cannot begin.
    #[error(transparent)]
    Session(Error),
    /// The reel of it cannot be written.
    #[error(transparent)]
    Unwritable(#[from] WriteError),
}

impl Evidence {
    /// The messages of a session that a server witnessed and that was closed; `None` if a reel has none. Nothing is verified.
    pub fn of_reel(reel: &[u8]) -> Option<Self> {
        let reel = Reel::scan(reel).ok()?;
        let challenge = reel.header().mark.as_ref()?.challenge.to_vec();
        let mut evidence = Self { challenge, ..Self::default() };
        for mark in reel.marks() {
            let message = mark.message?.to_vec();
            match mark.kind {
                Kind::SignedHead => evidence.heads.push(message),
                Kind::Close => evidence.close = message,
                _ => evidence.receipts.push(message),
            }
        }
        let is_whole = !evidence.challenge.is_empty() && !evidence.close.is_empty();
        is_whole.then_some(evidence)
    }
}

/// Signs a file. A mark that is inside already is replaced. `made` is now, in milliseconds since 1970 UTC; `evidence` a session whose close
/// names this file.
///
/// # Errors
/// If it is no replay, or the session names other files.
pub fn mark_file(
    bytes: &[u8],
    key: &SecretKey,
    made: i64,
    evidence: Option<Evidence>,
) -> Result<Marked, MarkError> {
    let (format, unmarked) = match view(bytes)? {
        Some(view) => (view.format().id, view.split_marks().0),
        None => (REEL, bytes.to_vec()),
    };
    let sha256 = *Digest::of(&unmarked).as_bytes();
    if let Some(evidence) = &evidence {
        let close = open::<Close>(&evidence.close).map_err(|_| MarkError::OtherSession)?;
        if close.key != key.public() || !names(&close.message, format, &sha256) {
            return Err(MarkError::OtherSession);
        }
    }
    let mark = sign(&FileMark { format: format.to_owned(), sha256, made, evidence }, key);
    let marked = view(&unmarked)?.and_then(|view| view.with_mark(&mark));
    // Where the file does not come back, another reader may lose it, too.
    let comes_back = |marked: &Vec<u8>| strip(marked).is_ok_and(|stripped| stripped == unmarked);
    let is_refused = |bytes: &[u8]| ghostreel_formats::open(bytes, &DecodeOptions::STRICT).is_err();
    let is_still_read = |marked: &Vec<u8>| !is_refused(marked) || is_refused(&unmarked);
    Ok(match marked.filter(comes_back).filter(is_still_read) {
        Some(marked) => Marked::Inside(marked),
        None => Marked::Beside(mark),
    })
}

/// The file without a mark inside: for one that was marked, the very bytes from before.
///
/// # Errors
/// If it is no replay.
pub fn strip(bytes: &[u8]) -> Result<Vec<u8>, ghostreel_core::Error> {
    Ok(view(bytes)?.map_or_else(|| bytes.to_vec(), |view| view.split_marks().0))
}

/// Verifies a file by some trust: a reel by its own messages, or by those of the game's own file in it; any file by the mark that is
/// inside or `beside` it.
pub fn verify_file(bytes: &[u8], beside: Option<&[u8]>, trust: &Trust) -> Report {
    verify_with_original(bytes, beside, trust).0
}

/// As [`verify_file`], and of a reel the game's own file in it, as [`Reel::whole_original`] gives it: it is unpacked once for both.
pub fn verify_with_original(
    bytes: &[u8],
    beside: Option<&[u8]>,
    trust: &Trust,
) -> (Report, Result<Option<Vec<u8>>, ghostreel_core::Error>) {
    if !is_reel(bytes) {
        return (verify_replay(bytes, beside, trust), Ok(None));
    }
    let original = Reel::open(bytes).and_then(|reel| reel.whole_original(CODECS));
    let is_own = Reel::scan(bytes).is_ok_and(|reel| reel.header().mark.is_some());
    let report = match (&original, beside) {
        (original, _) if is_own => {
            let mut report = verify_reel(bytes, trust);
            if report.level == Level::Witnessed
                && let Ok(Some(original)) = original
                && let Ok(Some(view)) = view(original)
                && let Ok(reel) = Reel::scan(bytes)
            {
                let passed = passed_s(&reel, original, &report.covered);
                report.compare_with_game(Duration::of(&view.meta()).real_s, passed);
            }
            report
        }
        (_, Some(mark)) => verify_mark(mark, REEL, bytes, 1.0, trust),
        (Ok(Some(original)), None) if !is_reel(original) => {
            let mut report = verify_replay(original, None, trust);
            if report.level != Level::Unmarked {
                report.because("This is of the game's own file in the reel.");
            }
            report
        }
        _ => verify_reel(bytes, trust),
    };
    (report, original)
}

/// The verdict on a file that is no reel.
fn verify_replay(bytes: &[u8], beside: Option<&[u8]>, trust: &Trust) -> Report {
    match view(bytes) {
        Ok(Some(view)) => verify_view(&view, beside, trust),
        Ok(None) => Report::unmarked("It is no replay."),
        Err(error) => Report::unmarked(format!("It cannot be read: {error}.")),
    }
}

fn verify_view(view: &AnyView<'_>, beside: Option<&[u8]>, trust: &Trust) -> Report {
    let (unmarked, marks) = view.split_marks();
    let mark = match (&marks[..], beside) {
        ([mark], _) => mark,
        ([], Some(mark)) => mark,
        ([], None) => return Report::without_mark(),
        _ => {
            let mut report = Report::unmarked("It has several marks, and none of them counts.");
            report.altered("there are several marks inside");
            return report;
        }
    };
    let duration = Duration::of(&view.meta());
    let verify = |speed, lasted_s| {
        let mut report = verify_mark(mark, view.format().id, &unmarked, speed, trust);
        report.compare_with_game(lasted_s, None);
        report
    };
    let by_clock = verify(1.0, duration.real_s);
    if duration.speed == 1.0 {
        return by_clock;
    }
    // Of the session's streams only their numbers of rows are there. If they are tables, its time is the song's.
    let by_song = verify(duration.speed, duration.song_s);
    let is_better = by_song.level > by_clock.level || by_song.share > by_clock.share;
    if is_better { by_song } else { by_clock }
}

/// The verdict of a mark on a file. `speed`: seconds of its session's time in a second of real time.
fn verify_mark(mark: &[u8], format: &str, unmarked: &[u8], speed: f64, trust: &Trust) -> Report {
    let mut report = Report::default();
    let (key, mark) = match open::<FileMark>(mark) {
        Ok(Signed { key, message, .. }) => (key, message),
        Err(error) => {
            report.altered(format!("the mark does not hold: {error}"));
            report.because("Its mark does not hold.");
            return report;
        }
    };
    report.key = Some(key);
    report.level = Level::Signed;
    if mark.sha256 != *Digest::of(unmarked).as_bytes() {
        report.altered("the file is not the one that was marked");
    }
    if mark.format != format {
        report.inconsistent(format!("the mark is of a file of format {}", mark.format));
    }
    let Some(evidence) = &mark.evidence else {
        report.because(format!("It is signed by {key}."));
        report.because("No server received it: when it was made is only the player's word.");
        settle(trust, key, &mut report);
        return report;
    };
    let mut messages = SessionMessages::new(key, &evidence.challenge, &mut report);
    for head in &evidence.heads {
        messages.add_head(head, None, &mut report);
    }
    messages.add_close(&evidence.close, None, &mut report);
    for receipt in &evidence.receipts {
        messages.add_receipt(receipt, &mut report);
    }
    if !messages.close().is_some_and(|close| names(close, format, &mark.sha256)) {
        report.inconsistent("the session does not name this file");
    }
    let game = FORMATS.iter().find(|known| known.id == format).map(|known| known.game);
    if let (Some(game), Some(challenge)) = (game, messages.challenge())
        && challenge.game != game
    {
        report.inconsistent(format!(
            "the session was of {}, and the file is of {game}",
            challenge.game
        ));
    }
    let saw_rows = messages.close().is_some_and(|close| close.rows.iter().any(|rows| *rows > 0));
    report
        .because("The player's word links the session to this file; the session's reel proves it.");
    let (span, is_close_answered) = (messages.span(), messages.is_close_answered());
    let mut report = messages.conclude(span, speed, None, trust, report);
    let doubt = match (is_close_answered, saw_rows) {
        (false, _) => "No server received the close, which names the file.",
        (true, false) => "The session saw no rows of the game, so it proves nothing about it.",
        (true, true) => return report,
    };
    if report.level == Level::Witnessed {
        report.level = Level::Signed;
        report.because(doubt);
        report.forget_receipts();
    }
    report
}

/// Whether the player says that a file is of this session.
fn names(close: &Close, format: &str, sha256: &[u8; 32]) -> bool {
    close.files.iter().any(|file| file.format == format && file.sha256 == *sha256)
}

fn is_reel(bytes: &[u8]) -> bool {
    bytes.starts_with(&preamble::MAGIC)
}

/// The replay that these bytes are; `None` for a reel.
pub(crate) fn view(bytes: &[u8]) -> Result<Option<AnyView<'_>>, ghostreel_core::Error> {
    if is_reel(bytes) {
        return Ok(None);
    }
    ghostreel_formats::open(bytes, &DecodeOptions::RECOVER).map(Some)
}
