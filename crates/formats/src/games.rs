//! The games: the one list of them.

/// Hands the list to the macro of that name. A line: the game, which is also the cargo feature that takes it in; the module
/// that its crate is known under here, and its format there; the format's name for the documentation.
macro_rules! with_games {
    ($make:ident) => {
        $make! {
            "beat-saber": bsor = ghostreel_bsor, Bsor, "BS Open Replay.";
            "melee": slp = ghostreel_slp, Slp, "Slippi.";
            "rocket-league": rlreplay = ghostreel_rlreplay, Rlreplay, "Rocket League's replay.";
        }
    };
}
