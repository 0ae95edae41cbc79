//! Pre-Frame Update (0x37).

use ghostreel_core::record;

/// The bits of the column `physicalButtons`.
pub const BUTTONS: [(&str, u16); 12] = [
    ("left", 1),
    ("right", 2),
    ("down", 4),
    ("up", 8),
    ("Z", 0x10),
    ("R", 0x20),
    ("L", 0x40),
    ("A", 0x100),
    ("B", 0x200),
    ("X", 0x400),
    ("Y", 0x800),
    ("Start", 0x1000),
];

record! {
    /// A character just before the game uses its inputs: the input needed to play the frame again.
    pub struct PreFrame, 67 bytes big-endian, growing {
        /// 0x37
        0x00: command: u8 = "command";
        /// Frame, from -123; the timer starts at 0
        0x01: frame: i32 = "frame", "frame";
        /// Port, 0 to 3
        0x05: player_index: u8 = "playerIndex";
        /// 1 for Nana
        0x06: is_follower: u8 = "isFollower";
        /// Random seed
        0x07: seed: u32 = "seed";
        /// Action state
        0x0b: action_state_id: u16 = "actionStateId";
        /// Position to the right
        0x0d: position_x: f32 = "positionX", "unit";
        /// Position up
        0x11: position_y: f32 = "positionY", "unit";
        /// -1 left, 1 right, rarely 0
        0x15: facing_direction: f32 = "facingDirection";
        /// Stick as the game uses it, -1 to 1
        0x19: joystick_x: f32 = "joystickX";
        /// Stick as the game uses it, -1 to 1
        0x1d: joystick_y: f32 = "joystickY";
        /// C-stick as the game uses it, -1 to 1
        0x21: c_stick_x: f32 = "cStickX";
        /// C-stick as the game uses it, -1 to 1
        0x25: c_stick_y: f32 = "cStickY";
        /// Trigger as the game uses it, 0 to 1
        0x29: trigger: f32 = "trigger";
        /// Buttons as the game uses them: the physical ones, and sticks and triggers as buttons
        0x2d: buttons: u32 = "buttons";
        /// Buttons pressed: 1 left, 2 right, 4 down, 8 up, 0x10 Z, 0x20 R, 0x40 L, 0x100 A, 0x200 B, 0x400 X, 0x800 Y, 0x1000 Start
        0x31: physical_buttons: u16 = "physicalButtons";
        /// Left trigger, 0 to 1
        0x33: physical_l_trigger: f32 = "physicalLTrigger";
        /// Right trigger, 0 to 1
        0x37: physical_r_trigger: f32 = "physicalRTrigger";
        /// Raw stick, for UCF's dashback
        0x3b: raw_joystick_x: i8 = "rawJoystickX"; since "1.2";
        /// Damage
        0x3c: percent: f32 = "percent", "%"; since "1.4";
        /// Raw stick
        0x40: raw_joystick_y: i8 = "rawJoystickY"; since "3.15";
        /// Raw C-stick
        0x41: raw_c_stick_x: i8 = "rawCStickX"; since "3.17";
        /// Raw C-stick
        0x42: raw_c_stick_y: i8 = "rawCStickY"; since "3.17";
    }
}

#[test]
fn the_column_says_which_button_each_bit_is() {
    let mut fields = <PreFrame as ghostreel_core::Record>::FIELDS.iter();
    let field = fields.find(|field| field.name == "physicalButtons").unwrap();
    let number = |bit: u16| if bit < 0x10 { bit.to_string() } else { format!("{bit:#x}") };
    let buttons = BUTTONS.map(|(name, bit)| format!("{} {name}", number(bit)));
    assert_eq!(field.meaning, format!("Buttons pressed: {}", buttons.join(", ")));
}
