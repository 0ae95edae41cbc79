//! All integration tests of `ghostreel-archive`, in one program, which links once.

mod archive;
mod maps;
mod packed;
mod statistics;
