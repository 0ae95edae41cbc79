//! Changed copies of a replay. Each is a replay as the game writes them; the original stays as it is.

use ghostreel_formats::core::redact::Removals;
use ghostreel_formats::core::{DecodeOptions, Outcome};
use ghostreel_formats::{AnyReplay, AnyView, Options, json, open_with};

use crate::{Error, Replay, Result};

/// What to change, so far in Rocket League's replays.
///
/// ```
/// use ghostreel::Edits;
///
/// let bytes = ghostreel::sample("rocket-league", None, 1).expect("a game that is known");
/// let replay = ghostreel::read(&bytes[..], &ghostreel::Options::default())?;
/// let old = &replay.meta().players[0].name;
/// let edits = Edits { rename: vec![(old.clone(), "Anonymous".to_owned())], ..Edits::default() };
/// let copy = ghostreel::read(replay.edited(&edits)?.bytes, &ghostreel::Options::default())?;
/// assert_eq!(copy.meta().players[0].name, "Anonymous");
/// # Ok::<(), ghostreel::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edits {
    /// Players' names, each with the one that it becomes everywhere.
    pub rename: Vec<(String, String)>,
    /// Keep what happens from this second on, since the first frame. The copy begins at the last keyframe that is not later: only there a replay says
    /// everything. They are some ten seconds apart.
    pub from: Option<f32>,
    /// Keep what happens up to this second.
    pub to: Option<f32>,
    /// Leave out all actors of these objects.
    pub drop: Vec<String>,
}

/// A changed copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// The file.
    pub bytes: Vec<u8>,
    /// The number of places of each name that was changed.
    pub renamed: Vec<usize>,
    /// The number of actors that each left out object had.
    pub dropped: Vec<usize>,
    /// The number of frames that are left.
    pub frames: usize,
}

/// A copy without names, ids, hardware and exact dates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redacted {
    /// The file.
    pub bytes: Vec<u8>,
    /// What was taken out.
    pub removals: Removals,
}

impl Replay<'_> {
    /// A changed copy.
    ///
    /// # Errors
    /// If the replay is damaged, its game's cannot be edited, it has no such player, object or time, or what is left is no whole replay.
    pub fn edited(&self, edits: &Edits) -> Result<Edited> {
        edits.of(self.as_any(), &self.options)
    }

    /// A copy that does not say who played, when, and on what. The motion and the inputs stay, and they identify who played: see docs/recording.md.
    ///
    /// ```
    /// let bytes = ghostreel::sample("melee", None, 1).expect("a game that is known");
    /// let replay = ghostreel::read(&bytes[..], &ghostreel::Options::default())?;
    /// let copy = ghostreel::read(replay.redacted()?.bytes, &ghostreel::Options::default())?;
    /// assert!(copy.meta().players.iter().all(|player| player.id.is_none()));
    /// # Ok::<(), ghostreel::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the replay is damaged, or a part of it was not understood, in which names would stay.
    pub fn redacted(&self) -> Result<Redacted> {
        Redacted::of(self.as_any(), &self.options)
    }
}

impl Edits {
    /// The changed copy of a replay that was opened with these options.
    ///
    /// # Errors
    /// As [`Replay::edited`].
    pub fn of(&self, view: &AnyView<'_>, options: &Options) -> Result<Edited> {
        let AnyReplay::Rlreplay(mut replay) = whole(view)? else {
            return Err(Error::NotEdited { game: view.format().game_name });
        };
        let mut renamed = Vec::new();
        for (old, new) in &self.rename {
            match replay.rename(old, new) {
                0 => return Err(Error::NoPlayer { name: old.clone() }),
                places => renamed.push(places),
            }
        }
        if self.from.is_some() || self.to.is_some() {
            let start = view.timeline().column("frames.time")?;
            let start = start.as_f32().and_then(|times| times.first().copied()).unwrap_or(0.0);
            let from = self.from.map_or(f32::NEG_INFINITY, |from| start + from);
            replay.cut(from, self.to.map_or(f32::INFINITY, |to| start + to))?;
        }
        let mut dropped = Vec::new();
        for object in &self.drop {
            match replay.drop_actors(|name| name == object)? {
                0 => return Err(Error::NoObject { name: object.clone() }),
                count => dropped.push(count),
            }
        }
        replay.update_derived()?;
        let frames = replay.header.properties.int("NumFrames").unwrap_or(0);
        let frames = usize::try_from(frames).unwrap_or(0);
        let bytes = readable(AnyReplay::Rlreplay(replay).encode(), options)?;
        Ok(Edited { bytes, renamed, dropped, frames })
    }
}

impl Redacted {
    /// The redacted copy of a replay that was opened with these options.
    ///
    /// # Errors
    /// As [`Replay::redacted`].
    pub fn of(view: &AnyView<'_>, options: &Options) -> Result<Self> {
        let mut replay = whole(view)?;
        let removals = replay.redact()?;
        Ok(Self { bytes: readable(replay.encode(), options)?, removals })
    }
}

/// Makes a file of the JSON that [`Replay::write_json`] wrote. JSON that was not changed gives the same bytes, also of a damaged file.
///
/// ```
/// let bytes = ghostreel::sample("beat-saber", Some("small"), 1).expect("a game that is known");
/// let mut json = Vec::new();
/// ghostreel::read(&bytes[..], &ghostreel::Options::default())?.write_json(&mut json)?;
/// assert_eq!(ghostreel::from_json(&json)?, bytes);
/// # Ok::<(), ghostreel::Error>(())
/// ```
///
/// # Errors
/// If it is not such JSON, or lacks something that the file needs.
pub fn from_json(json: &[u8]) -> Result<Vec<u8>> {
    Ok(json::read(json)?.encode())
}

/// The replay as plain data, if nothing is wrong with it.
fn whole(view: &AnyView<'_>) -> Result<AnyReplay> {
    if view.outcome() != Outcome::Ok {
        return Err(Error::Damaged);
    }
    Ok(view.to_replay()?)
}

/// A file that cannot be read again is useless, and is not given.
fn readable(bytes: Vec<u8>, options: &Options) -> Result<Vec<u8>> {
    let strict = Options { decode: DecodeOptions::STRICT, ..options.clone() };
    match open_with(&bytes[..], &strict) {
        Ok(_) => Ok(bytes),
        Err(reason) => Err(Error::Changes(reason)),
    }
}
