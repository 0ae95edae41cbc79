//! A replay read in place: opening reads header, tables and footer; the network stream is decoded when it is asked for.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use ghostreel_core::io::Reader;
use ghostreel_core::{DecodeOptions, Diagnostic, Error, Fault, Mode, Outcome, Result, Severity};

use crate::bits::{BitReader, Bound};
use crate::crc::crc;
use crate::kinds::{Context, Kind, Rows};
use crate::layout::text::Container;
use crate::layout::{Body, Header, KeyFrame, TextRef};
use crate::limits;
use crate::model::{Network, Replay, Seal};
use crate::network::{
    Catalog, Filter, Gap, Learned, Lesson, Part, Plan, Reason, Run, Slot, Stream, What, count,
    learn,
};
use crate::options::{Attributes, Options};
use crate::project::{Schemas, World};
use crate::version::Version;

/// What came of the network stream.
#[derive(Clone, Debug, Default)]
struct Decoded {
    runs: Vec<Run>,
    /// With what was found out, if anything was.
    catalog: Option<Catalog>,
    learned: Vec<Learned>,
    /// Parts do not say everything again.
    carried: bool,
}

/// A file's bytes and what is around its network stream.
#[derive(Clone, Debug)]
pub struct View<'a> {
    bytes: Cow<'a, [u8]>,
    header_seal: Seal,
    header: Header,
    body_seal: Option<Seal>,
    /// Texts are many, and decoding does without them.
    body: OnceLock<Body>,
    body_parts: usize,
    /// Where in the file the body is, as much as there is of it.
    body_range: Range<usize>,
    /// Where in the file the stream is, where the rest of the body, and where what is behind the body.
    stream: Range<usize>,
    tail: Range<usize>,
    rest: usize,
    context: Context,
    attributes: Attributes,
    catalog: Catalog,
    frames: u32,
    plan: Plan,
    decoded: OnceLock<Decoded>,
    pub(crate) world: OnceLock<World>,
    pub(crate) schemas: OnceLock<Schemas>,
    /// What was noticed around the stream, and in the whole file.
    around: Vec<Diagnostic>,
    diagnostics: OnceLock<Vec<Diagnostic>>,
}

impl<'a> View<'a> {
    /// Opens a file.
    ///
    /// # Errors
    /// In strict mode on any damage; in recover mode if the header cannot be read.
    pub fn open(bytes: impl Into<Cow<'a, [u8]>>, options: &DecodeOptions) -> Result<Self> {
        let options = Options { decode: options.clone(), ..Options::default() };
        Self::open_with(bytes, &options)
    }

    /// Opens a file, with layouts of properties that the table does not have.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_with(bytes: impl Into<Cow<'a, [u8]>>, options: &Options) -> Result<Self> {
        let bytes = bytes.into();
        let mut reader = Reader::new(&bytes, "header");
        let header_seal = Seal::read(&mut reader)?;
        let header_start = reader.position();
        let section = reader.take(header_seal.size as usize, "header")?;
        let mut diagnostics = Vec::new();
        let mut header_reader = Reader::new(section, "header").with_base(header_start as u64);
        let header = Header::read(&mut header_reader)?;

