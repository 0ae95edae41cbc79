//! The sections of other writers, which are entries of user data in version 1.

use ghostreel_bsor as bsor;
use ghostreel_bsor::layout::UserEntries;

use super::{REMAINS, Sentences, is_remains};
use crate::layout::SectionName;
use crate::model::CustomSection;
use crate::{limits, sections};

/// A section for each entry of user data whose key can be the name of one.
pub(super) fn from_bsor(entries: &UserEntries) -> Vec<CustomSection> {
    /// Those of the format, that of the strings, and [`REMAINS`].
    const OTHER_ROWS: usize = 8;
    let section = |entry: bsor::UserData| {
        let name = SectionName::new(&entry.key.bytes)?;
        let reserved = [sections::POOL, REMAINS.as_bytes()];
        let is_free = name.section().is_none() && !reserved.contains(&name.as_bytes());
        is_free.then(|| CustomSection::new(name, entry.bytes))
    };
    let most = limits::ROWS.saturating_sub(OTHER_ROWS);
    entries.iter().filter_map(section).take(most).collect()
}

/// An entry of user data for each section but the remains.
pub(super) fn to_bsor(sections: &mut [CustomSection], sentences: &mut Sentences) -> UserEntries {
    let items = sections.iter().filter(|section| !is_remains(section)).filter(|section| {
        let Ok(length) = u32::try_from(section.bytes.len()) else { return true };
        (section.item_size, section.item_count, section.first_item) != (1, length, 0)
    });
    sentences.add(
        items.count(),
        "There is no place for the size of the items of another writer's section; its bytes are kept.",
        "There is no place for the sizes of the items of # sections of other writers; their bytes are kept.",
    );
    let room = |section: &CustomSection| {
        section.name.as_bytes().len().saturating_add(section.bytes.len()).saturating_add(8)
    };
    let own = sections.iter().filter(|section| !is_remains(section));
    let mut entries = UserEntries::with_capacity(own.map(room).fold(0, usize::saturating_add));
    for section in sections.iter_mut().filter(|section| !is_remains(section)) {
        let length = |bytes: &[u8]| i32::try_from(bytes.len()).unwrap_or(i32::MAX);
        let name = section.name.as_bytes();
        let key = bsor::Text { skipped: Vec::new(), declared: length(name), bytes: name.to_vec() };
        // Lent: a section may be as long as the file.
        let bytes = std::mem::take(&mut section.bytes);
        let entry = bsor::UserData { key, declared: length(&bytes), bytes };
        entries.push(&entry);
        section.bytes = entry.bytes;
    }
    entries
}
