//! Makes a damaged replay whole.

use ghostreel_core::repair::until_whole;
use ghostreel_core::{DecodeOptions, Error, Fault, Result};

use crate::layout::command;
use crate::model::{Replay, Wrapper};
use crate::view::View;
use crate::{decode, encode};

impl Replay {
    /// Makes a damaged replay whole: nothing unread remains, nor events in front of Game Start; the length of `raw` is the
    /// true one, and the object is closed. It is then read strictly without loss.
    ///
    /// # Errors
    /// If there is no Game Start, without which no event has a meaning.
    pub fn repair(&mut self) -> Result<()> {
        let is_whole = |bytes: &[u8]| View::open(bytes, &DecodeOptions::STRICT).map(drop);
        let reread = |bytes: &[u8]| Ok(decode(bytes, &DecodeOptions::RECOVER)?.value);
        until_whole(self, Self::mend, encode, is_whole, reread)
    }

    /// Removes unreadable parts, and closes the file.
    pub(crate) fn mend(&mut self) -> Result<()> {
        self.begin_with_game_start()?;
        self.gaps.clear();
        self.rest.clear();
        self.tail = b"}".to_vec();
        let events: usize = self.events.values().map(Vec::len).sum();
        let length = self.payload_sizes.encoded_len().saturating_add(events);
        self.wrapper = Wrapper::Ubjson { raw_length: u32::try_from(length).unwrap_or(0) };
        Ok(())
    }

    /// Drops the events in front of Game Start.
    fn begin_with_game_start(&mut self) -> Result<()> {
        let Some(first) = self.order.iter().position(|&code| code == command::GAME_START) else {
            let expected = "a Game Start event, without which no event has a meaning";
            return Err(Error::new(Fault::Malformed, 0, "raw", expected, "none"));
        };
        let mut lost = [0_usize; 256];
        for code in self.order.drain(..first) {
            let size = self.payload_sizes.event_size(code).unwrap_or(0);
            if let Some(lost) = lost.get_mut(usize::from(code)) {
                *lost = lost.saturating_add(size);
            }
        }
        for (code, events) in &mut self.events {
            let lost = lost.get(usize::from(*code)).copied().unwrap_or(0);
            events.drain(..lost.min(events.len()));
        }
        self.events.retain(|_, events| !events.is_empty());
        Ok(())
    }
}
