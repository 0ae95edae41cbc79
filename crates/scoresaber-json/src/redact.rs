//! Taking out who played, when, and on what.

use ghostreel_core::redact::Removals;
use ghostreel_core::{DecodeOptions, Result};

use crate::cursor::unescape;
use crate::model::Replay;
use crate::scan::{Scanner, Step};

/// Takes out members that the format does not name, as they may name the player: the format itself has neither player nor date nor device.
/// So a file with nothing else stays as it is; any other is written in the usual way. The motion identifies who played nevertheless,
/// and so do the heights.
///
/// # Errors
/// None: the result is of the same form as that of other formats.
pub fn redact(replay: &mut Replay) -> Result<Removals> {
    let mut removals = Removals::default();
    let Some(layout) = replay.layout.as_deref() else { return Ok(removals) };
    let mut scanner = Scanner::new(&DecodeOptions::RECOVER);
    let mut start = 0_usize;
    // Text between the values that is no punctuation.
    let mut is_plain = true;
    while let Ok(step) = scanner.step(layout.get(start..).unwrap_or_default(), true) {
        let bytes = layout.get(start..start.saturating_add(step.length())).unwrap_or_default();
        let findings = scanner.findings();
        for (name, value) in &findings.unknown {
            let name = unescape(bytes.get(name.clone()).unwrap_or_default());
            let value = bytes.get(value.clone()).unwrap_or_default();
            removals.add(&name, String::from_utf8_lossy(value), value);
        }
        if matches!(step, Step::NeedMore | Step::End) {
            break;
        }
        let is_punctuation = |byte: &u8| byte.is_ascii_whitespace() || b"{}[],".contains(byte);
        let is_between = matches!(step, Step::Between { .. });
        let holds_more = is_between && !bytes.iter().all(is_punctuation);
        if holds_more && findings.unknown.is_empty() {
            removals.add("bytes that belong to nothing", String::from_utf8_lossy(bytes), bytes);
        }
        is_plain &= !holds_more && *findings == Default::default();
        start = start.saturating_add(step.length());
    }
    if !is_plain {
        replay.layout = None;
    }
    Ok(removals)
}
