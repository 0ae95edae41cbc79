//! Signed notes (c2sp.org/signed-note) and cosignatures of checkpoints (c2sp.org/tlog-cosignature).

use data_encoding::BASE64;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use ghostreel_core::Digest;
use ghostreel_mark::SecretKey;

/// A signature of Ed25519 over the text.
const ED25519: u8 = 1;

/// A cosignature with a time.
const COSIGNATURE: u8 = 4;

/// The prefix of signatures.
const DASH: &str = "\u{2014} ";

/// A key that signs notes, under a name.
#[derive(Debug)]
pub struct NoteKey {
    name: String,
    key: SigningKey,
}

impl NoteKey {
    /// A key of 32 secret bytes. The name has neither blanks nor plus signs: they are left out.
    pub fn new(name: &str, secret: &[u8; 32]) -> Self {
        let fits = |sign: &char| !sign.is_whitespace() && *sign != '+';
        let name: String = name.chars().filter(fits).collect();
        let name = if name.is_empty() { "ghostreel".to_owned() } else { name };
        Self { name, key: SigningKey::from_bytes(secret) }
    }

    /// Somebody's own key, under a name of theirs.
    pub fn of(name: &str, key: &SecretKey) -> Self {
        Self::new(name, &key.to_bytes())
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The verifier of this key's signatures, as text: `name+id+key`.
    pub fn verifier(&self) -> String {
        self.text_of(ED25519)
    }

    /// The verifier of this key's cosignatures, as text.
    pub fn cosigner(&self) -> String {
        self.text_of(COSIGNATURE)
    }

    fn text_of(&self, kind: u8) -> String {
        let public = self.key.verifying_key().to_bytes();
        let id = key_id(&self.name, kind, &public);
        let mut key = vec![kind];
        key.extend(public);
        format!("{}+{:08x}+{}", self.name, u32::from_be_bytes(id), BASE64.encode(&key))
    }

    /// Signs a text, which ends with a line break.
    pub fn sign(&self, text: &str) -> String {
        let signature = self.key.sign(text.as_bytes()).to_bytes();
        format!("{text}\n{}", self.line(ED25519, &signature))
    }

    /// A line that says that this text was seen at a time, in seconds since 1970 UTC.
    pub fn cosign(&self, text: &str, seconds: u64) -> String {
        let mut signature = seconds.to_be_bytes().to_vec();
        signature.extend(self.key.sign(cosigned(text, seconds).as_bytes()).to_bytes());
        self.line(COSIGNATURE, &signature)
    }

    fn line(&self, kind: u8, signature: &[u8]) -> String {
        let public = self.key.verifying_key().to_bytes();
        let mut bytes = key_id(&self.name, kind, &public).to_vec();
        bytes.extend(signature);
        format!("{DASH}{} {}\n", self.name, BASE64.encode(&bytes))
    }
}

/// The first bytes of a digest that distinguish keys of a name.
fn key_id(name: &str, kind: u8, public: &[u8; 32]) -> [u8; 4] {
    let mut content = format!("{name}\n").into_bytes();
    content.push(kind);
    content.extend(public);
    let [a, b, c, d, ..] = *Digest::of(&content).as_bytes();
    [a, b, c, d]
}

fn cosigned(text: &str, seconds: u64) -> String {
    format!("cosignature/v1\ntime {seconds}\n{text}")
}

/// The verifier of a key's signatures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verifier {
    name: String,
    kind: u8,
    id: [u8; 4],
    key: VerifyingKey,
}

impl Verifier {
    /// Reads `name+id+key`; `None` if it is invalid, or of another kind.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().splitn(3, '+');
        let (name, id, key) = (parts.next()?, parts.next()?, parts.next()?);
        let key = BASE64.decode(key.as_bytes()).ok()?;
        let (kind, public) = key.split_first()?;
        let public: [u8; 32] = public.try_into().ok()?;
        let expected = key_id(name, *kind, &public);
        let is_known = matches!(*kind, ED25519 | COSIGNATURE);
        let is_own = u32::from_str_radix(id, 16).ok()?.to_be_bytes() == expected;
        let key = VerifyingKey::from_bytes(&public).ok()?;
        (is_known && is_own).then(|| Self { name: name.to_owned(), kind: *kind, id: expected, key })
    }

    /// The name of the key.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text of a note that this key signed, and when if that is said; `None` if it did not.
    pub fn open<'n>(&self, note: &'n str) -> Option<(&'n str, Option<u64>)> {
        let end = note.rfind("\n\n")?;
        let (text, signatures) = (note.get(..=end)?, note.get(end + 2..)?);
        signatures.lines().find_map(|line| {
            let (name, signature) = line.strip_prefix(DASH)?.split_once(' ')?;
            let bytes = BASE64.decode(signature.as_bytes()).ok()?;
            let (id, signature) = bytes.split_first_chunk::<4>()?;
            if name != self.name || *id != self.id {
                return None;
            }
            let holds = |text: &str, signature: &[u8]| {
                let signature = Signature::from_slice(signature).ok()?;
                self.key.verify_strict(text.as_bytes(), &signature).ok()
            };
            if self.kind == ED25519 {
                holds(text, signature)?;
                return Some((text, None));
            }
            let (seconds, signature) = signature.split_first_chunk()?;
            let seconds = u64::from_be_bytes(*seconds);
            holds(&cosigned(text, seconds), signature)?;
            Some((text, Some(seconds)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_signed_and_cosigned() {
        let (log, witness) =
            (NoteKey::new("log.example/tlog", &[1; 32]), NoteKey::new("friend", &[2; 32]));
        let text = "log.example/tlog\n0\nabc=\n";
        let mut note = log.sign(text);
        note += &witness.cosign(text, 1_700_000_000);
        let opened = |verifier: &str, note: &str| {
            Verifier::parse(verifier)
                .unwrap()
                .open(note)
                .map(|(text, seconds)| (text.to_owned(), seconds))
        };
        assert_eq!(opened(&log.verifier(), &note), Some((text.to_owned(), None)));
        let seen = Some((text.to_owned(), Some(1_700_000_000)));
        assert_eq!(opened(&witness.cosigner(), &note), seen);
        let changed = note.replace("\n0\n", "\n1\n");
        assert_eq!(opened(&log.verifier(), &changed), None);
        assert_eq!(opened(&witness.cosigner(), &changed), None);
        let other = NoteKey::new("log.example/tlog", &[3; 32]);
        assert_eq!(opened(&other.verifier(), &note), None);
        assert!(Verifier::parse(&log.verifier().replace("+", "+0")).is_none());
    }

    /// The vector of golang.org/x/mod/sumdb/note, whose format this is.
    #[test]
    fn a_known_verifier_is_read() {
        let text = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
        let verifier = Verifier::parse(text).unwrap();
        let note = "If you think cryptography is the answer to your problem,\n\
            then you don't know what your problem is.\n\n\
            \u{2014} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
        assert!(verifier.open(note).is_some());
    }
}
