//! Sizes that JSON declares are bounded by its content, and messages do not quote it at length.

use allocation_counter::measure;
use ghostreel_formats::core::{DecodeOptions, limits};
use ghostreel_formats::{json, open, rlreplay, sample};

fn text(bytes: &[u8]) -> String {
    let mut text = Vec::new();
    json::write(&open(bytes, &DecodeOptions::RECOVER).unwrap(), &mut text, false).unwrap();
    String::from_utf8(text).unwrap()
}

/// Reads JSON within the budget of memory, and encodes the replay.
fn read(what: &str, json: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Ok(Vec::new());
    let used = measure(|| {
        bytes =
            json::read(json.as_bytes()).map(|replay| replay.encode()).map_err(|e| e.to_string());
    })
    .bytes_max;
    let budget = limits::MEMORY_BASE + limits::MEMORY_PER_INPUT_BYTE * json.len() as u64;
    assert!(used <= budget, "{what}: {used} bytes for {} of JSON", json.len());
    bytes
}

#[track_caller]
fn refused(what: &str, json: &str, words: &str) {
    let error = read(what, json).expect_err(what);
    assert!(error.contains(words), "{what}: {error}");
    assert!(error.chars().count() <= limits::QUOTED, "{what}: {error}");
}

/// A number in place of what is there after a key.
fn with(json: &str, key: &str, value: &str) -> String {
    let start = json.find(key).unwrap_or_else(|| panic!("no {key}")) + key.len();
    let end = start + json[start..].find([',', '}', ']']).unwrap();
    format!("{}{value}{}", &json[..start], &json[end..])
}

#[test]
fn declared_sizes_must_be_there() {
    let replay = sample("rocket-league", Some("small"), 1).unwrap();
    let network = text(&replay);
    for size in ["4294967295", "100000000"] {
        let json = with(&network, "\"size\":", size);
        refused(size, &json, "expected a network size that its frames fill");
    }

    // Many zeros after the last frame are a file like any other.
    let view = rlreplay::View::open(&replay[..], &DecodeOptions::STRICT).unwrap();
    let mut padded = view.to_replay();
    if let rlreplay::Network::Decoded { size, .. } = &mut padded.network {
        *size = 8 << 20;
    }
    padded.update_lengths_and_checksums();
    let padded = rlreplay::encode(&padded);
    assert!(padded.len() > 8 << 20);
    assert!(read("zeros", &text(&padded)).unwrap() == padded);

    let bsor = text(&sample("beat-saber", Some("small"), 1).unwrap());
    let twice = bsor.replacen('{', "{\"sections\":[\"frames\",\"notes\",\"frames\"],", 1);
    refused("sections", &twice, "expected each section once");
    let declared = with(
        &text(&sample("beat-saber", Some("full"), 1).unwrap()),
        "\"userData\":[{\"key\":",
        "{\"text\":\"\",\"declared\":2147483647,\"skipped\":\"\",\"bytes\":\"\"}",
    );
    refused("user data", &declared, "expected user data of the declared length");

    // Rows of 60 kB each, which a column of two characters a value would turn into 200,000.
    let slp = text(&sample("melee", Some("small"), 1).unwrap());
    let column = format!("[{}]", vec!["0"; 200_000].join(","));
    let start = slp.find("\"payloadSizes\":").unwrap();
    let end = start + slp[start..].find("]]").unwrap() + 2;
    let events = slp.find("\"events\":").unwrap();
    let name = slp.split("\"preFrameUpdate\":{\"").nth(1).unwrap().split('"').next().unwrap();
    let json = format!(
        "{}\"payloadSizes\":[[55,60000]]{}\"events\":{{\"preFrameUpdate\":{{\"{name}\":{column}}}}}}}",
        &slp[..start],
        &slp[end..events],
    );
    refused("columns", &json, "missing field");

    // Names of 140 kB in every place that an error could quote.
    let long = "x".repeat(140_000);
    for json in [
        format!("{{\"format\":\"{long}\"}}"),
        format!("{{\"format\":\"bsor\",\"{long}\":1}}"),
        format!("{{\"format\":\"slp\",\"{long}\":1}}"),
        format!("{{\"format\":\"replay\",\"{long}\":1}}"),
        slp.replacen("\"rawLength\":", &format!("\"rawLength\":\"{long}\",\"x\":"), 1),
        bsor.replacen("\"info\":{", &format!("\"info\":{{\"{long}\":0,"), 1),
    ] {
        refused("a long name", &json, "xxx");
    }
}
