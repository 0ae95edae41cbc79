//! Gecko List (0x3D): the codes that the game was changed with.

/// One code of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeckoCode<'a> {
    /// Kind of code: the high seven bits of its first byte.
    pub kind: u8,
    /// Where in memory it acts.
    pub address: u32,
    /// The whole code.
    pub bytes: &'a [u8],
}

/// Takes a list apart. Stops at the first code that does not fit.
pub fn gecko_codes(list: &[u8]) -> Vec<GeckoCode<'_>> {
    let mut codes = Vec::new();
    let mut rest = list;
    while let Some((head, _)) = rest.split_first_chunk::<8>() {
        let [a, b, c, d, e, f, g, h] = *head;
        let word = u32::from_be_bytes([a, b, c, d]);
        let count = u32::from_be_bytes([e, f, g, h]) as usize;
        let kind = a & 0xfe;
        let length = match kind {
            0xc0 | 0xc2 => count.saturating_mul(8).saturating_add(8),
            // The bytes that follow are filled up to whole double words.
            0x06 => count.div_ceil(8).saturating_mul(8).saturating_add(8),
            0x08 => 16,
            _ => 8,
        };
        let Some((bytes, after)) = rest.split_at_checked(length) else { break };
        let address = 0x8000_0000_u32.saturating_add(word & 0x01ff_ffff);
        codes.push(GeckoCode { kind, address, bytes });
        rest = after;
    }
    codes
}
