//! The way through a file, one step at a time. Whole files and streams both go it, so they cannot disagree.

mod resume;
mod trouble;

use ghostreel_core::work::Meter;
use ghostreel_core::{DecodeOptions, Diagnostic, Diagnostics, Fault, Mode, Result};

use crate::cursor::{Cursor, Parsed, Place, Stop, is_space, unescape};
use crate::layout::{
    Findings, FramePlaces, HeightPlaces, INFO_MEMBERS, Info, InfoPlaces, NO_PLACES, SectionId,
    read_frame, read_height, read_info,
};
use crate::{Frame, Height, number};
use trouble::found_text;

/// The content at the scanner's position. Places count from where the step begins.
pub(crate) enum Step {
    /// More bytes are needed to decide.
    NeedMore,
    /// Bytes without a value: punctuation, members that the format does not know, and what damage has left.
    Between { length: usize },
    /// The info.
    Info { info: Box<Info>, places: Box<InfoPlaces>, length: usize },
    /// The beginning of a list.
    Section { id: SectionId, length: usize },
    /// The next element of a list.
    Item { id: SectionId, item: Item, length: usize },
    /// The end.
    End,
}

/// An element of a list and where its values stand.
pub(crate) enum Item {
    /// An element of `frames`. [`Scanner::frame_places`] has the places of its values.
    Frame(Frame),
    /// An element of `scores` or `combos`.
    Whole { value: i32, place: Place },
    /// An element of `noteTime`.
    Float { value: f32, place: Place },
    /// An element of `noteInfos`.
    Text { text: String, place: Place },
    /// An element of `dynamicHeight`.
    Height { height: Height, places: HeightPlaces },
}

