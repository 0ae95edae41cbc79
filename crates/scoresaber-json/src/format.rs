//! The format's entry in the registry.

use std::borrow::Cow;

use ghostreel_core::{DecodeOptions, Decoded, Format, FormatInfo, Probe, Result};

use crate::cursor::Cursor;
use crate::layout::SectionId;
use crate::model::Replay;
use crate::stream::Decoder;
use crate::view::View;

/// The JSON of ScoreSaber's old replays.
#[derive(Clone, Copy, Debug)]
pub struct ScoresaberJson;

impl Format for ScoresaberJson {
    type Replay = Replay;
    type View<'a> = View<'a>;
    type Decoder = Decoder;
    type Options = ();

    const INFO: FormatInfo = FormatInfo {
        id: "scoresaber-json",
        name: "Legacy ScoreSaber replay",
        game: "beat-saber",
        game_name: "Beat Saber",
        extensions: &["json"],
        media_type: "application/vnd.scoresaber.replay+json",
        spec: "docs/spec/scoresaber-json.md",
        options: &[],
    };

    /// An object whose first member is one of the seven. Writers begin with `info`; other JSON, that of this project too, does not.
    fn probe(head: &[u8]) -> Probe {
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let mut cursor = Cursor::new(head);
        let first = cursor.take(b'{', "an object").and_then(|()| cursor.text("a name"));
        let is_ours = first.is_ok_and(|name| SectionId::from_name(cursor.bytes(&name)).is_some());
        // The bracket after the name says more, if it is among the first bytes.
        let bracket = cursor.take(b':', "a colon").and_then(|()| cursor.peek());
        if is_ours && !bracket.is_ok_and(|byte| !matches!(byte, b'{' | b'[')) {
            Probe::Yes
        } else {
            Probe::No
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
