//! The cut info of a note in section 2.

use ghostreel_core::record;

use super::Vector3;

record! {
    /// The cut of a note. For bad cuts, Quest mods before 2023-04-24 leave it uninitialised:
    /// [`Note::cut_is_garbage`](super::Note::cut_is_garbage).
    pub struct CutInfo, 72 bytes {
        /// Not 0: the saber was fast enough
        0: speed_ok: u8 = "speedOK";
        /// Not 0: the direction was right
        1: direction_ok: u8 = "directionOK";
        /// Not 0: it was the right saber
        2: saber_type_ok: u8 = "saberTypeOK";
        /// Not 0: too early
        3: was_cut_too_soon: u8 = "wasCutTooSoon";
        /// Speed of the saber's tip; its lowest bit is the sign of the distance to the centre since December 2022.
        /// Quest mods 0.4.3 to 0.5.8 store the bits as a number: see `Note::saber_speed`
        4: saber_speed: f32 = "saberSpeed", "m/s";
        /// Direction of the saber's tip, not of unit length
        8: saber_dir: Vector3 = "saberDir";
        /// Saber: 0 left, 1 right
        20: saber_type: i32 = "saberType";
        /// Time of the note less time of the cut, positive when early
        24: time_deviation: f32 = "timeDeviation", "s";
        /// Angle to the direction asked for
        28: cut_dir_deviation: f32 = "cutDirDeviation", "deg";
        /// Where the saber met the note
        32: cut_point: Vector3 = "cutPoint", "m";
        /// Normal of the plane of the cut, of unit length
        44: cut_normal: Vector3 = "cutNormal";
        /// Distance of that plane from the note's centre; worth 15 × (1 − distance / 0.3), at least 0
        56: cut_distance_to_center: f32 = "cutDistanceToCenter", "m";
        /// Angle of the cut
        60: cut_angle: f32 = "cutAngle", "deg";
        /// Swing before the cut: 1 is 100° and worth 70 points; not clamped since April 2022
        64: before_cut_rating: f32 = "beforeCutRating";
        /// Swing after the cut: 1 is 60° and worth 30 points; not clamped since April 2022
        68: after_cut_rating: f32 = "afterCutRating";
    }
}

impl CutInfo {
    /// The game's verdict on speed, direction, saber and time.
    const fn flags(&self) -> [u8; 4] {
        [self.speed_ok, self.direction_ok, self.saber_type_ok, self.was_cut_too_soon]
    }

    /// Whether one of speed, direction, saber and time is neither yes nor no, as no recorder writes it.
    pub fn has_impossible_flags(&self) -> bool {
        self.flags().iter().any(|flag| *flag > 1)
    }

    /// Whether speed, direction, saber and time were those of a good cut.
    pub fn is_good(&self) -> bool {
        let [speed, direction, saber, too_soon] = self.flags().map(|flag| flag != 0);
        speed && direction && saber && !too_soon
    }
}
