//! The page is embedded when the crate is compiled; cargo must be asked to compile it again when
//! the page changes. Debug builds read the page from disk and need nothing.

fn main() {
    let embeds = std::env::var("PROFILE").is_ok_and(|profile| profile != "debug");
    let watched = if embeds { "../../web/dist" } else { "build.rs" };
    println!("cargo:rerun-if-changed={watched}");
}
