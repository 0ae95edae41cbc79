//! Post-Frame Update (0x38).

use ghostreel_core::record;

record! {
    /// A character at the end of a frame: what statistics go by.
    pub struct PostFrame, 85 bytes big-endian, growing {
        /// 0x38
        0x00: command: u8 = "command";
        /// Frame, from -123; the timer starts at 0
        0x01: frame: i32 = "frame", "frame";
        /// Port, 0 to 3
        0x05: player_index: u8 = "playerIndex";
        /// 1 for Nana
        0x06: is_follower: u8 = "isFollower";
        /// Character, the game's internal number; changes with Zelda and Sheik
        0x07: internal_character_id: u8 = "internalCharacterId";
        /// Action state
        0x08: action_state_id: u16 = "actionStateId";
        /// Position to the right
        0x0a: position_x: f32 = "positionX", "unit";
        /// Position up
        0x0e: position_y: f32 = "positionY", "unit";
        /// -1 left, 1 right, rarely 0
        0x12: facing_direction: f32 = "facingDirection";
        /// Damage
        0x16: percent: f32 = "percent", "%";
        /// Size of the shield, 0 to 60
        0x1a: shield_size: f32 = "shieldSize";
        /// The attack of this character that last hit
        0x1e: last_attack_landed: u8 = "lastAttackLanded";
        /// The game's own count of a combo
        0x1f: current_combo_count: u8 = "currentComboCount";
        /// Port that last hit this character, 6 for none
        0x20: last_hit_by: u8 = "lastHitBy"; none "6: nobody";
        /// Stocks left
        0x21: stocks_remaining: u8 = "stocksRemaining";
        /// Frames in this action state; may be negative or have a fraction
        0x22: action_state_counter: f32 = "actionStateCounter", "frame"; since "0.2";
        /// State bits 1: 0x10 reflecting, 0x02 absorbing
        0x26: state_bit_flags_1: u8 = "stateBitFlags1"; since "2.0";
        /// State bits 2: 0x04 invincible from a move, 0x08 fastfalling, 0x10 defender in hitlag, 0x20 hitlag
        0x27: state_bit_flags_2: u8 = "stateBitFlags2"; since "2.0";
        /// State bits 3: 0x04 grabbing, 0x80 shielding
        0x28: state_bit_flags_3: u8 = "stateBitFlags3"; since "2.0";
        /// State bits 4: 0x02 hitstun, 0x04 shield touched, 0x20 powershield
        0x29: state_bit_flags_4: u8 = "stateBitFlags4"; since "2.0";
        /// State bits 5: 0x08 follower, 0x10 inactive, 0x40 dead, 0x80 off the screen
        0x2a: state_bit_flags_5: u8 = "stateBitFlags5"; since "2.0";
        /// Depends on the action state; in hitstun, the frames of it that remain
        0x2b: misc_action_state: f32 = "miscActionState"; since "2.0";
        /// 1 in the air
        0x2f: is_airborne: u8 = "isAirborne"; since "2.0";
        /// The ground last stood on
        0x30: last_ground_id: u16 = "lastGroundId"; since "2.0";
        /// Jumps left
        0x32: jumps_remaining: u8 = "jumpsRemaining"; since "2.0";
        /// 1 L-cancelled, 2 failed to
        0x33: l_cancel_status: u8 = "lCancelStatus"; since "2.0";
        /// 0 vulnerable, 1 invulnerable, 2 intangible
        0x34: hurtbox_collision_state: u8 = "hurtboxCollisionState"; since "2.1";
        /// Own speed in the air, to the right
        0x35: self_induced_air_x_speed: f32 = "selfInducedAirXSpeed", "unit/frame"; since "3.5";
        /// Own speed up
        0x39: self_induced_y_speed: f32 = "selfInducedYSpeed", "unit/frame"; since "3.5";
        /// Speed from being hit, to the right
        0x3d: attack_based_x_speed: f32 = "attackBasedXSpeed", "unit/frame"; since "3.5";
        /// Speed from being hit, up
        0x41: attack_based_y_speed: f32 = "attackBasedYSpeed", "unit/frame"; since "3.5";
        /// Own speed on the ground, to the right
        0x45: self_induced_ground_x_speed: f32 = "selfInducedGroundXSpeed", "unit/frame"; since "3.5";
        /// Frames of hitlag that remain, 0 for none
        0x49: hitlag_remaining: f32 = "hitlagRemaining", "frame"; since "3.8";
        /// Animation; 0xffffffff for none
        0x4d: animation_index: u32 = "animationIndex"; none "4294967295: none"; since "3.11";
        /// Instance of the last hit on this character
        0x51: instance_hit_by: u16 = "instanceHitBy"; since "3.16";
        /// Counts up with each new action state of any character, 0 in death
        0x53: instance_id: u16 = "instanceId"; since "3.16";
    }
}
