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
        // Size, checksum and two or three versions; then the type of the game, which is a text of the engine's.
        let is_here = |at: usize| {
            let text = head.get(at..)?;
            let count = u32::from_le_bytes(*text.first_chunk()?);
            Some((8..256).contains(&count) && text.get(4..)?.starts_with(b"TAGame.Replay_"))
        };
        let is_any = [16, 20].into_iter().any(|at| is_here(at).unwrap_or(false));
        if is_any { Probe::Yes } else { Probe::No }
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
