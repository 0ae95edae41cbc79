//! Many replays, asked the same.
//!
//! ```
//! # let folder = tempfile::tempdir()?;
//! # for (seed, name) in [(1, "a.slp"), (2, "b.slp")] {
//! #     std::fs::write(folder.path().join(name), ghostreel::sample("melee", None, seed).unwrap())?;
//! # }
//! # std::fs::write(folder.path().join("c.slp"), b"no replay")?;
//! # let replays = folder.path();
//! let games = ghostreel::collection([replays]);
//! for answer in games.frames(["post.position_x", "post.position_y"], ..10.0) {
//!     let name = answer.path.file_name().unwrap().display();
//!     match answer.result {
//!         Ok(frames) => println!("{name}: {} frames", frames.len()),
//!         // The rest is still given.
//!         Err(error) => eprintln!("{name}: {error}"),
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Files are opened by as many threads as there are processors, and answers come in the order of paths. A replay is open only while it is asked.

mod candidates;
mod conditions;
mod in_order;
mod memory;

use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::RangeBounds;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use ghostreel_formats::core::{Digest, FormatInfo};
use ghostreel_formats::timeline::{Meta, TableRow};
use ghostreel_formats::{Options, PROBE_LENGTH, is_replay_extension, probe};
use ghostreel_mark::{Report, Trust};
use ghostreel_reel::preamble::MAGIC;

use self::conditions::Conditions;
use self::memory::{Memory, Taken, cost};
use crate::replay::read_named;
use crate::verify::verify;
use crate::{Columns, Error, Moment, Replay, Result, Times};

pub use candidates::{Candidate, Origin, candidates};
pub use in_order::in_order;

/// The memory that open replays and answers that nobody has taken yet may have together, unless it is set otherwise.
const MEMORY: u64 = 1 << 30;

/// The replays at these paths: files, all replays below folders, and what fits a pattern such as `replays/**/*.slp`, be they a game's own files or packed in reels. In a folder, files that neither
/// have a replay's name nor begin like one are passed over.
pub fn collection<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Collection {
    Collection {
        files: candidates(paths),
        threads: thread::available_parallelism().map_or(1, NonZeroUsize::get),
        memory: MEMORY,
        options: Options::default(),
        conditions: Conditions::default(),
        only: Vec::new(),
        of_digest: Vec::new(),
        digests: false,
    }
}

/// A condition of the caller's own.
type Condition = Arc<dyn Fn(&Replay<'_>) -> bool + Send + Sync>;
type DigestCondition = Arc<dyn Fn(&Digest) -> bool + Send + Sync>;

/// Replays that are asked the same, with [`collection()`] as the way to one.
///
/// | to get of each | ask |
/// |---|---|
/// | players, map and time | [`meta`](Self::meta) |
/// | columns over time | [`frames`](Self::frames), [`columns`](Self::columns) |
/// | states at given times, or at a fixed rate | [`at`](Self::at) |
/// | events | [`events`](Self::events) |
/// | typed rows | [`rows`](Self::rows) |
/// | goals, kills, misses and what else is worth a look | [`moments`](Self::moments) |
/// | statistics, a row for each player | [`player_stats`](Self::player_stats) |
/// | all of these as JSON, and further answers of its game | [`description`](Self::description), [`ask`](Self::ask) |
/// | who vouches for them | [`verify`](Self::verify) |
/// | anything else | [`each`](Self::each) |
pub struct Collection {
    files: Vec<Candidate>,
    threads: usize,
    memory: u64,
    options: Options,
    conditions: Conditions,
    only: Vec<Condition>,
    of_digest: Vec<DigestCondition>,
    digests: bool,
}

impl fmt::Debug for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collection")
            .field("files", &self.files.len())
            .field("threads", &self.threads)
            .field("memory", &self.memory)
            .field("conditions", &self.conditions)
            .finish_non_exhaustive()
    }
}

