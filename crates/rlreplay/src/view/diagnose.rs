//! The diagnostics of a replay, in words.

use ghostreel_core::{Diagnostic, Diagnostics, Outcome, Severity};

use super::View;
use crate::attributes::{AttributeType, Rows};
use crate::crc::crc;
use crate::features::INFERENCE;
use crate::layout::SectionPrefix;
use crate::names;
use crate::network::{ActorEvent, Gap, Inference, InferenceKind, Reason, Segment};

impl View<'_> {
    /// The diagnostics of the whole file: asking for them decodes the stream.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.diagnostics.get_or_init(|| {
            let in_stream = |severity, position: usize, message| {
                let offset = self.stream.start.saturating_add(position / 8) as u64;
                Diagnostic::new(severity, offset, "network stream", message)
            };
            // Before the checksums: the decoded data is still at hand.
            self.network();
            let mut diagnostics: Diagnostics = self.changed().collect();
            diagnostics.extend(self.around.iter().cloned());
            for (name, parent) in self.catalog.inferred() {
                let message = format!(
                    "expected a class that is known, found {}; by the net cache, {} is above it",
                    names::shortened(name),
                    names::shortened(parent),
                );
                diagnostics.push(in_stream(Severity::Warning, 0, message));
            }
            diagnostics.extend(self.stopped().cloned());
            let preceding =
                if self.inferences().is_empty() { Vec::new() } else { self.preceding() };
            for inference in self.inferences() {
                let message = self.describe_inference(inference, &preceding);
                diagnostics.push(in_stream(Severity::Warning, inference.position, message));
            }
            // Without the feature, a stream with gaps is refused.
            let segments = if INFERENCE { self.network() } else { &[] };
            for segment in segments {
                for (gap, last) in segment.gaps.iter().zip(last_values(segment)) {
                    let offset = self.stream.start.saturating_add(gap.position / 8) as u64;
                    let (severity, section) = (Severity::Error, "network stream");
                    diagnostics.push_with(severity, offset, section, gap.reason.shape(), || {
                        self.describe_gap(gap, last)
                    });
                }
            }
            diagnostics.into_vec()
        })
    }

    /// Header and body: their prefixes, their beginnings, and the bytes that are there.
    fn sections(&self) -> impl Iterator<Item = (&'static str, SectionPrefix, usize, &[u8])> {
        let mut end = 0_usize;
        let sections = [("header", Some(self.header_prefix)), ("body", self.body_prefix)];
        sections.into_iter().filter_map(move |(name, prefix)| {
            let prefix = prefix?;
            let start = end.saturating_add(SectionPrefix::SIZE);
            end = start.saturating_add(prefix.size as usize).min(self.bytes.len());
            Some((name, prefix, start, self.bytes.get(start..end)?))
        })
    }

    /// Whether the lengths and checksums of header and body are those of the bytes there.
    pub fn are_prefixes_true(&self) -> (bool, bool) {
        let mut prefixes =
            self.sections().map(|(_, prefix, _, section)| SectionPrefix::of(section) == prefix);
        (prefixes.next().unwrap_or(false), prefixes.next().unwrap_or(false))
    }

    /// The sections that do not have their checksums. Compared only here, since it takes long beside opening.
    fn changed(&self) -> impl Iterator<Item = Diagnostic> {
        // A section that is cut off has a diagnostic already.
        let whole =
            self.sections().filter(|(_, prefix, _, there)| there.len() == prefix.size as usize);
        whole.filter_map(|(name, prefix, start, section)| {
            let found = crc(section);
            (found != prefix.crc).then(|| {
                let message = format!(
                    "expected a checksum of {:#010x}, found {found:#010x}: the {name} was changed",
                    prefix.crc
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
            .map(|name| names::shortened(&name.as_str()).into_owned());
        name.unwrap_or_else(|| "a property without a name".to_owned())
    }

    fn describe_inference(&self, inference: &Inference, preceding: &[Option<u16>]) -> String {
        let (slot, before, kind) = match &inference.kind {
            InferenceKind::Layout { slot, before, kind } => (*slot, before, *kind),
            InferenceKind::Class { name, parent } => {
                return format!(
                    "expected an object of a known class, found {name}; it is read as {parent}"
                );
            }
        };
        let count = |segment: &Segment| segment.rows.get(usize::from(slot)).map_or(0, Rows::len);
        let count: usize = self.network().iter().map(count).sum();
        let property = self.property(slot);
        let layout = |kind| match kind {
            AttributeType::Opaque(width) => format!("{width} bits"),
            kind => kind.name().to_owned(),
        };
        let found = match before {
            // One that was never there before may be the outcome of a wrong layout in front of it.
            None => {
                let front = preceding.get(usize::from(slot)).copied().flatten();
                let after = front.map(|front| self.property(front));
                let after = after.map_or_else(String::new, |front| format!(" after {front}"));
                format!("expected a property of a known layout, found {property}{after}")
            }
            Some(before) => {
                format!("expected {property} to be {}, found another layout", layout(*before))
            }
        };
        format!("{found}; its {count} values are read as {} each", layout(kind))
    }

    /// By property, the one whose value stands before its first of the same actor, if one does.
    fn preceding(&self) -> Vec<Option<u16>> {
        let mut preceding = vec![None; self.catalog().slots().len()];
        for pair in self.network().iter().flat_map(|segment| segment.log.windows(2)) {
            let [front, here] = pair else { continue };
            if let ActorEvent::Updated { slot: front, .. } = front.what()
                && let ActorEvent::Updated { slot, is_first: false } = here.what()
                && let Some(known @ None) = preceding.get_mut(usize::from(slot))
            {
                *known = Some(front);
            }
        }
        preceding
    }

    /// `last` is the property whose value was read last.
    fn describe_gap(&self, gap: &Gap, last: Option<u16>) -> String {
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
            Reason::TooMuch => {
                "limit: expected as much as real replays hold, found more".to_owned()
            }
            Reason::Cancelled => "decoding was cancelled".to_owned(),
            Reason::SenselessTime => {
                "expected the time of a frame, found bits that make none".to_owned()
            }
        };
        // A value of a wrong layout shows in the bits after it.
        let after = last
            .map_or_else(String::new, |slot| format!(" after a value of {}", self.property(slot)));
        format!("{what}{after}; {} frames are lost", gap.lost_frames)
    }
}

/// For each gap of a segment, the property whose value was read last in front of it.
fn last_values(segment: &Segment) -> impl Iterator<Item = Option<u16>> {
    let (mut entries, mut last) = (0_usize, None);
    segment.gaps.iter().map(move |gap| {
        let frame = segment.frames.get(..gap.frames).and_then(<[_]>::last);
        let end = frame.map_or(0, |frame| frame.end as usize);
        let since = segment.log.get(entries..end).unwrap_or_default();
        let value = since.iter().rev().find_map(|entry| match entry.what() {
            ActorEvent::Updated { slot, .. } => Some(slot),
            _ => None,
        });
        (entries, last) = (end.max(entries), value.or(last));
        last
    })
}

impl Reason {
    /// A key that messages of one kind share.
    fn shape(&self) -> u64 {
        match self {
            Self::End => 1,
            Self::UnknownActor(_) => 2,
            Self::UnknownObject(_) => 3,
            Self::UnknownStreamId(_) => 4,
            Self::UnknownProperty(_) => 5,
            Self::Senseless(_) => 6,
            Self::MissedKeyframe => 7,
            Self::TooMuch => 8,
            Self::SenselessTime => 9,
            Self::Cancelled => 10,
        }
    }
}
