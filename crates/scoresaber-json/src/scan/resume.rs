//! Where reading goes on after damage.

use super::{Scanner, State, Step};
use crate::cursor::{Cursor, Parsed, Stop};
use crate::layout::{Findings, NO_PLACES, SectionId, read_frame, read_height};
use crate::limits;

impl Scanner {
    /// Looks for the next list that was not read yet or, in a list of objects, for the next sound one.
    pub(super) fn resume(
        &mut self,
        section: Option<SectionId>,
        bytes: &[u8],
        complete: bool,
    ) -> Step {
        for (at, byte) in bytes.iter().enumerate() {
            if !matches!(byte, b'"' | b'{') {
                continue;
            }
            let end = at.saturating_add(limits::RESUME_WINDOW).min(bytes.len());
            let window = bytes.get(at..end).unwrap_or_default();
            let found = match byte {
                b'"' => self.begins_section(window),
                _ => begins_element(section, window),
            };
            match found {
                Ok(Some(state)) => {
                    self.state = state;
                    return Step::Between { length: at };
                }
                Err(Stop::End) if !complete && window.len() < limits::RESUME_WINDOW => {
                    return if at > 0 { Step::Between { length: at } } else { Step::NeedMore };
                }
                _ => {}
            }
        }
        match bytes.len() {
            0 if complete => {
                self.state = State::Tail;
                Step::Between { length: 0 }
            }
            0 => Step::NeedMore,
            length => Step::Between { length },
        }
    }

    /// Whether a section begins here that was not read yet.
    pub(super) fn begins_section(&self, window: &[u8]) -> Parsed<Option<State>> {
        let mut cursor = Cursor::new(window);
        let name = cursor.text("a name")?;
        let Some(id) = SectionId::from_name(cursor.bytes(&name)).filter(|id| !self.has_seen(*id))
        else {
            return Ok(None);
        };
        let begins = cursor.takes(b':')? && cursor.peek()? == id.bracket();
        Ok(begins.then_some(State::Member { first: true }))
    }
}

/// Whether an object of the list begins here, with nothing odd about it.
fn begins_element(section: Option<SectionId>, window: &[u8]) -> Parsed<Option<State>> {
    let mut cursor = Cursor::new(window);
    let mut findings = Findings { is_strict: true, ..Findings::default() };
    let is_read = match section {
        Some(SectionId::Frames) => {
            let mut places = NO_PLACES;
            read_frame(&mut cursor, &mut findings, &mut places)?.is_ok()
        }
        Some(SectionId::DynamicHeight) => read_height(&mut cursor, &mut findings)?.is_ok(),
        _ => false,
    };
    Ok(section.filter(|_| is_read).map(|id| State::Element { id, first: true }))
}
