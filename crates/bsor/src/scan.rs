//! The way through a file, one step at a time. Whole files and streams both go it, so they cannot disagree.

use ghostreel_core::io::Reader;
use ghostreel_core::work::{Budget, Meter};
use ghostreel_core::{
    DecodeOptions, Diagnostic, Diagnostics, Error, Fault, Mode, Record, Result, Severity,
};

use crate::layout::{
    ControllerOffsets, Frame, Height, Info, InfoRead, NoteLength, NoteWalk, Pause, SectionId,
    UserData, Wall, read_info,
};
use crate::version::Version;

/// The first four bytes of every file, as a little-endian number.
pub const MAGIC: i32 = 0x442d_3d69;

/// The content at the scanner's position.
pub(crate) enum Step {
    /// More bytes are needed to decide.
    NeedMore,
    /// The magic number and the version.
    Header { version: Version, length: usize },
    /// Section 0, with its id.
    Info { info: Box<Info>, length: usize },
    /// The beginning of another section, which promises `count` records.
    Section { id: SectionId, count: u32, length: usize },
    /// So many whole records of a fixed size.
    Records { id: SectionId, count: u32, length: usize },
    /// This many notes; [`Scanner::note_ends`] has where each ends.
    Notes { count: u32, length: usize },
    /// One entry of user data.
    UserData { length: usize },
    /// Everything to the end: bytes that we cannot read.
    Tail { length: usize },
    /// The end.
    End,
}

impl Step {
    /// Bytes that the step takes up.
    pub(crate) fn length(&self) -> usize {
        match *self {
            Self::NeedMore | Self::End => 0,
            Self::Header { length, .. }
            | Self::Info { length, .. }
            | Self::Section { length, .. }
            | Self::Records { length, .. }
            | Self::Notes { length, .. }
            | Self::UserData { length }
            | Self::Tail { length } => length,
        }
    }

    /// Work that it was to find, in units.
    fn units(&self) -> usize {
        match *self {
            Self::Notes { count, .. } => count as usize,
            // Records of one size are not looked at one by one.
            _ => 1,
        }
    }
}

#[derive(Clone, Debug)]
enum State {
    Header,
    Info,
    Boundary,
    Records { id: SectionId, count: u32, left: u32 },
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
    seen: Vec<SectionId>,
    notes: NoteWalk,
    note_ends: Vec<u32>,
    diagnostics: Diagnostics,
}

impl Scanner {
    pub(crate) fn new(options: &DecodeOptions) -> Self {
        Self {
            mode: options.mode,
            meter: options.meter.clone(),
            state: State::Header,
            position: 0,
            seen: Vec::new(),
            notes: NoteWalk::default(),
            note_ends: Vec::new(),
            diagnostics: Diagnostics::default(),
        }
    }

    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Where each note of the last [`Step::Notes`] ends, from where that step began.
    pub(crate) fn note_ends(&self) -> &[u32] {
        &self.note_ends
    }

