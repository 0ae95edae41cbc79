//! Messages for people on stderr, and the few colours we use. A stderr that is closed is no error.

use std::fmt::Display;
use std::io::Write;

use anstyle::{AnsiColor, Style};
use ghostreel_formats::core::{Diagnostic, Severity};

use crate::text::clean;

pub(crate) const STRONG: Style = Style::new().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();
pub(crate) const NAME: Style = AnsiColor::Cyan.on_default();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();

pub(crate) fn error(sentence: impl Display) {
    say(format_args!("{BAD}error:{BAD:#} {sentence}"));
}

pub(crate) fn warning(sentence: impl Display) {
    say(format_args!("{WARN}warning:{WARN:#} {sentence}"));
}

pub(crate) fn note(sentence: impl Display) {
    say(sentence);
}

/// One line for each diagnostic that is more than a remark.
pub(crate) fn diagnostics(name: &str, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics.iter().filter(|d| d.severity > Severity::Info) {
        warning(format_args!("{name}: {}", clean(&diagnostic.to_string())));
    }
}

/// Why something is not counted or not listed, where it is so.
pub(crate) fn limit(name: &str, limit: Option<&str>) {
    if let Some(limit) = limit {
        warning(format_args!("{name}: {}", clean(limit)));
    }
}

/// The colour of a severity.
pub(crate) const fn severity(severity: Severity) -> Style {
    match severity {
        Severity::Info => FAINT,
        Severity::Warning => WARN,
        Severity::Error => BAD,
    }
}

fn say(line: impl Display) {
    let _ = writeln!(anstream::stderr().lock(), "{line}");
}
