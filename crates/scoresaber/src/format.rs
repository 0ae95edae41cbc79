//! The format's entry in the registry.

use std::borrow::Cow;

use ghostreel_core::{DecodeOptions, Decoded, Format, FormatInfo, Probe, Result, WholeFileDecoder};

use crate::container::Container;
use crate::model::{Payload, Replay};
use crate::view::View;

/// ScoreSaber's replay.
#[derive(Clone, Copy, Debug)]
pub struct ScoreSaber;

impl Format for ScoreSaber {
    type Replay = Replay;
    type View<'a> = View<'a>;
    type Decoder = WholeFileDecoder<Self>;
    type Options = ();

    const INFO: FormatInfo = FormatInfo {
        id: "scoresaber",
        name: "ScoreSaber replay",
        game: "beat-saber",
        game_name: "Beat Saber",
        extensions: &["dat"],
        media_type: "application/vnd.scoresaber.replay",
        spec: "docs/spec/scoresaber.md",
        options: &[],
    };

    fn probe(head: &[u8]) -> Probe {
        Container::recognise(head).map_or(Probe::No, |(_, probe)| probe)
    }

    fn open<'a>(bytes: Cow<'a, [u8]>, decode: &DecodeOptions, (): &()) -> Result<View<'a>> {
        View::open(bytes, decode)
    }

    fn read_file_name(view: &mut View<'_>, name: &str) {
        view.read_file_name(name);
    }

    fn into_bytes(view: Self::View<'_>) -> Cow<'_, [u8]> {
        view.into_bytes()
    }

    fn repair(replay: &mut Replay, _: &DecodeOptions, (): &()) -> Result<()> {
        replay.repair()
    }

    fn update_lengths_and_checksums(replay: &mut Replay) {
        if let Payload::Sections(recording) = &mut replay.payload {
            recording.update_pointers();
        }
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