    pub(crate) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics.into_vec()
    }

    /// Looks at `bytes`, which begin at the scanner's position, and moves past its finding.
    /// `complete`: there are no bytes after these.
    pub(crate) fn step(&mut self, bytes: &[u8], complete: bool) -> Result<Step> {
        let step = match self.state {
            State::Boundary | State::Records { .. } if self.is_cancelled() => {
                self.cancel(bytes, complete)
            }
            State::Header => self.header(bytes, complete),
            State::Info => self.info(bytes, complete),
            State::Boundary => self.boundary(bytes, complete),
            State::Records { id, count, left } => self.records(id, count, left, bytes, complete),
            State::Tail => Ok(self.tail(bytes, complete)),
            State::End => Ok(Step::End),
        }?;
        self.position = self.position.saturating_add(step.length() as u64);
        // Each byte is looked at a few times at most: the work is counted, and can be stopped, but has no limit.
        Budget::of(u64::MAX, self.meter.as_ref()).spend(step.units());
        Ok(step)
    }

    fn is_cancelled(&self) -> bool {
        self.meter.as_ref().is_some_and(Meter::is_cancelled)
    }

    /// Leaves all that follows unread.
    fn cancel(&mut self, bytes: &[u8], complete: bool) -> Result<Step> {
        let found = "decoding was cancelled; what follows is kept unread";
        self.damage(self.error(Fault::Limit, "tail", "time to read the file", found))?;
        Ok(self.tail(bytes, complete))
    }

    fn header(&mut self, bytes: &[u8], complete: bool) -> Result<Step> {
        const LENGTH: usize = 5;
        if bytes.len() < LENGTH && !complete {
            return Ok(Step::NeedMore);
        }
        let mut reader = Reader::new(bytes, "header");
        let start = reader.clone();
        let magic = reader.i32_le("magic number 0x442d3d69")?;
        if magic != MAGIC {
            return Err(start.error(
                Fault::Malformed,
                "magic number 0x442d3d69",
                format!("{magic:#010x}"),
            ));
        }
        let start = reader.clone();
        let version = Version(reader.u8("version")?);
        if version != Version::V1 {
            return Err(start.error(
                Fault::Unsupported,
                "version 1",
                match version {
                    Version::V2 => format!("version {version}, a draft: see docs/spec/bsor-v2.md"),
                    _ => format!("version {version}"),
                },
            ));
        }
        self.state = State::Info;
        Ok(Step::Header { version, length: LENGTH })
    }

    fn info(&mut self, bytes: &[u8], complete: bool) -> Result<Step> {
        let Some((&id, body)) = bytes.split_first() else {
            return if complete {
                Err(self.error(Fault::Truncated, "info", "section 0", "the end of the input"))
            } else {
                Ok(Step::NeedMore)
            };
        };
        if id != SectionId::Info.byte() {
            return Err(self.error(
                Fault::Malformed,
                "info",
                "section 0",
                format!("section id {id}"),
            ));
        }
        match read_info(body, self.position.saturating_add(1), complete) {
            InfoRead::NeedMore => Ok(Step::NeedMore),
            InfoRead::Failed(error) => Err(error),
            InfoRead::Done { info, length, diagnostics } => {
                self.diagnostics.extend(diagnostics);
                self.state = State::Boundary;
                Ok(Step::Info { info, length: length.saturating_add(1) })
            }
        }
    }

    fn boundary(&mut self, bytes: &[u8], complete: bool) -> Result<Step> {
        let missing = SectionId::REQUIRED.into_iter().find(|id| !self.seen.contains(id));
        let Some((&byte, body)) = bytes.split_first() else {
            if !complete {
                return Ok(Step::NeedMore);
            }
            if let Some(id) = missing {
                let expected = format!("section {} ({})", id.byte(), id.name());
                self.damage(self.error(
                    Fault::Truncated,
                    id.name(),
                    expected,
                    "the end of the input",
                ))?;
            }
            self.state = State::End;
            return Ok(Step::End);
        };
        let id = match SectionId::from_byte(byte) {
            Some(id) if id != SectionId::Info && !self.seen.contains(&id) => id,
            _ => {
                // Without its length an unknown section cannot be stepped over, so the rest stays closed to us.
                if let Some(id) = missing {
                    let expected = format!("section {} ({})", id.byte(), id.name());
                    self.damage(self.error(
                        Fault::Malformed,
                        id.name(),
                        expected,
                        format!("section id {byte}; what follows is kept unread"),
                    ))?;
                } else {
                    self.diagnostics.push(Diagnostic::new(
                        Severity::Warning,
                        self.position,
                        "tail",
                        "bytes after the last known section are kept unread",
                    ));
                }
                return Ok(self.tail(bytes, complete));
            }
        };
        let (count, length) = if id == SectionId::ControllerOffsets {
            (1, 1)
        } else {
            let Some(count) = body.first_chunk() else {
                if !complete {
                    return Ok(Step::NeedMore);
                }
                let found = format!("{} of its 4 bytes and the end of the input", body.len());
                self.damage(self.error(Fault::Truncated, id.name(), "the count", found))?;
                return Ok(self.tail(bytes, complete));
            };
            let count = i32::from_le_bytes(*count);
            let Ok(count) = u32::try_from(count) else {
                let found = format!("{count}; what follows is kept unread");
                self.damage(self.error(
                    Fault::Malformed,
                    id.name(),
                    "a count of 0 or more",
                    found,
                ))?;
                return Ok(self.tail(bytes, complete));
            };
            (count, 5)
        };
        self.seen.push(id);
        self.state =
            if count == 0 { State::Boundary } else { State::Records { id, count, left: count } };
        Ok(Step::Section { id, count, length })
    }

    fn records(
        &mut self,
        id: SectionId,
        count: u32,
        left: u32,
        bytes: &[u8],
        complete: bool,
    ) -> Result<Step> {
        let (step, taken) = match id {
            SectionId::Notes => {
                let (length, stop) = self.notes.run(bytes, left, complete, &mut self.note_ends);
                let taken = u32::try_from(self.note_ends.len()).unwrap_or(u32::MAX);
                match stop {
                    _ if taken > 0 => (Step::Notes { count: taken, length }, taken),
                    NoteLength::Truncated => {
                        return self.cut_short(id, count, left, bytes, complete);
                    }
                    NoteLength::Damaged => {
                        let done = count.saturating_sub(left);
                        let found = format!("bytes that are no note after {done} of {count} notes");
                        let error = self.error(
                            Fault::Malformed,
                            "notes",
                            "an event type from 0 to 3",
                            found,
                        );
                        self.damage(error)?;
                        return Ok(self.tail(bytes, complete));
                    }
                    NoteLength::Known(_) | NoteLength::NeedMore => return Ok(Step::NeedMore),
                }
            }
            SectionId::UserData => {
                let mut reader = Reader::new(bytes, "userData").with_base(self.position);
                match UserData::read(&mut reader) {
                    Ok(_) => (Step::UserData { length: reader.position() }, 1),
                    Err(error) if error.fault == Fault::Truncated && !complete => {
                        return Ok(Step::NeedMore);
                    }
                    Err(error) => {
                        self.damage(error)?;
                        return Ok(self.tail(bytes, complete));
                    }
                }
            }
            _ => {
                let size = record_size(id);
                let available =
                    u32::try_from(bytes.len().checked_div(size).unwrap_or(0)).unwrap_or(u32::MAX);
                let run = available.min(left);
                if run == 0 {
                    return if complete {
                        self.cut_short(id, count, left, bytes, complete)
                    } else {
                        Ok(Step::NeedMore)
                    };
                }
                let length = usize::try_from(run).unwrap_or(usize::MAX).saturating_mul(size);
                (Step::Records { id, count: run, length }, run)
            }
        };
        let left = left.saturating_sub(taken);
        self.state = if left == 0 { State::Boundary } else { State::Records { id, count, left } };
        Ok(step)
    }

    /// The input ends with records missing.
    fn cut_short(
        &mut self,
        id: SectionId,
        count: u32,
        left: u32,
        bytes: &[u8],
        complete: bool,
    ) -> Result<Step> {
        let name = id.record_name();
        let plural = if count == 1 { "" } else { "s" };
        let found = format!("{} of them and the end of the input", count.saturating_sub(left));
        self.damage(self.error(
            Fault::Truncated,
            id.name(),
            format!("{count} {name}{plural}"),
            found,
        ))?;
        Ok(self.tail(bytes, complete))
    }

    /// Everything from here on is the tail, given out in one piece so that splits of the input do not show.
    fn tail(&mut self, bytes: &[u8], complete: bool) -> Step {
        if !complete {
            self.state = State::Tail;
            return Step::NeedMore;
        }
        self.state = State::End;
        if bytes.is_empty() { Step::End } else { Step::Tail { length: bytes.len() } }
    }

    /// Notes damage in recover mode, fails in strict mode.
    fn damage(&mut self, error: Error) -> Result<()> {
        match self.mode {
            Mode::Strict => Err(error),
            Mode::Recover => {
                self.diagnostics.push(error.into());
                Ok(())
            }
        }
    }

    fn error(
        &self,
        fault: Fault,
        section: &'static str,
        expected: impl Into<std::borrow::Cow<'static, str>>,
        found: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Error {
        Error::new(fault, self.position, section, expected, found)
    }
}

/// Bytes of one record in the sections whose records all have one size.
const fn record_size(id: SectionId) -> usize {
    match id {
        SectionId::Frames => Frame::SIZE,
        SectionId::Walls => Wall::SIZE,
        SectionId::Heights => Height::SIZE,
        SectionId::Pauses => Pause::SIZE,
        SectionId::ControllerOffsets => ControllerOffsets::SIZE,
        // These have no fixed size; the scanner measures them one by one.
        SectionId::Info | SectionId::Notes | SectionId::UserData => usize::MAX,
    }
}
