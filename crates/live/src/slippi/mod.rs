//! Games of Slippi over the network: from a console, from a relay, or from Dolphin.
//!
//! The network sends bare events. A follower gets the file that a recorder would write around them, and it has
//! the shape of one at any moment.

mod address;
mod console;
mod dolphin;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod games;
mod message;
mod recording;
mod relay;

use std::collections::VecDeque;
use std::io;
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

use self::games::{Games, Step};
use self::recording::Recording;
use self::relay::Relay;
use crate::{LiveEvent, Source};

/// How many pieces may wait to be asked for. Then the connection waits as well.
const PIECES: usize = 64;
/// How long Dolphin may take to answer.
const DOLPHIN: Duration = Duration::from_secs(5);
/// How often a thread looks whether it is still needed.
const LOOK: Duration = Duration::from_millis(100);

/// Follows the games of a Slippi console or of Dolphin, one after the other.
///
/// A thread keeps the connection: it connects again whenever it is lost, after 2 to 10 seconds, and goes on where it was.
#[derive(Debug)]
pub struct Slippi {
    arrivals: Receiver<Arrival>,
    link: Arc<Link>,
    games: Games,
    nick: String,
    waiting: VecDeque<LiveEvent>,
    relay: Option<Relay>,
    /// The console lost bytes of the game that began last.
    has_gap: bool,
}

/// A message of a connection's thread.
#[derive(Debug)]
enum Arrival {
    /// The other side's name for itself.
    Nick(String),
    /// The next bytes.
    Bytes(Vec<u8>),
    /// The other side lost bytes, and goes on after them.
    Gap,
    /// The following bytes do not continue the earlier ones.
    Elsewhere,
}

/// Takes an arrival. Returns whether the source still wants more.
type Arrived<'a> = &'a mut dyn FnMut(Arrival) -> bool;

/// The state that a connection's thread shares with its source.
#[derive(Debug, Default)]
struct Link {
    is_over: AtomicBool,
    trouble: Mutex<Option<String>>,
}

impl Link {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn set_trouble(&self, trouble: Option<String>) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
    }

    /// Waits, unless the source is gone before.
    fn sleep(&self, time: Duration) {
        let end = Instant::now() + time;
        while !self.is_over() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(LOOK));
        }
    }
}

/// How long a connection waits for what.
#[derive(Clone, Copy, Debug)]
struct Patience {
    /// For the other side to accept.
    connect: Duration,
    /// For any bytes.
    silence: Duration,
    /// Before the first further attempt …
    first_pause: Duration,
    /// … and before one at most.
    longest_pause: Duration,
}

impl Patience {
    /// As Slippi's own programs have it.
    const USUAL: Self = Self {
        connect: Duration::from_secs(20),
        silence: Duration::from_secs(20),
        first_pause: Duration::from_secs(2),
        longest_pause: Duration::from_secs(10),
    };
}

/// The pauses between attempts, which grow as Fibonacci's numbers.
#[derive(Debug)]
struct Pauses {
    patience: Patience,
    last: Duration,
    next: Duration,
}

impl Pauses {
    fn new(patience: Patience) -> Self {
        Self { patience, last: Duration::ZERO, next: patience.first_pause }
    }

    fn reset(&mut self) {
        *self = Self::new(self.patience);
    }

    fn next(&mut self) -> Duration {
        let pause = self.next.min(self.patience.longest_pause);
        self.next = (self.next + self.last).min(self.patience.longest_pause);
        self.last = pause;
        pause
    }
}

impl Slippi {
    /// Follows a console (Nintendont), a relay, or whatever sends bare events. `address`: a name or an address, with a
    /// port unless it is 51441.
    pub fn console(address: &str) -> Self {
        Self::console_with(address, Patience::USUAL)
    }

    fn console_with(address: &str, patience: Patience) -> Self {
        let address = address.to_owned();
        Self::start(move |link, arrived| console::run(&address, patience, link, arrived))
    }

