//! The migrations are embedded at compile time; cargo must be asked to watch them.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
