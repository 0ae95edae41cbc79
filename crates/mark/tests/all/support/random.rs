//! Sessions and messages with mistakes in them, signed all the same.

use coset::{CoseSign1Builder, HeaderBuilder, TaggedCborSerializable as _, iana};
use ed25519_dalek::{Signer as _, SigningKey};
use ghostreel_core::Random;
use ghostreel_mark::{Close, Head, Receipt, SecretKey, Session, message, sign};
use ghostreel_reel::{Kind, Reel, chunk::HEAD_LENGTH};
use ghostreel_timeline::Column;

use super::{BEGIN_MS, Recording, challenge, player, record, server, writer};

fn one_of<T: Clone>(random: &mut Random, all: &[T]) -> T {
    all[random.between(0, all.len() as i32 - 1) as usize].clone()
}

/// A reel of a session: its time goes at any speed, receipts come late or never, and signed values may be wrong.
pub(crate) fn session(random: &mut Random) -> Vec<u8> {
    let mistakes = if random.chance(0.5) { 0.0 } else { 0.04 };
    let other = SecretKey::from_random(&[6; 32]);
    let mut given = challenge(1);
    given.issued -= i64::from(one_of(random, &[0, 0, 1_000, 30_000]));
    if random.chance(mistakes) {
        given.game = "another".into();
    }
    if random.chance(mistakes) {
        given.expires = BEGIN_MS + 100;
    }
    let server = if random.chance(0.1) { other.clone() } else { server() };
    let challenge = sign(&given, &server);
    let is_alone = random.chance(0.1);
    let session = Session::new(player(), (!is_alone).then_some(&challenge[..])).unwrap();
    let mut writer = writer(&session);
    let speed = f64::from(one_of(random, &[1.0_f32, 1.0, 1.0, 1.02, 0.97, 0.9, 1.2, 0.5, 2.0]));
    let (late, lost) =
        (one_of(random, &[0, 300, 1_500, 2_500]), one_of(random, &[0.0, 0.0, 0.1, 0.4]));
    let (mut paused_ms, mut number, mut row) = (0_i64, 0_u64, 0_u32);
    let seconds = random.between(2, 60);
    for second in 0..=seconds {
        let is_end = second == seconds;
        if random.chance(0.02) {
            paused_ms += i64::from(random.between(500, 15_000));
        }
        if second % 2 == 0 || is_end {
            writer.flush();
            let chain = writer.chain();
            let answers = (!is_alone).then(|| message::digest(&challenge));
            let (mut chunks, mut hash, mut time) = (chain.chunks, chain.hash, chain.time);
            let mut named = number;
            if random.chance(mistakes) {
                match random.between(0, 3) {
                    0 => chunks = chunks.saturating_sub(1),
                    1 => hash[7] ^= 1,
                    2 => time += 0.25,
                    _ => named += 1,
                }
            }
            let challenge = if random.chance(mistakes / 4.0) { None } else { answers };
            let key = if random.chance(mistakes / 4.0) { other.clone() } else { player() };
            let mut rows = writer.row_counts();
            if random.chance(mistakes) {
                rows[0] = (rows[0] + 1).saturating_sub(random.between(0, 2) as u64);
            }
            let (kind, message) = match is_end {
                true if random.chance(0.1) => continue,
                true => {
                    let (files, result) =
                        (Vec::new(), [("score".to_owned(), "1".to_owned())].into());
                    let close =
                        Close { challenge, number: named, chunks, hash, time, rows, files, result };
                    (Kind::Close, sign(&close, &key))
                }
                false => (
                    Kind::SignedHead,
                    sign(&Head { challenge, number: named, chunks, hash, time }, &key),
                ),
            };
            writer.mark(kind, &message).unwrap();
            if !is_alone && !random.chance(lost) {
                let at = (f64::from(second) / speed * 1000.0) as i64;
                let mut received =
                    BEGIN_MS + 500 + at + paused_ms + i64::from(random.between(0, late));
                if random.chance(mistakes) {
                    received -= 20_000;
                }
                let mut receipt = Receipt {
                    session: given.session,
                    message: message::digest(&message),
                    number: named,
                    received,
                };
                let most = if random.chance(mistakes) { 2 } else { 40 };
                match random.between(0, most) {
                    0 => receipt.session[0] ^= 1,
                    1 => receipt.number += 1,
                    _ => {}
                }
                writer.mark(Kind::Receipt, &sign(&receipt, &server)).unwrap();
            }
            number += 1;
        }
        if !is_end {
            let times: Vec<f64> = (row..row + 4).map(|row| f64::from(row) / 4.0).collect();
            row += 4;
            let heights: Vec<f32> = times.iter().map(|time| *time as f32).collect();
            writer.rows(1, &[Column::from(times), Column::from(heights)]).unwrap();
        }
    }
    writer.finish()
}

