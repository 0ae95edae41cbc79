//! What is noticed about a file of a map.

use ghostreel_core::{Diagnostic, Diagnostics, Error, Severity};

use crate::json::{Damage, Room};

/// Takes down what is noticed about one file.
pub(crate) struct FileReport<'a> {
    file: &'a str,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> FileReport<'a> {
    pub(crate) fn new(file: &'a str, diagnostics: &'a mut Diagnostics) -> Self {
        Self { file, diagnostics }
    }

    /// That reading ended early.
    pub(crate) fn damage(&mut self, damage: Option<Damage>) {
        let Some(Damage { offset, reason, is_limit, is_behind }) = damage else { return };
        let limit = if is_limit { "limit: " } else { "" };
        let (severity, lost) = match (is_behind, offset) {
            (true, _) => (Severity::Warning, " behind the end"),
            (false, 0) => (Severity::Error, ""),
            (false, _) => (Severity::Error, "; what is behind it is lost"),
        };
        self.push(severity, offset, format!("{limit}{reason}{lost}"));
    }

    /// That there were values of other types than expected.
    pub(crate) fn odd(&mut self, room: &Room) {
        match room.odd() {
            0 => {}
            1 => self.odd_value(
                "1 value is not what its place is for, and is taken for missing".to_owned(),
            ),
            count => self.odd_value(format!(
                "{count} values are not what their places are for, and are taken for missing"
            )),
        }
    }

    /// That so many objects cannot be what they say, and are left out.
    pub(crate) fn left_out(&mut self, count: usize, what: &str) {
        if count > 0 {
            self.push(Severity::Error, 0, format!("{count} {what}: left out"));
        }
    }

    /// Something odd that changes what is read.
    pub(crate) fn odd_value(&mut self, message: String) {
        self.push(Severity::Warning, 0, message);
    }

    /// Something that is worth knowing.
    pub(crate) fn remark(&mut self, message: String) {
        self.push(Severity::Info, 0, message);
    }

    /// That the file is more than a limit allows.
    pub(crate) fn limit(&mut self, message: String) {
        self.push(Severity::Error, 0, format!("limit: {message}"));
    }

    /// That the file is not there, or cannot be had.
    pub(crate) fn unreadable(&mut self, error: &Error) {
        self.push(Severity::Error, error.offset, error.message());
    }

    /// That the file is missing, or not what it was.
    pub(crate) fn lost(&mut self, message: String) {
        self.push(Severity::Error, 0, message);
    }

    fn push(&mut self, severity: Severity, offset: u64, message: String) {
        self.diagnostics.push(Diagnostic::new(severity, offset, self.file.to_owned(), message));
    }
}
