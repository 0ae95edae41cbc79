//! Where a section lies in the file: what its row says, checked against the bytes that are there.

use std::ops::Range;

use ghostreel_core::{Error, Fault, Result};

use crate::layout::Extent;
use crate::limits;
use crate::log::Log;

/// Where a section and its items are, all within the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// The whole section.
    pub(crate) section: Range<usize>,
    /// Start of the first item, from the start of the file.
    pub(crate) first: usize,
    /// Bytes from one item to the next.
    pub(crate) item_size: usize,
    /// The number of items that are there.
    pub(crate) count: usize,
}

impl Place {
    /// The bytes from the first item to the end of the last.
    pub(crate) fn items(&self) -> Range<usize> {
        let length = self.item_size.saturating_mul(self.count);
        self.first..self.first.saturating_add(length)
    }
}

/// Finds the items that an extent promises in a file of `length` bytes, each of them at least `known` bytes long.
pub(crate) fn place(
    length: usize,
    extent: &Extent,
    known: usize,
    section: &'static str,
    log: &mut Log,
) -> Result<Place> {
    let offset = u64::from(extent.offset);
    let promised_end = offset.saturating_add(u64::from(extent.size));
    let end = promised_end.min(length as u64);
    let first = offset.saturating_add(u64::from(extent.first_item));
    let room = end.saturating_sub(first);
    let is_cut = promised_end > end && extent.size > 0;
    let item_size = u64::from(extent.item_size);
    let promised = u64::from(extent.item_count);
    let mut count = promised.min(room.checked_div(item_size).unwrap_or(0));
    if promised > 0 && item_size < known as u64 {
        count = 0;
        let expected = format!("items of at least {known} bytes");
        let found = format!("{item_size}");
        log.damage(Error::new(Fault::Malformed, offset, section, expected, found))?;
    } else if count < promised {
        let expected = format!("{promised} items of {item_size} bytes");
        let found = format!("room for {count}");
        let fault = if is_cut { Fault::Truncated } else { Fault::Malformed };
        log.damage(Error::new(fault, offset, section, expected, found))?;
    } else if is_cut {
        let expected = format!("{} bytes", extent.size);
        let found = format!("{} before the end of the file", end.saturating_sub(offset));
        log.damage(Error::new(Fault::Truncated, offset, section, expected, found))?;
    }
    // All of these are at most the length of the file.
    let within = |at: u64| usize::try_from(at.min(length as u64)).unwrap_or(length);
    Ok(Place {
        section: within(offset.min(end))..within(end),
        first: within(first),
        item_size: usize::try_from(item_size).unwrap_or(usize::MAX),
        count: within(count),
    })
}

/// The number of bytes that may still be copied out of the file: sections and strings may share bytes, and copies must not multiply.
pub(crate) struct Room(usize);

impl Room {
    /// The room that a file has.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self(bytes.len().saturating_add(limits::SHARED_BYTES))
    }

    /// As many of `wanted` bytes as there is room for.
    pub(crate) fn grant(&mut self, wanted: usize) -> usize {
        let granted = wanted.min(self.0);
        self.0 = self.0.saturating_sub(granted);
        granted
    }

    /// Leaves as many items as there is room for.
    pub(crate) fn cut_items(
        &mut self,
        place: &mut Place,
        extent: Extent,
        section: &'static str,
        log: &mut Log,
    ) -> Result<()> {
        let fit = self.0.checked_div(place.item_size).unwrap_or(place.count).min(place.count);
        self.grant(fit.saturating_mul(place.item_size));
        if fit < place.count {
            let found = format!("{} items; {fit} are read", place.count);
            place.count = fit;
            log.damage(too_much(u64::from(extent.offset), section, found))?;
        }
        Ok(())
    }

    /// Leaves the section, or nothing of it if there is no room for all.
    pub(crate) fn cut_section(
        &mut self,
        place: &mut Place,
        extent: Extent,
        log: &mut Log,
    ) -> Result<()> {
        let length = place.section.len();
        if length > self.0 {
            let offset = u64::from(extent.offset);
            *place = Place::default();
            return log.damage(too_much(offset, "custom section", format!("{length} bytes more")));
        }
        self.grant(length);
        Ok(())
    }
}

/// More is to be copied than the file has.
pub(crate) fn too_much(offset: u64, section: &'static str, found: String) -> Error {
    const EXPECTED: &str = "sections and strings that are together no longer than the file";
    Error::new(Fault::Limit, offset, section, EXPECTED, found)
}
