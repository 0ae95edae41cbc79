//! Reading any file stays within the budget, whatever it claims: 64 MiB + 4 × the input, and nothing panics.

use allocation_counter::measure;
use ghostreel_core::{DecodeOptions, PushDecoder, Random, limits};
use ghostreel_corpus::{files, rounds};
use ghostreel_slp::sample::{Options, generate, variants};
use ghostreel_slp::{Decoder, View, decode, encode};

/// The most memory that `work` held at once, in bytes.
fn peak(work: impl FnOnce()) -> u64 {
    measure(work).bytes_max
}

fn stream(bytes: &[u8], size: usize) {
    let mut decoder = Decoder::new(&DecodeOptions::RECOVER);
    for piece in bytes.chunks(size) {
        decoder.push(piece);
        while let Ok(Some(_)) = decoder.next_event() {}
    }
    decoder.finish();
    while let Ok(Some(_)) = decoder.next_event() {}
}

/// Decodes, gathers all columns and streams, each within the budget.
#[track_caller]
fn check(what: &str, bytes: &[u8]) {
    let budget = limits::MEMORY_BASE + limits::MEMORY_PER_INPUT_BYTE * bytes.len() as u64;
    let within = |how: &str, used: u64| {
        assert!(used <= budget, "{what}: {used} bytes to {how} {}", bytes.len());
    };
    within("decode", peak(|| drop(decode(bytes, &DecodeOptions::RECOVER))));
    let columns = || {
        if let Ok(view) = View::open(bytes, &DecodeOptions::RECOVER) {
            let timeline = view.timeline();
            timeline.tables().iter().for_each(|table| drop(table.all_columns().unwrap()));
        }
    };
    within("tabulate", peak(columns));
    within("stream", peak(|| stream(bytes, 4_096)));
    within("stream at once", peak(|| stream(bytes, bytes.len().max(1))));
}

/// The beginning of a file with these payload sizes.
fn head(raw_length: u32, sizes: &[(u8, u16)]) -> Vec<u8> {
    let mut bytes = b"{U\x03raw[$U#l".to_vec();
    bytes.extend(raw_length.to_be_bytes());
    bytes.extend([0x35, u8::try_from(3 * sizes.len() + 1).unwrap()]);
    for (code, size) in sizes {
        bytes.push(*code);
        bytes.extend(size.to_be_bytes());
    }
    bytes
}

/// An event about a frame, as short as that can be.
fn short_event(code: u8, frame: usize, more: &[u8]) -> Vec<u8> {
    let frame = i32::try_from(frame).unwrap() - 123;
    [&[code][..], &frame.to_be_bytes(), more].concat()
}

fn hostile_inputs() -> Vec<(&'static str, Vec<u8>)> {
    let long = rounds(2, 4) << 20;
    let file =
        |raw_length, sizes: &[(u8, u16)], body: Vec<u8>| [head(raw_length, sizes), body].concat();
    let metadata =
        |body: &[u8]| [&head(0, &[(0x36, 4)])[..], b"\x36\0\0\0\0U\x08metadata", body].concat();
    let events = |one: &dyn Fn(usize) -> Vec<u8>| {
        let length = one(0).len();
        (0..long / length).flat_map(one).collect::<Vec<u8>>()
    };
    vec![
        ("a length of 4 GiB", file(u32::MAX, &[(0x36, 4)], vec![0x36, 0, 0, 0, 0])),
        ("nested arrays", metadata(&[b'['; 200_000])),
        ("nested objects", metadata(&b"{U\x01a".repeat(50_000))),
        ("many nulls", metadata(&[&b"["[..], &[b'Z'; 250_000], b"]}"].concat())),
        ("many empty arrays", metadata(&[&b"["[..], &b"[]".repeat(125_000), b"]}"].concat())),
        ("many empty keys", metadata(&[&b"{"[..], &b"U\0Z".repeat(80_000), b"}}"].concat())),
        ("many members", metadata(&[&b"Z"[..], &b"U\0Z".repeat(80_000), b"}"].concat())),
        ("more metadata than is read", metadata(&[&b"["[..], &vec![b'Z'; long], b"]}"].concat())),
        ("a text of 2 GiB", metadata(b"Sl\x7f\xff\xff\xffabc")),
        ("a text below 0", metadata(b"Sl\xff\xff\xff\xffabc")),
        ("a text of 8 EiB", metadata(b"SL\x7f\xff\xff\xff\xff\xff\xff\xffabc")),
        ("bytes, 2 GiB of them", metadata(b"[$U#l\x7f\xff\xff\xff}")),
        ("a key of 8 EiB", metadata(b"{L\x7f\xff\xff\xff\xff\xff\xff\xff")),
        ("events of one byte", file(0, &[(0x36, 0), (0x00, 0)], vec![0; long])),
        ("Game Starts of one byte", file(0, &[(0x36, 0)], vec![0x36; long])),
        ("splitters of one byte", file(0, &[(0x10, 0)], vec![0x10; long])),
        (
            "sizes for every command",
            file(0, &(0..80).map(|code| (code, 0)).collect::<Vec<_>>(), vec![7; long]),
        ),
        ("events as long as can be", file(0, &[(0x36, 4), (0x3d, 0xffff)], vec![0x3d; long])),
        ("nothing but noise", file(0, &[(0x36, 4), (0x37, 6)], vec![0xee; long])),
        (
            "frames of one character",
            file(0, &[(0x37, 6)], events(&|n| short_event(0x37, n, &[0, 0]))),
        ),
        ("frames of one start", file(0, &[(0x3a, 4)], events(&|n| short_event(0x3a, n, &[])))),
        (
            "frames that are never final",
            file(0, &[(0x3a, 4), (0x3c, 8)], events(&|n| short_event(0x3a, n, &[]))),
        ),
        ("one frame of items", file(0, &[(0x3b, 4)], events(&|_| short_event(0x3b, 0, &[])))),
        ("one frame of platforms", file(0, &[(0x3f, 4)], events(&|_| short_event(0x3f, 0, &[])))),
        (
            "a frame for every other port",
            file(
                0,
                &[(0x38, 6)],
                events(&|n| short_event(0x38, n / 16, &[(n % 8) as u8, (n / 8 % 2) as u8])),
            ),
        ),
        (
            "damage after every third event",
            file(
                0,
                &[(0x3a, 4)],
                events(&|n| {
                    [0, 1, 2].iter().flat_map(|_| short_event(0x3a, n, &[])).chain([0xee]).collect()
                }),
            ),
        ),
        (
            "a jump at every third event",
            file(
                0,
                &[(0x3a, 4)],
                events(&|n| [0, 1, 2].iter().flat_map(|_| short_event(0x3a, 2 * n, &[])).collect()),
            ),
        ),
        (
            "rollbacks without end",
            file(0, &[(0x37, 6)], events(&|n| short_event(0x37, n / 8 + (7 - n % 8), &[0, 0]))),
        ),
    ]
}

