//! WALLS: one wall event.

use ghostreel_core::record;

record! {
    /// The identity of a wall.
    pub struct WallId, 24 bytes {
        /// Its object in the map
        0: spawn_id: i32 = "spawnId";
        /// Leftmost line
        4: line_index: i32 = "lineIndex";
        /// Lowest layer
        8: line_layer: i32 = "lineLayer";
        /// Width in lines
        12: width: i32 = "width";
        /// Height in layers
        16: height: i32 = "height";
        /// Its length
        20: duration: f32 = "duration", "s";
    }
}

record! {
    /// The head went into a wall.
    pub struct Wall, 48 bytes {
        /// The wall
        0: id: WallId = "id";
        /// Song time when the head went in
        24: in_time: f32 = "inTime", "s";
        /// Song time when the head came out
        28: out_time: f32 = "outTime", "s";
        /// Time of the wall in the map
        32: spawn_time: f32 = "spawnTime", "s";
        /// Energy when the head went in, 0 to 1
        36: in_energy: f32 = "inEnergy";
        /// Energy when the head came out, 0 to 1
        40: out_energy: f32 = "outEnergy";
        /// Multiplier
        44: multiplier: i32 = "multiplier";
    }
}
