//! How fingerprints lie on the disk.

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use ghostreel_analysis::copies::Fingerprint;
use ghostreel_formats::core::Digest;

use crate::error::Error;

/// Encrypts fingerprints under the archive's secret (AES-256-GCM). The index without the secret reveals nothing of them: not which moments
/// two recordings share, and not even how many moments one has.
#[derive(Clone)]
pub(super) struct FingerprintCipher(Aes256Gcm);

/// Bytes that each fingerprint is filled up to, with its length before it: no game's is longer.
const LENGTH: usize = 1024;
/// Bytes of the number that is used once.
const NONCE: usize = 12;

impl FingerprintCipher {
    pub(super) fn new(secret: &[u8; 16]) -> Self {
        let key = Digest::of(&[b"ghostreel fingerprints on the disk ", &secret[..]].concat());
        Self(Aes256Gcm::new(&(*key.as_bytes()).into()))
    }

    /// The stored form of the fingerprint of the replay with this number.
    pub(super) fn encrypted(&self, number: i64, plain: &Fingerprint) -> Result<Vec<u8>, Error> {
        let fingerprint = plain.to_bytes();
        let mut msg = u16::try_from(fingerprint.len()).unwrap_or(u16::MAX).to_le_bytes().to_vec();
        msg.extend(fingerprint);
        msg.resize(msg.len().max(LENGTH), 0);
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(Error::Random)?;
        let payload = Payload { msg: &msg, aad: &number.to_le_bytes() };
        let encrypted = self.0.encrypt(&Nonce::from(nonce), payload);
        // It fails for messages of 64 GiB.
        Ok([&nonce[..], &encrypted.unwrap_or_default()].concat())
    }

    /// Reads what [`encrypted`](Self::encrypted) made; `None` if it is of another secret, number or version, or damaged.
    pub(super) fn decrypted(&self, number: i64, stored: &[u8]) -> Option<Fingerprint> {
        let (nonce, msg) = stored.split_first_chunk::<NONCE>()?;
        let payload = Payload { msg, aad: &number.to_le_bytes() };
        let plain = self.0.decrypt(&Nonce::from(*nonce), payload).ok()?;
        let (length, rest) = plain.split_first_chunk()?;
        Fingerprint::from_bytes(rest.get(..usize::from(u16::from_le_bytes(*length)))?).ok()
    }
}

impl std::fmt::Debug for FingerprintCipher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FingerprintCipher(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ghostreel_analysis::copies::Landmark;

    #[test]
    fn the_index_reveals_nothing_without_the_secret() {
        let landmarks = vec![Landmark { time: 1, code: 2 }, Landmark { time: 3, code: 4 }];
        let some = Fingerprint { game: "melee".into(), landmarks };
        let none = Fingerprint { game: "beat-saber".into(), landmarks: Vec::new() };
        let cipher = FingerprintCipher::new(&[1; 16]);
        let stored = cipher.encrypted(7, &some).unwrap();
        assert_eq!(cipher.decrypted(7, &stored), Some(some.clone()));
        // The same fingerprint is stored in another way each time, and all are of one length.
        let again = cipher.encrypted(7, &some).unwrap();
        let same = stored.iter().zip(&again).filter(|(one, other)| one == other).count();
        assert!(same < 50, "{same} bytes are the same");
        assert_eq!(cipher.encrypted(8, &none).unwrap().len(), stored.len());
        // Of another replay, with another secret, or damaged, it does not decrypt.
        assert_eq!(cipher.decrypted(8, &stored), None);
        assert_eq!(FingerprintCipher::new(&[2; 16]).decrypted(7, &stored), None);
        for at in 0..stored.len() {
            let mut damaged = stored.clone();
            damaged[at] ^= 1;
            assert_eq!(cipher.decrypted(7, &damaged), None);
            assert_eq!(cipher.decrypted(7, &stored[..at]), None);
        }
    }

    #[test]
    fn no_fingerprint_is_longer_than_all_are_filled_up_to() {
        let landmarks = vec![Landmark::default(); 160];
        let longest = Fingerprint { game: "rocket-league".into(), landmarks };
        assert!(longest.to_bytes().len() + 2 <= LENGTH);
    }
}
