//! The format's entry in the registry.

use std::borrow::Cow;

use ghostreel_bsor::MAGIC;
use ghostreel_core::{DecodeOptions, Decoded, Format, FormatInfo, Probe, Result, WholeFileDecoder};

use crate::model::Replay;
use crate::version::Version;
use crate::view::View;

/// The draft of BSOR's version 2.
#[derive(Clone, Copy, Debug)]
pub struct Bsor2;

impl Format for Bsor2 {
    type Replay = Replay;
    type View<'a> = View<'a>;
    type Decoder = WholeFileDecoder<Self>;
    type Options = ();

    const INFO: FormatInfo = FormatInfo {
        id: "bsor2",
        name: "BS Open Replay 2",
        game: "beat-saber",
        game_name: "Beat Saber",
        extensions: &["bsor"],
        media_type: "application/vnd.beatleader.bsor",
        spec: "docs/spec/bsor-v2.md",
        options: &[],
    };

    fn probe(head: &[u8]) -> Probe {
        let is_ours = head.strip_prefix(&MAGIC.to_le_bytes()).and_then(<[u8]>::first);
        if is_ours == Some(&Version::MAJOR) { Probe::Yes } else { Probe::No }
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

    fn decoder(options: &DecodeOptions) -> Self::Decoder {
        WholeFileDecoder::new(options)
    }
}
