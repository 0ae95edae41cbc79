//! The start of an "LZMA alone" stream.

use ghostreel_core::record;

record! {
    /// The parameters of the stream after it.
    pub struct LzmaHeader, 13 bytes {
        /// lc + 9 × lp + 45 × pb: `0x5d` is lc 3, lp 0, pb 2
        0: properties: u8 = "properties";
        /// Bytes that matches may reach back: 8 MiB
        1: dictionary_size: u32 = "dictionarySize", "B";
        /// Bytes that the stream unpacks to; -1: until the end marker
        5: uncompressed_size: i64 = "uncompressedSize", "B";
    }
}

impl LzmaHeader {
    /// The header that the plugin's encoder writes for so many bytes.
    pub fn of(uncompressed_size: usize) -> Self {
        let uncompressed_size = i64::try_from(uncompressed_size).unwrap_or(i64::MAX);
        Self { properties: 0x5d, dictionary_size: 8 << 20, uncompressed_size }
    }
}