/// How the replays are opened.
impl Collection {
    /// By so many threads.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// So many bytes at most for open replays and for answers that nobody has taken yet. One that needs more by itself is opened alone.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Self {
        Self { memory: bytes, ..self }
    }

    /// With options, as [`open_with`](crate::open_with) takes them.
    #[must_use]
    pub fn options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// Every so-many-th file alone, from the one of that number on: part 0 of 4, 1 of 4, 2 of 4 and 3 of 4 are all of them, each once. So tasks and machines share
    /// the work that have nothing else in common.
    #[must_use]
    pub fn part(mut self, number: usize, of: usize) -> Self {
        let every = self.files.into_iter().skip(number).step_by(of.max(1));
        self.files = every.collect();
        self
    }

    /// With the SHA-256 of each file, or of the game's own file that is packed in it, in its [answer](Answer::digest): to name it by, and to ask [without](Self::without) it later. It takes longer than
    /// reading some columns does.
    #[must_use]
    pub fn digests(self) -> Self {
        Self { digests: true, ..self }
    }
}

/// Which of the replays are asked. Names are those of a player, an opponent and so on whatever their case; nothing is decoded to find out.
impl Collection {
    /// Those of this game, e.g. `melee`; of any, if this is called for several.
    #[must_use]
    pub fn game(mut self, game: &str) -> Self {
        self.conditions.games.push(game.to_owned());
        self
    }

    /// Those of a player, by name or by id: a connect code, the id of a platform.
    #[must_use]
    pub fn player(mut self, player: &str) -> Self {
        self.conditions.player = Some(player.to_owned());
        self
    }

    /// Those with somebody on another side, by name or by id.
    #[must_use]
    pub fn opponent(mut self, opponent: &str) -> Self {
        self.conditions.opponent = Some(opponent.to_owned());
        self
    }

    /// Those in which the player, or anybody if none is asked for, plays that character.
    #[must_use]
    pub fn character(mut self, character: &str) -> Self {
        self.conditions.character = Some(character.to_owned());
        self
    }

    /// Those on a map, a stage or an arena, by its name or id.
    #[must_use]
    pub fn map(mut self, map: &str) -> Self {
        self.conditions.map = Some(map.to_owned());
        self
    }

    /// Those that began at this time or later, in seconds since 1970-01-01T00:00:00Z. Replays that do not say when they began are left out.
    #[must_use]
    pub fn since(mut self, seconds: i64) -> Self {
        self.conditions.since = Some(seconds);
        self
    }

    /// Those that began before this time, as [`since`](Self::since).
    #[must_use]
    pub fn until(mut self, seconds: i64) -> Self {
        self.conditions.until = Some(seconds);
        self
    }

    /// Those that meet a condition of one's own.
    #[must_use]
    pub fn only(mut self, condition: impl Fn(&Replay<'_>) -> bool + Send + Sync + 'static) -> Self {
        self.only.push(Arc::new(condition));
        self
    }

    /// Those whose files have other [digests](Self::digests): what was asked before is not asked again. Answers have theirs, to keep.
    #[must_use]
    pub fn without(self, known: impl IntoIterator<Item = Digest>) -> Self {
        let known: HashSet<Digest> = known.into_iter().collect();
        self.only_digests(move |digest| !known.contains(digest))
    }

    /// Those whose files have [digests](Self::digests) that meet a condition: others are read, but not decoded.
    #[must_use]
    pub fn only_digests(
        mut self,
        condition: impl Fn(&Digest) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.of_digest.push(Arc::new(condition));
        self.digests()
    }
}

/// What they are asked.
impl Collection {
    /// Players, setting, time and result of each.
    pub fn meta(self) -> Answers<Meta> {
        self.each(|replay| Ok(replay.meta()))
    }

    /// Columns of the table `frames`, cut to some seconds, as [`Replay::frames`].
    pub fn frames<S: AsRef<str>>(
        self,
        names: impl IntoIterator<Item = S>,
        seconds: impl RangeBounds<f64> + Clone + Send + Sync + 'static,
    ) -> Answers<Columns> {
        self.columns("frames", names, seconds)
    }

    /// Columns of any table, cut to some seconds, as [`Replay::columns`].
    pub fn columns<S: AsRef<str>>(
        self,
        table: &str,
        names: impl IntoIterator<Item = S>,
        seconds: impl RangeBounds<f64> + Clone + Send + Sync + 'static,
    ) -> Answers<Columns> {
        let table = table.to_owned();
        let names: Vec<String> = names.into_iter().map(|name| name.as_ref().to_owned()).collect();
        self.each(move |replay| replay.columns(&table, &names, seconds.clone()))
    }

