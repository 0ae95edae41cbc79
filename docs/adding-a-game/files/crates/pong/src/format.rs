//! What the registry needs to know.

use std::borrow::Cow;

use ghostreel_core::{DecodeOptions, Decoded, Format, FormatInfo, Probe, Result, WholeFileDecoder};

use crate::layout::MAGIC;
use crate::model::Replay;
use crate::view::View;

/// Pong.
#[derive(Clone, Copy, Debug)]
pub struct Pong;

impl Format for Pong {
    type Replay = Replay;
    type View<'a> = View<'a>;
    type Decoder = WholeFileDecoder<Self>;
    type Options = ();

    const INFO: FormatInfo = FormatInfo {
        id: "pong",
        name: "Pong Replay",
        game: "pong",
        game_name: "Pong",
        extensions: &["pong"],
        media_type: "application/vnd.ghostreel.pong",
        spec: "docs/spec/pong.md",
        options: &[],
    };

    fn probe(head: &[u8]) -> Probe {
        if head.starts_with(&MAGIC.to_le_bytes()) { Probe::Yes } else { Probe::No }
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

    fn update_lengths_and_checksums(replay: &mut Replay) {
        replay.update_lengths();
    }

    fn decode(bytes: &[u8], options: &DecodeOptions) -> Result<Decoded<Replay>> {
        crate::decode(bytes, options)
    }

    fn encode(replay: &Replay) -> Vec<u8> {
        crate::encode(replay)
    }

    fn decoder(options: &DecodeOptions) -> Self::Decoder {
        WholeFileDecoder::new(options)
    }
}
