//! The bare events, sent on to everyone who asks.

use std::io::{self, ErrorKind, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::LOOK;
use super::games::{KEEP_ALIVE, Step};

/// How long nothing is sent before a keep-alive.
const SILENCE: Duration = Duration::from_secs(2);
/// A client that takes nothing for so long is let go.
const STUCK: Duration = Duration::from_secs(20);
/// The most clients at once.
const CLIENTS: usize = 64;
/// The most bytes that are sent at once.
const PIECE: usize = 64 << 10;
/// The most bytes of a game and the one before it that are kept. A longer game is only sent from where it is.
const KEPT: usize = 256 << 20;

/// Sends on its input.
#[derive(Debug)]
pub(super) struct Relay {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    log: Mutex<Log>,
    changed: Condvar,
}

/// Events of the game and the one before it, for clients that are behind.
#[derive(Debug, Default)]
struct Log {
    bytes: Vec<u8>,
    /// Position of the first byte.
    base: u64,
    /// Where the newest game begins.
    game: u64,
    is_played: bool,
    clients: usize,
    is_over: bool,
}

impl Log {
    fn end(&self) -> u64 {
        self.base + self.bytes.len() as u64
    }

    fn forget_before(&mut self, position: u64) {
        let length = position.saturating_sub(self.base) as usize;
        self.bytes.drain(..length.min(self.bytes.len()));
        self.base = self.base.max(position);
    }

    /// Bytes from a position on; `None` if they are not kept any more.
    fn from(&self, position: u64) -> Option<&[u8]> {
        let start = usize::try_from(position.checked_sub(self.base)?).ok()?;
        let rest = self.bytes.get(start..)?;
        Some(&rest[..rest.len().min(PIECE)])
    }
}

impl Shared {
    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Relay {
    /// Takes in clients from now on.
    pub(super) fn start(listener: TcpListener) -> io::Result<Self> {
        // The thread looks now and then whether it is still needed.
        listener.set_nonblocking(true)?;
        let shared = Arc::new(Shared::default());
        let ours = Arc::clone(&shared);
        std::thread::spawn(move || accept(&listener, &ours));
        Ok(Self { shared })
    }

    /// Takes in what happened.
    pub(super) fn take(&self, step: &Step) {
        let mut log = self.shared.log();
        match step {
            Step::Began(_) => {
                let before = log.game;
                log.forget_before(before);
                log.game = log.end();
                log.is_played = true;
            }
            Step::Events(bytes) => {
                if log.bytes.len() + bytes.len() > KEPT {
                    let end = log.end();
                    log.forget_before(end);
                    log.game = end;
                }
                log.bytes.extend_from_slice(bytes);
            }
            Step::Ended { .. } => log.is_played = false,
        }
        self.shared.changed.notify_all();
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.shared.log().is_over = true;
        self.shared.changed.notify_all();
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    while !shared.log().is_over {
        match listener.accept() {
            Ok((stream, _)) => {
                let mut log = shared.log();
                if log.clients < CLIENTS {
                    log.clients += 1;
                    let position = if log.is_played { log.game } else { log.end() };
                    let ours = Arc::clone(shared);
                    std::thread::spawn(move || {
                        // The client connects again after any error.
                        let _ = serve(stream, position, &ours);
                        ours.log().clients -= 1;
                    });
                }
            }
            // No client is there now, or one went again before we could look.
            Err(_) => std::thread::sleep(LOOK),
        }
    }
}

fn serve(mut stream: TcpStream, mut position: u64, shared: &Shared) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(STUCK))?;
    loop {
        let log = shared.log();
        let (log, _) = shared
            .changed
            .wait_timeout_while(log, SILENCE, |log| !log.is_over && log.end() == position)
            .unwrap_or_else(PoisonError::into_inner);
        let Some(bytes) = log.from(position).map(<[u8]>::to_vec) else {
            return Err(ErrorKind::TimedOut.into());
        };
        let is_over = log.is_over;
        drop(log);
        if bytes.is_empty() && is_over {
            return Ok(());
        }
        // Everything was sent, so that this stands between two events.
        stream.write_all(if bytes.is_empty() { KEEP_ALIVE } else { &bytes })?;
        position += bytes.len() as u64;
    }
}