    /// Columns of a table of states at some times, or at a rate, as [`Replay::at`].
    pub fn at<S: AsRef<str>>(
        self,
        times: impl Into<Times>,
        table: &str,
        names: impl IntoIterator<Item = S>,
    ) -> Answers<Columns> {
        let (times, table) = (times.into(), table.to_owned());
        let names: Vec<String> = names.into_iter().map(|name| name.as_ref().to_owned()).collect();
        self.each(move |replay| replay.at(times.clone(), &table, &names))
    }

    /// All columns of a table of events, as [`Replay::events`].
    pub fn events(self, table: &str) -> Answers<Columns> {
        let table = table.to_owned();
        self.each(move |replay| replay.events(&table))
    }

    /// All rows of a table, each a structure, as [`Replay::rows`].
    pub fn rows<R: TableRow + Send + 'static>(self) -> Answers<Vec<R>> {
        self.each(|replay| replay.rows::<R>())
    }

    /// The moments worth a look.
    pub fn moments(self) -> Answers<Vec<Moment>> {
        self.each(|replay| Ok(replay.moments().to_vec()))
    }

    /// The statistics of each player, a row each: all columns of the table `player_stats`.
    pub fn player_stats(self) -> Answers<Columns> {
        self.each(|replay| replay.all_columns("player_stats", ..))
    }

    /// Each with all its tables as one JSON object, as [`Replay::description`].
    pub fn description(self) -> Answers<String> {
        self.each(|replay| replay.description())
    }

    /// The answer of each to a question, as JSON, as [`Replay::ask`]: `motion` of Beat Saber, say, or `stats`.
    pub fn ask(self, question: &str, given: &[(&str, &str)]) -> Answers<String> {
        let question = question.to_owned();
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        let given: Vec<(String, String)> = given.iter().map(owned).collect();
        self.each(move |replay| {
            let given: Vec<(&str, &str)> =
                given.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            replay.ask(&question, &given)
        })
    }

    /// What the marks of each prove to those who trust some servers, as [`verify`](crate::verify()).
    pub fn verify(self, trust: Trust) -> Answers<Report> {
        self.each_file(move |path, _| verify(path, &trust))
    }

    /// Whatever `ask` works out of each.
    pub fn each<T: Send + 'static>(
        self,
        ask: impl Fn(&Replay<'_>) -> Result<T> + Send + Sync + 'static,
    ) -> Answers<T> {
        self.each_file(move |_, replay| ask(replay))
    }

    fn each_file<T: Send + 'static>(
        mut self,
        ask: impl Fn(&Path, &Replay<'_>) -> Result<T> + Send + Sync + 'static,
    ) -> Answers<T> {
        let numbered: Vec<_> = std::mem::take(&mut self.files).into_iter().enumerate().collect();
        let (files, has_digests) = (numbered.len(), self.digests);
        // Answers wait in the order of their files; those that are taken make room.
        let (send, answers) = sync_channel(1);
        let memory = Arc::new(Memory::new(self.memory));
        thread::spawn(move || {
            let work = |(number, file): &(usize, Candidate)| {
                catch_unwind(AssertUnwindSafe(|| self.answer(*number, file, &memory, &ask)))
            };
            // Nobody waits for answers any more if they cannot be sent.
            let _ =
                in_order(&numbered, self.threads, work, |answer| send.send(answer).map_err(drop));
        });
        Answers { answers, files, has_digests, seen: 0 }
    }
}

/// What a file came to.
struct Done<T> {
    answer: Option<Answer<T>>,
    /// Until it is taken.
    _memory: Taken,
}

