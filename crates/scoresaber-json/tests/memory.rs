//! Decoding stays within the budget: 64 MiB + 4 × the input, whatever the input claims.

use allocation_counter::measure;
use ghostreel_core::{DecodeOptions, PushDecoder, limits};
use ghostreel_scoresaber_json::sample::{generate, variants};
use ghostreel_scoresaber_json::{Decoder, View, decode, encode};

/// The most memory that `work` held at once, in bytes.
fn peak(work: impl FnOnce()) -> u64 {
    measure(work).bytes_max
}

#[track_caller]
fn check(what: &str, bytes: &[u8]) {
    let length = bytes.len();
    let budget = limits::MEMORY_BASE + limits::MEMORY_PER_INPUT_BYTE * length as u64;
    let used = peak(|| drop(decode(bytes, &DecodeOptions::RECOVER)));
    // Small inputs must not hide after the base: four times the input and a few pages of texts and diagnostics.
    assert!(used <= 5 * length as u64 + 65_536, "{what}: {used} bytes to decode {length}");
    assert!(used <= budget, "{what}: {used} bytes to decode {length}");
    let used = peak(|| {
        if let Ok(view) = View::open(bytes, &DecodeOptions::RECOVER) {
            let timeline = view.timeline();
            timeline.tables().iter().for_each(|table| drop(table.all_columns().unwrap()));
        }
    });
    assert!(used <= budget, "{what}: {used} bytes for the columns of {length}");
    let used = peak(|| {
        let mut decoder = Decoder::new(&DecodeOptions::RECOVER);
        for piece in bytes.chunks(4096) {
            decoder.push(piece);
            while let Ok(Some(_)) = decoder.next_event() {}
        }
        decoder.finish();
        while let Ok(Some(_)) = decoder.next_event() {}
    });
    assert!(used <= budget, "{what}: {used} bytes to stream {length}");
}

#[test]
fn memory_is_in_proportion_to_the_input() {
    for (name, options) in variants() {
        check(name, &encode(&generate(&options)));
    }
    let many = |before: &str, element: &str, after: &str| {
        let count = (2 << 20) / element.len();
        [before, &element.repeat(count), after].concat().into_bytes()
    };
    // One more than a power of two, so that a list that doubles would be half empty.
    for (what, before, element, after) in [
        ("frames of nothing", r#"{"frames":[{}"#, ",{}", "]}"),
        ("frames that are lists", r#"{"frames":[[]"#, ",[]", "]}"),
        ("scores", r#"{"scores":[0"#, ",0", "]}"),
        ("times", r#"{"noteTime":[0"#, ",0", "]}"),
        ("commas", r#"{"combos":["#, ",", "]}"),
        ("empty texts", r#"{"noteInfos":[""#, r#","""#, "]}"),
        ("short texts", r#"{"noteInfos":[""#, r#","2081""#, "]}"),
        ("heights", r#"{"dynamicHeight":[{"h":0,"a":0}"#, r#",{"h":0,"a":0}"#, "]}"),
        ("modifiers", r#"{"info":{"modifiers":[""#, r#","""#, "]}}"),
        ("members of the info", r#"{"info":{"":0"#, r#","":0"#, "}}"),
        ("unknown members", r#"{"info":{},"":0"#, r#","":0"#, "}"),
        ("open brackets", r#"{"frames":"#, "[", ""),
        ("open objects", r#"{"frames":["#, r#"{"h":"#, ""),
        ("damage", r#"{"frames":[{"#, r#"{"":"#, ""),
        ("quotes", r#"{"frames":[}"#, "\"", ""),
    ] {
        check(what, &many(before, element, after));
    }
    // All four lists at once, so that each becomes a note.
    let count = (1 << 17) + 1;
    let list = |element: &str| vec![element; count].join(",");
    let notes = format!(
        r#"{{"info":{{}},"scores":[{}],"combos":[{}],"noteTime":[{}],"noteInfos":[{}]}}"#,
        list("0"),
        list("0"),
        list("0"),
        list(r#""""#)
    );
    check("notes", notes.as_bytes());
}