/// A reel with a change: a bit, a chunk, the end, or a payload with its checksum and all hashes after it.
pub(crate) fn changed_reel(random: &mut Random) -> Vec<u8> {
    let seconds = random.between(4, 12) as u32;
    let has_server = random.chance(0.8);
    let mut bytes = record(&Recording { seconds, has_server, ..Recording::default() }).reel;
    let ranges: Vec<_> = {
        let reel = Reel::open(&bytes).unwrap();
        let chunks = reel.chunks().iter();
        chunks
            .map(|chunk| chunk.offset as usize..chunk.offset as usize + chunk.head.total_length())
            .collect()
    };
    let one = one_of(random, &ranges);
    match random.between(0, 7) {
        0 | 1 => {
            let at = random.between(0, bytes.len() as i32 - 1) as usize;
            bytes[at] ^= 1 << random.between(0, 7);
        }
        2 => drop(bytes.drain(one)),
        3 => {
            let chunk = bytes[one].to_vec();
            let at = one_of(random, &ranges).start;
            bytes.splice(at..at, chunk);
        }
        4 => bytes.truncate(random.between(16, bytes.len() as i32 - 1) as usize),
        5 => bytes.extend((0..random.between(1, 300)).map(|_| random.byte())),
        _ => {
            let payload = one.start + HEAD_LENGTH..one.end;
            if !payload.is_empty() {
                let at = random.between(payload.start as i32, payload.end as i32 - 1) as usize;
                bytes[at] ^= 1 << random.between(0, 7);
            }
            chain_anew(&mut bytes, &ranges);
        }
    }
    bytes
}

/// Makes all checksums and hashes right, as an attacker without a key can. Places are those of docs/spec/reel.md.
fn chain_anew(bytes: &mut [u8], ranges: &[std::ops::Range<usize>]) {
    let mut before = *blake3::hash(&bytes[..16]).as_bytes();
    for range in ranges {
        let (head, payload) = bytes[range.clone()].split_at_mut(HEAD_LENGTH);
        head[36..40].copy_from_slice(&crc32c::crc32c(payload).to_le_bytes());
        let mut hasher = blake3::Hasher::new();
        hasher.update(&before).update(&head[..56]).update(payload);
        before = *hasher.finalize().as_bytes();
        head[56..88].copy_from_slice(&before);
        let checksum = crc32c::crc32c(&head[..92]);
        head[92..].copy_from_slice(&checksum.to_le_bytes());
    }
}

/// A message whose payload was changed before it was signed, or whose bytes were changed after that.
pub(crate) fn message(random: &mut Random) -> Vec<u8> {
    let key = SigningKey::from_bytes(&[1; 32]);
    let recorded = record(&Recording { seconds: 4, has_server: true, ..Recording::default() });
    let all: Vec<(&str, &Vec<u8>)> = [("challenge", &recorded.challenge)]
        .into_iter()
        .chain([("head", &recorded.sent[1]), ("close", recorded.sent.last().unwrap())])
        .chain([("receipt", &recorded.receipts[0])])
        .collect();
    let (kind, bytes) = one_of(random, &all);
    if random.chance(0.2) {
        let mut bytes = bytes.clone();
        let at = random.between(0, bytes.len() as i32 - 1) as usize;
        bytes[at] ^= 1 << random.between(0, 7);
        return bytes;
    }
    let mut payload = coset::CoseSign1::from_tagged_slice(bytes).unwrap().payload.unwrap();
    match random.between(0, 5) {
        // Mostly no CBOR any more, or another member.
        0 | 1 => {
            let at = random.between(0, payload.len() as i32 - 1) as usize;
            payload[at] ^= 1 << random.between(0, 7);
        }
        // One member more, in its place after all others: of any depth, any item.
        2 | 3 => {
            payload[0] += 1;
            payload.extend(b"\x70a-member-far-off");
            payload.extend(vec![0x81; random.between(0, 9) as usize]);
            let items: [&[u8]; 16] = [
                b"\x00",
                b"\x18\x17",
                b"\x18\x18",
                b"\x19\x00\xff",
                b"\xf4",
                b"\xf6",
                b"\xf7",
                b"\xf9\x3c\x00",
                b"\xfa\x3f\x80\x00\x00",
                b"\xfb\x3f\xf1\x99\x99\x99\x99\x99\x9a",
                b"\xf9\x7e\x00",
                b"\xc0\x00",
                b"\x5f\xff",
                b"\xa2\x61a\x00\x61b\x00",
                b"\xa2\x61b\x00\x61a\x00",
                b"\xa1\x00\x00",
            ];
            payload.extend(one_of(random, &items));
        }
        4 => payload.push(random.byte()),
        _ => payload.truncate(random.between(0, payload.len() as i32 - 1) as usize),
    }
    let header = HeaderBuilder::new()
        .algorithm(iana::Algorithm::EdDSA)
        .content_type(format!("application/ghostreel.{kind}+cbor"))
        .key_id(key.verifying_key().to_bytes().to_vec());
    let context = format!("ghostreel mark 1 {kind}");
    let signed = CoseSign1Builder::new()
        .protected(header.build())
        .payload(payload)
        .create_signature(context.as_bytes(), |bytes| key.sign(bytes).to_bytes().to_vec());
    signed.build().to_tagged_vec().unwrap()
}
