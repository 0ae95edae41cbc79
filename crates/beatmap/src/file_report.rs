//! Diagnostics about a file of a map.

use ghostreel_core::{Diagnostic, Diagnostics, Error, Severity};

use crate::json::{Damage, Room};

/// Collects the diagnostics of one file.
pub(crate) struct FileReport<'a> {
    file: &'a str,
    diagnostics: &'a mut Diagnostics,
    /// Members whose values say which notes there are, and when.
    decisive: &'static [&'static str],
    /// Why notes or the tempo may not be all those of the map: the first reason, as a sentence.
    loss: Option<String>,
}

impl<'a> FileReport<'a> {
    pub(crate) fn new(file: &'a str, diagnostics: &'a mut Diagnostics) -> Self {
        Self { file, diagnostics, decisive: &[], loss: None }
    }

    /// The same for a file whose values in these members say which notes there are, and when.
    pub(crate) fn with_decisive(self, members: &'static [&'static str]) -> Self {
        Self { decisive: members, ..self }
    }

    /// Why notes or the tempo may not be all those of the map, as a sentence; `None` if they are.
    pub(crate) fn loss(self) -> Option<String> {
        self.loss
    }

    /// Reading ended early.
    pub(crate) fn damage(&mut self, damage: Option<Damage>) {
        let Some(Damage { offset, reason, is_limit, is_after_end }) = damage else { return };
        let limit = if is_limit { "limit: " } else { "" };
        // Bytes after the end take nothing from the content, but may be another file's: a map's hash is of all its files, one after
        // the other, and says not where each ends.
        let lost = match (is_after_end, offset) {
            (true, _) => " after the end",
            (false, 0) => "",
            (false, _) => "; what is after it is lost",
        };
        let message = format!("{limit}{reason}{lost}");
        if !is_after_end {
            self.lose(offset, &message);
        }
        self.push(Severity::Error, offset, message);
    }

    /// There were values of other types than expected.
    pub(crate) fn odd(&mut self, room: &Room) {
        for (member, count) in room.odd_by_member() {
            let place = member.map(|member| format!(" in {member}")).unwrap_or_default();
            let message = match count {
                1 => {
                    format!("1 value{place} is not what its place is for, and is taken for missing")
                }
                count => format!(
                    "{count} values{place} are not what their places are for, and are taken for missing"
                ),
            };
            if member.is_none_or(|member| self.decisive.contains(&member)) {
                self.lose(0, &message);
            }
            self.odd_value(message);
        }
    }

    /// So many objects are not valid, and are left out.
    pub(crate) fn left_out(&mut self, count: usize, what: &str) {
        if count > 0 {
            self.lost(format!("{count} {what}: left out"));
        }
    }

    /// Something is odd, and moves notes.
    pub(crate) fn odd_tempo(&mut self, message: String) {
        self.lose(0, &message);
        self.odd_value(message);
    }

    /// Something odd that changes the content.
    pub(crate) fn odd_value(&mut self, message: String) {
        self.push(Severity::Warning, 0, message);
    }

    /// Something that is worth knowing.
    pub(crate) fn remark(&mut self, message: String) {
        self.push(Severity::Info, 0, message);
    }

    /// The file exceeds a limit.
    pub(crate) fn limit(&mut self, message: String) {
        self.lost(format!("limit: {message}"));
    }

    /// The file is not there, or cannot be read.
    pub(crate) fn unreadable(&mut self, error: &Error) {
        let message = error.message();
        self.lose(error.offset, &message);
        self.push(Severity::Error, error.offset, message);
    }

    /// A part of the file is lost, or all of it.
    pub(crate) fn lost(&mut self, message: String) {
        self.lose(0, &message);
        self.push(Severity::Error, 0, message);
    }

    fn lose(&mut self, offset: u64, message: &str) {
        let at = if offset == 0 { String::new() } else { format!(", offset {offset}") };
        self.loss.get_or_insert_with(|| format!("{}{at}: {message}.", self.file));
    }

    fn push(&mut self, severity: Severity, offset: u64, message: String) {
        self.diagnostics.push(Diagnostic::new(severity, offset, self.file.to_owned(), message));
    }
}
