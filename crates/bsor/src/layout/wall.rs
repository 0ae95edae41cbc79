//! Section 3, one wall event.

use ghostreel_core::record;

record! {
    /// The head went into a wall. PC and Quest mods mean different things by the same fields: [`Wall::event_time`]
    /// and [`Wall::exit_time`] give the values that they agree on.
    pub struct Wall, 16 bytes {
        /// Line × 100 + type × 10 + width
        0: wall_id: i32 = "wallID";
        /// PC: energy (0 to 1) when the head left the wall. Quest: song time when it left
        4: energy: f32 = "energy";
        /// Song time when the head went in
        8: time: f32 = "time", "s";
        /// PC: map time of the wall. Quest: song time when it appeared
        12: spawn_time: f32 = "spawnTime", "s";
    }
}

impl Wall {
    /// When the head went in: old mods swapped the two times, and the event is never before the spawn.
    pub fn event_time(&self) -> f32 {
        self.time.max(self.spawn_time)
    }

    /// When the head left, if the mod recorded a time there: an energy is never above 1.
    pub fn exit_time(&self) -> Option<f32> {
        (self.energy > 1.0 && self.energy >= self.event_time()).then_some(self.energy)
    }

    /// Leftmost line of the wall.
    pub const fn line(&self) -> i32 {
        self.wall_id.div_euclid(100)
    }

    /// 0 full height, 1 top half, others free.
    pub const fn kind(&self) -> i32 {
        self.wall_id.rem_euclid(100) / 10
    }

    /// Width in lines, where it is below 10.
    pub const fn width(&self) -> i32 {
        self.wall_id.rem_euclid(10)
    }
}
