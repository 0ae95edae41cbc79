//! The secret that lets an uploader take a replay down again.

use ghostreel_formats::core::Digest;

/// A secret of 256 random bits, shown once; the index keeps only its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct DeleteToken(String);

impl DeleteToken {
    /// A new secret from the operating system's random source.
    ///
    /// # Errors
    /// If that source gives nothing.
    pub(crate) fn generate() -> Result<Self, getrandom::Error> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret)?;
        Ok(Self(secret.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// A secret as a request presents it.
    pub fn presented(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The secret, to hand to the uploader.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The form that the index keeps. The secret has full entropy, so one round of SHA-256 is enough, and
    /// comparing hashes leaks nothing about it through time.
    pub(crate) fn hash(&self) -> String {
        Digest::of(self.0.as_bytes()).to_string()
    }
}

impl std::fmt::Debug for DeleteToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DeleteToken(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_distinct_long_and_never_printed() {
        let (a, b) = (DeleteToken::generate().unwrap(), DeleteToken::generate().unwrap());
        assert_ne!(a, b);
        assert_eq!(a.reveal().len(), 64);
        assert!(!format!("{a:?}").contains(a.reveal()));
        assert_eq!(DeleteToken::presented(a.reveal()).hash(), a.hash());
    }
}
