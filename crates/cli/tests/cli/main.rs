//! The program from outside: what it prints, writes and answers, and every exit code.

mod archive;
mod attacks;
mod checking;
mod docs;
mod events;
mod folders;
mod following;
#[cfg(unix)]
mod hosting;
mod kit;
mod maps;
mod marks;
mod memory;
mod reading;
#[cfg(unix)]
mod recording;
mod redacting;
mod reels;
mod sessions;
mod soak;
mod stats;
mod writing;
