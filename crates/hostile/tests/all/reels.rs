//! Packed replays that are changed: 4,000 reels for each codec by day and 10,000 by night, within 64 MiB + 4 × the bytes that they declare.

use allocation_counter::measure;
use ghostreel_corpus::rounds;
use ghostreel_formats::core::Random;
use ghostreel_formats::core::limits::MEMORY_BASE;
use ghostreel_formats::{CODECS, codec, format, probe, sample, sample_variants};
use ghostreel_reel::chunk::HEAD_LENGTH;
use ghostreel_reel::{Kind, Level, Original, Reel, pack};

/// Memory for each byte that a reel declares.
const PER_DECLARED_BYTE: u64 = 4;

/// Bytes of a replay: enough for several chunks, and few, as each is unpacked thousands of times.
const LENGTH: usize = 40_000;

fn below(random: &mut Random, end: usize) -> usize {
    random.between(0, i32::try_from(end).unwrap() - 1) as usize
}

/// A game's shortest sample that has so many bytes, packed at each level: quick ones twice.
fn reels(game: &str, variants: &[&str]) -> (Vec<u8>, Vec<Vec<u8>>) {
    let samples = variants.iter().map(|variant| sample(game, Some(variant), 1).unwrap());
    // Further formats of a game have no codec.
    let samples = samples.filter(|sample| codec(probe(sample).unwrap().id).is_some());
    let replay = samples.filter(|sample| sample.len() >= LENGTH).min_by_key(Vec::len).unwrap();
    let id = probe(&replay).unwrap().id;
    let packed =
        [Level::Live, Level::Fast, Level::Live, Level::Fast, Level::Archive].map(|level| {
            let original = Original { format: id.to_owned(), ..Original::default() };
            let reel = pack(format(id).unwrap().game, original, &replay, level, codec(id)).unwrap();
            let codec = &Reel::open(&reel).unwrap().header().original().unwrap().1.codec.clone();
            assert!(!codec.is_empty(), "{game}: its codec packs nothing at {level:?}");
            reel
        });
    (replay, packed.into())
}

/// Changes a reel as a disk or a transfer does.
fn damage(reel: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=below(random, 3) {
        let at = below(random, reel.len());
        match below(random, 4) {
            0 | 1 => reel[at] ^= 1 << below(random, 8),
            2 => drop(reel.drain(at..(at + below(random, 300)).min(reel.len()))),
            _ => reel.truncate(at),
        }
        if reel.is_empty() {
            return;
        }
    }
}

/// Changes what a codec unpacks, or how much the chunk declares, and mends the checksums. Returns which bytes of the replay the chunk has.
fn forge(reel: &mut [u8], random: &mut Random) -> std::ops::Range<u64> {
    let opened = Reel::open(reel).unwrap();
    let originals = opened.chunks().iter().filter(|chunk| chunk.head.kind == Kind::Original);
    let chunks: Vec<_> = originals.map(|chunk| (chunk.offset as usize, chunk.head)).collect();
    let (offset, mut head) = chunks[below(random, chunks.len())];
    let own = head.first_row..head.first_row + u64::from(head.rows);
    let (start, length) = (offset + HEAD_LENGTH, head.length as usize);
    let payload = &mut reel[start..start + length];
    for _ in 0..=below(random, 6) {
        let at = below(random, payload.len());
        payload[at] = [random.byte(), 0, 0xff, payload[at] ^ 1][below(random, 4)];
    }
    if below(random, 4) == 0 {
        head.rows = [head.rows * 2, 1 << 20, 8 << 20][below(random, 3)];
        head.unpacked_length = head.rows;
    }
    head.payload_checksum = crc32c::crc32c(payload);
    reel[offset..start].copy_from_slice(&head.bytes());
    own
}

/// Opens a reel and unpacks it. Returns whether any bytes came back; `None` if it does not open.
fn look(
    what: &str,
    reel: &[u8],
    replay: &[u8],
    forged: Option<std::ops::Range<u64>>,
) -> Option<bool> {
    let mut unpacked = None;
    let held = measure(|| {
        let Ok(opened) = Reel::open(reel) else { return };
        let heads = opened.chunks().iter().map(|chunk| chunk.head);
        let declared: u64 = heads
            .filter(|head| head.kind == Kind::Original)
            .map(|head| u64::from(head.unpacked_length))
            .sum();
        let back = opened.original(CODECS);
        unpacked = Some((opened, declared, back));
    })
    .bytes_max;
    let (opened, declared, back) = unpacked?;
    assert!(
        held <= MEMORY_BASE + PER_DECLARED_BYTE * declared,
        "{what}: {held} bytes for {declared} that are declared"
    );
    // The change may be in the header.
    let (bytes, missing) = back.ok()??;
    // Recovered bytes stand where they stood, and lost ones are named.
    let (mut place, mut gaps) = (0_u64, missing.iter().peekable());
    let is_declared_anew = forged.is_some() && declared != replay.len() as u64;
    for byte in &bytes {
        while let Some(gap) = gaps.next_if(|gap| gap.rows.start <= place) {
            place = place.max(gap.rows.end);
        }
        let is_forged = forged.as_ref().is_some_and(|forged| forged.contains(&place));
        if !is_forged && !is_declared_anew {
            assert_eq!(Some(byte), replay.get(place as usize), "{what}: byte {place}");
        }
        place += 1;
    }
    if bytes != replay && missing.is_empty() {
        // Nothing says that a reel without its end is whole, and forged bytes are not those of the digest.
        assert_ne!(opened.is_original(&bytes), Some(true), "{what}");
        assert!(!opened.is_finished() || forged.is_some(), "{what}: nothing says what is lost");
    }
    Some(!bytes.is_empty())
}

#[test]
fn changed_reels_of_every_codec_are_met_calmly() {
    for (game, variants) in sample_variants() {
        let (replay, reels) = reels(game, &variants);
        let changes = rounds(4_000, 10_000);
        let mut random = Random::new(11);
        let (mut opened, mut given) = (0, 0);
        for at in 0..changes {
            let mut reel = reels[at % reels.len()].clone();
            let forged = (at % 2 == 0).then(|| forge(&mut reel, &mut random));
            if forged.is_none() {
                damage(&mut reel, &mut random);
            }
            let back = look(&format!("{game}, change {at}"), &reel, &replay, forged);
            opened += usize::from(back.is_some());
            given += usize::from(back == Some(true));
        }
        assert!(opened > changes * 3 / 4, "{game}: {opened} of {changes} open");
        // Where the replay is one part, nearly every change loses it.
        assert!(given > changes / 200, "{game}: of {changes}, {given} give something");
    }
}
