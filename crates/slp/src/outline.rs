//! Both ends of a file, read without the frames between them.

use std::ops::Range;

use ghostreel_core::{DecodeOptions, Record, Result};

use crate::head::Head;
use crate::layout::{GameEnd, GameStart, PayloadSizes, command, frame_number};
use crate::limits;
use crate::model::{Member, Wrapper};
use crate::ubjson::UbjsonValue;
use crate::version::Version;
use crate::view::View;

/// Sizes of events, Game Start, Game End and metadata of a file. Reading them takes microseconds, however long the game was.
///
/// The length of `raw` leads to the end of the events, where Game End is. Where that does not hold, as in a game that
/// still goes on, the events are walked over as by [`View::open`]. Damage between the two ends goes unnoticed.
///
/// ```
/// use ghostreel_slp::{Outline, encode, sample};
///
/// let bytes = encode(&sample::generate(&sample::Options::default()));
/// let outline = Outline::read(&bytes)?;
/// assert_eq!(outline.version().to_string(), "3.18.0");
/// assert_eq!(outline.game_start().unwrap().players().len(), 2);
/// assert_eq!(outline.game_end().unwrap().method_name(), "no contest");
/// assert_eq!(outline.metadata().unwrap().get("playedOn").unwrap().as_text().unwrap(), "dolphin");
/// # Ok::<(), ghostreel_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Outline<'a> {
    bytes: &'a [u8],
    wrapper: Wrapper,
    sizes: PayloadSizes,
    start: Option<Range<usize>>,
    end: Option<Range<usize>>,
    members: Vec<Member>,
}

impl<'a> Outline<'a> {
    /// Reads both ends of a file.
    ///
    /// # Errors
    /// If the head of the file or the payload sizes cannot be read.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        let head = Head::read(bytes)?;
        Self::of_ends(bytes, &head).map_or_else(|| Self::of_walk(bytes), Ok)
    }

    /// The outline by the length of `raw`; `None` if it does not lead to where the events surely end.
    fn of_ends(bytes: &'a [u8], head: &Head) -> Option<Self> {
        let start = event_at(bytes, &head.sizes, head.events, command::GAME_START)?;
        let size = head.sizes.event_size(command::GAME_END)?;
        let is_end = |at: usize| bytes.get(at) == Some(&command::GAME_END);
        // Where there are two Game Ends, the length may count one of them only.
        let mut trailer = usize::try_from(head.declared_end?).ok()?;
        while is_end(trailer) {
            trailer = trailer.checked_add(size)?;
        }
        if may_end_with_another(bytes, &head.sizes, trailer) {
            return None;
        }
        // The first counts.
        let mut at = trailer;
        while let Some(before) = at.checked_sub(size).filter(|&at| at >= start.end && is_end(at)) {
            at = before;
        }
        (at < trailer).then_some(Self {
            bytes,
            wrapper: head.wrapper,
            sizes: head.sizes.clone(),
            start: Some(start),
            end: Some(at..at.checked_add(size)?),
            members: members_at(bytes, trailer)?,
        })
    }

    /// The outline by a walk over all events.
    fn of_walk(bytes: &'a [u8]) -> Result<Self> {
        let view = View::open(bytes, &DecodeOptions::RECOVER)?;
        Ok(Self {
            bytes,
            wrapper: view.wrapper(),
            sizes: view.payload_sizes().clone(),
            start: view.first_range(command::GAME_START),
            end: view.first_range(command::GAME_END),
            members: view.members().to_vec(),
        })
    }

    /// How the file begins.
    pub fn wrapper(&self) -> Wrapper {
        self.wrapper
    }

    /// The sizes of the events.
    pub fn payload_sizes(&self) -> &PayloadSizes {
        &self.sizes
    }

    /// Game Start; `None` if the file has none.
    pub fn game_start(&self) -> Option<GameStart<'a>> {
        self.bytes.get(self.start.clone()?).map(GameStart::new)
    }

    /// Version of the recorder; 0.0.0 without Game Start.
    pub fn version(&self) -> Version {
        self.game_start().map(|start| start.version()).unwrap_or_default()
    }

    /// Game End, the first where a file has two; `None` if the file has none.
    pub fn game_end(&self) -> Option<GameEnd> {
        self.bytes.get(self.end.clone()?).and_then(GameEnd::read)
    }

    /// The members after the events.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The metadata: when and where the game was played, and by whom; `None` if the file has none.
    pub fn metadata(&self) -> Option<&UbjsonValue> {
        Member::find(&self.members, "metadata")
    }
}

/// Where the event at `at` is, if it is of that command and whole.
fn event_at(bytes: &[u8], sizes: &PayloadSizes, at: usize, code: u8) -> Option<Range<usize>> {
    let range = at..at.checked_add(sizes.event_size(code)?)?;
    (bytes.get(range.clone())?.first() == Some(&code)).then_some(range)
}

/// The members from `at` on, if there is the metadata or none, and then the end of the file.
fn members_at(bytes: &[u8], at: usize) -> Option<Vec<Member>> {
    let (b'}', rest) = bytes.get(at..)?.split_last()? else { return None };
    let is_known = rest.is_empty() || rest.starts_with(b"U\x08metadata");
    let fits = is_known && rest.len() <= limits::METADATA;
    fits.then(|| Member::read_all(rest).ok()).flatten()
}

/// Whether the bytes in front of `end` could be an event about a frame: then what looks like a Game End may be the last
/// bytes of it.
fn may_end_with_another(bytes: &[u8], sizes: &PayloadSizes, end: usize) -> bool {
    /// The numbers of the frames of a day's play.
    const FRAMES: Range<i32> = -123..24 * 60 * 60 * 60;
    /// Sizes of events that have room for a frame number.
    const SIZES: Range<usize> = 6..usize::MAX;
    sizes.entries.iter().any(|&(code, size)| {
        let size = usize::from(size).saturating_add(1);
        let at = end.saturating_sub(size);
        SIZES.contains(&size)
            && code != command::GAME_END
            && event_at(bytes, sizes, at, code)
                .and_then(|range| frame_number(bytes.get(range)?))
                .is_some_and(|frame| FRAMES.contains(&frame))
    })
}
