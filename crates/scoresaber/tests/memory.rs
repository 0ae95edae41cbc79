//! Decoding stays within the budget: 64 MiB + 4 × the input, whatever the input claims.

use allocation_counter::measure;
use ghostreel_core::{DecodeOptions, PushDecoder, limits};
use ghostreel_scoresaber::layout::{NoteCut, NoteHead, NoteV2, SectionId};
use ghostreel_scoresaber::sample::{Options, generate, variants};
use ghostreel_scoresaber::{
    Decoder, Notes, Part, Payload, Recording, Replay, View, decode, encode,
};

/// The most memory that `work` held at once, in bytes.
fn peak(work: impl FnOnce()) -> u64 {
    measure(work).bytes_max
}

#[track_caller]
fn check(what: &str, bytes: &[u8]) {
    let budget = limits::MEMORY_BASE + limits::MEMORY_PER_INPUT_BYTE * bytes.len() as u64;
    let used = peak(|| drop(decode(bytes, &DecodeOptions::RECOVER)));
    assert!(used <= budget, "{what}: {used} bytes to decode {}", bytes.len());
    let used = peak(|| {
        if let Ok(view) = View::open(bytes, &DecodeOptions::RECOVER) {
            let timeline = view.timeline();
            timeline.tables().iter().for_each(|table| drop(table.all_columns().unwrap()));
        }
    });
    assert!(used <= budget, "{what}: {used} bytes for the columns of {}", bytes.len());
    let used = peak(|| {
        let mut decoder = Decoder::new(&DecodeOptions::RECOVER);
        for piece in bytes.chunks(4096) {
            decoder.push(piece);
        }
        decoder.finish();
        while let Ok(Some(_)) = decoder.next_event() {}
    });
    assert!(used <= budget, "{what}: {used} bytes to stream {}", bytes.len());
}

/// As many equal notes as a payload may have. They compress to next to nothing.
fn notes_that_cost(count: usize, event_type: i32) -> Vec<u8> {
    let Payload::Sections(mut recording) =
        generate(&Options { version: Some(ghostreel_scoresaber::Version::V2), ..Options::small() })
            .payload
    else {
        panic!("a payload of sections")
    };
    let cut = NoteCut { event_type, time: 1.0, ..NoteCut::default() };
    recording.notes = Notes::V2(vec![NoteV2 { head: NoteHead::default(), cut }; count]);
    pack(recording)
}

/// Modifiers without a letter: each takes four bytes of a file.
fn modifiers_that_cost() -> Vec<u8> {
    let Payload::Sections(mut recording) = generate(&Options::small()).payload else {
        panic!("a payload of sections")
    };
    recording.metadata.modifiers = vec![Default::default(); 3_000_000];
    recording.parts.retain(|part| matches!(part, Part::Section { id: SectionId::Metadata, .. }));
    pack(recording)
}

fn pack(mut recording: Recording) -> Vec<u8> {
    recording.update_pointers();
    encode(&Replay::new(Payload::Sections(recording)))
}

#[test]
fn memory_is_in_proportion_to_the_input() {
    for (name, options) in variants() {
        check(name, &encode(&generate(&options)));
    }
    let bytes = encode(&generate(&Options::small()));
    let mut changed = bytes.clone();
    // The container and the header of the stream, and a few packed bytes.
    for at in 0..60 {
        for value in [0xff, 0x7f] {
            changed[at] = value;
            check(&format!("byte {at} = {value:#x}"), &changed);
        }
        changed[at] = bytes[at];
    }
    for event_type in [1, 3, 4] {
        let bytes = notes_that_cost((16 << 20) / 101, event_type);
        assert!(bytes.len() < 20_000);
        check(&format!("notes of event {event_type}"), &bytes);
    }
    check("modifiers", &modifiers_that_cost());
    // A bomb unpacks to the limit.
    let bomb = notes_that_cost((60 << 20) / 101, 3);
    assert!(bomb.len() < 20_000);
    check("a bomb", &bomb);
}
