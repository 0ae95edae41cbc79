//! Going through the chunks of a reel, as they come or as they lie in a file.

use ghostreel_core::{Error, Fault};

use crate::chunk::{HEAD_LENGTH, Head, MARKER};

/// The next item.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// A chunk whose payload is there.
    Chunk(Head),
    /// So many bytes that are no chunk, up to where one may begin.
    Damage(usize, Error),
    /// More bytes are needed to say.
    Wait,
}

/// Looks at bytes that begin where a chunk should. `is_all` is whether no more will come; then an incomplete chunk is damage.
pub(crate) fn step(bytes: &[u8], offset: u64, is_all: bool) -> Step {
    if bytes.len() < HEAD_LENGTH && !is_all {
        return Step::Wait;
    }
    match Head::read(bytes, offset) {
        Ok(head) if head.total_length() <= bytes.len() => Step::Chunk(head),
        Ok(_) if !is_all => Step::Wait,
        Ok(head) => {
            let expected = format!("a payload of {} bytes", head.length);
            let found = format!("{}", bytes.len().saturating_sub(HEAD_LENGTH));
            Step::Damage(
                bytes.len(),
                Error::new(Fault::Truncated, offset, "chunk", expected, found),
            )
        }
        Err(error) => Step::Damage(next_head(bytes, offset), error),
    }
}

/// Where the next head may be: a whole one, or the beginning of one.
fn next_head(bytes: &[u8], offset: u64) -> usize {
    let mut at = 1_usize;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let first = rest.iter().position(|byte| *byte == MARKER[0]).unwrap_or(rest.len());
        at = at.saturating_add(first);
        let rest = bytes.get(at..).unwrap_or_default();
        let is_head = match rest.len() >= HEAD_LENGTH {
            true => Head::read(rest, offset).is_ok(),
            false => rest.iter().zip(MARKER).all(|(byte, marker)| *byte == marker),
        };
        if is_head {
            break;
        }
        at = at.saturating_add(1);
    }
    at.min(bytes.len())
}
