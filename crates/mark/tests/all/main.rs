//! All integration tests of `ghostreel-mark`, in one program, which links once.

mod files;
mod keys;
mod sessions;
mod support;
mod vectors;
