//! The checksum of header and body.

/// The checksum of a section's bytes.
pub fn crc(bytes: &[u8]) -> u32 {
    inner::crc(bytes)
}

/// By carry-less multiplication where the processor has it.
#[cfg(not(target_family = "wasm"))]
mod inner {
    use std::sync::LazyLock;

    use crc_fast::CrcParams;

    static PARAMS: LazyLock<CrcParams> = LazyLock::new(|| {
        CrcParams::new("Rocket League", 32, 0x04c1_1db7, 0x1034_0dfe, false, 0xffff_ffff, 0)
    });

    pub(super) fn crc(bytes: &[u8]) -> u32 {
        u32::try_from(crc_fast::checksum_with_params(*PARAMS, bytes)).unwrap_or(0)
    }
}

/// By a small table, made anew for each call: the page is to be small, and a table in it would not compress.
#[cfg(target_family = "wasm")]
mod inner {
    use crc::{Algorithm, Crc, Table};

    const ALGORITHM: Algorithm<u32> = Algorithm {
        width: 32,
        poly: 0x04c1_1db7,
        init: 0x1034_0dfe,
        refin: false,
        refout: false,
        xorout: 0xffff_ffff,
        check: 0,
        residue: 0,
    };

    pub(super) fn crc(bytes: &[u8]) -> u32 {
        Crc::<u32, Table<1>>::new(&ALGORITHM).checksum(bytes)
    }
}
