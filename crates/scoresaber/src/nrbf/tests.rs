//! Graphs that are not as the plugin writes them.

use ghostreel_core::io::Writer;
use ghostreel_core::{Diagnostics, Mode, Outcome, Record, Severity};

use super::{SavedData, read};
use crate::layout::Keyframe;

#[track_caller]
fn check(bytes: &[u8]) -> (SavedData, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let data = read(bytes.to_vec(), Mode::Recover, &mut diagnostics).unwrap();
    assert_eq!(data.bytes(), bytes);
    let strict = read(bytes.to_vec(), Mode::Strict, &mut Diagnostics::default());
    assert_eq!(strict.is_ok(), Outcome::of(&diagnostics) == Outcome::Ok);
    (data, diagnostics)
}

fn keyframes(count: u8) -> Vec<Keyframe> {
    let keyframe = |index: u8| {
        let values: Vec<u8> =
            (0..Keyframe::SIZE).map(|at| (at as u8).wrapping_mul(3).wrapping_add(index)).collect();
        Keyframe::read(&values).unwrap()
    };
    (0..count).map(keyframe).collect()
}

/// A graph whose class has its members in another order, one more, and whose objects stand in the array itself.
fn other_graph(keyframes: &[Keyframe]) -> Vec<u8> {
    let mut writer = Writer::default();
    let text = |text: &str, writer: &mut Writer| {
        writer.u8(text.len() as u8);
        writer.bytes(text.as_bytes());
    };
    writer.u8(0);
    [1, -1, 1, 0].into_iter().for_each(|number| writer.i32_le(number));
    // An array of structures: they stand where references would.
    writer.u8(7);
    writer.i32_le(1);
    writer.u8(0);
    [1, keyframes.len() as i32].into_iter().for_each(|number| writer.i32_le(number));
    writer.u8(4);
    text("Keyframe", &mut writer);
    writer.i32_le(2);
    let members: Vec<&str> = ["score", "combo", "extra"]
        .into_iter()
        .chain(Keyframe::MEMBERS[..22].iter().copied())
        .collect();
    for (index, keyframe) in keyframes.iter().enumerate() {
        if index == 0 {
            writer.u8(5);
            writer.i32_le(-7);
            text("Keyframe", &mut writer);
            writer.i32_le(members.len() as i32);
            members.iter().for_each(|member| text(member, &mut writer));
            members.iter().for_each(|_| writer.u8(0));
            [8, 8, 1].into_iter().for_each(|kind| writer.u8(kind));
            (0..22).for_each(|_| writer.u8(11));
            writer.i32_le(2);
        } else {
            writer.u8(1);
            writer.i32_le(-8);
            writer.i32_le(-7);
        }
        writer.i32_le(keyframe.score);
        writer.i32_le(keyframe.combo);
        writer.u8(1);
        let mut record = [0; Keyframe::SIZE];
        keyframe.write(&mut record);
        writer.bytes(&record[..88]);
    }
    writer.u8(11);
    writer.finish()
}

#[test]
fn a_graph_of_keyframes_is_read_as_it_was_written() {
    for count in [0, 1, 2, 50] {
        let keyframes = keyframes(count);
        let written: SavedData = keyframes.iter().copied().collect();
        let (data, diagnostics) = check(written.bytes());
        assert!(diagnostics.is_empty(), "{count}: {diagnostics:?}");
        assert!(data.is_canonical());
        let bits = |keyframe: Keyframe| format!("{keyframe:?}");
        assert!(data.iter().map(bits).eq(keyframes.into_iter().map(bits)), "{count}");
    }
}

#[test]
fn members_are_found_by_their_names() {
    let keyframes = keyframes(3);
    let bytes = other_graph(&keyframes);
    let (mut data, diagnostics) = check(&bytes);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assert!(!data.is_canonical());
    let bits = |keyframe: &Keyframe| format!("{keyframe:?}");
    assert!(data.iter().zip(&keyframes).all(|(a, b)| bits(&a) == bits(b)));
    let changed = Keyframe { score: 99, time: 1.5, ..keyframes[1] };
    assert!(data.set(1, &changed));
    assert_eq!(bits(&data.get(1).unwrap()), bits(&changed));
    assert_eq!(bits(&data.get(2).unwrap()), bits(&keyframes[2]), "the others stay");
}

#[test]
fn every_prefix_keeps_the_keyframes_before_the_cut() {
    let bytes = other_graph(&keyframes(3));
    let mut most = 0;
    for length in 17..bytes.len() {
        let (data, diagnostics) = check(&bytes[..length]);
        assert_eq!(Outcome::of(&diagnostics), Outcome::Recovered, "{length}");
        assert!(data.len() >= most);
        most = data.len();
    }
    assert_eq!(most, 3);
}

#[test]
fn an_unknown_record_ends_the_reading() {
    let whole: SavedData = keyframes(3).into_iter().collect();
    let mut bytes = whole.bytes().to_vec();
    let end = bytes.len() - 1;
    bytes[end] = 15;
    let (data, diagnostics) = check(&bytes);
    assert_eq!(data.len(), 3);
    assert!(
        diagnostics[0].message.contains("record type 15; 3 keyframes were read"),
        "{diagnostics:?}"
    );
    assert_eq!(diagnostics[0].offset, end as u64);

    let mut bytes = whole.bytes().to_vec();
    bytes.extend_from_slice(b"behind");
    let (_, diagnostics) = check(&bytes);
    assert_eq!(diagnostics[0].severity, Severity::Warning);
}

#[test]
fn missing_promised_keyframes_are_reported() {
    let mut bytes = other_graph(&keyframes(3));
    // The length of the array.
    bytes[27] = 4;
    let (data, diagnostics) = check(&bytes);
    assert_eq!(data.len(), 3);
    assert!(diagnostics[0].message.contains("expected 4 keyframes, found 3"), "{diagnostics:?}");
    // A null in place of the end, and the end after it: one keyframe was none.
    bytes.pop();
    bytes.extend_from_slice(&[10, 11]);
    let (_, diagnostics) = check(&bytes);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
}
