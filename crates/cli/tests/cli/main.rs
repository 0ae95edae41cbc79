//! The program from outside: what it prints, writes and answers, and every exit code.

mod checking;
mod docs;
#[cfg(unix)]
mod hosting;
mod kit;
mod reading;
mod stats;
mod writing;
