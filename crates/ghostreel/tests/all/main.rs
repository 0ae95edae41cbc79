//! All integration tests of `ghostreel`, in one program, which links once.

mod beside_events;
mod collection;
mod examples;
mod replay;
