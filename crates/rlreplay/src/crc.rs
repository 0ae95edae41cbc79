//! The checksum of header and body.

use std::sync::LazyLock;

use crc_fast::{CrcAlgorithm, CrcParams};

static PARAMS: LazyLock<CrcParams> = LazyLock::new(|| {
    CrcParams::new("Rocket League", 32, 0x04c1_1db7, 0x1034_0dfe, false, 0xffff_ffff, 0)
});

/// The checksum of a section's bytes.
pub fn crc(bytes: &[u8]) -> u32 {
    let _ = CrcAlgorithm::CrcCustom;
    u32::try_from(crc_fast::checksum_with_params(*PARAMS, bytes)).unwrap_or(0)
}
