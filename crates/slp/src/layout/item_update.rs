//! Item Update (0x3B).

use ghostreel_core::record;

record! {
    /// An item or projectile at the end of a frame, at most 15 a frame. Since 3.0.
    pub struct ItemUpdate, 45 bytes big-endian, growing {
        /// 0x3B
        0x00: command: u8 = "command";
        /// Frame, from -123
        0x01: frame: i32 = "frame", "frame";
        /// Its kind
        0x05: type_id: u16 = "typeId";
        /// State of the item, by type
        0x07: state: u8 = "state";
        /// -1 left, 1 right, or 0
        0x08: facing_direction: f32 = "facingDirection";
        /// Velocity to the right
        0x0c: velocity_x: f32 = "velocityX", "unit/frame";
        /// Velocity up
        0x10: velocity_y: f32 = "velocityY", "unit/frame";
        /// Position to the right
        0x14: position_x: f32 = "positionX", "unit";
        /// Position up
        0x18: position_y: f32 = "positionY", "unit";
        /// Damage it has taken
        0x1c: damage_taken: u16 = "damageTaken", "%";
        /// Frames before it is gone; may go below 0
        0x1e: expiration_timer: f32 = "expirationTimer", "frame";
        /// Counts up with each item of the game
        0x22: spawn_id: u32 = "spawnId";
        /// Samus's missile: 0 homing, 1 super
        0x26: missile_type: u8 = "missileType"; since "3.2";
        /// Peach's turnip: its face, 0 to 7
        0x27: turnip_face: u8 = "turnipFace"; since "3.2";
        /// Charge shot: 1 launched
        0x28: charge_shot_launched: u8 = "chargeShotLaunched"; since "3.2";
        /// Charge shot: its power
        0x29: charge_power: u8 = "chargePower"; since "3.2";
        /// Port that owns it, -1 for none
        0x2a: owner: i8 = "owner"; none "-1: nobody"; since "3.6";
        /// Instance of the owner's move, 0 for none
        0x2b: instance_id: u16 = "instanceId"; none "0: none"; since "3.16";
    }
}
