//! The verdict on a reel.

use ghostreel_core::Fault;
use ghostreel_reel::{Integrity, Kind, Reel, Stream};

use crate::evidence::SessionMessages;
use crate::key::PublicKey;
use crate::message::Close;
use crate::pace::session_speed;
use crate::report::Report;
use crate::trust::Trust;

/// Verifies a reel by some trust. All chunks of the file are gone through; its index is not trusted, but compared.
pub fn verify_reel(bytes: &[u8], trust: &Trust) -> Report {
    let reel = match Reel::scan(bytes) {
        Ok(reel) => reel,
        Err(error) => return Report::unmarked(format!("The reel cannot be read: {error}.")),
    };
    let Some(mark) = &reel.header().mark else {
        return Report::unmarked("The reel names no key that signs it.");
    };
    let mut report = Report::default();
    let mut messages = SessionMessages::new(
        PublicKey::from_bytes(mark.key.into_array()),
        &mark.challenge,
        &mut report,
    );
    if messages.challenge().is_some_and(|challenge| challenge.game != reel.header().game) {
        report.inconsistent("the challenge is for another game than the header names");
    }
    check_chunks(&reel, &mut report);
    for mark in reel.marks() {
        match (mark.message, mark.kind) {
            // Its chunk is among those that are damaged.
            (None, _) => {}
            (Some(message), Kind::SignedHead) => {
                messages.add_head(message, Some(mark.before), &mut report);
            }
            (Some(message), Kind::Close) => {
                messages.add_close(message, Some(mark.before), &mut report);
                check_end(&reel, mark.place, &mut report);
            }
            (Some(message), _) => messages.add_receipt(message, &mut report),
        }
    }
    let end = messages.signed_up_to().unwrap_or(0.0);
    match messages.close() {
        Some(close) => check_rows(&reel, close, &mut report),
        None => report.because(format!(
            "The session was not closed: what is after {end:.1} s is not signed, and may be missing."
        )),
    }
    let starts = reel.chunks().iter().map(|chunk| chunk.head.start);
    let start = starts.fold(f64::NAN, f64::min);
    let is_content = |kind| matches!(kind, Kind::Rows | Kind::Original);
    let content = reel.chunks().iter().rposition(|chunk| is_content(chunk.head.kind));
    let content = content.map(|last| last.saturating_add(1) as u64);
    let span = [if start.is_nan() { end } else { start }, end];
    let speed = messages.challenge().map_or(1.0, |_| session_speed(&reel));
    messages.conclude(span, speed, content, trust, report)
}

/// Finds changes since the writing.
fn check_chunks(reel: &Reel<'_>, report: &mut Report) {
    let chunks = reel.chunks();
    for damage in reel.damage() {
        let end = damage.offset.saturating_add(damage.length);
        // The chunk being written when the recorder was interrupted.
        let is_cut = damage.error.fault == Fault::Truncated
            && chunks.last().is_none_or(|last| last.offset < damage.offset)
            && !reel.is_finished();
        if is_cut {
            report.because("The reel ends within a chunk: recording was interrupted.");
        } else {
            report.altered(format!("bytes {} to {end} are no chunk", damage.offset));
        }
    }
    if chunks.first().is_none_or(|first| first.head.kind != Kind::Header) {
        report.altered("the first chunk is not the header");
    }
    for (place, (chunk, integrity)) in chunks.iter().zip(reel.verify()).enumerate() {
        match integrity {
            Integrity::Damaged => report.altered(format!("chunk {place} is damaged")),
            Integrity::Unchained => {
                report.altered(format!("chunk {place} does not follow the one before it"));
            }
            Integrity::Whole if chunk.head.number != place as u64 => {
                report.altered(format!("chunk {place} has number {}", chunk.head.number));
            }
            Integrity::Whole if !reel.has_true_times(chunk) => {
                report.inconsistent(format!(
                    "the rows of chunk {place} have other times than it says"
                ));
            }
            Integrity::Whole => {}
        }
    }
    if !reel.agrees_with_its_index() {
        report.altered("the index has other chunks or another header than the reel");
    }
}

/// After the close, only receipts, the index and the end may follow.
fn check_end(reel: &Reel<'_>, close: usize, report: &mut Report) {
    let trailing = reel.chunks().get(close.saturating_add(1)..).unwrap_or_default();
    let mut kinds = trailing.iter().map(|chunk| chunk.head.kind).peekable();
    while kinds.next_if_eq(&Kind::Receipt).is_some() {}
    kinds.next_if_eq(&Kind::Index);
    kinds.next_if_eq(&Kind::End);
    if kinds.next().is_some() {
        report.altered("after the close is more than receipts, the index and the end");
    }
}

/// Compares the counts of the close with the rows that are there.
fn check_rows(reel: &Reel<'_>, close: &Close, report: &mut Report) {
    let counts = reel.row_counts();
    if counts.len() != close.rows.len() {
        report.inconsistent("the close counts other streams than the header has");
    }
    for ((count, stream), number) in close.rows.iter().zip(&reel.header().streams).zip(1_u16..) {
        let name = match stream {
            Stream::Table(table) => format!("table {}", table.name),
            Stream::Original(_) => "the game's own file".to_owned(),
            Stream::Unknown => format!("stream {number}"),
        };
        let there = counts.get(usize::from(number.saturating_sub(1))).copied().unwrap_or(0);
        if there > *count {
            report
                .inconsistent(format!("the close counts {count} of {name}, and there are {there}"));
        } else if there < *count {
            let missing = count.saturating_sub(there);
            report.because(format!("The last {missing} of {name} were lost while recording."));
        }
    }
}
