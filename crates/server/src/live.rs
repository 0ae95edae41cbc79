//! The replay that is being followed, for everyone who watches.
//!
//! Its bytes are kept once, however many watch; each viewer only has a place in them. So a slow one costs nothing,
//! and one who comes late begins at the start.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use futures_util::Stream;
use ghostreel_archive::Turn;
use ghostreel_live::{LiveEvent, Source};
use tokio::sync::watch;

use crate::dto::LiveGame;

/// Games that are kept: the one being followed, and the one before for those who still watch its end.
const KEPT: usize = 2;
/// The most bytes that a viewer is given at once.
const PIECE: usize = 64 << 10;
/// How long the source is listened to before it is seen whether anyone still wants to know.
const TURN: Duration = Duration::from_millis(100);

/// The followed game, and everyone who waits for it.
#[derive(Debug)]
pub(crate) struct Live {
    state: watch::Sender<State>,
    /// The most bytes of one game.
    limit: u64,
}

#[derive(Debug, Default)]
struct State {
    games: VecDeque<Game>,
    is_following: bool,
    /// The server ends.
    is_stopping: bool,
}

/// A game that is or was followed.
#[derive(Debug)]
struct Game {
    number: u64,
    name: String,
    bytes: Vec<u8>,
    ended: Option<&'static str>,
}

impl Live {
    pub(crate) fn new(limit: u64) -> Arc<Self> {
        Arc::new(Self { state: watch::Sender::default(), limit })
    }

    /// Listens to a source for as long as the server lives, on a thread of its own, since sources wait for files.
    pub(crate) fn follow(self: &Arc<Self>, source: Box<dyn Source>) -> io::Result<()> {
        let is_first =
            self.state.send_if_modified(|state| !std::mem::replace(&mut state.is_following, true));
        if !is_first {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let live = Arc::downgrade(self);
        std::thread::Builder::new().name("live".into()).spawn(move || listen(&live, source))?;
        Ok(())
    }

    pub(crate) fn stop(&self) {
        self.state.send_modify(|state| state.is_stopping = true);
    }

    /// Whether anything is followed at all.
    pub(crate) fn is_following(&self) -> bool {
        self.state.borrow().is_following
    }

    /// The game that began last.
    pub(crate) fn latest(&self) -> Option<LiveGame> {
        self.state.borrow().games.back().map(Game::described)
    }

    /// Waits for a game with a number above `after`, or for the server to stop.
    pub(crate) async fn later_than(&self, after: u64) {
        let is_there = |state: &State| {
            state.is_stopping || state.games.back().is_some_and(|game| game.number > after)
        };
        // The sender is ourselves, so this only ends when there is one.
        let _ = self.state.subscribe().wait_for(is_there).await;
    }

    pub(crate) fn game(&self, number: u64) -> Option<LiveGame> {
        self.state.borrow().game(number).map(Game::described)
    }

    /// The bytes of a game from `from` on, up to `to`, those that are still to be written included. Breaks off with an
    /// error when the server stops, or when the game is kept no longer; an end without one is the end of the game.
    pub(crate) fn watch(
        &self,
        number: u64,
        from: u64,
        to: u64,
        place: Turn,
    ) -> impl Stream<Item = io::Result<Bytes>> + use<> {
        let start = (self.state.subscribe(), from, place);
        futures_util::stream::try_unfold(start, move |(mut state, mut at, place)| async move {
            loop {
                let piece = state.borrow_and_update().piece(number, at, to)?;
                match piece {
                    Piece::Bytes(bytes) => {
                        at += bytes.len() as u64;
                        return Ok(Some((bytes, (state, at, place))));
                    }
                    Piece::End => return Ok(None),
                    Piece::Later => state.changed().await.map_err(io::Error::other)?,
                }
            }
        })
    }

    fn take_in(&self, event: LiveEvent) {
        self.state.send_modify(|state| match event {
            LiveEvent::Began { name } => state.begin(name),
            LiveEvent::Bytes(bytes) => {
                let Some(game) = state.games.back_mut().filter(|game| game.ended.is_none()) else {
                    return;
                };
                if (game.bytes.len() + bytes.len()) as u64 > self.limit {
                    tracing::warn!(game = game.name, limit = self.limit, "the game is too large");
                    game.ended = Some("too-large");
                } else {
                    game.bytes.extend(bytes);
                }
            }
            LiveEvent::Rewritten { offset, bytes } => {
                let game = state.games.back_mut();
                let place = game.and_then(|g| g.bytes.get_mut(offset..offset + bytes.len()));
                place.into_iter().for_each(|place| place.copy_from_slice(&bytes));
            }
            LiveEvent::Ended(why) => {
                if let Some(game) = state.games.back_mut() {
                    tracing::info!(game = game.name, why = why.name(), "the game ended");
                    game.ended.get_or_insert(why.name());
                }
            }
            _ => {}
        });
    }
}

fn listen(live: &Weak<Live>, mut source: Box<dyn Source>) {
    let mut last_trouble = None;
    while let Some(live) = live.upgrade().filter(|live| !live.state.borrow().is_stopping) {
        if let Some(event) = source.next(TURN) {
            live.take_in(event);
        }
        let trouble = source.trouble();
        if trouble != last_trouble {
            trouble.iter().for_each(|trouble| tracing::warn!("cannot follow {trouble}"));
            last_trouble = trouble;
        }
    }
}

/// The next message for a viewer.
enum Piece {
    Bytes(Bytes),
    End,
    Later,
}

impl State {
    fn begin(&mut self, name: String) {
        tracing::info!(name, "a game began");
        let last = self.games.back_mut();
        let number = last.as_ref().map_or(0, |game| game.number);
        last.into_iter().for_each(|last| _ = last.ended.get_or_insert("superseded"));
        if self.games.len() == KEPT {
            self.games.pop_front();
        }
        // By the clock, so that numbers go on rising when the server is started anew.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
        let number = now.max(number.saturating_add(1));
        self.games.push_back(Game { number, name, bytes: Vec::new(), ended: None });
    }

    fn game(&self, number: u64) -> Option<&Game> {
        self.games.iter().find(|game| game.number == number)
    }

    fn piece(&self, number: u64, from: u64, to: u64) -> io::Result<Piece> {
        if self.is_stopping {
            return Err(io::Error::other("the server stops"));
        }
        let game = self.game(number).ok_or_else(|| io::Error::other("a game long over"))?;
        let length = game.bytes.len();
        let end = usize::try_from(to).unwrap_or(length).min(length);
        let from = usize::try_from(from).unwrap_or(end);
        let is_all = to <= length as u64 || game.ended.is_some();
        Ok(match game.bytes.get(from..end) {
            Some(rest) if !rest.is_empty() => {
                Piece::Bytes(Bytes::copy_from_slice(&rest[..rest.len().min(PIECE)]))
            }
            _ if is_all => Piece::End,
            _ => Piece::Later,
        })
    }
}

impl Game {
    /// The same without its bytes.
    fn described(&self) -> LiveGame {
        let Self { number, name, bytes, ended } = self;
        LiveGame { number: *number, name: name.clone(), bytes: bytes.len() as u64, ended: *ended }
    }
}