/// A file that can be opened is written as it was read; if all of it `is_tried`, it can also be gone through, and repaired without losing an event.
fn check_changed(what: &str, changed: &[u8], is_tried: bool) {
    let Ok(view) = View::open(changed, &DecodeOptions::RECOVER) else { return };
    let mut replay = view.to_replay();
    assert!(encode(&replay) == changed, "{what}");
    if !is_tried {
        return;
    }
    view.timeline().tables().iter().for_each(|table| drop(table.all_columns().unwrap()));
    stream(changed, 1_000);
    if replay.repair().is_err() {
        assert!(view.game_start().is_none(), "{what}");
        return;
    }
    let repaired = encode(&replay);
    let repaired = View::open(&repaired[..], &DecodeOptions::RECOVER).unwrap();
    assert_eq!(repaired.events().count(), view.events().count(), "{what}");
    assert!(repaired.gaps().len() == 0 && repaired.rest().is_empty(), "{what}");
}

/// Changes bytes, up to eight at a time.
fn change_bytes(name: &str, bytes: &[u8], changes: usize, random: &mut Random) {
    let below = |random: &mut Random, end: usize| {
        usize::try_from(random.between(0, i32::try_from(end).unwrap() - 1)).unwrap()
    };
    let mut changed = bytes.to_vec();
    for n in 0..changes {
        // Most of the trouble lies in the head, the sizes and the metadata.
        let at = match random.between(0, 3) {
            0 => below(random, bytes.len().min(80)),
            1 => bytes.len() - 1 - below(random, bytes.len().min(300)),
            _ => below(random, bytes.len()),
        };
        changed[at] = if random.chance(0.5) {
            random.byte()
        } else {
            changed[at] ^ 1 << random.between(0, 7)
        };
        check_changed(&format!("{name}, change {n} at byte {at}"), &changed, n % 16 == 0);
        if n % 8 == 7 {
            changed.copy_from_slice(bytes);
        }
    }
}

#[test]
fn memory_is_in_proportion_to_the_input() {
    for (name, options) in variants() {
        check(name, &encode(&generate(&options)));
    }
    for (what, bytes) in hostile_inputs() {
        check(what, &bytes);
    }
    // Changed bytes: real files where they are at hand.
    let mut inputs: Vec<(String, Vec<u8>)> = variants()
        .into_iter()
        .map(|(name, options)| (name.to_owned(), encode(&generate(&options))))
        .collect();
    inputs.extend(files("slippi/good").into_iter().flatten());
    inputs.extend(files("slippi/bad").into_iter().flatten());
    inputs.retain(|(_, bytes)| bytes.len() < 120_000);
    let share = rounds(4_000, 100_000) / inputs.len() + 1;
    let mut random = Random::new(1);
    let used = peak(|| {
        for (name, bytes) in &inputs {
            change_bytes(name, bytes, share, &mut random);
        }
    });
    let longest = inputs.iter().map(|(_, bytes)| bytes.len() as u64).max().unwrap();
    assert!(used <= limits::MEMORY_BASE + limits::MEMORY_PER_INPUT_BYTE * longest, "{used} bytes");
}

/// Changes that random ones seldom make: each of the first bytes, where the sizes are, and of the last, each with any value.
#[test]
fn any_byte_at_either_end_may_be_any() {
    const ENDS: usize = 64;
    let bytes = encode(&generate(&Options { frames: 3, ..Options::default() }));
    let mut changed = bytes.clone();
    for at in (0..ENDS).chain(bytes.len() - ENDS..bytes.len()) {
        for value in 0..=u8::MAX {
            changed[at] = value;
            check_changed(&format!("byte {at} is {value:#04x}"), &changed, value % 4 == 3);
        }
        changed[at] = bytes[at];
    }
}
