//! All integration tests of `ghostreel-rlreplay`, in one program, which links once.

mod boxcars;
mod cancel;
mod classes;
mod corpus;
mod dates;
mod edit;
mod freeplay;
mod hostile;
mod identity;
mod memory;
mod pack;
mod parts;
mod patches;
mod repair;
mod spec;
mod tables;
mod ticks;
