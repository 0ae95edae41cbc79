//! All integration tests of `ghostreel`, in one program, which links once.

mod at;
mod beside_events;
mod collection;
mod examples;
mod replay;
