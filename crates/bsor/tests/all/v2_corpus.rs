//! The real replays, where they are at hand, through version 2 and back.

use ghostreel_bsor::v2::convert::{from_v1, to_v1};
use ghostreel_bsor::{decode, encode, v2};
use ghostreel_core::DecodeOptions;
use ghostreel_corpus::files;

#[test]
fn every_real_replay_comes_back_from_version_2() {
    let Some(files) = files("beat-saber/bsor") else { return };
    for (name, bytes) in files {
        let replay = decode(&bytes, &DecodeOptions::STRICT).unwrap().value;
        let (converted, _) = from_v1(&replay);
        let file = v2::encode(&converted);
        let again = v2::decode(&file, &DecodeOptions::STRICT).unwrap();
        assert!(again.diagnostics.is_empty(), "{name}: {:?}", again.diagnostics);
        assert!(v2::encode(&again.value) == file, "{name}");
        assert_eq!(again.value.frames.records.len(), replay.frames.len(), "{name}");
        let (back, lost) = to_v1(&again.value);
        assert!(encode(&back) == bytes, "{name} differs");
        assert_eq!(lost, Vec::<String>::new(), "{name}");
    }
}
