//! Brings sizes, checksums and frame numbers up to date after a replay was changed or damaged.

use std::collections::{BTreeMap, BTreeSet};

use ghostreel_core::io::Writer;
use ghostreel_core::repair::until_whole;
use ghostreel_core::{DecodeOptions, Error, Fault, Result};

use crate::encode::{BLOCK, WrittenStream, encode, write_stream, writer_around};
use crate::layout::{Body, Property, PropertyValue, SectionPrefix};
use crate::model::{Network, Replay};
use crate::network::{ActorEvent, Segment};
use crate::options::Options;
use crate::view::View;

impl Replay {
    /// Makes a damaged replay whole: drops unreadable parts, and brings sizes, checksums and frame numbers up to date. A strict
    /// decoder then accepts it.
    ///
    /// # Errors
    /// If nothing of the replay can be read back.
    pub fn repair(&mut self) -> Result<()> {
        self.repair_with(&Options::default())
    }

    /// As [`repair`](Self::repair), for a replay that was opened, and will be, with these options.
    ///
    /// # Errors
    /// As [`repair`](Self::repair).
    pub fn repair_with(&mut self, options: &Options) -> Result<()> {
        let strict = Options { decode: DecodeOptions::STRICT, ..options.clone() };
        let recover = Options { decode: DecodeOptions::RECOVER, ..options.clone() };
        let mend = |replay: &mut Self| {
            replay.mend();
            Ok(())
        };
        until_whole(
            self,
            mend,
            encode,
            |bytes| View::open_with(bytes, &strict).map(drop),
            |bytes| View::open_with(bytes, &recover).map(View::into_replay),
        )
    }

    /// Drops unreadable parts, and brings the rest up to date.
    pub(crate) fn mend(&mut self) {
        self.header.rest.clear();
        self.header.is_cut = false;
        self.rest.clear();
        let parts = Body::PARTS;
        if self.body_parts < parts {
            // Without all tables nothing in the stream has a meaning.
            self.body_parts = parts;
            self.drop_network();
        }
        if let Network::Decoded { segments, rest, .. } = &mut self.network {
            rest.clear();
            for segment in segments {
                segment.gaps.clear();
            }
        }
        self.tail = match self.header.version.has_tail() {
            true => vec![0; 4],
            false => Vec::new(),
        };
        if self.update_derived().is_err() {
            self.drop_network();
            // There is nothing left that could be missing.
            let _ = self.update_derived();
        }
    }

    fn drop_network(&mut self) {
        self.network = Network::Raw(Vec::new());
        self.count_frames(0);
        self.body.keyframes.clear();
        self.body.tick_marks.clear();
    }

    /// Brings everything up to date that follows from other parts: frame numbers from 0 and all references to them, `NumFrames`,
    /// positions of keyframes, sizes and checksums. Drops keyframes that do not send all actors again.
    ///
    /// # Errors
    /// If the frames are not whole: values are missing that a log refers to.
    pub fn update_derived(&mut self) -> Result<()> {
        self.renumber();
        if let Network::Decoded { segments, .. } = &self.network {
            let frames: usize = segments.iter().map(|segment| segment.frames.len()).sum();
            let written = self.whole_stream()?;
            self.place_keyframes(&written);
            self.count_frames(frames);
            self.fit_stream(&written);
        }
        self.header.properties.measure();
        self.update_lengths_and_checksums();
        Ok(())
    }

    /// The decoded network stream as it is written.
    ///
    /// # Errors
    /// If a value is missing.
    pub(crate) fn whole_stream(&self) -> Result<WrittenStream> {
        let written = write_stream(self);
        if !written.is_whole
            && let Network::Decoded { segments, .. } = &self.network
        {
            let frames: usize = segments.iter().map(|segment| segment.frames.len()).sum();
            return Err(Error::new(
                Fault::Malformed,
                (written.end / 8) as u64,
                "network stream",
                format!("all values of {frames} frames"),
                format!("one missing in frame {}", written.frames.len().saturating_sub(1)),
            ));
        }
        Ok(written)
    }

    /// Makes the network stream as long as its written part needs.
    pub(crate) fn fit_stream(&mut self, written: &WrittenStream) {
        if let Network::Decoded { size, rest, .. } = &mut self.network {
            let bytes = written.end.div_ceil(8).saturating_add(rest.len());
            // The game leaves a block too many now and then.
            let is_fitting = size.checked_sub(bytes).is_some_and(|spare| spare < 2 * BLOCK);
            if !is_fitting || *size % BLOCK != 0 {
                *size = bytes.next_multiple_of(BLOCK);
            }
        }
    }

