//! NOTES: one note event, always of the same size.

use ghostreel_core::record;

use super::{NoteCutInfo, Quaternion, Vector3};
use ghostreel_bsor::layout::EventType;

record! {
    /// The identity of a note: the parts of version 1's `noteID`, and two more.
    pub struct NoteId, 28 bytes {
        /// Its object in the map
        0: spawn_id: i32 = "spawnId";
        /// Scoring type. The draft does not say from where it counts: taken as in version 1, the game's + 2
        4: scoring_type: i32 = "scoringType";
        /// Line from the left
        8: line_index: i32 = "lineIndex";
        /// Layer from below
        12: line_layer: i32 = "lineLayer";
        /// Colour: 0 left, 1 right, −1 none
        16: color_type: i32 = "colorType"; none "-1: a bomb";
        /// Direction of the cut, as in version 1; 9 none
        20: cut_direction: i32 = "cutDirection"; none "9: a bomb";
        /// Turn of the direction
        24: angle_offset: i32 = "angleOffset", "deg";
    }
}

record! {
    /// Where everything stands at the note.
    pub struct NoteScore, 24 bytes {
        /// Multiplier
        0: multiplier: i32 = "multiplier";
        /// Score so far
        4: total_score: i32 = "totalScore";
        /// The score with a full combo
        8: fc_score: i32 = "fcScore";
        /// The most that could have been scored so far
        12: max_score: i32 = "maxScore";
        /// Notes in a row without a mistake
        16: combo: i32 = "combo";
        /// Energy. The draft does not say what number means a full bar
        20: energy: i32 = "energy";
    }
}

record! {
    /// A note that was cut or missed, or a bomb that was hit.
    pub struct Note, 180 bytes {
        /// The note
        0: id: NoteId = "id";
        /// Song time of the event
        28: event_time: f32 = "eventTime", "s";
        /// Song time of the cut
        32: cut_time: f32 = "cutTime", "s";
        /// Time of the note in the map
        36: spawn_time: f32 = "spawnTime", "s";
        /// 0 good, 1 bad, 2 miss, 3 bomb
        40: event_type: i32 = "eventType";
        /// Speed of the song
        44: time_scale: f32 = "timeScale";
        /// Speed of the game engine's clock
        48: unity_time_scale: f32 = "unityTimeScale";
        /// Where the note was
        52: position: Vector3 = "position", "m";
        /// Its rotation
        64: rotation: Quaternion = "rotation";
        /// Where everything stands
        80: score: NoteScore = "score";
        /// The cut; there for misses and bombs, too
        104: cut_info: NoteCutInfo = "cutInfo";
    }
}

impl Note {
    /// Its outcome; `None` for an unknown number.
    pub const fn event_type(&self) -> Option<EventType> {
        EventType::from_raw(self.event_type)
    }
}
