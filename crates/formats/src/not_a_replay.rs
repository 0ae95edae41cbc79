//! The kind of a file that is no replay, as far as its first bytes show it.

use crate::registry::PROBE_LENGTH;

/// So many bytes from the start of a file are looked at.
pub(crate) const LOOK_LENGTH: usize = 4 << 10;

/// Whether more than a few bytes are needed to say what a file is.
pub(crate) fn is_worth_a_look(head: &[u8]) -> bool {
    is_object(head) || head.starts_with(ZIP)
}

/// The kind of the file, as a part of a sentence: `found …`.
pub(crate) fn describe(head: &[u8]) -> String {
    let head = head.get(..LOOK_LENGTH).unwrap_or(head);
    if is_object(head) {
        return describe_object(&names(head)).to_owned();
    }
    if head.starts_with(ZIP) {
        let is_map = is_of_beat_saber_map(head);
        return if is_map { "a zip file with a Beat Saber map" } else { "a zip file" }.to_owned();
    }
    if let Some((_, name)) = COMPRESSED.iter().find(|(start, _)| head.starts_with(start)) {
        return format!("{name}; unpack it first");
    }
    if head.is_empty() {
        return "an empty file".to_owned();
    }
    let start: Vec<String> = head.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    format!("a file that begins with {}", start.join(" "))
}

/// The beginnings of files that others may be packed in.
const COMPRESSED: [(&[u8], &str); 6] = [
    (b"\x1f\x8b", "a gzip file"),
    (b"\xfd7zXZ\0", "an XZ file"),
    (b"BZh", "a bzip2 file"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard file"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip file"),
    (b"Rar!\x1a\x07", "a RAR file"),
];

const ZIP: &[u8] = b"PK\x03\x04";

/// Whether an object begins within the bytes that show a format: a stream decides by them whether to wait for more.
fn is_object(head: &[u8]) -> bool {
    let head = head.get(..PROBE_LENGTH).unwrap_or(head);
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    text.trim_ascii_start().starts_with(b"{")
}

fn describe_object(names: &[&[u8]]) -> &'static str {
    let has = |any: &[&str]| any.iter().any(|name| names.contains(&name.as_bytes()));
    if has(&["_notes", "_obstacles", "_events", "_sliders", "colorNotes", "bombNotes", "obstacles"])
    {
        return "a Beat Saber map's difficulty file";
    }
    if has(&["_songName", "_difficultyBeatmapSets", "difficultyBeatmaps"])
        || (has(&["song"]) && has(&["audio", "version"]))
    {
        return "the Info.dat of a Beat Saber map";
    }
    if has(&["_songSampleCount", "songSampleCount"]) {
        return "a Beat Saber map's audio data";
    }
    if has(&["basicEvents", "eventBoxGroups", "lightColorEventBoxGroups", "waypoints"]) {
        return "a Beat Saber map's lights";
    }
    if names.first() == Some(&b"format".as_slice()) {
        return "JSON such as `ghostreel json` writes of a replay; `ghostreel convert` makes the replay of it";
    }
    "JSON of another kind"
}

/// The names of the members of the outermost object.
fn names(text: &[u8]) -> Vec<&[u8]> {
    let mut names = Vec::new();
    let (mut depth, mut text_start, mut is_escaped) = (0_usize, None, false);
    // A text that may turn out to be a name.
    let mut last: Option<&[u8]> = None;
    for (index, &byte) in text.iter().enumerate() {
        if let Some(start) = text_start {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => {
                    last = text.get(start..index);
                    text_start = None;
                }
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => text_start = Some(index.saturating_add(1)),
            b'{' | b'[' => depth = depth.saturating_add(1),
            b'}' | b']' => depth = depth.saturating_sub(1),
            b':' if depth == 1 => names.extend(last.take()),
            _ => {}
        }
    }
    names
}

/// Whether the name of a map's file stands among the first bytes of a zip file: `Info.dat`, in any case.
fn is_of_beat_saber_map(head: &[u8]) -> bool {
    const NAME: &[u8] = b"info.dat";
    let is_name = |name: &[u8]| name.eq_ignore_ascii_case(NAME);
    head.windows(NAME.len()).any(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(head: &str, wanted: &str) {
        assert_eq!(describe(head.as_bytes()), wanted, "{head}");
    }

    #[test]
    fn other_files_are_called_by_their_names() {
        let difficulty = "a Beat Saber map's difficulty file";
        check(r#"{"_version":"2.0.0","_customData":{"_time":1},"_notes":[{"_t"#, difficulty);
        check(r#"{"version":"3.3.0","bpmEvents":[{"b":0,"m":120}],"colorNotes":["#, difficulty);
        check("\u{feff} {\n\"version\": \"4.0.0\",\n\"colorNotes\" : [", difficulty);
        check(r#"{"_version":"2.1.0","_songName":"a","_notes"#, "the Info.dat of a Beat Saber map");
        check(r#"{"version":"4.0.1","song":{"title":"a"}"#, "the Info.dat of a Beat Saber map");
        check(r#"{"_version":"2.0.0","_songSampleCount":1"#, "a Beat Saber map's audio data");
        check(r#"{"version":"4.0.0","waypoints":[],"#, "a Beat Saber map's lights");
        check(r#"{"a":{"_notes":1},"b":"_notes","c":["_notes"]}"#, "JSON of another kind");
        check("PK\u{3}\u{4}\u{14}\0\0\0 Info.dat", "a zip file with a Beat Saber map");
        check("PK\u{3}\u{4}\u{14}\0\0\0 readme.txt", "a zip file");
        assert_eq!(describe(b"\xfd7zXZ\0\0\x04"), "an XZ file; unpack it first");
        assert_eq!(describe(b"\x1f\x8b\x08\0"), "a gzip file; unpack it first");
        check("", "an empty file");
        check("abcde", "a file that begins with 61 62 63 64");
        assert!(describe(br#"{"format":"bsor""#).contains("ghostreel convert"));
    }
}
