//! Inputs: every press of a button, every move of a stick into another region, every press of a trigger.

use ghostreel_formats::timeline::rows;
use serde::Serialize;

use super::FIRST_PLAYABLE_FRAME;
use super::fighter::Pre;

/// Buttons that count: all but Start.
const BUTTONS: u16 = 0xfff;
/// A stick further out than this on an axis is in another region.
const STICK_THRESHOLD: f64 = 0.2875;
/// A trigger further in than this is pressed.
const TRIGGER_THRESHOLD: f64 = 0.3;

rows! {
    /// How many inputs a player made, by the control they were made with.
    #[derive(Copy, Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct InputCounts {
        buttons: u32, "", "Presses of buttons other than Start";
        triggers: u32, "", "Presses of triggers";
        cstick: u32, "", "Moves of the C-stick into another region, the middle not counted";
        joystick: u32, "", "Moves of the control stick into another region, the middle not counted";
        total: u32, "", "The sum of the four";
    }
}

impl InputCounts {
    /// Counts what changed between two frames of a player; before play begins, nothing.
    pub(crate) fn frame(&mut self, frame: i32, now: &Pre, before: &Pre) {
        if frame < FIRST_PLAYABLE_FRAME {
            return;
        }
        let pressed = (!before.buttons & now.buttons & BUTTONS).count_ones();
        let moved = |before, now| u32::from(region(now) != (0, 0) && region(before) != region(now));
        let pulled: u32 = before
            .triggers
            .iter()
            .zip(now.triggers)
            .map(|(before, now)| u32::from(*before < TRIGGER_THRESHOLD && now >= TRIGGER_THRESHOLD))
            .fold(0, u32::saturating_add);
        let (stick, c_stick) =
            (moved(before.joystick, now.joystick), moved(before.c_stick, now.c_stick));
        self.buttons = self.buttons.saturating_add(pressed);
        self.joystick = self.joystick.saturating_add(stick);
        self.cstick = self.cstick.saturating_add(c_stick);
        self.triggers = self.triggers.saturating_add(pulled);
        self.total =
            [pressed, stick, c_stick, pulled].into_iter().fold(self.total, u32::saturating_add);
    }
}

/// One of nine regions of a stick: left, middle or right, and down, middle or up.
fn region([x, y]: [f64; 2]) -> (i8, i8) {
    let axis = |value: f64| {
        if value >= STICK_THRESHOLD {
            1
        } else if value <= -STICK_THRESHOLD {
            -1
        } else {
            0
        }
    };
    (axis(x), axis(y))
}
