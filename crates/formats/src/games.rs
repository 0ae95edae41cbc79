//! The games and their formats: the one list of them.
//!
//! A line: the game, which is also the cargo feature that takes it in; the module that the format's crate is known under here, and its
//! format there; the format's name for the documentation.

/// Hands the macro of that name each game with its first format: the one that recorders in the game write, and that statistics read.
/// `further`: lines to hand over after them.
macro_rules! with_games {
    ($make:ident $(, $($further:tt)*)?) => {
        $make! {
            "beat-saber": bsor = ghostreel_bsor, Bsor, "BS Open Replay.";
            "melee": slp = ghostreel_slp, Slp, "Slippi.";
            "rocket-league": rlreplay = ghostreel_rlreplay, Rlreplay, "Rocket League's replay.";
            $($($further)*)?
        }
    };
}

/// Hands on the further formats of games after `lines`, if there are any here.
#[cfg(feature = "further-formats")]
macro_rules! with_further {
    ($make:ident, $($lines:tt)*) => {
        with_games! {
            $make,
            $($lines)*
            "beat-saber": scoresaber = ghostreel_scoresaber, ScoreSaber, "ScoreSaber's replay.";
            "beat-saber": scoresaber_json = ghostreel_scoresaber_json, ScoresaberJson, "Legacy ScoreSaber replay in JSON.";
        }
    };
}

/// Without further formats, these are all.
#[cfg(not(feature = "further-formats"))]
macro_rules! with_further {
    ($make:ident, $($lines:tt)*) => {
        with_games!($make, $($lines)*);
    };
}

/// Hands the macro of that name all formats: those of [`with_games`], then drafts of these games, then their other further formats.
#[cfg(feature = "drafts")]
macro_rules! with_formats {
    ($make:ident) => {
        with_further! {
            $make,
            "beat-saber": bsor2 = ghostreel_bsor2, Bsor2, "The draft of BSOR's version 2.";
        }
    };
}

/// Without drafts, these are all.
#[cfg(not(feature = "drafts"))]
macro_rules! with_formats {
    ($make:ident) => {
        with_further!($make,);
    };
}
