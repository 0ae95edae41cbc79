//! What the registry needs to know.

use ghostreel_core::{FormatInfo, Probe};

use crate::layout::command;
use crate::model::Wrapper;

/// Slippi.
#[derive(Clone, Copy, Debug)]
pub struct Slp;

impl Slp {
    /// What the format is called.
    pub const INFO: FormatInfo = FormatInfo {
        id: "slp",
        name: "Slippi",
        game: "melee",
        game_name: "Super Smash Bros. Melee",
        extensions: &["slp"],
        media_type: "application/vnd.slippi.slp",
        spec: "docs/spec/slp.md",
    };

    /// Judges a file by its first bytes.
    pub fn probe(head: &[u8]) -> Probe {
        match head {
            _ if head.starts_with(Wrapper::HEAD) => Probe::Yes,
            // Bare events: one byte is not much of a signature.
            [command::EVENT_PAYLOADS, _, command::GAME_START, ..] => Probe::Maybe,
            _ => Probe::No,
        }
    }
}
