//! Game End (0x39).

use ghostreel_core::record;

record! {
    /// The end of the game. Missing where the recorder was stopped first.
    pub struct GameEnd, 7 bytes big-endian, growing {
        /// 0x39
        0x00: command: u8 = "command";
        /// How it ended: see `GameEnd::method_name`
        0x01: method: u8 = "gameEndMethod";
        /// Port that quit with L+R+A+Start, -1 for none
        0x02: lras_initiator: i8 = "lrasInitiatorIndex"; since "2.0";
        /// Place of port 1 from 0, -1 if absent
        0x03: placement_0: i8 = "placement0"; since "3.13";
        /// Place of port 2
        0x04: placement_1: i8 = "placement1"; since "3.13";
        /// Place of port 3
        0x05: placement_2: i8 = "placement2"; since "3.13";
        /// Place of port 4
        0x06: placement_3: i8 = "placement3"; since "3.13";
    }
}

impl GameEnd {
    /// How the game ended, in the words of the game. Before 2.0 there were only 0 and 3, which recorders after that have, too.
    pub const fn method_name(&self) -> &'static str {
        match self.method {
            0 => "unresolved",
            1 => "time",
            2 => "game",
            3 => "resolved",
            7 => "no contest",
            // Of Home-Run Contest.
            9 => "complete",
            _ => "unknown",
        }
    }
}
