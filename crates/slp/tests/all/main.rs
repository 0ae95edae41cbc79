//! All integration tests of `ghostreel-slp`, in one program, which links once.

mod append;
mod budget;
mod corpus;
mod damage;
mod memory;
mod pack;
mod prefixes;