    /// Follows Dolphin on this or another machine. `address` as for [`Slippi::console`].
    pub fn dolphin(address: &str) -> Self {
        Self::dolphin_with(address, Patience { connect: DOLPHIN, ..Patience::USUAL })
    }

    fn dolphin_with(address: &str, patience: Patience) -> Self {
        let address = address.to_owned();
        Self::start(move |link, arrived| dolphin::run(&address, patience, link, arrived))
    }

    fn start(run: impl FnOnce(&Link, Arrived<'_>) + Send + 'static) -> Self {
        let (sender, arrivals) = sync_channel(PIECES);
        let link = Arc::new(Link::default());
        let shared = Arc::clone(&link);
        std::thread::spawn(move || run(&shared, &mut |arrival| sender.send(arrival).is_ok()));
        Self {
            arrivals,
            link,
            games: Games::default(),
            nick: String::new(),
            waiting: VecDeque::new(),
            relay: None,
            has_gap: false,
        }
    }

    /// Sends the bare events on to everyone who connects to `listener`, from the start of the game that is being played.
    ///
    /// # Errors
    /// The system's error about the listener.
    pub fn relay_to(&mut self, listener: TcpListener) -> io::Result<()> {
        self.relay = Some(Relay::start(listener)?);
        Ok(())
    }

    /// Gives up the game that is being played, if there is one, and gives what its file still needs.
    pub fn stop(mut self) -> Vec<LiveEvent> {
        let mut steps = Vec::new();
        self.games.break_off(&mut steps);
        self.take(steps);
        std::mem::take(&mut self.waiting).into()
    }

    fn arrived(&mut self, arrival: Arrival, now: DateTime<Utc>) {
        let mut steps = Vec::new();
        match arrival {
            Arrival::Nick(nick) => self.nick = nick,
            Arrival::Bytes(bytes) => self.games.push(&bytes, now, &self.nick, &mut steps),
            Arrival::Gap => {
                self.has_gap = true;
                self.games.skip();
            }
            Arrival::Elsewhere => self.games.break_off(&mut steps),
        }
        self.take(steps);
    }

    fn take(&mut self, steps: Vec<Step>) {
        for step in steps {
            if let Some(relay) = &self.relay {
                relay.take(&step);
            }
            match step {
                Step::Began(name) => {
                    self.has_gap = false;
                    self.waiting.push_back(LiveEvent::Began { name });
                    self.waiting.push_back(LiveEvent::Bytes(Recording::HEAD.to_vec()));
                }
                Step::Events(bytes) => self.waiting.push_back(LiveEvent::Bytes(bytes)),
                Step::Ended { why, recording } => {
                    let (offset, bytes) = recording.length_field();
                    self.waiting.push_back(LiveEvent::Bytes(recording.metadata()));
                    self.waiting.push_back(LiveEvent::Rewritten { offset, bytes });
                    self.waiting.push_back(LiveEvent::Ended(why));
                }
            }
        }
    }
}

impl Source for Slippi {
    fn next(&mut self, patience: Duration) -> Option<LiveEvent> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.arrivals.recv_timeout(left) {
                Ok(arrival) => self.arrived(arrival, Utc::now()),
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => {
                    std::thread::sleep(left);
                    return None;
                }
            }
            // Messages that make up nothing may come one after the other for ever.
            if self.waiting.is_empty() && left.is_zero() {
                return None;
            }
        }
    }

    fn trouble(&self) -> Option<String> {
        let trouble = self.link.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let gap = || "the console lost a part of the game: its recording has a gap".to_owned();
        trouble.or_else(|| self.has_gap.then(gap))
    }
}

impl Drop for Slippi {
    fn drop(&mut self) {
        self.link.is_over.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod console_tests;
#[cfg(test)]
mod dolphin_tests;
#[cfg(test)]
mod games_tests;
