//! All integration tests of `ghostreel-beatmap`, in one program, which links once.

mod memory;
mod mutations;
