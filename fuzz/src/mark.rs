//! Properties of marks: verifying any bytes does not panic; signed content is read in one way.

use std::fmt::Debug;

use coset::{CoseSign1, CoseSign1Builder, HeaderBuilder, TaggedCborSerializable as _, iana};
use ed25519_dalek::{Signer as _, SigningKey};
use ghostreel_mark::{
    Accept, Challenge, Close, FileMark, Head, Level, Message, Receipt, Revoke, Rotate, SecretKey,
    ServerRotation, Trust, open, sign, verify_file,
};

use crate::reel::with_checksums;

/// The seed of the key that signs the fuzzer's messages.
const KEY: [u8; 32] = [1; 32];

/// Verifying any bytes does not panic, as a file and as a mark beside one, as they are and with the checksums that they should have.
pub fn mark_verify(bytes: &[u8]) {
    let mut trust = Trust::default();
    trust.add_server(SecretKey::from_random(&[2; 32]).public());
    for bytes in [bytes, &with_checksums(bytes)] {
        for beside in [None, Some(bytes)] {
            let report = verify_file(bytes, beside, &trust);
            assert!((0.0..=1.0).contains(&report.share), "{report:?}");
            let is_witnessed = report.level == Level::Witnessed;
            assert_eq!(is_witnessed, !report.covered.is_empty(), "{report:?}");
            assert!(report.covered.is_sorted_by(|one, other| one.1 <= other.0), "{report:?}");
        }
        // A message about keys may be any bytes, too.
        let _ = trust.add_message(bytes);
    }
}

/// Any payload, signed: it is refused, or read; written again, it says the same. The bytes are a payload, or a message that has one.
pub fn mark_message(bytes: &[u8]) {
    let payload = CoseSign1::from_tagged_slice(bytes).ok().and_then(|message| message.payload);
    let payload = payload.as_deref().unwrap_or(bytes);
    is_read_in_one_way::<Challenge>(payload);
    is_read_in_one_way::<Head>(payload);
    is_read_in_one_way::<Receipt>(payload);
    is_read_in_one_way::<Close>(payload);
    is_read_in_one_way::<FileMark>(payload);
    is_read_in_one_way::<Rotate>(payload);
    is_read_in_one_way::<Accept>(payload);
    is_read_in_one_way::<Revoke>(payload);
    is_read_in_one_way::<ServerRotation>(payload);
}

fn is_read_in_one_way<M: Message + PartialEq + Debug>(payload: &[u8]) {
    let key = SecretKey::from_random(&KEY);
    let Ok(read) = open::<M>(&signed(M::KIND, payload)) else { return };
    assert_eq!(read.key, key.public());
    let again = open::<M>(&sign(&read.message, &key)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.message, read.message);
}

/// A message with this payload. How it is made is docs/spec/mark.md's.
fn signed(kind: &str, payload: &[u8]) -> Vec<u8> {
    let key = SigningKey::from_bytes(&KEY);
    let header = HeaderBuilder::new()
        .algorithm(iana::Algorithm::EdDSA)
        .content_type(format!("application/ghostreel.{kind}+cbor"))
        .key_id(key.verifying_key().to_bytes().to_vec());
    let context = format!("ghostreel mark 1 {kind}");
    let message = CoseSign1Builder::new().protected(header.build()).payload(payload.to_vec());
    let message = message.create_signature(context.as_bytes(), |bytes| key.sign(bytes).to_vec());
    message.build().to_tagged_vec().expect("a header that names nothing twice")
}
