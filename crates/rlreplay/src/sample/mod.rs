//! Synthetic replays: the same seed gives the same bytes on every machine.
//!
//! A short match on a flat pitch: kick-offs, cars that drive, jump, boost and destroy each other, a ball that bounces off them
//! and the walls, goals, a clock. Not the game's physics, but close enough to watch and to count.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "all numbers are our own and small"
)]

mod accounts;
mod arena;
mod ball;
mod car;
mod floor;
mod game;
mod header;
mod items;
mod math;
mod recorder;
mod script;
mod tables;

use ghostreel_core::DecodeOptions;

use crate::decode;
use crate::encode;
use crate::layout::{KeyFrame, Text};
use crate::model::{Network, Replay};
use crate::version::Version;

/// The file to make.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Chooses who drives how.
    pub seed: u64,
    /// Frames, 30 a second.
    pub frames: u16,
    /// Players in each of the two teams, up to 4.
    pub team_size: u8,
    /// The variant of the file.
    pub kind: FileKind,
}

/// A variant of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileKind {
    /// 868.32.10, from a server.
    #[default]
    Online,
    /// 868.20.5: angles in place of quaternions.
    Middle,
    /// 868.14 over a local network: actors without names.
    Lan,
    /// 868.12: coarse units, boost and pickups in their older shape.
    Old,
    /// 0.0: no network stream.
    NoNetwork,
    /// With a property that no table knows.
    UnknownAttribute,
    /// The table of keyframes leads nowhere, as some tools leave it.
    WrongKeyframes,
    /// Names beyond Latin-1, in UTF-16.
    WideNames,
    /// Rumble: players get items and use them; with one they carry the ball.
    Rumble,
    /// Dropshot: the ball breaks the floor and scores through it.
    Dropshot,
    /// The first player leaves halfway, and comes back with nothing on the scoreboard.
    Rejoin,
    /// The first player changes sides halfway.
    OtherSide,
    /// All have one name.
    OneName,
    /// All of a team play on one account, in front of one screen.
    SplitScreen,
}

impl FileKind {
    const fn version(self) -> Version {
        match self {
            Self::Middle => Version::new(868, 20, 5),
            Self::Lan => Version::new(868, 14, 0),
            Self::Old => Version::new(868, 12, 0),
            Self::NoNetwork => Version::new(0, 0, 0),
            _ => Version::new(868, 32, 10),
        }
    }

    const fn build(self) -> &'static str {
        match self {
            Self::Middle => "180925.65543.215127",
            Self::Lan => "161205.63280.155780",
            Self::Old => "160602.63280.133560",
            _ => "260101.10000.500000",
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1, frames: 1500, team_size: 1, kind: FileKind::default() }
    }
}

/// Ready-made options by name.
pub fn variants() -> Vec<(&'static str, Options)> {
    let full = Options::default;
    let short = |kind| Options { frames: 360, kind, ..full() };
    vec![
        ("full", full()),
        ("small", Options { frames: 45, ..full() }),
        ("doubles", Options { team_size: 2, frames: 900, ..full() }),
        ("middle", short(FileKind::Middle)),
        ("lan", short(FileKind::Lan)),
        ("old", Options { kind: FileKind::Old, ..full() }),
        ("no-network", short(FileKind::NoNetwork)),
        ("unknown-attribute", short(FileKind::UnknownAttribute)),
        ("wrong-keyframes", short(FileKind::WrongKeyframes)),
        ("wide-names", short(FileKind::WideNames)),
        ("rumble", Options { kind: FileKind::Rumble, team_size: 2, ..full() }),
        ("rumble-4v4", Options { kind: FileKind::Rumble, team_size: 4, ..full() }),
        ("rejoin", Options { kind: FileKind::Rejoin, ..full() }),
        ("other-side", Options { kind: FileKind::OtherSide, team_size: 2, ..full() }),
        ("one-name", Options { kind: FileKind::OneName, team_size: 2, ..full() }),
        ("split-screen", Options { kind: FileKind::SplitScreen, team_size: 2, ..full() }),
        ("dropshot", Options { kind: FileKind::Dropshot, ..full() }),
    ]
}

/// The variant of that name.
pub fn variant(name: &str) -> Option<Options> {
    variants().into_iter().find_map(|(known, options)| (known == name).then_some(options))
}

/// Makes a replay.
pub fn generate(options: &Options) -> Replay {
    let options = Options { team_size: options.team_size.clamp(1, 4), ..options.clone() };
    let (mut replay, match_of) = script::play(&options);
    replay.header = header::header(&options, &match_of);
    replay.mend();
    match options.kind {
        FileKind::UnknownAttribute => {
            for object in &mut replay.body.objects {
                if *object == *tables::RENAMED {
                    *object = Text::new("TAGame.Car_TA:GhostlyGlow");
                }
            }
            // The bits stay as they are, and have no known meaning.
            network_as_bits(&mut replay);
        }
        FileKind::WrongKeyframes => {
            network_as_bits(&mut replay);
            for keyframe in &mut replay.body.keyframes {
                *keyframe = KeyFrame { position: 0, ..*keyframe };
            }
        }
        _ => return replay,
    }
    // Sealing leaves undecoded bits alone, and the values about them.
    let _ = replay.update_derived();
    let bytes = encode(&replay);
    decode(&bytes, &DecodeOptions::RECOVER).map_or(replay, |decoded| decoded.value)
}

fn network_as_bits(replay: &mut Replay) {
    replay.network = Network::Raw(crate::encode::write_stream(replay).bytes);
}

#[cfg(test)]
mod tests;
