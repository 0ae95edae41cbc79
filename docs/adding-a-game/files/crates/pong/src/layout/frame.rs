//! A frame.

use ghostreel_core::record;

record! {
    /// Where everything is at a moment.
    #[derive(Eq)]
    pub struct Frame, 10 bytes {
        /// Middle of the left paddle, from below
        0: left: u16 = "left";
        /// Middle of the right paddle, from below
        2: right: u16 = "right";
        /// The ball, from the left
        4: ball_x: u16 = "ballX";
        /// The ball, from below
        6: ball_y: u16 = "ballY";
        /// Points of the left player
        8: left_points: u8 = "leftPoints";
        /// Points of the right player
        9: right_points: u8 = "rightPoints";
    }
}
