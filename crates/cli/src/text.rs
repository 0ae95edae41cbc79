//! Values as people read them.

use std::io;
use std::path::Path;

use chrono::DateTime;
use ghostreel_analysis::sheet::accuracy_digits;
pub(crate) use ghostreel_analysis::sheet::plural;
use indicatif::HumanCount;

/// A text from a file, safe to show: names in replays may hold anything, also what moves a terminal's cursor.
pub(crate) fn clean(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        // The bidirectional controls would let a name reorder what stands around it.
        let turns = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if character.is_control() || turns {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// A path, safe to show.
pub(crate) fn path(path: &Path) -> String {
    clean(&path.to_string_lossy())
}

/// Why reading or writing failed, without the system's error number.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "this is a folder, not a file".to_owned(),
        io::ErrorKind::OutOfMemory => "there is not enough memory for it".to_owned(),
        _ => without_number(&error.to_string()).to_lowercase(),
    }
}

/// An error with its causes as one sentence. A cause that the error before it quotes is not repeated.
pub(crate) fn sentence(error: &anyhow::Error) -> String {
    let mut sentence = String::new();
    for cause in error.chain() {
        let cause = without_number(&cause.to_string());
        if sentence.is_empty() {
            sentence = cause;
        } else if !sentence.contains(&cause) {
            sentence = format!("{sentence}: {cause}");
        }
    }
    sentence
}

/// Without the system's error number.
pub(crate) fn without_number(text: &str) -> String {
    let Some((before, after)) = text.split_once(" (os error ") else { return text.to_owned() };
    let rest = after.split_once(')').map_or("", |(_, rest)| rest);
    format!("{before}{rest}")
}

/// `1:02:03`, `5:10`.
pub(crate) fn duration(seconds: f64) -> String {
    // Durations are at least 0 and far below 2^53, where the cast is exact.
    let seconds = seconds.round() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// A share in percent with two digits.
pub(crate) fn percent(share: f64) -> String {
    format!("{} %", accuracy_digits(share))
}

/// `2023-02-27 20:19:59 UTC`.
pub(crate) fn moment(unix_seconds: i64) -> String {
    match DateTime::from_timestamp(unix_seconds, 0) {
        Some(moment) => moment.format("%Y-%m-%d %H:%M:%S UTC").to_string(),
        None => format!("{unix_seconds} s after 1970"),
    }
}

/// Digits in groups of three.
pub(crate) fn grouped(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}", HumanCount(number.unsigned_abs()))
}

/// `1 file`, `1,234 files`.
pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", HumanCount(count), plural(count, one, many))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_steer_the_terminal() {
        assert_eq!(clean("Übergeist 👻"), "Übergeist 👻");
        assert_eq!(clean("a\x1b[2Jb\n\u{202e}c"), "a\\u{1b}[2Jb\\u{a}\\u{202e}c");
    }

    #[test]
    fn durations_and_moments() {
        assert_eq!(duration(0.0), "0:00");
        assert_eq!(duration(310.1), "5:10");
        assert_eq!(duration(3723.0), "1:02:03");
        assert_eq!(moment(1_677_526_799), "2023-02-27 19:39:59 UTC");
        assert_eq!(moment(i64::MAX), "9223372036854775807 s after 1970");
    }

    #[test]
    fn numbers_are_grouped_and_counted() {
        let all = [0, 999, 142_517, -1_234_567].map(grouped);
        assert_eq!(all, ["0", "999", "142,517", "-1,234,567"]);
        let all = [0, 1, 1_234].map(|count| counted(count, "file", "files"));
        assert_eq!(all, ["0 files", "1 file", "1,234 files"]);
    }

    #[test]
    fn shares_are_written_as_the_page_does() {
        let cases: serde_json::Value =
            serde_json::from_str(include_str!("../../../testdata/numbers.json")).unwrap();
        let cases = cases["shares"].as_array().unwrap();
        assert!(cases.len() > 10);
        for case in cases {
            let text = case[1].as_str().unwrap();
            assert_eq!(percent(case[0].as_f64().unwrap()), format!("{text} %"));
        }
    }

    #[test]
    fn reasons_carry_no_numbers_and_causes_are_said_once() {
        let full = || io::Error::from_raw_os_error(28);
        assert!(!reason(&full()).contains("os error"), "{}", reason(&full()));
        let quoting = anyhow::Error::from(full()).context(format!("the disk: {}", full()));
        let whole = sentence(&quoting.context("cannot write"));
        assert_eq!(
            whole,
            format!("cannot write: the disk: {}", without_number(&full().to_string()))
        );
    }
}
