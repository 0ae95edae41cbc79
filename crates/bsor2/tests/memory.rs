//! Decoding files of version 2 stays within the budget: 64 MiB + 4 × the input, whatever the input claims.

use allocation_counter::measure;
use ghostreel_bsor2::layout::{SectionId, SectionName};
use ghostreel_bsor2::sample::{generate, variants};
use ghostreel_bsor2::{View, decode, encode, from_bsor, limits};
use ghostreel_core::DecodeOptions;

/// The most memory that `work` held at once, in bytes.
fn peak(work: impl FnOnce()) -> u64 {
    measure(work).bytes_max
}

/// Small inputs must not hide behind the base of the budget: four times the input, the shared bytes, and a page or two of texts.
#[track_caller]
fn check(what: &str, bytes: &[u8]) {
    let budget = (4 * bytes.len() + 2 * limits::SHARED_BYTES + 65_536) as u64;
    let used = peak(|| drop(decode(bytes, &DecodeOptions::RECOVER)));
    assert!(used <= budget, "{what}: {used} bytes to decode {}", bytes.len());
    // Shared bytes are copied on the way to BSOR.
    let budget = budget + 4 * limits::SHARED_BYTES as u64;
    let used = peak(|| drop(View::open(bytes, &DecodeOptions::RECOVER)));
    assert!(used <= budget, "{what}: {used} bytes to open {}", bytes.len());
}

/// A file of `length` bytes with these rows, each an id and five numbers.
fn file(length: usize, rows: &[(&[u8], [u32; 5])]) -> Vec<u8> {
    let mut bytes = b"\x69\x3d\x2d\x44\x02\x00".to_vec();
    bytes.extend((rows.len() as u16).to_le_bytes());
    for (name, numbers) in rows {
        bytes.extend(SectionName::new(name).unwrap().stored());
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes.resize(length.max(bytes.len()), 0);
    bytes
}

/// Every section of the format over all of the file, and as many rows of other writers as there can be.
fn everything_everywhere(length: usize, item_sizes: [u32; 6]) -> Vec<u8> {
    let whole = |size: u32| [0, length as u32, size, length as u32 / size, 0];
    let mut rows: Vec<(&[u8], [u32; 5])> = SectionId::ALL
        .into_iter()
        .zip(item_sizes)
        .map(|(id, size)| (id.name().as_bytes(), whole(size)))
        .collect();
    rows.resize(usize::from(u16::MAX), (b"custom", whole(1)));
    file(length, &rows)
}

#[test]
fn memory_is_in_proportion_to_the_input() {
    for (name, options) in variants() {
        let bytes = encode(&generate(&options));
        check(name, &bytes);
        if name == "bsor2" {
            continue;
        }
        let mut changed = bytes.clone();
        for at in 0..bytes.len().min(1_200) {
            for value in [0xff, 0x7f] {
                changed[at] = value;
                check(&format!("{name}: byte {at} = {value:#x}"), &changed);
            }
            changed[at] = bytes[at];
        }
    }
    check("65,535 rows that are not there", b"\x69\x3d\x2d\x44\x02\x00\xff\xff");
    let sizes = [260, 92, 180, 48, 8, 8];
    // The rows alone are 5.5 MB.
    check("every section is all of the file", &everything_everywhere(6 << 20, sizes));
    check("items of a gigabyte", &everything_everywhere(6 << 20, [1 << 30; 6]));
    check("empty sections of other writers", &{
        let mut rows: Vec<(&[u8], [u32; 5])> =
            SectionId::ALL.into_iter().map(|id| (id.name().as_bytes(), [0; 5])).collect();
        rows.resize(usize::from(u16::MAX), (b"custom", [0; 5]));
        file(0, &rows)
    });
    check("every string is all of the file", &{
        let length = 4 << 20;
        let mut rows: Vec<(&[u8], [u32; 5])> =
            SectionId::ALL.into_iter().map(|id| (id.name().as_bytes(), [0; 5])).collect();
        rows[0].1 = [512, 260, 260, 1, 0];
        let mut bytes = file(length, &rows);
        // References everywhere, to all of the file; numbers become the same.
        for reference in bytes[512 + 4..512 + 188].chunks_exact_mut(8) {
            reference[..4].copy_from_slice(&(length as i32).to_le_bytes());
        }
        for reference in bytes[512 + 116..512 + 132].chunks_exact_mut(8) {
            reference[..4].copy_from_slice(&(length as i32).to_le_bytes());
        }
        bytes
    });
    for member in [36, 116, 124] {
        let length = 4 << 20;
        let mut rows: Vec<(&[u8], [u32; 5])> =
            SectionId::ALL.into_iter().map(|id| (id.name().as_bytes(), [0; 5])).collect();
        rows[0].1 = [512, 260, 260, 1, 0];
        let mut bytes = file(length, &rows);
        bytes[1024..].fill(0xff);
        bytes[512 + member..][..4].copy_from_slice(&(length as i32 - 1024).to_le_bytes());
        bytes[512 + member + 4..][..4].copy_from_slice(&1024_i32.to_le_bytes());
        check("a string in UTF-16 is all of the file", &bytes);
    }
    // All of the file is what version 1 said.
    let mut v1 = ghostreel_bsor::Replay::new(ghostreel_bsor::Info::default());
    v1.info.hmd = "x".repeat(4 << 20).as_str().into();
    v1.tail = vec![9];
    check("remains of version 1", &encode(&from_bsor(&v1).0));
}
