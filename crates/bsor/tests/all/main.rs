//! All integration tests of `ghostreel-bsor`, in one program, which links once.

mod corpus;
mod memory;
mod pack;
