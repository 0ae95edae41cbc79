//! `--frames`: each frame as a JSON line.

use std::io::Write;

use anyhow::Result;
use ghostreel_formats::slp::{self, layout::PayloadSizes};
use ghostreel_formats::{AnyEvent, json};
use ghostreel_live::EndReason;
use serde::Serialize;

use super::running::Running;
use super::{Printer, json_line};

#[derive(Debug)]
pub(super) struct Frames {
    /// How long the events of the replay are.
    sizes: PayloadSizes,
}

impl Default for Frames {
    fn default() -> Self {
        Self { sizes: PayloadSizes::before_0_1() }
    }
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "camelCase")]
enum Line<'a> {
    Began { name: &'a str },
    Frame(json::Frame<'a>),
    Ended { name: &'a str, why: &'static str },
}

impl Printer for Frames {
    fn began(&mut self, name: &str, out: &mut dyn Write) -> Result<()> {
        *self = Self::default();
        json_line(&Line::Began { name }, out)
    }

    fn event(&mut self, event: &AnyEvent, out: &mut dyn Write) -> Result<()> {
        if let AnyEvent::Slp(slp::Event::PayloadSizes(sizes)) = event {
            self.sizes = sizes.clone();
        }
        match json::Frame::of(event, &self.sizes) {
            Some(frame) => json_line(&Line::Frame(frame), out),
            None => Ok(()),
        }
    }

    fn pause(&mut self, _: &Running, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }

    fn ended(&mut self, game: &Running, why: EndReason, out: &mut dyn Write) -> Result<()> {
        json_line(&Line::Ended { name: &game.name, why: why.name() }, out)
    }
}
