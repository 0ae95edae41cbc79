//! All integration tests of `ghostreel`, in one program, which links once.

mod examples;
mod replay;
