//! The real replays, where they are at hand, through version 2 and back.

use ghostreel_bsor::{decode, encode};
use ghostreel_bsor2::{self as draft, from_bsor, to_bsor};
use ghostreel_core::DecodeOptions;
use ghostreel_corpus::files;

#[test]
fn every_real_replay_comes_back_from_version_2() {
    let Some(files) = files("beat-saber/bsor") else { return };
    for (name, bytes) in files {
        let replay = decode(&bytes, &DecodeOptions::STRICT).unwrap().value;
        let (converted, _) = from_bsor(&replay);
        let file = draft::encode(&converted);
        let again = draft::decode(&file, &DecodeOptions::STRICT).unwrap();
        assert!(again.diagnostics.is_empty(), "{name}: {:?}", again.diagnostics);
        assert!(draft::encode(&again.value) == file, "{name}");
        assert_eq!(again.value.frames.records.len(), replay.frames.len(), "{name}");
        let (back, lost) = to_bsor(again.value);
        assert!(encode(&back) == bytes, "{name} differs");
        assert_eq!(lost, Vec::<String>::new(), "{name}");
    }
}