        reader.enter("body");
        let mut body = Body::<TextRef<'_>>::default();
        let (mut body_seal, mut body_parts) = (None, 0);
        let (mut stream, mut tail, mut rest) = (0..0, 0..0, reader.position());
        let mut body_range = 0..0;
        match Seal::read(&mut reader) {
            Err(error) => diagnostics.push(error.into()),
            Ok(seal) => {
                body_seal = Some(seal);
                let start = reader.position();
                let there = reader.rest().len().min(seal.size as usize);
                let section = reader.take(there, "body")?;
                rest = reader.position();
                body_range = start..rest;
                let mut inner = Reader::new(section, "body").with_base(start as u64);
                let (read, at, parts, error) = Body::read(&mut inner);
                (body, body_parts) = (read, parts);
                stream = start.saturating_add(at.start)..start.saturating_add(at.end);
                tail = start.saturating_add(inner.position())..rest;
                if there < seal.size as usize {
                    let error = reader
                        .truncated((seal.size as usize).saturating_sub(there), "more of the body");
                    diagnostics.push(error.into());
                }
                diagnostics.extend(error.map(Diagnostic::from));
            }
        }
        let context = Context::of(&header, body.objects.iter().copied());
        let catalog = Catalog::of(&body.objects, &body.net_cache, &options.attributes);
        let keyframes = body.keyframes;
        let mut view = Self {
            header_seal,
            header,
            body_seal,
            body: OnceLock::new(),
            body_parts,
            body_range,
            stream,
            tail,
            rest,
            context,
            attributes: options.attributes.clone(),
            catalog,
            frames: 0,
            plan: Plan { parts: Vec::new(), is_fallback: false },
            decoded: OnceLock::new(),
            world: OnceLock::new(),
            schemas: OnceLock::new(),
            around: diagnostics,
            diagnostics: OnceLock::new(),
            bytes,
        };
        let frames = view.promised();
        view.frames = frames.unwrap_or_else(|| view.count_frames(&keyframes));
        if frames.is_none() && view.frames > 0 {
            let expected = "expected the number of frames, NumFrames, found none";
            let message = format!("{expected}; {} frames were found in the stream", view.frames);
            let offset = header_start as u64;
            view.around.push(Diagnostic::new(Severity::Warning, offset, "header", message));
        }
        view.plan = Plan::new(view.stream_bytes(), &keyframes, view.frames);
        if options.decode.mode == Mode::Strict {
            view.judge()?;
        }
        Ok(view)
    }

    /// Fails if anything was lost.
    fn judge(&self) -> Result<()> {
        let lost = self.diagnostics().iter().find(|d| d.severity == Severity::Error);
        match lost {
            None => Ok(()),
            Some(lost) => Err(Error::new(
                Fault::Malformed,
                lost.offset,
                lost.section.clone(),
                "a whole replay",
                lost.message.clone(),
            )),
        }
    }

    /// The file's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The file's bytes, given back.
    pub fn into_bytes(self) -> Cow<'a, [u8]> {
        self.bytes
    }

    /// The version.
    pub const fn version(&self) -> Version {
        self.header.version
    }

    /// The header.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The body, but for the network stream.
    pub fn body(&self) -> &Body {
        self.body.get_or_init(|| self.read_body())
    }

    fn read_body<'v, T: Container<'v>>(&'v self) -> Body<T> {
        let section = self.bytes.get(self.body_range.clone()).unwrap_or_default();
        Body::read(&mut Reader::new(section, "body")).0
    }

    /// The bytes of the network stream.
    pub fn stream_bytes(&self) -> &[u8] {
        self.bytes.get(self.stream.clone()).unwrap_or_default()
    }

    /// Properties and classes. Once the stream was decoded, with the [layouts that were found out](Self::learned).
    pub fn catalog(&self) -> &Catalog {
        self.decoded.get().and_then(|decoded| decoded.catalog.as_ref()).unwrap_or(&self.catalog)
    }

    /// What layouts depend on.
    pub const fn context(&self) -> &Context {
        &self.context
    }

    /// Whether a keyframe's position is that of its frame, as the stream was read.
    pub fn is_in_place(&self, keyframe: &KeyFrame) -> bool {
        let Ok(number) = u32::try_from(keyframe.frame) else { return false };
        let is_read = |run: &Run| run.frames.binary_search_by_key(&number, |f| f.number).is_ok();
        let part = self.plan.part_of(number).and_then(|part| self.plan.parts.get(part));
        part.is_some_and(|p| p.first_frame == number && p.start == keyframe.position as usize)
            && self.network().iter().any(is_read)
    }

    /// How the stream is divided.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Frames that the stream has: as many as the header says, or as were found where it says nothing.
    pub const fn frame_count(&self) -> u32 {
        self.frames
    }

    /// As many frames as there could be.
    fn room(&self) -> u32 {
        u32::try_from(self.stream.len() / 8).unwrap_or(u32::MAX)
    }

    /// Frames that the header promises, if it does.
    fn promised(&self) -> Option<u32> {
        let frames = self.header.properties.int("NumFrames")?;
        Some(u32::try_from(frames).unwrap_or(0).min(self.room()))
    }

    /// Counts the frames behind the last keyframe.
    fn count_frames(&self, keyframes: &[KeyFrame]) -> u32 {
        let plan = Plan::new(self.stream_bytes(), keyframes, self.room());
        let Some(last) = plan.parts.last() else { return 0 };
        last.first_frame.saturating_add(count(&self.stream(), last))
    }

    /// How actors are numbered.
    pub fn channels(&self) -> Bound {
        channels(&self.header)
    }

    /// What is needed to decode parts of the stream, also by several threads at once.
    pub fn stream(&self) -> Stream<'_> {
        Stream {
            bytes: self.stream_bytes(),
            context: &self.context,
            catalog: self.catalog(),
            channels: self.channels(),
        }
    }

    /// The whole stream, decoded once.
    pub fn network(&self) -> &[Run] {
        &self.decoded().runs
    }

    /// What the tables do not have, or have wrong, and what was found out: asking for it decodes the stream.
    pub fn learned(&self) -> &[Learned] {
        &self.decoded().learned
    }

    /// Some parts of the [plan](Self::plan), decoded by themselves; of the properties, those that are `wanted`, by their place in
    /// [`Catalog::slots`]. The same as in the whole stream: if something cannot be read, the whole stream is asked how it has to
    /// be. Where the parts do not say everything again, the run begins with the first frame.
    pub fn read(&self, parts: Range<usize>, wanted: Filter<'_>) -> Run {
        let Some(some) = self.plan.parts.get(parts.clone()) else { return Run::default() };
        let run = self.stream().read(some, wanted);
        if self.is_sound(&run) {
            return run;
        }
        if self.decoded().carried {
            let some = self.plan.parts.get(..parts.end).unwrap_or_default();
            return self.stream().read_as(some, wanted, true);
        }
        self.stream().read(some, wanted)
    }

    /// The frames of some seconds, from the keyframe in front of them to the one behind.
    pub fn frames(&self, times: Range<f32>, wanted: Filter<'_>) -> Run {
        let parts = &self.plan.parts;
        let time = |part: &Part| BitReader::new(self.stream_bytes(), part.start).bits(32);
        #[allow(clippy::cast_possible_truncation, reason = "32 bits")]
        let time = |part: &Part| f32::from_bits(time(part) as u32);
        let first = parts.partition_point(|part| time(part) <= times.start).saturating_sub(1);
        let end = parts.partition_point(|part| time(part) < times.end).max(first);
        self.read(first..end, wanted)
    }

    /// For [`read`](Self::read): the properties of these names, as in the table of objects.
    pub fn wanting(&self, names: &[&str]) -> impl Fn(usize) -> bool + use<> {
        let is_wanted = |slot: &Slot| {
            let object = usize::try_from(slot.object).ok();
            let name = object.and_then(|object| self.body().objects.get(object));
            name.is_some_and(|name| names.contains(&&*name.as_str()))
        };
        let wanted: Vec<bool> = self.catalog.slots().iter().map(is_wanted).collect();
        move |slot| wanted.get(slot).copied().unwrap_or(false)
    }

    /// Takes what several threads made of the parts of the plan, in order, for [`network`](Self::network): each of the runs read
    /// by a [stream](Self::stream) with all properties. The outcome is the same as without; what they could not read is
    /// read again.
    pub fn adopt(&self, runs: impl IntoIterator<Item = Run>) {
        let mut runs = runs.into_iter();
        let first = runs.next();
        let joined = first.and_then(|first| runs.try_fold(first, Run::append));
        let attempt = joined.filter(|run| self.is_sound(run));
        self.decoded.get_or_init(|| self.decode(attempt));
    }

    fn decoded(&self) -> &Decoded {
        self.decoded.get_or_init(|| self.decode(None))
    }

    /// Whether all was read, and can be true.
    fn is_sound(&self, run: &Run) -> bool {
        run.gaps.is_empty() && run.is_credible(self.catalog.objects(), self.channels().max())
    }

    /// Decodes the stream, unless that was done without a gap.
    fn decode(&self, whole: Option<Run>) -> Decoded {
        let parts = &self.plan.parts[..];
        if parts.is_empty() {
            return Decoded::default();
        }
        let table = self.stream();
        let lost = |run: &Run| {
            run.gaps.iter().map(|gap| u64::from(gap.lost_frames).saturating_add(1)).sum()
        };
        let run = whole.unwrap_or_else(|| table.read(parts, &|_| true));
        if self.is_sound(&run) {
            return Decoded { runs: vec![run], ..Decoded::default() };
        }
        // Keyframes may not say everything again.
        let misses_actors =
            run.gaps.iter().any(|gap| matches!(gap.reason, Reason::UnknownActor(_)));
        let now: u64 = lost(&run);
        let carried = misses_actors && {
            let carried: u64 = lost(&table.read_as(parts, &|_| false, true));
            carried < now
        };
        let whole = [Part { first_frame: 0, frames: self.frame_count(), start: 0, end: None }];
        let parts_of_it = if carried { &whole[..] } else { parts };
        let (learned, catalog) = learn(&table, parts_of_it, self.body(), &self.attributes);
        if learned.is_empty() && !carried {
            return Decoded { runs: vec![run], ..Decoded::default() };
        }
        // It makes way for the better one.
        drop(run);
        let stream = Stream { catalog: &catalog, ..table };
        let run = stream.read_as(parts, &|_| true, carried);
        Decoded { runs: vec![run], catalog: Some(catalog), learned, carried }
    }

    /// What was noticed, in the whole file: asking for it decodes the stream.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.diagnostics.get_or_init(|| {
            let in_stream = |severity, position: usize, message| {
                let offset = self.stream.start.saturating_add(position / 8) as u64;
                Diagnostic::new(severity, offset, "network stream", message)
            };
            // Before the checksums: what was just decoded is still at hand.
            self.network();
            let mut diagnostics: Vec<Diagnostic> = self.changed().collect();
            diagnostics.extend_from_slice(&self.around);
            for (name, parent) in self.catalog.inferred() {
                let message = format!(
                    "expected a class that is known, found {name}; by the net cache, {parent} is above it"
                );
                diagnostics.push(in_stream(Severity::Warning, 0, message));
            }
            for learned in self.learned() {
                let message = self.describe_learned(learned);
                diagnostics.push(in_stream(Severity::Warning, learned.position, message));
            }
            for run in self.network() {
                for gap in &run.gaps {
                    let message = self.describe_gap(run, gap);
                    diagnostics.push(in_stream(Severity::Error, gap.position, message));
                }
            }
            diagnostics
        })
    }

    /// Header and body: their seals, where they begin, and what is there of them.
    fn sections(&self) -> impl Iterator<Item = (&'static str, Seal, usize, &[u8])> {
        let mut end = 0_usize;
        let sections = [("header", Some(self.header_seal)), ("body", self.body_seal)];
        sections.into_iter().filter_map(move |(name, seal)| {
            let seal = seal?;
            let start = end.saturating_add(Seal::SIZE);
            end = start.saturating_add(seal.size as usize).min(self.bytes.len());
            Some((name, seal, start, self.bytes.get(start..end)?))
        })
    }

    /// Whether the lengths and checksums of header and body are those of what is there.
    pub fn are_seals_true(&self) -> (bool, bool) {
        let mut seals = self.sections().map(|(_, seal, _, section)| Seal::of(section) == seal);
        (seals.next().unwrap_or(false), seals.next().unwrap_or(false))
    }

    /// Which sections do not have their checksums. Compared only here, since it takes long beside opening.
    fn changed(&self) -> impl Iterator<Item = Diagnostic> {
        // What is not all there has been told of.
        let whole = self.sections().filter(|(_, seal, _, there)| there.len() == seal.size as usize);
        whole.filter_map(|(name, seal, start, section)| {
            let found = crc(section);
            (found != seal.crc).then(|| {
                let message = format!(
                    "expected a checksum of {:#010x}, found {found:#010x}: the {name} was changed",
                    seal.crc
                );
                Diagnostic::new(Severity::Warning, start as u64, name, message)
            })
        })
    }

    /// Whether anything was lost.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(self.diagnostics())
    }

    /// A property's name.
    fn property(&self, slot: u16) -> String {
        let object = self.catalog.slots().get(usize::from(slot)).map(|slot| slot.object);
        let name = object
            .and_then(|object| self.body().objects.get(usize::try_from(object).ok()?))
            .map(ToString::to_string);
        name.unwrap_or_else(|| "a property without a name".to_owned())
    }

    fn describe_learned(&self, learned: &Learned) -> String {
        let (slot, before, kind) = match &learned.lesson {
            Lesson::Layout { slot, before, kind } => (*slot, before, *kind),
            Lesson::Class { name, parent } => {
                return format!(
                    "expected an object of a known class, found {name}; it is read as {parent}"
                );
            }
        };
        let count = |run: &Run| run.rows.get(usize::from(slot)).map_or(0, Rows::len);
        let count: usize = self.network().iter().map(count).sum();
        let property = self.property(slot);
        let layout = |kind| match kind {
            Kind::Opaque(width) => format!("{width} bits"),
            kind => kind.name().to_owned(),
        };
        let found = match before {
            // One that was never there before may be the outcome of a wrong layout in front of it.
            None => {
                let behind = self.in_front_of(slot).map(|front| self.property(front));
                let behind = behind.map_or_else(String::new, |front| format!(" behind {front}"));
                format!("expected a property of a known layout, found {property}{behind}")
            }
            Some(before) => {
                format!("expected {property} to be {}, found another layout", layout(*before))
            }
        };
        format!("{found}; its {count} values are read as {} each", layout(kind))
    }

    /// The property that is told of the same actor in front of the first value of one.
    fn in_front_of(&self, slot: u16) -> Option<u16> {
        let mut pairs = self.network().iter().flat_map(|run| run.log.windows(2));
        pairs.find_map(|pair| match pair {
            [front, here] => match (front.what(), here.what()) {
                (
                    What::Updated { slot: front, .. },
                    What::Updated { slot: found, is_first: false, .. },
                ) if found == slot => Some(front),
                _ => None,
            },
            _ => None,
        })
    }

    /// The classes above others that the table does not have.
    fn classes(&self) -> BTreeMap<String, String> {
        let mut classes: BTreeMap<String, String> =
            self.catalog().inferred().iter().cloned().collect();
        let told = self.attributes.parents();
        classes
            .extend(told.filter_map(|(name, parent)| Some((name.to_owned(), parent?.to_owned()))));
        for learned in self.decoded.get().map(|decoded| &decoded.learned[..]).unwrap_or_default() {
            if let Lesson::Class { name, parent } = &learned.lesson {
                classes.insert(name.clone(), parent.clone());
            }
        }
        classes
    }

    fn describe_gap(&self, run: &Run, gap: &Gap) -> String {
        let what = match gap.reason {
            Reason::End => "expected more of the stream, found its end".to_owned(),
            Reason::UnknownActor(actor) => {
                format!("expected an actor that is alive, found {actor}")
            }
            Reason::UnknownObject(object) => {
                format!("expected an object of a known class, found object {object}")
            }
            Reason::UnknownStreamId(id) => {
                format!("expected a property of the actor's class, found number {id}")
            }
            Reason::UnknownProperty(slot) => {
                format!("expected a property of a known layout, found {}", self.property(slot))
            }
            Reason::Senseless(slot) => {
                let property = self.property(slot);
                format!("expected a value of {property}, found bits that make none")
            }
            Reason::MissedKeyframe => {
                "expected a frame to end at the next keyframe, found none that does".to_owned()
            }
            Reason::TooMuch => "expected as much as real replays hold, found more".to_owned(),
            Reason::SenselessTime => {
                "expected the time of a frame, found bits that make none".to_owned()
            }
        };
        // A value of a wrong layout shows in what is behind it.
        let entries =
            run.frames.get(..gap.frames).and_then(<[_]>::last).map_or(0, |f| f.end as usize);
        let last = run.log.get(..entries).unwrap_or_default().iter().rev().find_map(|entry| {
            match entry.what() {
                What::Updated { slot, .. } => Some(slot),
                _ => None,
            }
        });
        let behind = last
            .map_or_else(String::new, |slot| format!(" behind a value of {}", self.property(slot)));
        format!("{what}{behind}; {} frames are lost", gap.lost_frames)
    }

    /// The whole replay as plain data.
    pub fn to_replay(&self) -> Replay {
        let network = self.network_of(self.network().to_vec(), end_of(self.network()));
        self.replay(self.header.clone(), self.body().clone(), self.classes(), network)
    }

    /// The whole replay as plain data, without copying it.
    pub fn into_replay(mut self) -> Replay {
        self.network();
        let classes = self.classes();
        let runs = self.decoded.take().map(|decoded| decoded.runs).unwrap_or_default();
        let end = end_of(&runs);
        let network = self.network_of(runs, end);
        let header = self.header.clone();
        let body = self.body.take().unwrap_or_else(|| self.read_body());
        self.replay(header, body, classes, network)
    }

    /// What [`to_replay`](Self::to_replay) has but for the runs, which are in [`network`](Self::network), without copying it.
    pub fn without_runs(&self) -> Surroundings<'_> {
        let Self { header_seal, body_seal, body_parts, .. } = *self;
        let stream = self.stream_bytes();
        let end = end_of(self.network());
        Surroundings {
            header_seal,
            header: &self.header,
            body_seal,
            body: self.read_body(),
            body_parts,
            classes: self.classes(),
            network_rest: end.map(|end| rest_of(stream, end)),
            tail: self.bytes.get(self.tail.clone()).unwrap_or_default(),
            rest: self.bytes.get(self.rest..).unwrap_or_default(),
        }
    }

    /// These runs of a stream that was decoded up to `end`.
    fn network_of(&self, runs: Vec<Run>, end: Option<usize>) -> Network {
        let stream = self.stream_bytes();
        match end {
            None => Network::Raw(stream.to_vec()),
            Some(end) => Network::Decoded { runs, size: stream.len(), rest: rest_of(stream, end) },
        }
    }

    fn replay(
        &self,
        header: Header,
        body: Body,
        classes: BTreeMap<String, String>,
        network: Network,
    ) -> Replay {
        let bytes = |range: Range<usize>| self.bytes.get(range).unwrap_or_default().to_vec();
        Replay {
            header_seal: self.header_seal,
            header,
            body_seal: self.body_seal,
            body,
            body_parts: self.body_parts,
            classes,
            network,
            tail: bytes(self.tail.clone()),
            rest: bytes(self.rest..self.bytes.len()),
        }
    }
}

