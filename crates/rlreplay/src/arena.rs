//! The standard arena, which most maps have: its field, its goals and its boost pads, and how fast cars are in it. In uu and seconds; blue
//! defends y < 0. Arenas of other shapes are not here.

/// The distance of a side wall from the middle.
pub const SIDE: f64 = 4096.0;
/// The distance of a goal line from the middle.
pub const BACK: f64 = 5120.0;
/// The height of the ceiling.
pub const CEILING: f64 = 2044.0;
/// Half of a goal's width.
pub const GOAL_HALF_WIDTH: f64 = 892.755;
/// The height of a goal.
pub const GOAL_HEIGHT: f64 = 642.775;
/// The usual ball's radius.
pub const BALL_RADIUS: f64 = 92.75;
/// The change of a speed by gravity in a second.
pub const GRAVITY: f32 = -650.0;
/// No car is faster by itself.
pub const FASTEST: f64 = 2300.0;
/// A car is supersonic from this speed on.
pub const SUPERSONIC: f64 = 2200.0;
/// A full tank of boost, as it is replicated.
pub const FULL_TANK: u8 = 255;

/// How the names of maps begin whose field is of another shape.
pub const OTHER_FIELDS: [&str; 13] = [
    "arc_darc_p",
    "arc_p",
    "bb_p",
    "beachvolley",
    "hoops",
    "ko_",
    "labs_",
    "neotokyo_p",
    "shattershot",
    "throwback",
    "wasteland_grs_p",
    "wasteland_night_p",
    "wasteland_p",
];

/// Whether a map, by the name in the replay's header, has the standard field.
pub fn has_standard_field(map: &str) -> bool {
    let is_of = |begin: &&str| {
        map.get(..begin.len()).is_some_and(|start| start.eq_ignore_ascii_case(begin))
    };
    !OTHER_FIELDS.iter().any(is_of)
}

/// A place where boost lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pad {
    /// Across the field.
    pub x: f32,
    /// Along the field.
    pub y: f32,
    /// It gives a full tank; a small one gives 12 of 100.
    pub is_big: bool,
}

impl Pad {
    /// The one that is nearest to a place.
    pub fn nearest(x: f32, y: f32) -> Self {
        let distance = |pad: &Self| (pad.x - x).hypot(pad.y - y);
        let nearest = pads().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.unwrap_or(small(0.0, 0.0))
    }

    /// Its length away when it was taken.
    pub const fn seconds_away(self) -> f64 {
        if self.is_big { 10.0 } else { 4.0 }
    }
}

/// The 34 pads, from blue's goal to orange's.
pub fn pads() -> impl Iterator<Item = Pad> {
    // Without zeros below zero.
    let far = BLUE.into_iter().rev().map(|pad| Pad { x: 0.0 - pad.x, y: 0.0 - pad.y, ..pad });
    BLUE.into_iter().chain(MIDDLE).chain(far)
}

/// The pads of blue's half; orange's are the same, turned about the middle.
const BLUE: [Pad; 15] = [
    small(0.0, -4240.0),
    small(-1792.0, -4184.0),
    small(1792.0, -4184.0),
    big(-3072.0, -4096.0),
    big(3072.0, -4096.0),
    small(-940.0, -3308.0),
    small(940.0, -3308.0),
    small(0.0, -2816.0),
    small(-3584.0, -2484.0),
    small(3584.0, -2484.0),
    small(-1788.0, -2302.0),
    small(1788.0, -2302.0),
    small(-2048.0, -1036.0),
    small(0.0, -1024.0),
    small(2048.0, -1036.0),
];

/// The pads on the halfway line.
const MIDDLE: [Pad; 4] =
    [big(-3584.0, 0.0), small(-1024.0, 0.0), small(1024.0, 0.0), big(3584.0, 0.0)];

const fn small(x: f32, y: f32) -> Pad {
    Pad { x, y, is_big: false }
}

const fn big(x: f32, y: f32) -> Pad {
    Pad { x, y, is_big: true }
}
