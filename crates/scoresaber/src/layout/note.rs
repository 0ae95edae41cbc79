//! The section of notes, one record in each of its forms.

use ghostreel_bsor::layout::{Quaternion, Vector3};
use ghostreel_core::record;

record! {
    /// The note's identity in the map.
    pub struct NoteHead, 20 bytes {
        /// Time of the note in the map
        0: time: f32 = "time", "s";
        /// 0 to 2 from below
        4: line_layer: i32 = "lineLayer";
        /// 0 to 3 from the left
        8: line_index: i32 = "lineIndex";
        /// 0 left (red), 1 right (blue), -1 a bomb
        12: color_type: i32 = "colorType";
        /// 0 up, 1 down, 2 left, 3 right, 4 up-left, 5 up-right, 6 down-left, 7 down-right, 8 any, 9 none
        16: cut_direction: i32 = "cutDirection";
    }
}

record! {
    /// The kind of a note.
    pub struct NoteKind, 12 bytes {
        /// 0 normal, 1 bomb, 2 chain head, 3 chain link
        0: gameplay_type: i32 = "gameplayType";
        /// The game's number: -1 ignore, 0 none, 1 normal, 2 arc head and so on; that of BSOR less 2
        4: scoring_type: i32 = "scoringType";
        /// Offset of the direction
        8: cut_direction_angle_offset: f32 = "cutDirectionAngleOffset", "deg";
    }
}

record! {
    /// The outcome. For misses all is 0 but the event, the saber and the times.
    pub struct NoteCut, 81 bytes {
        /// 0 none, 1 good, 2 bad, 3 miss, 4 bomb
        0: event_type: i32 = "eventType";
        /// Where the saber met the note
        4: cut_point: Vector3 = "cutPoint", "m";
        /// Normal of the plane of the cut
        16: cut_normal: Vector3 = "cutNormal";
        /// Direction of the saber's tip
        28: saber_direction: Vector3 = "saberDirection";
        /// Saber: 0 left, 1 right
        40: saber_type: i32 = "saberType";
        /// Not 0: the direction was right
        44: direction_ok: u8 = "directionOK";
        /// Speed of the saber's tip
        45: saber_speed: f32 = "saberSpeed", "m/s";
        /// Angle of the cut
        49: cut_angle: f32 = "cutAngle", "deg";
        /// Distance of the cut's plane from the note's centre
        53: cut_distance_to_center: f32 = "cutDistanceToCenter", "m";
        /// Angle to the direction asked for
        57: cut_direction_deviation: f32 = "cutDirectionDeviation", "deg";
        /// Swing before the cut, at most 1
        61: before_cut_rating: f32 = "beforeCutRating";
        /// Swing after the cut, at most 1
        65: after_cut_rating: f32 = "afterCutRating";
        /// Song time: of a good cut, when its scoring began; else when it was over
        69: time: f32 = "time", "s";
        /// Scale of the game's time
        73: unity_timescale: f32 = "unityTimescale";
        /// Scale of the song's time
        77: time_sync_timescale: f32 = "timeSyncTimescale";
    }
}

record! {
    /// Where the note was, and how early the cut.
    pub struct NotePlace, 64 bytes {
        /// Time of the note less time of the cut
        0: time_deviation: f32 = "timeDeviation", "s";
        /// Rotation of the note's way
        4: world_rotation: Quaternion = "worldRotation";
        /// Its inverse
        20: inverse_world_rotation: Quaternion = "inverseWorldRotation";
        /// Rotation of the note
        36: note_rotation: Quaternion = "noteRotation";
        /// Position of the note
        52: note_position: Vector3 = "notePosition", "m";
    }
}

record! {
    /// A note in version 2.
    pub struct NoteV2, 101 bytes {
        /// The note
        0: head: NoteHead = "note";
        /// The outcome
        20: cut: NoteCut = "cut";
    }
}

record! {
    /// A note in version 3.
    pub struct NoteV3, 177 bytes {
        /// The note
        0: head: NoteHead = "note";
        /// The kind
        20: kind: NoteKind = "kind";
        /// The outcome
        32: cut: NoteCut = "cut";
        /// Where it was
        113: place: NotePlace = "place";
    }
}

/// The outcome of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoteEvent {
    /// Cut well: it scores.
    Good,
    /// Cut with the wrong saber, in the wrong direction, or too slowly.
    Bad,
    /// Not cut.
    Miss,
    /// A bomb was hit.
    Bomb,
}

/// A note in either form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// The note.
    pub head: NoteHead,
    /// The kind; since version 3.
    pub kind: Option<NoteKind>,
    /// The outcome.
    pub cut: NoteCut,
    /// Where it was; since version 3.
    pub place: Option<NotePlace>,
}

impl Note {
    /// The outcome; `None` for an unknown number.
    pub const fn event(&self) -> Option<NoteEvent> {
        match self.cut.event_type {
            1 => Some(NoteEvent::Good),
            2 => Some(NoteEvent::Bad),
            3 => Some(NoteEvent::Miss),
            4 => Some(NoteEvent::Bomb),
            _ => None,
        }
    }
}

impl From<NoteV2> for Note {
    fn from(NoteV2 { head, cut }: NoteV2) -> Self {
        Self { head, kind: None, cut, place: None }
    }
}

impl From<NoteV3> for Note {
    fn from(NoteV3 { head, kind, cut, place }: NoteV3) -> Self {
        Self { head, kind: Some(kind), cut, place: Some(place) }
    }
}
