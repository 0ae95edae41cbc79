//! An opened replay.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io;
use std::path::Path;

use ghostreel_analysis::{Analysis, Moment, Statistics};
use ghostreel_formats::core::{Diagnostic, FormatInfo, Outcome};
use ghostreel_formats::json::{self, LaterTables};
use ghostreel_formats::timeline::{Meta, Schema, TableRow, Timeline};
use ghostreel_formats::{AnyView, CODECS, GameView, Options, open_with as decode};
use ghostreel_reel::preamble::MAGIC;
use ghostreel_reel::{Level, Original, Reel};

use crate::{Error, Result};

/// Opens a replay file, or the game's own file that is packed in a reel. It reads a damaged one as far as possible.
///
/// ```no_run
/// let replay = ghostreel::open("game.slp")?;
/// println!("{} seconds", replay.meta().duration_s);
/// # Ok::<(), ghostreel::Error>(())
/// ```
///
/// # Errors
/// If the file cannot be read, no format is known that begins like this, or nothing of the replay can be read.
pub fn open(path: impl AsRef<Path>) -> Result<Replay<'static>> {
    open_with(path, Options::default())
}

/// Opens a file with options: strictly, metered, or with options of its format.
///
/// ```no_run
/// use ghostreel::{DecodeOptions, Options};
///
/// let strictly = Options { decode: DecodeOptions::STRICT, ..Options::default() };
/// let replay = ghostreel::open_with("match.replay", strictly)?;
/// # Ok::<(), ghostreel::Error>(())
/// ```
///
/// # Errors
/// As [`open`]; strictly, also on any damage.
pub fn open_with(path: impl AsRef<Path>, options: Options) -> Result<Replay<'static>> {
    let path = path.as_ref();
    let bytes =
        std::fs::read(path).map_err(|reason| Error::File { path: path.to_owned(), reason })?;
    read_named(bytes, path, options)
}

/// The replay of a file of that name: some formats have facts in it that are not in the file.
pub(crate) fn read_named(bytes: Vec<u8>, path: &Path, options: Options) -> Result<Replay<'static>> {
    let of_path = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let (bytes, of_reel) = original(bytes.into())?;
    let name = of_reel.as_deref().unwrap_or(of_path);
    Ok(Replay::new(decode(bytes, &options)?.with_file_name(name), options))
}

/// Opens a replay that is in memory: bytes that are lent are not copied.
///
/// ```
/// let bytes = ghostreel::sample("melee", None, 1).expect("a game that is known");
/// let replay = ghostreel::read(&bytes, &ghostreel::Options::default())?;
/// assert_eq!(replay.format().id, "slp");
/// # Ok::<(), ghostreel::Error>(())
/// ```
///
/// # Errors
/// As [`open_with`], but for the file.
pub fn read<'a>(bytes: impl Into<Cow<'a, [u8]>>, options: &Options) -> Result<Replay<'a>> {
    let (bytes, name) = original(bytes.into())?;
    let view = decode(bytes, options)?;
    let view = match name {
        Some(name) => view.with_file_name(&name),
        None => view,
    };
    Ok(Replay::new(view, options.clone()))
}

/// The game's own file, and what a reel that it came in says that it was called.
fn original(bytes: Cow<'_, [u8]>) -> Result<(Cow<'_, [u8]>, Option<String>)> {
    if !bytes.starts_with(&MAGIC) {
        return Ok((bytes, None));
    }
    let reel = Reel::open(&bytes)?;
    // The reel's own tables are read by the crate for reels.
    let original = reel.whole_original(CODECS)?.ok_or(Error::NoOriginal)?;
    let declared = reel.header().original().map(|(_, declared)| declared.file.clone());
    Ok((Cow::Owned(original), declared.filter(|name| !name.is_empty())))
}

/// An opened replay of whatever game.
///
/// Opening reads a replay's metadata and the places of its parts; the rest is decoded when it is asked for, and Rocket League's
/// network stream once for all.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    pub(crate) analysis: Analysis<'a>,
    pub(crate) options: Options,
}

impl<'a> Replay<'a> {
    fn new(view: AnyView<'a>, options: Options) -> Self {
        Self { analysis: Analysis::new(view), options }
    }

