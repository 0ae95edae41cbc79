//! The secret that keeps fingerprints from showing anything but whether recordings are the same.

use std::hash::Hasher as _;

use siphasher::sip::SipHasher13;

/// Sixteen random bytes that an archive keeps to itself. Fingerprints that were made with one secret are compared with each other only;
/// without it, a landmark's code says nothing about what moved, nor whether two codes are of like movements.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Secret([u8; 16]);

impl Secret {
    /// A secret of these bytes, which should be random.
    pub fn new(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Another number for each number, of as many bits as are asked for: all as likely, whatever the numbers are.
    pub(super) fn hidden(&self, number: u32, bits: u32) -> u32 {
        let mut hasher = SipHasher13::new_with_key(&self.0);
        hasher.write_u32(number.to_le());
        let hidden = hasher.finish() >> 64_u32.saturating_sub(bits).min(63);
        u32::try_from(hidden).unwrap_or(u32::MAX)
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}
