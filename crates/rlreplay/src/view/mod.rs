//! A replay read in place: opening reads header, tables and footer; the network stream is decoded when it is asked for.

mod beyond_tables;
mod diagnose;
mod pieces;
mod plain;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use ghostreel_core::io::Reader;
use ghostreel_core::work::{Budget, Meter};
use ghostreel_core::{DecodeOptions, Diagnostic, Error, Mode, Result, Severity, date};

use crate::attributes::{Context, Rows};
use crate::bits::{BitReader, Bound};
use crate::features::INFERENCE;
use crate::layout::{Body, Header, KeyFrame, SectionPrefix, TextRef};
use crate::network::{Catalog, Filter, Inference, Part, Plan, Segment, Slot, Stream};
use crate::options::{Attributes, Options};
use crate::project::schemas::Schemas;
use crate::project::world::World;
use crate::version::Version;

pub use plain::ReplayParts;

/// The decoded network stream, and the inferences made to decode it.
#[derive(Clone, Debug, Default)]
struct Decoded {
    segments: Vec<Segment>,
    /// The catalog with all inferences, if there are any.
    catalog: Option<Catalog>,
    inferences: Vec<Inference>,
    /// Whether keyframes do not send all actors again, so that actors live on from part to part.
    carried: bool,
    /// Why inference stopped early, if it did.
    stopped: Option<Diagnostic>,
}

/// A file read in place. Opening reads the header and the tables around the network stream; the stream is decoded when it is first
/// asked for.
#[derive(Clone, Debug)]
pub struct View<'a> {
    bytes: Cow<'a, [u8]>,
    header_prefix: SectionPrefix,
    header: Header,
    body_prefix: Option<SectionPrefix>,
    /// The body with its texts, made when it is asked for: texts are many, and decoding does without them.
    body: OnceLock<Body>,
    body_parts: usize,
    /// The body's bytes, as many as there are.
    body_range: Range<usize>,
    /// The bytes of the network stream.
    stream: Range<usize>,
    /// The bytes of the body after the readable part.
    tail: Range<usize>,
    /// Where the body ends in the file.
    rest: usize,
    context: Context,
    attributes: Attributes,
    pub(crate) meter: Option<Meter>,
    catalog: Catalog,
    frames: u32,
    plan: Plan,
    decoded: OnceLock<Decoded>,
    pub(crate) world: OnceLock<World>,
    pub(crate) schemas: OnceLock<Schemas>,
    /// Diagnostics of everything but the network stream.
    around: Vec<Diagnostic>,
    /// Diagnostics of the whole file.
    diagnostics: OnceLock<Vec<Diagnostic>>,
}

impl<'a> View<'a> {
    /// Opens a file.
    ///
    /// # Errors
    /// In strict mode on any damage; in recover mode if the header cannot be read up to its first property.
    pub fn open(bytes: impl Into<Cow<'a, [u8]>>, options: &DecodeOptions) -> Result<Self> {
        let options = Options { decode: options.clone(), ..Options::default() };
        Self::open_with(bytes, &options)
    }

    /// Opens a file with options.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_with(bytes: impl Into<Cow<'a, [u8]>>, options: &Options) -> Result<Self> {
        let bytes = bytes.into();
        let mut reader = Reader::new(&bytes, "header");
        let (header_prefix, header, cut) = Header::open(&mut reader, options.decode.mode)?;
        let mut diagnostics: Vec<_> = cut.into_iter().map(Diagnostic::from).collect();
        if let Some(found) = header.properties.text("Date").filter(|_| header.date().is_none()) {
            let (offset, message) = (SectionPrefix::SIZE as u64, date::message("Date", &found));
            diagnostics.push(Diagnostic::new(Severity::Warning, offset, "header", message));
        }

        reader.enter("body");
        let mut body = Body::<TextRef<'_>>::default();
        let (mut body_prefix, mut body_parts) = (None, 0);
        let (mut stream, mut tail, mut rest) = (0..0, 0..0, reader.position());
        let mut body_range = 0..0;
        match SectionPrefix::read(&mut reader) {
            Err(error) => diagnostics.push(error.into()),
            Ok(prefix) => {
                body_prefix = Some(prefix);
                let start = reader.position();
                let there = reader.rest().len().min(prefix.size as usize);
                let section = reader.take(there, "body")?;
                rest = reader.position();
                body_range = start..rest;
                let mut inner = Reader::new(section, "body").with_base(start as u64);
                if there == prefix.size as usize {
                    inner = inner.with_end("the body");
                }
                let (read, at, parts, error) = Body::read(&mut inner);
                (body, body_parts) = (read, parts);
                stream = start.saturating_add(at.start)..start.saturating_add(at.end);
                tail = start.saturating_add(inner.position())..rest;
                if there < prefix.size as usize {
                    let error = reader.truncated(
                        (prefix.size as usize).saturating_sub(there),
                        "more of the body",
                    );
                    diagnostics.push(error.into());
                }
                diagnostics.extend(error.map(Diagnostic::from));
            }
        }
        let context = Context::of(&header, body.objects.iter().copied());
        let catalog = Catalog::of(&body.objects, &body.net_cache, &options.attributes);
        let keyframes = body.keyframes;
        let mut view = Self {
            header_prefix,
            header,
            body_prefix,
            body: OnceLock::new(),
            body_parts,
            body_range,
            stream,
            tail,
            rest,
            context,
            attributes: options.attributes.clone(),
            meter: options.decode.meter.clone(),
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
        let frames = view.promised_frames();
        view.frames = frames.unwrap_or_else(|| view.count_frames(&keyframes));
        if frames.is_none() && view.frames > 0 {
            let expected = "expected the number of frames, NumFrames, found none";
            let message = format!("{expected}; {} frames were found in the stream", view.frames);
            let offset = SectionPrefix::SIZE as u64;
            view.around.push(Diagnostic::new(Severity::Warning, offset, "header", message));
        }
        view.plan = Plan::new(view.stream_bytes(), &keyframes, view.frames);
        view.refuse_unknown()?;
        if options.decode.mode == Mode::Strict {
            view.check_nothing_lost()?;
        }
        Ok(view)
    }