/// What surrounds the runs of a network stream: the members of a [`Replay`].
#[derive(Clone, Debug)]
pub struct Surroundings<'v> {
    /// See [`Replay::header_seal`].
    pub header_seal: Seal,
    /// See [`Replay::header`].
    pub header: &'v Header,
    /// See [`Replay::body_seal`].
    pub body_seal: Option<Seal>,
    /// See [`Replay::body`].
    pub body: Body<TextRef<'v>>,
    /// See [`Replay::body_parts`].
    pub body_parts: usize,
    /// See [`Replay::classes`].
    pub classes: BTreeMap<String, String>,
    /// The bits behind the last frame, as in [`Network::Decoded`]; `None` where it is [`Network::Raw`].
    pub network_rest: Option<Vec<u8>>,
    /// See [`Replay::tail`].
    pub tail: &'v [u8],
    /// See [`Replay::rest`].
    pub rest: &'v [u8],
}

/// Where the last run ends.
fn end_of(runs: &[Run]) -> Option<usize> {
    runs.last().map(|run| run.end)
}

/// How actors are numbered in a replay with this header.
pub(crate) fn channels(header: &Header) -> Bound {
    let channels = header.properties.int("MaxChannels").unwrap_or(1023);
    Bound::new(u32::try_from(channels).unwrap_or(0).min(limits::CHANNELS))
}

impl Seal {
    /// Bytes of a seal.
    const SIZE: usize = 8;

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self { size: reader.u32_le("size")?, crc: reader.u32_le("checksum")? })
    }
}

/// The bits from a place on, in bytes; nothing if they are all 0.
fn rest_of(stream: &[u8], position: usize) -> Vec<u8> {
    let mut reader = BitReader::new(stream, position);
    let mut rest = Vec::new();
    while reader.left() > 0 {
        #[allow(clippy::cast_possible_truncation, reason = "eight bits")]
        rest.push(reader.bits(8) as u8);
    }
    if rest.iter().all(|&byte| byte == 0) { Vec::new() } else { rest }
}