    /// Numbers the frames from 0 on. A reference to a frame that is gone moves to the next frame; one to a frame before the first or
    /// after the last is dropped.
    fn renumber(&mut self) {
        let Network::Decoded { segments, .. } = &mut self.network else { return };
        let old: Vec<u32> =
            segments.iter().flat_map(|segment| &segment.frames).map(|frame| frame.number).collect();
        if old.iter().zip(0..).all(|(&number, index)| number == index) {
            return;
        }
        for (frame, number) in segments.iter_mut().flat_map(|segment| &mut segment.frames).zip(0..)
        {
            frame.number = number;
        }
        let new = |frame: i32| -> Option<i32> {
            let frame = u32::try_from(frame).ok()?;
            let is_inside = old.first()? <= &frame && &frame <= old.last()?;
            let index = old.partition_point(|&number| number < frame);
            is_inside.then(|| i32::try_from(index).ok())?
        };
        // Sets the number; returns whether there is one.
        let set = |frame: &mut i32| match new(*frame) {
            Some(number) => {
                *frame = number;
                true
            }
            None => false,
        };
        self.body.keyframes.retain_mut(|keyframe| set(&mut keyframe.frame));
        self.body.keyframes.dedup_by_key(|keyframe| keyframe.frame);
        self.body.tick_marks.retain_mut(|mark| set(&mut mark.frame));
        self.body.debug_log.retain_mut(|line| set(&mut line.frame));
        for name in ["Goals", "HighLights", "Highlights"] {
            if let Some(PropertyValue::Array(events)) = self.header.properties.get_mut(name) {
                events.retain_mut(|event| match event.get_mut("frame") {
                    Some(PropertyValue::Int(frame)) => set(frame),
                    _ => true,
                });
            }
        }
    }

    /// Sets the positions of keyframes, and drops those that do not send all actors again.
    fn place_keyframes(&mut self, written: &WrittenStream) {
        let Network::Decoded { segments, .. } = &self.network else { return };
        let listed = self.body.keyframes.iter().map(|keyframe| keyframe.frame);
        let full_frames = full_frames(segments, &listed.collect());
        let frames: Vec<_> = segments.iter().flat_map(|segment| &segment.frames).collect();
        self.body.keyframes.retain_mut(|keyframe| {
            let index = usize::try_from(keyframe.frame).unwrap_or(usize::MAX);
            let (Some(frame), Some(&at)) = (frames.get(index), written.frames.get(index)) else {
                return false;
            };
            keyframe.time = frame.time;
            keyframe.position = u32::try_from(at).unwrap_or(u32::MAX);
            full_frames.contains(&keyframe.frame)
        });
    }

    fn count_frames(&mut self, frames: usize) {
        let count = i32::try_from(frames).unwrap_or(i32::MAX);
        let properties = &mut self.header.properties.0;
        match properties.iter_mut().find(|property| property.name == *"NumFrames") {
            Some(Property { value: PropertyValue::Int(number), .. }) => *number = count,
            // With another type, it counts nothing.
            Some(property) => *property = Property::new("NumFrames", PropertyValue::Int(count)),
            None if frames > 0 => {
                properties.push(Property::new("NumFrames", PropertyValue::Int(count)));
            }
            None => {}
        }
    }

    /// Brings the lengths and checksums of header and body up to date, and nothing else.
    pub fn update_lengths_and_checksums(&mut self) {
        let mut writer = Writer::default();
        self.header.write(&mut writer);
        self.header_prefix = SectionPrefix::of(&writer.finish());
        let stream = match &self.network {
            Network::Raw(bytes) => bytes.clone(),
            Network::Decoded { .. } => write_stream(self).bytes,
        };
        let mut writer = writer_around(&stream);
        self.body.write(self.body_parts, &stream, &mut writer);
        writer.bytes(&self.tail);
        self.body_prefix = Some(SectionPrefix::of(&writer.finish()));
    }
}

/// The frames among `candidates` that send all actors again: no actor that they leave out is updated later as if it were alive.
pub(crate) fn full_frames(segments: &[Segment], candidates: &BTreeSet<i32>) -> BTreeSet<i32> {
    let mut repaired = candidates.clone();
    // By actor that was alive, the last frame in which it appeared.
    let mut alive: BTreeMap<u16, i32> = BTreeMap::new();
    for segment in segments {
        let mut begin = 0;
        for frame in &segment.frames {
            let entries = segment.log.get(begin..frame.end as usize).unwrap_or_default();
            begin = frame.end as usize;
            let number = i32::try_from(frame.number).unwrap_or(i32::MAX);
            for entry in entries {
                match entry.what() {
                    ActorEvent::Spawned => drop(alive.insert(entry.actor, number)),
                    ActorEvent::Deleted => drop(alive.remove(&entry.actor)),
                    ActorEvent::EmptyUpdate | ActorEvent::Updated { .. } => {
                        let since = alive.insert(entry.actor, number);
                        let since = since.map_or(i32::MIN, |since| since.saturating_add(1));
                        if since <= number {
                            while let Some(&stale) = repaired.range(since..=number).next() {
                                repaired.remove(&stale);
                            }
                        }
                    }
                }
            }
        }
    }
    repaired
}