impl Collection {
    /// `answer`: none of a file that is not asked.
    fn answer<T>(
        &self,
        number: usize,
        file: &Candidate,
        memory: &Arc<Memory>,
        ask: &impl Fn(&Path, &Replay<'_>) -> Result<T>,
    ) -> Done<T> {
        let head = Head::of(file);
        // What is of another game need not be read.
        let head = head.map(|head| head.filter(|head| self.conditions.may_hold(head.format)));
        let needed = match &head {
            Ok(Some(head)) => cost(head.format, head.length),
            Ok(None) | Err(_) => 0,
        };
        // Also for files that take none: those after them wait for it.
        let taken = memory.take(number, needed);
        let answer = match head {
            Ok(None) => None,
            Ok(Some(_)) => self.ask_file(&file.path, ask),
            Err(reason) => {
                let result = Err(Error::File { path: file.path.clone(), reason });
                Some(Answer { path: file.path.clone(), digest: None, result })
            }
        };
        Done { answer, _memory: taken }
    }

    /// Asks the replay in a file; `None` if it is not wanted.
    fn ask_file<T>(
        &self,
        path: &Path,
        ask: &impl Fn(&Path, &Replay<'_>) -> Result<T>,
    ) -> Option<Answer<T>> {
        let answer = |digest, result| Some(Answer { path: path.to_owned(), digest, result });
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(reason) => {
                return answer(None, Err(Error::File { path: path.to_owned(), reason }));
            }
        };
        let digest_of = |bytes: &[u8]| self.digests.then(|| Digest::of(bytes));
        let is_other = |digest: Option<Digest>| {
            digest.is_some_and(|it| !self.of_digest.iter().all(|holds| holds(&it)))
        };
        // A replay is the same one whether it is packed in a reel or not.
        let is_reel = bytes.starts_with(&MAGIC);
        let of_file = if is_reel { None } else { digest_of(&bytes) };
        if is_other(of_file) {
            return None;
        }
        let replay = match read_named(bytes, path, self.options.clone()) {
            Ok(replay) => replay,
            Err(error) => return answer(of_file, Err(error)),
        };
        let digest = if is_reel { digest_of(replay.bytes()) } else { of_file };
        if is_reel && is_other(digest) {
            return None;
        }
        let is_wanted =
            self.conditions.hold(&replay) && self.only.iter().all(|holds| holds(&replay));
        is_wanted.then(|| answer(digest, ask(path, &replay))).flatten()
    }
}

/// How a file begins.
struct Head {
    /// What it begins like; `None` of a reel, and of what no format begins like.
    format: Option<&'static FormatInfo>,
    length: u64,
}

impl Head {
    /// `None` of a file that is passed over.
    fn of(file: &Candidate) -> io::Result<Option<Self>> {
        let is_skipped = || file.is_skipped(has_name_of_replay);
        match &file.origin {
            Origin::Trouble(_) if is_skipped() => return Ok(None),
            Origin::Trouble(error) => return Err(io::Error::new(error.kind(), error.to_string())),
            Origin::Named | Origin::Found => {}
        }
        let mut source = File::open(&file.path)?;
        let length = source.metadata()?.len();
        let mut bytes = Vec::new();
        (&mut source).take(PROBE_LENGTH as u64).read_to_end(&mut bytes)?;
        let format = probe(&bytes);
        let is_known = format.is_some() || bytes.starts_with(&MAGIC);
        Ok((is_known || !is_skipped()).then_some(Self { format, length }))
    }
}

fn has_name_of_replay(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| {
        is_replay_extension(extension) || extension.eq_ignore_ascii_case("reel")
    })
}

/// The answer of one replay.
#[derive(Debug)]
#[non_exhaustive]
pub struct Answer<T> {
    /// The file.
    pub path: PathBuf,
    /// Its SHA-256, of a reel that of the game's own file in it, if the collection gives [digests](Collection::digests); `None` of a file that cannot be read.
    pub digest: Option<Digest>,
    /// What it says, or why it says nothing.
    pub result: Result<T>,
}

/// The answers of a collection, in the order of paths, each as soon as it and all before it are there. Dropped, it ends the work.
pub struct Answers<T> {
    answers: Receiver<thread::Result<Done<T>>>,
    files: usize,
    has_digests: bool,
    seen: usize,
}

impl<T> Answers<T> {
    /// How many files were looked at, and how many there are: those that are passed over are among them.
    pub const fn progress(&self) -> (usize, usize) {
        (self.seen, self.files)
    }

    /// Whether each has the [digest](Answer::digest) of its file.
    pub const fn has_digests(&self) -> bool {
        self.has_digests
    }
}

impl<T> fmt::Debug for Answers<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answers").field("seen", &self.seen).field("files", &self.files).finish()
    }
}

impl<T> Iterator for Answers<T> {
    type Item = Answer<T>;

    fn next(&mut self) -> Option<Answer<T>> {
        loop {
            // A panic of the caller's own work goes on here.
            let done = self.answers.recv().ok()?.unwrap_or_else(|panic| resume_unwind(panic));
            self.seen = self.seen.saturating_add(1);
            if done.answer.is_some() {
                return done.answer;
            }
        }
    }
}
