//! The program, run as its users run it.

mod cluster;
mod cookbook;
mod exports;
mod kit;
mod questions;
