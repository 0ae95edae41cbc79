//! The migrations are embedded at compile time; cargo has to be told that they matter.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
