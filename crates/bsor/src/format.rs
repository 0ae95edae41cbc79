//! The format's entry in the registry.

use std::borrow::Cow;

use ghostreel_core::{DecodeOptions, Decoded, Format, FormatInfo, Probe, Result};

use crate::model::Replay;
use crate::scan::MAGIC;
use crate::stream::Decoder;
use crate::version::Version;
use crate::view::View;

/// BS Open Replay.
#[derive(Clone, Copy, Debug)]
pub struct Bsor;

impl Format for Bsor {
    type Replay = Replay;
    type View<'a> = View<'a>;
    type Decoder = Decoder;
    type Options = ();

    const INFO: FormatInfo = FormatInfo {
        id: "bsor",
        name: "BS Open Replay",
        game: "beat-saber",
        game_name: "Beat Saber",
        extensions: &["bsor"],
        media_type: "application/vnd.beatleader.bsor",
        spec: "docs/spec/bsor.md",
        options: &[],
    };

    fn probe(head: &[u8]) -> Probe {
        match head.strip_prefix(&MAGIC.to_le_bytes()) {
            // Another format with the same signature: `docs/spec/bsor-v2.md`.
            Some(rest) if rest.first() == Some(&Version::V2.0) => Probe::Maybe,
            Some(_) => Probe::Yes,
            None => Probe::No,
        }
    }

    fn open<'a>(bytes: Cow<'a, [u8]>, decode: &DecodeOptions, (): &()) -> Result<View<'a>> {
        View::open(bytes, decode)
    }

    fn into_bytes(view: Self::View<'_>) -> Cow<'_, [u8]> {
        view.into_bytes()
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
}
