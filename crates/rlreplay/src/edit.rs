//! Changes to a replay. Each leaves sizes, checksums and frame numbers as they were. [`Replay::update_derived`] brings them up to date
//! after all changes.

use std::collections::BTreeSet;

use ghostreel_core::{Error, Fault, Result};

use crate::attributes::Rows;
use crate::layout::{Properties, PropertyValue, Text};
use crate::model::{Network, Replay};
use crate::network::{ActorEvent, Segment};
use crate::repair::full_frames;

/// The property whose value is a player's name.
pub(crate) const PLAYER_NAME: &str = "Engine.PlayerReplicationInfo:PlayerName";

impl Replay {
    /// Gives a player another name, everywhere: in the header's lists of players and goals, and in the network stream's player names
    /// and reservations. Returns the number of places that were changed.
    pub fn rename(&mut self, from: &str, to: &str) -> usize {
        let to = Text::new(to);
        let header = rename_properties(&mut self.header.properties, from, &to);
        let is_name: Vec<bool> =
            self.property_names().iter().map(|name| name == PLAYER_NAME).collect();
        let rows = self
            .segments_mut()
            .iter_mut()
            .flat_map(|segment| segment.rows.iter_mut().zip(&is_name));
        rows.fold(header, |count, (rows, is_name)| {
            count.saturating_add(match rows {
                Rows::String(texts) if *is_name => rename_texts(texts.iter_mut(), from, &to),
                Rows::Reservation(places) => {
                    rename_texts(places.iter_mut().map(|place| &mut place.name), from, &to)
                }
                _ => 0,
            })
        })
    }

    /// Keeps what happened from one time to another, in seconds since the first frame. The result begins at the last keyframe that is not later than `from`, as only a keyframe sends all actors.
    ///
    /// # Errors
    /// If no frame is left, or the frames are not decoded.
    pub fn cut(&mut self, from: f32, to: f32) -> Result<()> {
        let listed = self.body.keyframes.iter().map(|keyframe| keyframe.frame).collect();
        let segments = self.segments_mut();
        let full_frames = full_frames(segments, &listed);
        let frames = || segments.iter().flat_map(|segment| &segment.frames);
        let first_time = frames().next().map_or(0.0, |frame| frame.time);
        let since = |time: f32| time - first_time;
        let is_full_frame =
            |number: u32| i32::try_from(number).is_ok_and(|number| full_frames.contains(&number));
        let first = frames()
            .rfind(|frame| is_full_frame(frame.number) && since(frame.time) <= from)
            .or_else(|| frames().next())
            .map_or(0, |frame| frame.number);
        let is_wanted = |number: u32, time: f32| number >= first && since(time) <= to;
        let last = frames().rfind(|frame| is_wanted(frame.number, frame.time));
        let Some(last) = last.map(|frame| frame.number) else {
            let times = frames().next().zip(frames().next_back());
            let found = times.map_or_else(
                || "no frames at all".to_owned(),
                |(first, last)| format!("frames from 0 s to {} s", last.time - first.time),
            );
            let expected = format!("frames from {from} s to {to} s");
            return Err(Error::new(Fault::Malformed, 0, "network stream", expected, found));
        };
        for segment in self.segments_mut() {
            segment.retain(|number| (first..=last).contains(&number), |_, _| true);
        }
        Ok(())
    }

    /// Drops all actors of the objects whose names `is_unwanted` accepts. Returns how many had appeared. References to them stay, and
    /// then refer to no actor.
    ///
    /// # Errors
    /// If part of the stream could not be read, as it may hold such actors.
    pub fn drop_actors(&mut self, is_unwanted: impl Fn(&str) -> bool) -> Result<usize> {
        let unwanted: Vec<bool> =
            self.body.objects.iter().map(|object| is_unwanted(&object.as_str())).collect();
        let segments = self.segments_mut();
        if segments.iter().any(|segment| !segment.gaps.is_empty()) {
            let found = "one with parts that could not be read";
            return Err(Error::new(
                Fault::Malformed,
                0,
                "network stream",
                "a whole network stream, as a repair makes it",
                found,
            ));
        }
        let mut dropped: BTreeSet<u16> = BTreeSet::new();
        let mut count = 0_usize;
        for segment in segments {
            segment.retain(
                |_| true,
                |entry, spawn| {
                    if let Some(spawn) = spawn {
                        let object = usize::try_from(spawn.object).unwrap_or(usize::MAX);
                        if unwanted.get(object).copied().unwrap_or(false) {
                            count = count.saturating_add(1);
                            dropped.insert(entry.actor);
                        } else {
                            dropped.remove(&entry.actor);
                        }
                    }
                    let is_kept = !dropped.contains(&entry.actor);
                    if entry.what() == ActorEvent::Deleted {
                        dropped.remove(&entry.actor);
                    }
                    is_kept
                },
            );
        }
        Ok(count)
    }

    /// The properties of the stream by name, in the order in which each segment has their rows.
    pub(crate) fn property_names(&self) -> Vec<String> {
        let properties = self.body.net_cache.iter().flat_map(|row| &row.properties);
        let name = |object: i32| {
            let object = usize::try_from(object).ok();
            object.and_then(|object| self.body.objects.get(object)).map(Text::to_string)
        };
        properties.map(|property| name(property.object).unwrap_or_default()).collect()
    }

    /// The decoded stretches of the stream; none if it is not decoded.
    fn segments_mut(&mut self) -> &mut [Segment] {
        match &mut self.network {
            Network::Decoded { segments, .. } => segments,
            Network::Raw(_) => &mut [],
        }
    }
}

fn rename_properties(list: &mut Properties, from: &str, to: &Text) -> usize {
    list.0.iter_mut().fold(0_usize, |count, property| {
        let is_name = property.name == *"Name" || property.name == *"PlayerName";
        count.saturating_add(match &mut property.value {
            PropertyValue::Str(text) if is_name => rename_texts([text].into_iter(), from, to),
            PropertyValue::Array(elements) => elements
                .iter_mut()
                .map(|element| rename_properties(element, from, to))
                .fold(0, usize::saturating_add),
            PropertyValue::Struct(_, members) => rename_properties(members, from, to),
            _ => 0,
        })
    })
}

fn rename_texts<'t>(texts: impl Iterator<Item = &'t mut Text>, from: &str, to: &Text) -> usize {
    texts.filter(|text| **text == *from).map(|text| *text = to.clone()).count()
}
