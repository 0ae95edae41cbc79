//! All integration tests of `ghostreel-reel`, in one program, which links once.

mod container;
mod cut_and_join;
mod damage;
mod few_bytes;
mod hostile;
mod kill;
mod memory;
mod remote;
mod support;
mod vectors;
mod whole;
