//! The items of a section: read in place, and as a list that can be changed.

use std::marker::PhantomData;

use ghostreel_core::Record;
use ghostreel_core::io::Writer;

/// The items of a section of a view, each decoded when it is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Items<'a, R> {
    bytes: &'a [u8],
    item_size: usize,
    record: PhantomData<R>,
}

impl<'a, R: Record + Default> Items<'a, R> {
    /// The items that `bytes` are, without a gap in front of the first or after the last. `item_size` is at least that of the record.
    pub(crate) fn new(bytes: &'a [u8], item_size: usize) -> Self {
        Self { bytes, item_size: item_size.max(R::SIZE).max(1), record: PhantomData }
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.bytes.len().checked_div(self.item_size).unwrap_or(0)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes from one item to the next.
    pub fn item_size(&self) -> usize {
        self.item_size
    }

    /// The item at an index, counted from 0; `None` if there is none.
    pub fn get(&self, index: usize) -> Option<R> {
        R::read(self.bytes.get(index.checked_mul(self.item_size)?..)?)
    }

    /// All items, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = R> + use<'a, R> {
        // Each slice is a whole item, so reading cannot fail.
        self.slices().map(|bytes| R::read(bytes).unwrap_or_default())
    }

    /// The bytes of each item after the known structure.
    pub fn appended(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a, R> {
        self.slices().map(|bytes| bytes.get(R::SIZE..).unwrap_or_default())
    }

    /// Each item as it lies in the file, with its bytes after the known structure.
    pub fn slices(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + Clone + use<'a, R> {
        self.bytes.chunks_exact(self.item_size)
    }

    /// The same items as plain data.
    pub fn to_list(&self) -> ItemList<R> {
        let appended_size =
            if self.is_empty() { 0 } else { self.item_size.saturating_sub(R::SIZE) };
        let mut appended = Vec::with_capacity(appended_size.saturating_mul(self.len()));
        self.appended().for_each(|bytes| appended.extend_from_slice(bytes));
        ItemList { records: self.iter().collect(), appended_size, appended }
    }

    /// Whether the list holds the same bits.
    pub(crate) fn is(&self, list: &ItemList<R>) -> bool {
        let mut written = vec![0; R::SIZE];
        let mut is_same = |(index, slice): (usize, &[u8])| {
            let Some(record) = list.records.get(index) else { return false };
            record.write(&mut written);
            slice.split_at_checked(R::SIZE).is_some_and(|(stored, appended)| {
                stored == written && Some(appended) == list.appended_to(index)
            })
        };
        self.len() == list.records.len() && self.slices().enumerate().all(&mut is_same)
    }
}

/// The items of a section of a [`Replay`](crate::Replay).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ItemList<R> {
    /// The known structure of each.
    pub records: Vec<R>,
    /// Bytes that each item has after the known structure: members that a later writer appended.
    pub appended_size: usize,
    /// These bytes of all items, one after the other. Where they are too few, zeros are written.
    pub appended: Vec<u8>,
}

impl<R: Record> ItemList<R> {
    /// Bytes from one item to the next.
    pub fn item_size(&self) -> usize {
        R::SIZE.saturating_add(self.appended_size)
    }

    /// The bytes of the item at an index after the known structure; `None` without such an item.
    pub fn appended_to(&self, index: usize) -> Option<&[u8]> {
        let start = index.checked_mul(self.appended_size)?;
        self.appended.get(start..start.checked_add(self.appended_size)?)
    }

    /// Takes out what all items hold after the known structure.
    pub(crate) fn take_appended(&mut self, take: impl FnOnce(&mut Vec<u8>)) {
        take(&mut self.appended);
        self.appended_size = 0;
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        if self.appended_size == 0 {
            return writer.records(&self.records);
        }
        for (index, record) in self.records.iter().enumerate() {
            writer.record(record);
            match self.appended_to(index) {
                Some(appended) => writer.bytes(appended),
                None => writer.bytes(&vec![0; self.appended_size]),
            }
        }
    }
}

impl<R> From<Vec<R>> for ItemList<R> {
    /// Items as they are known.
    fn from(records: Vec<R>) -> Self {
        Self { records, appended_size: 0, appended: Vec::new() }
    }
}
