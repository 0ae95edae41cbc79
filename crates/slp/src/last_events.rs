//! Frames in which every character keeps its last events, from whichever copy of the frame.

use crate::frames::CharacterFrame;
use crate::layout::{FIRST_FRAME, command};
use crate::placed_event::PlacedEvent;

/// Players have a port from 0 on, below this one.
const PORTS: usize = 4;

/// Frames as slippi-js keeps them: an event overwrites the earlier one of the same frame, port and kind.
///
/// It is the third way to settle rollbacks. [`View::frames`](crate::View::frames) forgets a frame that is taken back as a whole, and
/// all after it, so each frame is one that the game did compute.
/// [`View::frames_with_rollbacks`](crate::View::frames_with_rollbacks) keeps every copy. Here a frame
/// that is taken back keeps the events that are not sent again: a player missing from the last copy stands as in the one
/// before, and a frame that the recording ends in front of, the second time, is still there. The figures that the field knows are counted
/// so; use it only to get the same ones.
///
/// It is filled event by event, as the knowledge of a frame at some point of the file matters there too. Nana is not kept, but her
/// events make a frame.
#[derive(Clone, Debug)]
pub struct LastEvents {
    frames: Vec<Places>,
    limit: usize,
}

/// Where the last events of a frame are, by port; 0 for none.
#[derive(Clone, Copy, Debug, Default)]
struct Places {
    pre: [u32; PORTS],
    post: [u32; PORTS],
    is_there: bool,
}

impl LastEvents {
    /// None yet. Frames from `limit` on, counted from the first, are passed over, however wild a number a file gives them.
    pub fn new(limit: usize) -> Self {
        Self { frames: Vec::new(), limit }
    }

    /// Takes an event about a frame.
    #[inline]
    pub fn add(&mut self, event: &PlacedEvent<'_>) {
        let Some(frame) = event.frame().and_then(|number| self.frame_mut(number)) else { return };
        let kind = match event.code {
            command::PRE_FRAME => &mut frame.pre,
            command::POST_FRAME => &mut frame.post,
            _ => return,
        };
        if event.is_follower() == Some(false)
            && let Some(place) = event.port().and_then(|port| kind.get_mut(usize::from(port)))
        {
            *place = event.at;
        }
    }

    /// The highest number of a frame that there is; one before the first without any.
    pub fn last(&self) -> i32 {
        let count = i32::try_from(self.frames.len()).unwrap_or(i32::MAX);
        FIRST_FRAME.saturating_sub(1).saturating_add(count)
    }

    /// Whether there is any event about the frame.
    #[inline]
    pub fn has_frame(&self, number: i32) -> bool {
        self.frame(number).is_some_and(|frame| frame.is_there)
    }

    /// Whether the frame has the Post-Frame Updates of all these ports.
    #[inline]
    pub fn has_posts(&self, number: i32, of: [bool; PORTS]) -> bool {
        self.frame(number)
            .is_some_and(|frame| frame.post.iter().zip(of).all(|(&post, of)| post != 0 || !of))
    }

    /// Whether there is an event about a character in the frame, other than Nana.
    #[inline]
    pub fn has_characters(&self, number: i32) -> bool {
        let places = |frame: &Places| frame.pre.iter().chain(&frame.post).any(|&place| place != 0);
        self.frame(number).is_some_and(places)
    }

    /// Where the events of a character in a frame are; `None` if there is no such frame or port.
    #[inline]
    pub fn character(&self, number: i32, port: u8) -> Option<CharacterFrame> {
        let Places { pre, post, is_there } = self.frame(number)?;
        let at = usize::from(port);
        let (pre, post) = (*pre.get(at)?, *post.get(at)?);
        is_there.then_some(CharacterFrame { frame: number, port, follower: false, pre, post })
    }

    fn index(number: i32) -> Option<usize> {
        usize::try_from(number.checked_sub(FIRST_FRAME)?).ok()
    }

    fn frame(&self, number: i32) -> Option<&Places> {
        self.frames.get(Self::index(number)?)
    }

    fn frame_mut(&mut self, number: i32) -> Option<&mut Places> {
        let index = Self::index(number).filter(|index| *index < self.limit)?;
        if index >= self.frames.len() {
            self.frames.resize(index.saturating_add(1), Places::default());
        }
        let frame = self.frames.get_mut(index)?;
        frame.is_there = true;
        Some(frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_missing_from_the_last_copy_stands_as_in_the_one_before() {
        let mut events = LastEvents::new(200);
        let mut post = |frame: i32, port: u8, is_follower: u8, at| {
            let mut bytes = vec![command::POST_FRAME];
            bytes.extend(frame.to_be_bytes());
            bytes.extend([port, is_follower]);
            events.add(&PlacedEvent { code: command::POST_FRAME, at, bytes: &bytes });
        };
        post(0, 0, 0, 10);
        post(0, 1, 0, 20);
        post(1, 1, 1, 30);
        post(0, 0, 0, 40);
        post(i32::MAX, 0, 0, 50);
        let places = [0, 1, 2].map(|port| events.character(0, port).unwrap().post);
        assert_eq!(places, [40, 20, 0]);
        assert!(events.has_frame(1) && !events.has_characters(1), "Nana alone makes a frame");
        assert!(!events.has_frame(2) && !events.has_frame(i32::MAX));
    }
}
