//! What was noticed in a replay, in words.

use ghostreel_core::{Diagnostic, Outcome, Severity};

use super::View;
use crate::crc::crc;
use crate::kinds::{Kind, Rows};
use crate::model::Seal;
use crate::network::{Gap, Learned, Lesson, Reason, Run, What};

impl View<'_> {
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
}
