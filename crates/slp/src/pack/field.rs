//! A field of an event, and the prediction of its value.

use super::numbers::Kind;

/// The prediction for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// As a frame before.
    Same,
    /// As the field at that place of the row's partner.
    Partner(u8),
    /// Frames in an action state: goes on as it went, by one at first, and from 0 in another state.
    Counter,
    /// A float that goes down by one, to 0.
    CountDown,
    /// An integer that goes on by one.
    Next,
    /// A float that goes on as it went.
    Onward,
    /// A position that goes on by the sum of the velocities at two places, but for hitlag, which the third shows; 0 for none of these.
    Move(u8, u8, u8),
    /// A velocity that is the one at that place on the ground, and as before in the air.
    AirSpeed(u8),
    /// As in the last row of the same character in the same action state.
    Animation,
    /// The random seed at a frame's start: as before, or that much more that it counts frames in its upper half.
    StartSeed,
    /// The random seed of the event before.
    Seed,
    /// The axis of a stick, from the controller's values of it and of the other.
    Stick(u8, u8),
    /// The controller's value of an axis that the game uses so.
    RawStick(u8),
    /// The trigger as the game uses it, of buttons and both triggers.
    Trigger,
    /// The buttons as the game uses them.
    Buttons,
}

/// A field of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) offset: u8,
    /// 1, 2 or 4 bytes.
    pub(super) width: u8,
    pub(super) kind: Kind,
    pub(super) rule: Rule,
}
