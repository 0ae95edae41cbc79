//! The format's entry in the registry.

use std::borrow::Cow;

use ghostreel_core::{DecodeOptions, Decoded, Format, FormatInfo, OptionInfo, Probe, Result};

use crate::layout::begins_with_game_type;
use crate::limits;
use crate::model::Replay;
use crate::options::{Attributes, Options};
use crate::stream::Decoder;
use crate::view::View;

/// The name of the option that [`Attributes`] come by.
const ATTRIBUTES: &str = "rocket-league-attributes";

/// Rocket League's replays.
#[derive(Clone, Copy, Debug)]
pub struct Rlreplay;

impl Format for Rlreplay {
    type Replay = Replay;
    type View<'a> = View<'a>;
    type Decoder = Decoder;
    type Options = Attributes;

    const INFO: FormatInfo = FormatInfo {
        id: "replay",
        name: "Rocket League Replay",
        game: "rocket-league",
        game_name: "Rocket League",
        extensions: &["replay"],
        media_type: "application/vnd.rocket-league.replay",
        spec: "docs/spec/rocket-league.md",
        options: &[OptionInfo {
            name: ATTRIBUTES,
            meaning: "how properties are laid out that a patch brought or changed",
            file: "a table: a property, a tab and a kind in each line",
            extension: "tsv",
            limit: limits::OPTION_FILE,
        }],
    };

    fn probe(head: &[u8]) -> Probe {
        // Size, checksum and two or three versions; then the type of the game.
        let is_here = |at: usize| head.get(at..).is_some_and(begins_with_game_type);
        let is_any = [16, 20].into_iter().any(is_here);
        if is_any { Probe::Yes } else { Probe::No }
    }

    fn set_option(options: &mut Attributes, _: &str, file: &[u8]) -> Result<()> {
        *options = Attributes::read(file)?;
        Ok(())
    }

    fn open<'a>(
        bytes: Cow<'a, [u8]>,
        decode: &DecodeOptions,
        attributes: &Attributes,
    ) -> Result<View<'a>> {
        View::open_with(bytes, &Options::of(decode, attributes))
    }

    fn into_bytes(view: Self::View<'_>) -> Cow<'_, [u8]> {
        view.into_bytes()
    }

    fn repair(replay: &mut Replay, decode: &DecodeOptions, attributes: &Attributes) -> Result<()> {
        replay.repair_with(&Options::of(decode, attributes))
    }

    fn update_lengths_and_checksums(replay: &mut Replay) {
        replay.update_lengths_and_checksums();
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
