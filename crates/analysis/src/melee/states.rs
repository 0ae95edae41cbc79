//! The action states that statistics are about: sets of them as functions, single ones as constants. `state` is the number in
//! Post-Frame Update.

/// Frozen in place by a hit, thrown by it, or hit while lying.
pub fn is_damaged(state: u16) -> bool {
    matches!(state, 0x4b..=0x5b | DAMAGE_FALL | DOWN_DAMAGE_U | DOWN_DAMAGE_D)
}

/// In an ordinary grab.
pub fn is_grabbed(state: u16) -> bool {
    matches!(state, 0xdf..=0xe8)
}

/// Holding somebody, or throwing.
pub fn is_holding(state: u16) -> bool {
    matches!(state, 0xd5..=THROW_DOWN) && state != DASH_GRAB
}

/// Held, swallowed, buried, put to sleep or frozen by a special move.
pub fn is_command_grabbed(state: u16) -> bool {
    matches!(state, 0x10a..=0x130 | 0x147..=0x152) && state != BARREL_WAIT
}

/// Damaged, grabbed, or held by a special move: the opponent decides what happens.
pub fn is_punished(state: u16) -> bool {
    is_damaged(state) || is_grabbed(state) || is_command_grabbed(state)
}

/// On the ground and free to act, attacking, or grabbing.
pub fn is_in_control(state: u16) -> bool {
    matches!(state, 0x0e..=0x18 | 0x27..=0x29 | 0x2d..=0x40 | GRAB)
}

/// In a tech of any kind.
pub fn is_teching(state: u16) -> bool {
    matches!(state, 0xc7..=0xcc)
}

/// Lying on the floor after a missed tech.
pub fn is_down(state: u16) -> bool {
    matches!(state, 0xb7..=0xc6)
}

/// Not dying, asleep, on the platform that brings a new stock, or entering the stage.
pub fn is_in_play(state: u16) -> bool {
    !matches!(state, 0x00..=0x0d | 0x142..=0x144)
}

/// Dying: in one of the eleven states, 0 to 10, that take a stock.
pub fn is_dead(state: u16) -> bool {
    matches!(state, 0x00..=0x0a)
}

/// Landing from an aerial attack.
pub fn is_aerial_landing(state: u16) -> bool {
    matches!(state, LANDING_NAIR..=LANDING_DAIR)
}

/// In a jump or a fall that the player can act out of.
pub fn is_controlled_jump(state: u16) -> bool {
    matches!(state, KNEE_BEND..=0x22)
}

/// Holding a ledge, or on the way up from it.
pub fn is_on_ledge(state: u16) -> bool {
    matches!(state, CLIFF_CATCH..=0x107)
}

pub(crate) const TURN: u16 = 0x12;
pub(crate) const DASH: u16 = 0x14;
pub(crate) const KNEE_BEND: u16 = 0x18;
pub(crate) const FALL: u16 = 0x1d;
pub(crate) const DAMAGE_FALL: u16 = 0x26;
pub(crate) const LANDING_FALL_SPECIAL: u16 = 0x2b;
pub(crate) const DASH_ATTACK: u16 = 0x32;
pub(crate) const LANDING_NAIR: u16 = 0x46;
pub(crate) const LANDING_DAIR: u16 = 0x4a;
pub(crate) const DOWN_BOUND_U: u16 = 0xb7;
pub(crate) const DOWN_DAMAGE_U: u16 = 0xb9;
pub(crate) const DOWN_STAND_U: u16 = 0xba;
pub(crate) const DOWN_ATTACK_U: u16 = 0xbb;
pub(crate) const DOWN_FORWARD_U: u16 = 0xbc;
pub(crate) const DOWN_BACK_U: u16 = 0xbd;
pub(crate) const DOWN_BOUND_D: u16 = 0xbf;
pub(crate) const DOWN_DAMAGE_D: u16 = 0xc1;
pub(crate) const DOWN_STAND_D: u16 = 0xc2;
pub(crate) const DOWN_ATTACK_D: u16 = 0xc3;
pub(crate) const DOWN_FORWARD_D: u16 = 0xc4;
pub(crate) const DOWN_BACK_D: u16 = 0xc5;
pub(crate) const TECH_NEUTRAL: u16 = 0xc7;
pub(crate) const TECH_FORWARD: u16 = 0xc8;
pub(crate) const TECH_BACKWARD: u16 = 0xc9;
pub(crate) const TECH_WALL: u16 = 0xca;
pub(crate) const TECH_WALL_JUMP: u16 = 0xcb;
pub(crate) const TECH_CEILING: u16 = 0xcc;
pub(crate) const GRAB: u16 = 0xd4;
pub(crate) const DASH_GRAB: u16 = 0xd6;
pub(crate) const THROW_FORWARD: u16 = 0xdb;
pub(crate) const THROW_BACK: u16 = 0xdc;
pub(crate) const THROW_UP: u16 = 0xdd;
pub(crate) const THROW_DOWN: u16 = 0xde;
pub(crate) const ROLL_FORWARD: u16 = 0xe9;
pub(crate) const ROLL_BACKWARD: u16 = 0xea;
pub(crate) const SPOT_DODGE: u16 = 0xeb;
pub(crate) const AIR_DODGE: u16 = 0xec;
pub(crate) const TEETER: u16 = 0xf5;
pub(crate) const WALL_BONK: u16 = 0xf7;
pub(crate) const CLIFF_CATCH: u16 = 0xfc;
pub(crate) const TAUNT_RIGHT: u16 = 0x108;
pub(crate) const TAUNT_LEFT: u16 = 0x109;
pub(crate) const BARREL_WAIT: u16 = 0x125;
