//! Keys: an identity is a key, and nothing else.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::pkcs8::KeypairBytes;
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use pkcs8::pkcs5::pbes2::Parameters;
use pkcs8::pkcs5::scrypt;
use pkcs8::{DecodePrivateKey as _, SecretDocument};
use pkcs8::{EncodePrivateKey as _, EncryptedPrivateKeyInfoRef, LineEnding, PrivateKeyInfoRef};
use serde::{Serialize, Serializer};
use zeroize::Zeroizing;

/// The prefix of a public key as text.
const TEXT_PREFIX: &str = "ed25519:";

/// The beginning of a PEM file of an encrypted key.
const ENCRYPTED_LABEL: &str = "-----BEGIN ENCRYPTED PRIVATE KEY-----";

/// The binary logarithm of the cost of deriving a key from a passphrase: 2^17 blocks of 1 KiB, half a second.
const PASSPHRASE_COST: u8 = 17;

/// The same, at most, that a key file may ask for: 1 GiB of memory.
const GREATEST_COST: u64 = 1 << 20;

/// A public key of Ed25519. As text it is `ed25519:` and base64url without padding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// The key of these 32 bytes. They are not checked: nothing verifies under an invalid key.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The key as 32 bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Whether a signature is this key's, of these bytes. Keys and signatures that verify more than one message are refused.
    pub(crate) fn verifies(&self, bytes: &[u8], signature: &[u8]) -> bool {
        let Ok(key) = VerifyingKey::from_bytes(&self.0) else { return false };
        let Ok(signature) = Signature::from_slice(signature) else { return false };
        key.verify_strict(bytes, &signature).is_ok()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{TEXT_PREFIX}{}", URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl Serialize for PublicKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({self})")
    }
}

impl FromStr for PublicKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let digits = text.strip_prefix(TEXT_PREFIX).ok_or(KeyError::PublicText)?;
        let bytes = URL_SAFE_NO_PAD.decode(digits).map_err(|_| KeyError::PublicText)?;
        bytes.try_into().map(Self).map_err(|_| KeyError::PublicText)
    }
}

/// A secret key of Ed25519. It is overwritten when it is dropped, and printed nowhere.
#[derive(Clone)]
pub struct SecretKey(SigningKey);

impl SecretKey {
    /// The key of 32 random bytes.
    pub fn from_random(bytes: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(bytes))
    }

    /// The public key that belongs to it.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    /// The secret bytes themselves, for another protocol that signs with the same key.
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.0.to_bytes())
    }

    /// The key as a PKCS#8 file in PEM, which anybody who has the file can use.
    ///
    /// # Errors
    /// None that could be caused.
    pub fn to_pem(&self) -> Result<Zeroizing<String>, KeyError> {
        let document = self.document()?;
        document.to_pem("PRIVATE KEY", LineEnding::LF).map_err(|_| KeyError::File)
    }

    /// As [`to_pem`](Self::to_pem), encrypted with a passphrase by PBES2: scrypt and AES-256-CBC. The random bytes must be other ones each time.
    ///
    /// # Errors
    /// None that could be caused.
    pub fn to_encrypted_pem(
        &self,
        passphrase: &str,
        random: &[u8; 32],
    ) -> Result<Zeroizing<String>, KeyError> {
        let parameters = || {
            let (salt, iv) = random.split_at(16);
            let cost = scrypt::Params::new(PASSPHRASE_COST, 8, 1).ok()?;
            Parameters::generate_scrypt_aes256cbc(cost, salt, iv.try_into().ok()?).ok()
        };
        let parameters = parameters().ok_or(KeyError::File)?;
        let document = self.document()?;
        let key = PrivateKeyInfoRef::try_from(document.as_bytes()).map_err(|_| KeyError::File)?;
        let encrypted =
            key.encrypt_with_params(parameters, passphrase).map_err(|_| KeyError::File)?;
        encrypted.to_pem("ENCRYPTED PRIVATE KEY", LineEnding::LF).map_err(|_| KeyError::File)
    }

    /// Whether a key file needs a passphrase.
    pub fn is_encrypted(pem: &str) -> bool {
        pem.trim_start().starts_with(ENCRYPTED_LABEL)
    }

    /// Reads a key file. The passphrase counts only if it is encrypted.
    ///
    /// # Errors
    /// If it is no PKCS#8 file of an Ed25519 key, asks for too much memory, or the passphrase is missing or another.
    pub fn from_pem(pem: &str, passphrase: Option<&str>) -> Result<Self, KeyError> {
        if !Self::is_encrypted(pem) {
            return SigningKey::from_pkcs8_pem(pem.trim_start())
                .map(Self)
                .map_err(|_| KeyError::File);
        }
        let passphrase = passphrase.ok_or(KeyError::NoPassphrase)?;
        let (_, document) =
            SecretDocument::from_pem(pem.trim_start()).map_err(|_| KeyError::File)?;
        let encrypted = EncryptedPrivateKeyInfoRef::try_from(document.as_bytes())
            .map_err(|_| KeyError::File)?;
        let scheme = encrypted.encryption_algorithm.pbes2().ok_or(KeyError::File)?;
        let cost = scheme.kdf.scrypt().ok_or(KeyError::File)?;
        let memory = cost.cost_parameter.saturating_mul(cost.block_size.into());
        if memory > GREATEST_COST.saturating_mul(8) || cost.parallelization > 16 {
            return Err(KeyError::Cost);
        }
        let decrypted = encrypted.decrypt(passphrase).map_err(|_| KeyError::Passphrase)?;
        SigningKey::from_pkcs8_der(decrypted.as_bytes()).map(Self).map_err(|_| KeyError::Passphrase)
    }

    pub(crate) fn sign(&self, bytes: &[u8]) -> [u8; 64] {
        self.0.sign(bytes).to_bytes()
    }

    /// Without the public key, so that programs read it that know no later version of PKCS#8.
    fn document(&self) -> Result<SecretDocument, KeyError> {
        let bytes = KeypairBytes { secret_key: self.0.to_bytes(), public_key: None };
        bytes.to_pkcs8_der().map_err(|_| KeyError::File)
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey(of {})", self.public())
    }
}

/// Why something is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// It is not the text of a public key.
    #[error("a public key is ed25519: and 43 characters of base64url")]
    PublicText,
    /// It is not a key file.
    #[error("this is no PKCS#8 file (PEM) of an Ed25519 key")]
    File,
    /// The key file needs a passphrase.
    #[error("the key file is encrypted, and needs its passphrase")]
    NoPassphrase,
    /// The passphrase is another.
    #[error("the passphrase is not that of the key file")]
    Passphrase,
    /// Decrypting the key file takes more than a key file may ask for.
    #[error("the key file asks for more than 1 GiB of memory to be decrypted")]
    Cost,
}
