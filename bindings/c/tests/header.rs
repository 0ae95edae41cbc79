//! The header is what cbindgen makes of the sources.

use std::path::Path;
use std::{env, fs};

const FILE: &str = "include/ghostreel.h";

fn generated() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).unwrap();
    let mut header = Vec::new();
    cbindgen::generate_with_config(folder, config).unwrap().write(&mut header);
    String::from_utf8(header).unwrap()
}

#[test]
fn the_header_is_not_stale() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let (generated, there) = (generated(), fs::read_to_string(path).unwrap_or_default());
    assert!(generated == there, "bindings/c/{FILE} is stale: `cargo xtask header` makes it anew");
    assert!(
        generated.contains(&format!("#define GHOSTREEL_ABI_VERSION {}", ghostreel_c::ABI_VERSION))
    );
}

#[test]
#[ignore = "`cargo xtask header` runs it"]
fn write_the_header() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, generated()).unwrap();
}

#[test]
fn a_recorder_may_be_used_by_several_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<ghostreel_c::record::Recorder>();
}
