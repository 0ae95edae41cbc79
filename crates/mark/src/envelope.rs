//! The signed envelope: a COSE_Sign1 of one form.

use coset::{
    CoseSign1, CoseSign1Builder, HeaderBuilder, RegisteredLabel, TaggedCborSerializable as _, iana,
};
use ghostreel_core::Digest;

use crate::cbor::Members;
use crate::error::Error;
use crate::key::{PublicKey, SecretKey};
use crate::limits;

/// The content of a signed message.
pub trait Message: Sized {
    /// The kind of the message. It is signed, too, so that no message passes for one of another kind.
    const KIND: &'static str;
    /// Bytes that a message has at most.
    const LIMIT: usize = limits::MESSAGE;

    /// The payload.
    #[doc(hidden)]
    fn members(&self) -> Members;

    /// Reads the payload. `signer` is the key that signed it: where the payload names the allowed one, another is refused.
    #[doc(hidden)]
    fn read(members: &Members, signer: PublicKey) -> Result<Self, Error>;
}

/// A message whose signature was verified.
#[derive(Clone, Debug, PartialEq)]
pub struct Signed<M> {
    /// Its content.
    pub message: M,
    /// The signer's key.
    pub key: PublicKey,
    /// The SHA-256 of its bytes, by which other messages name it.
    pub digest: Digest,
}

/// Signs a message.
pub fn sign<M: Message>(message: &M, key: &SecretKey) -> Vec<u8> {
    let unsigned = envelope(M::KIND, key.public(), message.members().bytes());
    let signed = unsigned.create_signature(&context(M::KIND), |bytes| key.sign(bytes).to_vec());
    // Only a header that names a member twice cannot be written.
    signed.build().to_tagged_vec().unwrap_or_default()
}

/// Reads a message and verifies its signature.
///
/// # Errors
/// If it is no message of this kind, is written in another way than messages are, or its signature does not hold.
pub fn open<M: Message>(bytes: &[u8]) -> Result<Signed<M>, Error> {
    Ok(open_with_payload(bytes)?.0)
}

/// As [`open`], of a message that says nothing but what this version knows.
///
/// # Errors
/// As [`open`], and if there are other members.
pub fn open_known<M: Message>(bytes: &[u8]) -> Result<Signed<M>, Error> {
    let (signed, payload) = open_with_payload::<M>(bytes)?;
    match payload == signed.message.members().bytes() {
        true => Ok(signed),
        false => Err(Error::UnknownMembers(M::KIND)),
    }
}

/// A message, and the bytes of its members.
fn open_with_payload<M: Message>(bytes: &[u8]) -> Result<(Signed<M>, Vec<u8>), Error> {
    if bytes.len() > M::LIMIT {
        return Err(Error::TooLong(bytes.len(), M::LIMIT));
    }
    let malformed = || Error::Malformed(M::KIND);
    let signed = CoseSign1::from_tagged_slice(bytes).map_err(|_| malformed())?;
    let key: [u8; 32] =
        signed.protected.header.key_id.as_slice().try_into().map_err(|_| malformed())?;
    let key = PublicKey::from_bytes(key);
    let payload = signed.payload.clone().ok_or_else(malformed)?;
    // There is one way to write a message: whatever else is in these bytes, they differ.
    let only = envelope(M::KIND, key, payload.clone()).signature(signed.signature.clone()).build();
    if only.to_tagged_vec().map_err(|_| malformed())? != bytes {
        return Err(malformed());
    }
    signed.verify_signature(&context(M::KIND), |signature, bytes| {
        let is_signed = key.verifies(bytes, signature);
        if is_signed { Ok(()) } else { Err(Error::Signature { kind: M::KIND, key }) }
    })?;
    let message = M::read(&Members::read(M::KIND, &payload)?, key)?;
    Ok((Signed { message, key, digest: Digest::of(bytes) }, payload))
}

/// The kind that a message claims, e.g. `head`. Nothing is verified.
pub fn kind_of(bytes: &[u8]) -> Option<String> {
    if bytes.len() > limits::FILE_MESSAGE {
        return None;
    }
    match CoseSign1::from_tagged_slice(bytes).ok()?.protected.header.content_type? {
        RegisteredLabel::Text(text) => {
            Some(text.strip_prefix("application/ghostreel.")?.strip_suffix("+cbor")?.to_owned())
        }
        RegisteredLabel::Assigned(_) => None,
    }
}

fn envelope(kind: &str, key: PublicKey, payload: Vec<u8>) -> CoseSign1Builder {
    let protected = HeaderBuilder::new()
        .algorithm(iana::Algorithm::EdDSA)
        .content_type(format!("application/ghostreel.{kind}+cbor"))
        .key_id(key.as_bytes().to_vec());
    CoseSign1Builder::new().protected(protected.build()).payload(payload)
}

/// The purpose, which is signed besides the message.
fn context(kind: &str) -> Vec<u8> {
    format!("ghostreel mark 1 {kind}").into_bytes()
}
