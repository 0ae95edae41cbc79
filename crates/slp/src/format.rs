//! The format's entry in the registry.

use std::borrow::Cow;

use ghostreel_core::{DecodeOptions, Decoded, Format, FormatInfo, Probe, Result};
use ghostreel_timeline::FrameNumber;

use crate::frame_time::seconds;
use crate::layout::command;
use crate::model::{Replay, Wrapper};
use crate::stream::{Decoder, Event};
use crate::view::View;

/// Slippi.
#[derive(Clone, Copy, Debug)]
pub struct Slp;

impl Format for Slp {
    type Replay = Replay;
    type View<'a> = View<'a>;
    type Decoder = Decoder;
    type Options = ();

    const INFO: FormatInfo = FormatInfo {
        id: "slp",
        name: "Slippi",
        game: "melee",
        game_name: "Super Smash Bros. Melee",
        extensions: &["slp"],
        media_type: "application/vnd.slippi.slp",
        spec: "docs/spec/slp.md",
        options: &[],
    };

    fn probe(head: &[u8]) -> Probe {
        match head {
            _ if head.starts_with(Wrapper::HEAD) => Probe::Yes,
            // Bare events: one byte is not much of a signature.
            [command::EVENT_PAYLOADS, _, command::GAME_START, ..] => Probe::Maybe,
            _ => Probe::No,
        }
    }

    fn open<'a>(bytes: Cow<'a, [u8]>, decode: &DecodeOptions, (): &()) -> Result<View<'a>> {
        View::open(bytes, decode)
    }

    fn into_bytes(view: Self::View<'_>) -> Cow<'_, [u8]> {
        view.into_bytes()
    }

    fn append<'a>(
        view: Self::View<'a>,
        more: &[u8],
        _: &DecodeOptions,
        (): &(),
    ) -> Result<Self::View<'a>> {
        view.append(more)
    }

    fn repair(replay: &mut Replay, _: &DecodeOptions, (): &()) -> Result<()> {
        replay.repair()
    }

    fn decode(bytes: &[u8], options: &DecodeOptions) -> Result<Decoded<Replay>> {
        crate::decode(bytes, options)
    }

    fn encode(replay: &Replay) -> Vec<u8> {
        crate::encode(replay)
    }

    fn decoder(options: &DecodeOptions) -> Decoder {
        Decoder::new(options)
    }

    fn ends_game(event: &Event) -> bool {
        matches!(event, Event::GameEnd(_))
    }

    fn time_while_played(event: &Event) -> Option<f64> {
        match event {
            Event::Frame(frame) => Some(seconds(FrameNumber(frame.number))),
            _ => None,
        }
    }
}
