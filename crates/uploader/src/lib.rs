//! Uploads the replays that games write into folders.
//!
//! [`Finder`] takes each replay into a [`Queue`] as soon as it is whole, signed with the player's key; the game's own file stays as it is.
//! [`Sender`] uploads what waits there. The queue is a folder on the disk: whenever the program ends, by whatever means, the next start goes
//! on where it was. Nothing is lost, and nothing is sent twice that the server has.
//!
//! ```no_run
//! use std::sync::Arc;
//! use std::time::Duration;
//! use ghostreel_mark::SecretKey;
//! use ghostreel_recorder::Server;
//! use ghostreel_uploader::{Finder, Queue, Sender, Step};
//!
//! let url = "https://replays.example.org";
//! let queue = Arc::new(Queue::open("queue".as_ref(), url)?);
//! let key = SecretKey::from_random(&[7; 32]);
//! let folders = ["Slippi".into()];
//! let mut finder = Finder::new(&folders, Duration::from_secs(2), false, key, queue.clone())?;
//! let mut sender = Sender::new(Server::new(url), queue);
//! loop {
//!     if let Some(event) = finder.next(Duration::from_millis(200)) {
//!         println!("{event:?}");
//!     }
//!     if let Step::Did(event) = sender.step() {
//!         println!("{event:?}");
//!     }
//! }
//! # #[allow(unreachable_code)]
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(clippy::unwrap_used, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::indexing_slicing))]

mod backoff;
mod disk;
mod event;
mod finder;
mod marked;
mod queue;
mod record;
mod sender;

pub use event::Event;
pub use finder::Finder;
pub use queue::{Queue, QueueError, Summary, Unfinished};
pub use record::{Record, Sent, State};
pub use sender::{Sender, Step};
