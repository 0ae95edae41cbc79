//! The counterpart of [`Reader`](super::Reader): appends numbers to a byte vector.

/// Appends to a vector in either byte order.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    bytes: Vec<u8>,
}

macro_rules! numbers {
    ($($number:ty: $le:ident $be:ident,)*) => {$(
        #[doc = concat!("Appends a `", stringify!($number), "`, least significant byte first.")]
        #[inline]
        pub fn $le(&mut self, value: $number) {
            self.bytes.extend_from_slice(&value.to_le_bytes());
        }

        #[doc = concat!("Appends a `", stringify!($number), "`, most significant byte first.")]
        #[inline]
        pub fn $be(&mut self, value: $number) {
            self.bytes.extend_from_slice(&value.to_be_bytes());
        }
    )*};
}

impl Writer {
    /// A writer with room for `capacity` bytes.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { bytes: Vec::with_capacity(capacity) }
    }

    /// A writer that goes on after `bytes`.
    pub fn appending_to(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }

    /// Appends bytes as they are.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends one byte.
    #[inline]
    pub fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    numbers! {
        u16: u16_le u16_be,
        u32: u32_le u32_be,
        u64: u64_le u64_be,
        i16: i16_le i16_be,
        i32: i32_le i32_be,
        i64: i64_le i64_be,
        f32: f32_le f32_be,
        f64: f64_le f64_be,
    }

    /// Appends a [`Record`](crate::Record).
    #[inline]
    pub fn record<R: crate::Record>(&mut self, record: &R) {
        self.records(std::slice::from_ref(record));
    }

    /// Appends [`Record`](crate::Record)s, one after the other.
    #[inline]
    pub fn records<R: crate::Record>(&mut self, records: &[R]) {
        let start = self.bytes.len();
        self.bytes.resize(start.saturating_add(records.len().saturating_mul(R::SIZE)), 0);
        let room = self.bytes.get_mut(start..).unwrap_or_default();
        for (record, room) in records.iter().zip(room.chunks_exact_mut(R::SIZE)) {
            record.write(room);
        }
    }

    /// The number of bytes written.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether nothing was written yet.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes written.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}
