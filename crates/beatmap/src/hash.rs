//! The hash that names a version of a map.

use std::fmt;

use sha1::{Digest, Sha1};

/// The hash of a custom level: the SHA-1 over Info.dat and the files that it lists, in its order. Replays and servers name maps by it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MapHash(pub [u8; 20]);

impl fmt::Display for MapHash {
    /// Forty hexadecimal digits in upper case, as [`map_hash`](ghostreel_bsor::Info::map_hash) of a replay.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02X}"))
    }
}

impl fmt::Debug for MapHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MapHash({self})")
    }
}

/// Takes in the files, one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hasher(Sha1);

impl Hasher {
    pub(crate) fn add(&mut self, file: &[u8]) {
        self.0.update(file);
    }

    pub(crate) fn finish(self) -> MapHash {
        MapHash(self.0.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_sha_1_of_all_files_together() {
        let mut hasher = Hasher::default();
        hasher.add(b"a");
        hasher.add(b"bc");
        assert_eq!(hasher.finish().to_string(), "A9993E364706816ABA3E25717850C26C9CD0D89D");
    }
}
