//! The games: the one list of them.

/// Hands the list to the macro of that name. A line: the game, which is also the cargo feature that takes it in; its
/// format and the module that is from; the format's name for the documentation.
macro_rules! with_games {
    ($make:ident) => {
        $make! {
            "beat-saber": Bsor in bsor, "BS Open Replay.";
            "melee": Slp in slp, "Slippi.";
            "rocket-league": Rlreplay in rlreplay, "Rocket League's replay.";
        }
    };
}
