//! Writing a replay's bytes.

use std::collections::BTreeMap;

use ghostreel_core::io::Writer;

use crate::model::{Replay, Wrapper};
use crate::ubjson::{write_key, write_value};

/// Writes a replay. For a decoded file, these are the very bytes it was decoded from, damage included.
pub fn encode(replay: &Replay) -> Vec<u8> {
    let events: usize = replay.events.values().map(Vec::len).sum();
    let gaps: usize = replay.gaps.iter().map(|gap| gap.bytes.len()).sum();
    let unread = gaps.saturating_add(replay.rest.len());
    let members = members(replay);
    let around = members.len().saturating_add(replay.tail.len()).saturating_add(1 << 10);
    let mut writer = Writer::with_capacity(events.saturating_add(unread).saturating_add(around));
    let has_sizes = match replay.wrapper {
        Wrapper::Ubjson { raw_length } => {
            writer.bytes(Wrapper::HEAD);
            writer.u32_be(raw_length);
            true
        }
        Wrapper::Bare { has_sizes } => has_sizes,
    };
    if has_sizes {
        replay.payload_sizes.write(&mut writer);
    }
    interleave(replay, &mut writer);
    writer.bytes(&replay.rest);
    writer.bytes(&members);
    writer.bytes(&replay.tail);
    writer.finish()
}

/// The members after the events.
fn members(replay: &Replay) -> Vec<u8> {
    let mut writer = Writer::with_capacity(1 << 10);
    for member in &replay.members {
        write_key(member.key_length, &member.key, &mut writer);
        write_value(&member.value, &mut writer);
    }
    writer.finish()
}

/// Writes the events in the file's order, with the gaps between them.
fn interleave(replay: &Replay, writer: &mut Writer) {
    let sizes = replay.payload_sizes.table();
    let empty: &[u8] = &[];
    // By command: the rest of its events.
    let mut left: [&[u8]; 256] = [empty; 256];
    let tables: &BTreeMap<u8, Vec<u8>> = &replay.events;
    for (&code, events) in tables {
        if let Some(slot) = left.get_mut(usize::from(code)) {
            *slot = events;
        }
    }
    let mut gaps = replay.gaps.iter().peekable();
    for (at, &code) in replay.order.iter().enumerate() {
        while let Some(gap) = gaps.next_if(|gap| gap.events <= at) {
            writer.bytes(&gap.bytes);
        }
        let code = usize::from(code);
        let size = sizes.get(code).copied().unwrap_or(0) as usize;
        if let Some(slot) = left.get_mut(code)
            && let Some((event, rest)) = slot.split_at_checked(size)
        {
            writer.bytes(event);
            *slot = rest;
        }
    }
    gaps.for_each(|gap| writer.bytes(&gap.bytes));
}