    /// The format: its names, those of its game, its file name extensions.
    pub fn format(&self) -> &'static FormatInfo {
        self.analysis.view().format()
    }

    /// Version of the format.
    pub fn version(&self) -> String {
        self.analysis.view().version()
    }

    /// Players, setting, time and result, in the same words for every game.
    pub fn meta(&self) -> Meta {
        self.analysis.view().meta()
    }

    /// Players, setting, time and result, oddities and losses, and every table with its columns, as one JSON object: `docs/json.md` has its members.
    /// Nothing is decoded for it, so each table's `rows` is null.
    ///
    /// # Errors
    /// None that a replay could cause.
    pub fn description(&self) -> Result<String> {
        let timeline = self.timeline();
        let schemas: Vec<&Schema> = timeline.tables().iter().map(|table| table.schema()).collect();
        let alone = Timeline::new(self.meta(), Vec::new(), None);
        let later = LaterTables { schemas: &schemas, moment_kinds: self.analysis.moment_kinds() };
        let described = json::describe(&alone, self.diagnostics(), Some(later));
        Ok(serde_json::to_string(&described).map_err(json::JsonError::from)?)
    }

    /// Oddities and losses, in the order of the file. Each displays as one sentence with its place.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.analysis.view().diagnostics()
    }

    /// Whether anything was lost.
    pub fn outcome(&self) -> Outcome {
        self.analysis.view().outcome()
    }

    /// The file's bytes, as they were read; of a reel, those of the game's own file in it.
    pub fn bytes(&self) -> &[u8] {
        self.analysis.view().bytes()
    }

    /// The replay as named tables of columns: what [`frames`](Self::frames), [`columns`](Self::columns) and
    /// [`events`](Self::events) read. Each table's schema says what its columns are called, hold and mean.
    pub fn timeline(&self) -> Timeline<'_> {
        self.analysis.timeline()
    }

    /// All rows of a table, each a structure: [`melee::FrameRow`](crate::melee), [`rocket_league::GoalRow`](crate::rocket_league),
    /// [`beat_saber::Note`](crate::beat_saber), [`Moment`] and so on, one or more types for each table.
    ///
    /// ```
    /// use ghostreel::rocket_league::{GoalRow, PlayerRow};
    ///
    /// let bytes = ghostreel::sample("rocket-league", None, 1).expect("a game that is known");
    /// let replay = ghostreel::read(&bytes, &ghostreel::Options::default())?;
    /// let players = replay.rows::<PlayerRow>()?;
    /// for goal in replay.rows::<GoalRow>()? {
    ///     let scorer = goal.player.map(|player| players[player.place()].name.to_string());
    ///     println!("{:?} s left: {scorer:?}", goal.clock);
    /// }
    /// # Ok::<(), ghostreel::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the replay has no such table, as those of other games, or its meter was cancelled.
    pub fn rows<R: TableRow>(&self) -> Result<Vec<R>> {
        self.rows_of(R::TABLE)
    }

    /// As [`rows`](Self::rows), of a table by its name: Rocket League's `cars` and `ball` have rows of one type.
    ///
    /// # Errors
    /// As [`rows`](Self::rows), or if the table's rows are of another type.
    pub fn rows_of<R: 'static>(&self, table: &str) -> Result<Vec<R>> {
        Ok(self.timeline().table(table)?.typed_rows()?)
    }

    /// The quality of their play, under the names that each game's field uses; `None` if there are no statistics of the game.
    /// Counted once, when it is first asked for.
    pub fn stats(&self) -> Option<&Statistics> {
        self.analysis.stats()
    }

    /// Moments worth a look, by time: goals, kills, misses and more. They are the rows of the table `moments`.
    pub fn moments(&self) -> &[Moment] {
        self.analysis.moments()
    }

    /// Why there are more moments than are listed, where there are: no game that was ever played has so many.
    pub fn moments_limit(&self) -> Option<&str> {
        self.analysis.moments_limit()
    }

    /// Answers, as JSON, a question that the game's replays answer: [`questions`](crate::analysis::questions) lists them. `given` are names and
    /// values.
    ///
    /// ```
    /// let bytes = ghostreel::sample("melee", None, 1).expect("a game that is known");
    /// let replay = ghostreel::read(&bytes, &ghostreel::Options::default())?;
    /// assert!(replay.ask("ending", &[])?.starts_with(r#"{"headline":"#));
    /// # Ok::<(), ghostreel::Error>(())
    /// ```
    ///
    /// # Errors
    /// If they do not answer it, or not with the given values.
    pub fn ask(&self, question: &str, given: &[(&str, &str)]) -> Result<String> {
        Ok(self.analysis.ask(question, given)?)
    }

    /// Writes the whole replay as JSON, record by record; `docs/json.md` lists the members.
    ///
    /// # Errors
    /// If `out` fails, or the replay's meter was cancelled.
    pub fn write_json(&self, out: impl io::Write) -> Result<()> {
        Ok(json::write(self.analysis.view(), out, false)?)
    }

    /// The file made whole: without unreadable parts, and with true counts, lengths and checksums. Opened strictly with
    /// the same options, nothing of it is lost. `None` if nothing is wrong with it.
    ///
    /// ```
    /// use ghostreel::{Options, Outcome, read};
    ///
    /// let bytes = ghostreel::sample("beat-saber", None, 1).expect("a game that is known");
    /// let damaged = read(&bytes[..300_000], &Options::default())?;
    /// assert_eq!(damaged.outcome(), Outcome::Recovered);
    ///
    /// let whole = damaged.repaired()?.expect("something is lost");
    /// assert_eq!(read(whole, &Options::default())?.outcome(), Outcome::Ok);
    /// # Ok::<(), ghostreel::Error>(())
    /// ```
    ///
    /// # Errors
    /// If no replay is left that can be read, or the meter was cancelled.
    pub fn repaired(&self) -> Result<Option<Vec<u8>>> {
        Ok(self.analysis.view().repaired(&self.options)?)
    }

    /// The replay's own file packed into a reel, from which it comes back to the byte. `file` is what it is called in there.
    ///
    /// ```
    /// use ghostreel::{Level, Options, read};
    ///
    /// let bytes = ghostreel::sample("melee", None, 1).expect("a game that is known");
    /// let replay = read(&bytes[..], &Options::default())?;
    /// let reel = replay.packed("game.slp", Level::Fast)?;
    /// assert!(reel.len() < bytes.len() / 3);
    /// assert_eq!(read(reel, &Options::default())?.bytes(), bytes);
    /// # Ok::<(), ghostreel::Error>(())
    /// ```
    ///
    /// # Errors
    /// If what was packed does not come back to the byte, which is our own mistake.
    pub fn packed(&self, file: &str, level: Level) -> Result<Vec<u8>> {
        let format = self.format();
        let original =
            Original { format: format.id.to_owned(), file: file.to_owned(), ..Original::default() };
        let codec = ghostreel_formats::codec(format.id);
        Ok(ghostreel_reel::pack(format.game, original, self.bytes(), level, codec)?)
    }

    /// Decodes now, by so many threads, what would be decoded by one when it is first asked for: Rocket League's network stream
    /// (see [`threads`](crate::threads)). The outcome is the same. Replays of other games have nothing of the kind.
    #[cfg(not(target_family = "wasm"))]
    pub fn decode_with(&self, threads: usize) {
        if let GameView::Rlreplay(view) = self.analysis.view().game_view() {
            crate::threads::decode_with(view, threads);
        }
    }

    /// The view that the other crates take.
    pub fn as_any(&self) -> &AnyView<'a> {
        self.analysis.view()
    }
}

/// The view of one game.
macro_rules! views {
    ($($as:ident gives $format:ident in $module:ident, $doc:literal;)*) => {
        impl<'a> Replay<'a> {$(
            #[doc = $doc]
            ///
            /// # Errors
            /// If the replay is of another game.
            pub fn $as(&self) -> Result<&ghostreel_formats::$module::View<'a>> {
                use ghostreel_formats::core::Format;
                match self.analysis.view().game_view() {
                    GameView::$format(view) => Ok(view),
                    _ => Err(Error::OtherFormat {
                        wanted: ghostreel_formats::$module::$format::INFO.id,
                        found: self.format(),
                    }),
                }
            }
        )*}
    };
}

views! {
    as_bsor gives Bsor in bsor,
        "Beat Saber's replay in its own terms, those of BSOR for its other formats, too: `rows::<Frame>()`, `rows::<Note>()` and more.";
    as_slp gives Slp in slp,
        "Melee's replay in its own terms: `rows::<PostFrame>()`, `rows::<ItemUpdate>()` and more.";
    as_rlreplay gives Rlreplay in rlreplay,
        "Rocket League's replay in its own terms: `rows::<GoalRow>()`, `rows::<PlayerRow>()` and more.";
}