    /// Fails if anything was lost.
    fn check_nothing_lost(&self) -> Result<()> {
        if let Some(meter) = &self.meter {
            meter.spend(0)?;
        }
        let lost = self.diagnostics().iter().find(|d| d.severity == Severity::Error);
        match lost {
            None => Ok(()),
            Some(lost) => Err(Error::of_damage(lost.offset, lost.section.clone(), &lost.message)),
        }
    }

    /// The file's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The file's bytes.
    pub fn into_bytes(self) -> Cow<'a, [u8]> {
        self.bytes
    }

    /// The version of the format.
    pub const fn version(&self) -> Version {
        self.header.version
    }

    /// The header.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The body without the network stream.
    pub fn body(&self) -> &Body {
        self.body.get_or_init(|| self.read_body().to_owned())
    }

    fn read_body(&self) -> Body<TextRef<'_>> {
        let section = self.bytes.get(self.body_range.clone()).unwrap_or_default();
        Body::read(&mut Reader::new(section, "body")).0
    }

    /// The meter of the options that it was opened with: it counts the work on this replay, and can stop it.
    pub fn meter(&self) -> Option<&Meter> {
        self.meter.as_ref()
    }

    /// The work that one step over this replay may do.
    pub fn budget(&self) -> Budget {
        Budget::for_input(self.bytes.len(), self.meter.as_ref())
    }

    /// The bytes of the network stream.
    pub fn stream_bytes(&self) -> &[u8] {
        self.bytes.get(self.stream.clone()).unwrap_or_default()
    }

    /// Where the network stream is in the file.
    pub(crate) fn stream_range(&self) -> Range<usize> {
        self.stream.clone()
    }

    /// Properties and classes. Once the stream was decoded, with the [layouts that were found out](Self::inferences).
    pub fn catalog(&self) -> &Catalog {
        self.decoded.get().and_then(|decoded| decoded.catalog.as_ref()).unwrap_or(&self.catalog)
    }

    /// The context that the layout of values depends on.
    pub const fn context(&self) -> &Context {
        &self.context
    }

    /// Whether a keyframe's position is where its frame was read. Decodes the stream.
    pub fn is_in_place(&self, keyframe: &KeyFrame) -> bool {
        let Ok(number) = u32::try_from(keyframe.frame) else { return false };
        let is_read =
            |segment: &Segment| segment.frames.binary_search_by_key(&number, |f| f.number).is_ok();
        let part = self.plan.part_of(number).and_then(|part| self.plan.parts.get(part));
        part.is_some_and(|p| p.first_frame == number && p.start == keyframe.position as usize)
            && self.network().iter().any(is_read)
    }

    /// How the stream is divided.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Number of frames: as the header says (`NumFrames`), or as counted in the stream if it does not.
    pub const fn frame_count(&self) -> u32 {
        self.frames
    }

    /// The most frames that the stream's bytes could hold.
    fn most_frames(&self) -> u32 {
        u32::try_from(self.stream.len() / 8).unwrap_or(u32::MAX)
    }

    /// The number of frames in the header, if it has one.
    fn promised_frames(&self) -> Option<u32> {
        let frames = self.header.properties.int("NumFrames")?;
        Some(u32::try_from(frames).unwrap_or(0).min(self.most_frames()))
    }

    /// The bound of actors' numbers.
    pub fn channels(&self) -> Bound {
        self.header.channels()
    }

    /// The input of decoding parts of the stream, also by several threads at once.
    pub fn stream(&self) -> Stream<'_> {
        Stream {
            bytes: self.stream_bytes(),
            context: &self.context,
            catalog: self.catalog(),
            channels: self.channels(),
            meter: self.meter.as_ref(),
        }
    }

    /// The whole stream, decoded by the first call. At most one segment.
    pub fn network(&self) -> &[Segment] {
        &self.decoded().segments
    }

    /// Layouts and classes that were inferred, as the tables do not have them, or have them wrong. Decodes the stream.
    pub fn inferences(&self) -> &[Inference] {
        // Builds without inference leave out the code that describes one.
        if INFERENCE { &self.decoded().inferences } else { &[] }
    }

    /// Why inference stopped early: at its limit of work, or as decoding was cancelled.
    pub(crate) fn stopped(&self) -> Option<&Diagnostic> {
        self.decoded().stopped.as_ref()
    }

    /// Decodes some parts of the [plan](Self::plan) by themselves, and keeps the values of the properties that `wanted` accepts, by their
    /// index in [`Catalog::slots`].
    ///
    /// The result is the same as in the whole stream: if something cannot be read, the whole stream is decoded first to infer layouts and
    /// classes. If keyframes do not send all actors again, the segment begins with the first frame. It is empty if there are no such
    /// parts.
    pub fn read(&self, parts: Range<usize>, wanted: Filter<'_>) -> Segment {
        let Some(some) = self.plan.parts.get(parts.clone()) else { return Segment::default() };
        let segment = self.stream().read(some, wanted);
        if self.is_sound(&segment) {
            return segment;
        }
        if self.decoded().carried {
            let some = self.plan.parts.get(..parts.end).unwrap_or_default();
            return self.stream().read_as(some, wanted, true);
        }
        self.stream().read(some, wanted)
    }

    /// Decodes the frames of some seconds, in the time of [`Frame::time`](crate::network::Frame::time), from the keyframe in front of them
    /// to the one after. `wanted` as in [`read`](Self::read).
    pub fn frames(&self, times: Range<f32>, wanted: Filter<'_>) -> Segment {
        let parts = &self.plan.parts;
        let time = |part: &Part| BitReader::new(self.stream_bytes(), part.start).bits(32);
        #[allow(clippy::cast_possible_truncation, reason = "32 bits")]
        let time = |part: &Part| f32::from_bits(time(part) as u32);
        let first = parts.partition_point(|part| time(part) <= times.start).saturating_sub(1);
        let end = parts.partition_point(|part| time(part) < times.end).max(first);
        self.read(first..end, wanted)
    }

    /// A filter for [`read`](Self::read): the properties of these names, as in the table of objects.
    pub fn wanting(&self, names: &[&str]) -> impl Fn(usize) -> bool + use<> {
        let is_wanted = |slot: &Slot| {
            let object = usize::try_from(slot.object).ok();
            let name = object.and_then(|object| self.body().objects.get(object));
            name.is_some_and(|name| names.contains(&&*name.as_str()))
        };
        let wanted: Vec<bool> = self.catalog.slots().iter().map(is_wanted).collect();
        move |slot| wanted.get(slot).copied().unwrap_or(false)
    }

    /// The values of a replicated property, by its name in the table of objects, in the order of the stream. The first call
    /// decodes the stream. `None` if the replay has no values of it.
    pub fn values(&self, property: &str) -> Option<&Rows> {
        let objects = &self.body().objects;
        let is_named = |slot: &Slot| {
            let name = usize::try_from(slot.object).ok().and_then(|object| objects.get(object));
            name.is_some_and(|name| name.as_str() == property)
        };
        let slot = self.catalog().slots().iter().position(is_named)?;
        self.network().first()?.rows.get(slot).filter(|rows| !rows.is_empty())
    }

    /// Takes segments that several threads decoded with [`stream`](Self::stream), all parts of the plan in order and with all
    /// properties, as the result of [`network`](Self::network). If they could not read everything, the stream is decoded again, so the
    /// result is the same as without them.
    pub fn adopt(&self, segments: impl IntoIterator<Item = Segment>) {
        let mut segments = segments.into_iter();
        let first = segments.next();
        let joined = first.and_then(|first| segments.try_fold(first, Segment::append));
        let attempt = joined.filter(|segment| self.is_sound(segment));
        self.decoded.get_or_init(|| self.decode(attempt));
    }

    fn decoded(&self) -> &Decoded {
        self.decoded.get_or_init(|| self.decode(None))
    }

    /// Whether everything was read, with valid references.
    fn is_sound(&self, segment: &Segment) -> bool {
        segment.gaps.is_empty()
            && segment.has_valid_references(self.catalog.objects(), self.channels().max())
    }

    /// Decodes the stream. `whole` is the whole stream if it was decoded already, without a gap.
    fn decode(&self, whole: Option<Segment>) -> Decoded {
        let parts = &self.plan.parts[..];
        if parts.is_empty() {
            return Decoded::default();
        }
        let is_cancelled = || self.meter.as_ref().is_some_and(Meter::is_cancelled);
        let cancelled = |segments| {
            let (severity, section) = (Severity::Error, "network stream");
            let stopped = Diagnostic::new(severity, 0, section, "decoding was cancelled");
            Decoded { segments, stopped: Some(stopped), ..Decoded::default() }
        };
        if is_cancelled() {
            return cancelled(Vec::new());
        }
        let segment = whole.unwrap_or_else(|| self.stream().read(parts, &|_| true));
        if self.is_sound(&segment) {
            return Decoded { segments: vec![segment], ..Decoded::default() };
        }
        if is_cancelled() {
            return cancelled(vec![segment]);
        }
        self.decode_beyond_tables(segment)
    }
}