impl Step {
    /// Bytes that the step takes up.
    pub(crate) fn length(&self) -> usize {
        match *self {
            Self::NeedMore | Self::End => 0,
            Self::Between { length }
            | Self::Info { length, .. }
            | Self::Section { length, .. }
            | Self::Item { length, .. } => length,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// In front of the object.
    Start,
    /// In front of a member, or of the end of the object. `first`: no comma is between.
    Member {
        first: bool,
    },
    /// In front of an element, or of the end of the list. `first`: no comma is between.
    Element {
        id: SectionId,
        first: bool,
    },
    /// In the info, after its last whole member.
    DamagedInfo {
        stop: Stop,
    },
    /// After damage, which was in this section if it was in one.
    Lost {
        section: Option<SectionId>,
    },
    /// After the object.
    AfterObject,
    /// All that follows is left unread.
    Tail,
    End,
}

/// Walks through a file. The bytes are the caller's: each step looks at those from the scanner's position on.
#[derive(Clone, Debug)]
pub(crate) struct Scanner {
    mode: Mode,
    meter: Option<Meter>,
    state: State,
    position: u64,
    /// With fewer bytes than this nothing new could be decided.
    enough: usize,
    /// Bytes that the meter does not know of yet.
    unreported: usize,
    /// Whether anything of a replay was read.
    is_replay: bool,
    seen: [bool; SectionId::ALL.len()],
    counts: [usize; SectionId::ALL.len()],
    /// The findings of the last step besides values.
    findings: Findings,
    frame_places: FramePlaces,
    diagnostics: Diagnostics,
}

impl Scanner {
    pub(crate) fn new(options: &DecodeOptions) -> Self {
        Self {
            mode: options.mode,
            meter: options.meter.clone(),
            state: State::Start,
            position: 0,
            enough: 0,
            unreported: 0,
            is_replay: false,
            seen: Default::default(),
            counts: Default::default(),
            findings: Findings::default(),
            frame_places: NO_PLACES,
            diagnostics: Diagnostics::default(),
        }
    }

    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    pub(crate) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics.into_vec()
    }

    /// Where the values of the last frame stand.
    pub(crate) fn frame_places(&self) -> &FramePlaces {
        &self.frame_places
    }

    /// The findings of the last step besides values.
    pub(crate) fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Looks at `bytes`, which begin at the scanner's position, and moves past its finding.
    /// `complete`: there are no bytes after these.
    pub(crate) fn step(&mut self, bytes: &[u8], complete: bool) -> Result<Step> {
        if bytes.len() < self.enough && !complete {
            return Ok(Step::NeedMore);
        }
        self.findings = Findings::default();
        let step = self.next(bytes, complete)?;
        // Twice as many bytes, so that a long value in small pieces is not read again for each of them.
        let needs_more = matches!(step, Step::NeedMore);
        self.enough = if needs_more { bytes.len().saturating_mul(2) } else { 0 };
        self.position = self.position.saturating_add(step.length() as u64);
        self.report(step.length());
        Ok(step)
    }

    fn next(&mut self, bytes: &[u8], complete: bool) -> Result<Step> {
        let is_open = !matches!(self.state, State::Tail | State::End);
        if is_open && self.meter.as_ref().is_some_and(Meter::is_cancelled) {
            let found = "decoding was cancelled; what follows is kept unread";
            self.damage(Fault::Limit, 0, "file", "time to read the file", found)?;
            self.state = State::Tail;
        }
        let mut cursor = Cursor::new(bytes);
        let (parsed, section) = match self.state {
            State::Start => return self.start(bytes, complete),
            State::Lost { section } => return Ok(self.resume(section, bytes, complete)),
            State::AfterObject => return self.after_object(bytes, complete),
            State::Tail if !complete => return Ok(Step::NeedMore),
            State::Tail if !bytes.is_empty() => return Ok(Step::Between { length: bytes.len() }),
            State::Tail => return self.end(),
            State::End => return Ok(Step::End),
            State::Member { first } => (self.member(&mut cursor, first, complete), None),
            State::Element { id, first } => (self.element(&mut cursor, id, first), Some(id)),
            State::DamagedInfo { stop } => (Err(stop), Some(SectionId::Info)),
        };
        match parsed {
            Ok(step) => {
                self.report_findings(&step, section, bytes)?;
                Ok(step)
            }
            Err(Stop::End) if !complete => Ok(Step::NeedMore),
            Err(stop) => {
                self.lose_the_way(stop, section, bytes)?;
                Ok(Step::Between { length: 0 })
            }
        }
    }

    fn start(&mut self, bytes: &[u8], complete: bool) -> Result<Step> {
        const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
        let body = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        let space = body.iter().take_while(|byte| is_space(**byte)).count();
        let found = body.get(space).copied();
        if !complete && (found.is_none() || BYTE_ORDER_MARK.starts_with(bytes)) {
            return Ok(Step::NeedMore);
        }
        if found != Some(b'{') {
            let fault = if found.is_none() { Fault::Truncated } else { Fault::Malformed };
            return Err(self.error(fault, 0, "file", "an object in JSON", found_text(found)));
        }
        self.state = State::Member { first: true };
        let before = bytes.len().saturating_sub(body.len()).saturating_add(space);
        Ok(Step::Between { length: before.saturating_add(1) })
    }

    /// Reads a member of the object, of a list only the beginning.
    fn member(&mut self, cursor: &mut Cursor<'_>, first: bool, complete: bool) -> Parsed<Step> {
        if cursor.takes(b'}')? {
            self.state = State::AfterObject;
            return Ok(Step::Between { length: cursor.position() });
        }
        if !first {
            cursor.take(b',', "a comma or the end of the object")?;
        }
        let name = cursor.text("the name of a member")?;
        cursor.take(b':', "a colon")?;
        let bracket = cursor.peek()?;
        let id = SectionId::from_name(cursor.bytes(&name)).filter(|id| !self.has_seen(*id));
        match id {
            Some(SectionId::Info) if bracket == b'{' => self.info(cursor, complete),
            Some(id) if bracket == id.bracket() => {
                cursor.take(b'[', "a list")?;
                self.see(id);
                self.is_replay = true;
                self.state = State::Element { id, first: true };
                Ok(Step::Section { id, length: cursor.position() })
            }
            _ => {
                let at = cursor.position();
                let value = cursor.skip()?;
                match id {
                    Some(id) => self.findings.wrong.push((at, id.name())),
                    None => self.findings.add_unknown(name, value),
                }
                self.state = State::Member { first: false };
                Ok(Step::Between { length: cursor.position() })
            }
        }
    }

    /// Reads the info. If it is damaged, its members before the damage are kept.
    fn info(&mut self, cursor: &mut Cursor<'_>, complete: bool) -> Parsed<Step> {
        let mut info = Box::<Info>::default();
        let mut places = Box::new([const { None }; INFO_MEMBERS.len()]);
        let mut done = 0;
        let read = read_info(cursor, &mut info, &mut places, &mut self.findings, &mut done);
        let length = match read {
            Ok(()) => {
                self.state = State::Member { first: false };
                cursor.position()
            }
            Err(Stop::End) if !complete => return Err(Stop::End),
            Err(stop) if done == 0 => {
                // It is not looked for again.
                self.see(SectionId::Info);
                return Err(stop);
            }
            Err(stop) => {
                let stop = match stop {
                    Stop::End => stop,
                    Stop::Odd { at, expected } => {
                        Stop::Odd { at: at.saturating_sub(done), expected }
                    }
                };
                self.state = State::DamagedInfo { stop };
                done
            }
        };
        self.see(SectionId::Info);
        self.is_replay = true;
        Ok(Step::Info { info, places, length })
    }

    /// Reads an element of a list.
    fn element(&mut self, cursor: &mut Cursor<'_>, id: SectionId, first: bool) -> Parsed<Step> {
        if cursor.takes(b']')? {
            self.state = State::Member { first: false };
            return Ok(Step::Between { length: cursor.position() });
        }
        if !first {
            cursor.take(b',', "a comma or the end of the list")?;
        }
        cursor.peek()?;
        let at = cursor.position();
        // Nothing is changed before all bytes are known to be there.
        let item = match self.item(cursor, id)? {
            Ok(item) => item,
            Err(expected) => {
                // Elements of the other lists belong together by their place, so none may be left out.
                let is_left_out = matches!(id, SectionId::Frames | SectionId::DynamicHeight);
                if !is_left_out {
                    cursor.skip_rest_of_list()?;
                }
                self.state = if is_left_out {
                    State::Element { id, first: false }
                } else {
                    State::Member { first: false }
                };
                self.findings.lost = Some((at, expected));
                return Ok(Step::Between { length: cursor.position() });
            }
        };
        self.state = State::Element { id, first: false };
        self.add(id);
        Ok(Step::Item { id, item, length: cursor.position() })
    }

    fn item(
        &mut self,
        cursor: &mut Cursor<'_>,
        id: SectionId,
    ) -> Parsed<std::result::Result<Item, &'static str>> {
        Ok(match id {
            SectionId::Info => Err("a list"),
            SectionId::Frames => {
                read_frame(cursor, &mut self.findings, &mut self.frame_places)?.map(Item::Frame)
            }
            SectionId::DynamicHeight => read_height(cursor, &mut self.findings)?
                .map(|(height, places)| Item::Height { height, places }),
            SectionId::Scores | SectionId::Combos => cursor
                .scalar()?
                .and_then(|place| {
                    Some(Item::Whole { value: number::whole(cursor.bytes(&place))?, place })
                })
                .ok_or("a whole number"),
            SectionId::NoteTime => cursor
                .scalar()?
                .and_then(|place| {
                    Some(Item::Float { value: number::float(cursor.bytes(&place))?, place })
                })
                .ok_or("a number"),
            SectionId::NoteInfos => {
                if cursor.peek()? == b'"' {
                    let place = cursor.text("a text")?;
                    Ok(Item::Text { text: unescape(cursor.bytes(&place)), place })
                } else {
                    cursor.skip()?;
                    Err("a text")
                }
            }
        })
    }

