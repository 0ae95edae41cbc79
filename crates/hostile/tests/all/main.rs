//! All integration tests of `ghostreel-hostile`, in one program, which links once.

mod memory_held;
mod reels;
mod work;
