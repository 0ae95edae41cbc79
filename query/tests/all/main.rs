//! The program, run as its users run it.

mod cookbook;
mod exports;
mod kit;
mod questions;