    fn after_object(&mut self, bytes: &[u8], complete: bool) -> Result<Step> {
        let space = bytes.iter().take_while(|byte| is_space(**byte)).count();
        if space > 0 {
            return Ok(Step::Between { length: space });
        }
        if bytes.is_empty() {
            return if complete { self.end() } else { Ok(Step::NeedMore) };
        }
        self.warn(0, "file", "bytes after the end of the object are kept unread".to_owned());
        self.state = State::Tail;
        Ok(Step::Between { length: 0 })
    }

    fn has_seen(&self, id: SectionId) -> bool {
        self.seen.get(id as usize).copied().unwrap_or_default()
    }

    fn see(&mut self, id: SectionId) {
        if let Some(seen) = self.seen.get_mut(id as usize) {
            *seen = true;
        }
    }

    fn count(&self, id: SectionId) -> usize {
        self.counts.get(id as usize).copied().unwrap_or_default()
    }

    fn add(&mut self, id: SectionId) {
        if let Some(count) = self.counts.get_mut(id as usize) {
            *count = count.saturating_add(1);
        }
    }

    /// Counts the bytes that were read.
    fn report(&mut self, bytes: usize) {
        const REPORTED: usize = 1 << 16;
        self.unreported = self.unreported.saturating_add(bytes);
        if self.unreported >= REPORTED
            && let Some(meter) = &self.meter
        {
            // The next step looks whether it is to stop.
            let _ = meter.spend(units(self.unreported));
            self.unreported = 0;
        }
    }

    fn offset(&self, at: usize) -> u64 {
        self.position.saturating_add(at as u64)
    }
}

/// Units of work of reading so many bytes.
const fn units(bytes: usize) -> u64 {
    const BYTES_PER_UNIT: u64 = 16;
    bytes as u64 / BYTES_PER_UNIT
}
