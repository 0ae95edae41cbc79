//! What the registry needs to know.

use ghostreel_core::{DecodeOptions, Decoded, Format, FormatInfo, Probe, Result};

use crate::model::Replay;
use crate::stream::Decoder;

/// Rocket League's replays.
#[derive(Clone, Copy, Debug)]
pub struct Rlreplay;

impl Format for Rlreplay {
    type Replay = Replay;
    type Decoder = Decoder;

    const INFO: FormatInfo = FormatInfo {
        id: "replay",
        name: "Rocket League Replay",
        game: "rocket-league",
        game_name: "Rocket League",
        extensions: &["replay"],
        media_type: "application/vnd.rocket-league.replay",
        spec: "docs/spec/rocket-league.md",
    };

    fn probe(head: &[u8]) -> Probe {
        // Sizes and checksums say nothing, the type of the game behind the versions does.
        let names_game = head.windows(7).any(|window| window == b"TAGame.");
        if names_game && head.len() > 20 { Probe::Yes } else { Probe::No }
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
