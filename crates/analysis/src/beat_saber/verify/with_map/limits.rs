//! How far a value may be from the one by map and frames, and which parts of a file are judged. Measured on the two real replays whose maps are at hand,
//! 262 good cuts, and on two more, 4,508 good cuts, whose notes and the speed that fits best take the place of the map; their values are written beside each limit, and held by tests.

/// Metres of a note's centre, and of its distance from the plane of the cut. Real: 0.0000014 on PC, 0.00013 on Quest, whose file has rounded more.
pub const PLACE: f64 = 0.005;
/// Metres by which a note may be elsewhere, as the player's height is measured again and again, so that its cut is checked: less than one point for the
/// distance. Real: each of the 2,867 good cuts of a replay that measures it so is below.
pub const SLACK: f64 = 0.02;
/// Degrees of `cutDirDeviation`. Real: 0.005 at most. The number that chooses one of ten ways to turn may be rounded otherwise by another processor, which is up to 2.
pub const CUT_DIRECTION: f64 = 2.0;
/// Degrees between `cutAngle` and `cutDirDeviation` − 90. Real: 0.000008.
pub const CUT_ANGLE: f64 = 0.01;
/// Of ratings up to 1, on either side. Real: 0.0008.
pub const RATING: f64 = 0.03;
/// Metres between a blade's way and a note's box. Real: none; the least is 0.0002 inside.
pub const REACH: f64 = 0.02;
/// Metres that a blade may have been in a note's box in the frame before. Real: none; of 4,770 good cuts the nearest was 0.00001 outside.
pub const MET_BEFORE: f64 = 0.005;
/// Degrees on either side of its arrow in which a note may be cut.
pub const ARROW: f64 = 60.0;
/// The same with the modifier Strict Angles.
pub const STRICT_ARROW: f64 = 40.0;
/// Metres a second that a saber must have.
pub const LEAST_SPEED: f32 = 2.0;

/// Metres that a blade must be inside a bomb, or a head inside a wall, so that its points are not confirmed after it. Less is the rounding of numbers.
pub const TOUCH: f64 = 0.02;
/// Metres of a blade's way that must lie inside a bomb, which is a sphere of 0.18 m: less may be the tracking's.
pub const BOMB_DEPTH: f64 = 0.08;
/// Metres that a head must be inside a wall, from its sides.
pub const WALL_DEPTH: f64 = 0.1;
/// Seconds after a wall's front, and before its back, in which the head is looked at: the time of a wall at the head is not known better.
pub const WALL_SECONDS: f32 = 0.15;
/// Metres that a blade must be inside a note that was missed, from its box's faces.
pub const MISS_DEPTH: f64 = 0.1;

/// Versions of the game, up to the minor number, in which notes are known to jump as it is checked here: real files of 1.25, 1.27 and 1.29 show it. From 1.40 on
/// their speed may change on the way, and no file of it was at hand. In others it is tried whether they do.
pub const GAME_VERSIONS: std::ops::Range<(u32, u32)> = (1, 20)..(1, 40);
/// Before this version of the game, notes without an arrow have the box of those with one.
pub const SQUARE_DOTS: (u32, u32) = (1, 20);

/// Fewer good cuts than this that could be checked with the map say nothing.
pub const FEWEST_CUTS: usize = 10;
/// Of the cuts that were checked, one of so many may be off, as without the map.
pub const ALLOWED_ONE_OF: usize = 100;
/// The score in the file may be one part of so many higher than what its cuts are worth: some versions scored the heads of chains by other rules. Real: the same.
pub const SCORE_ONE_OF: i32 = 50;
/// At most so many of each kind are listed.
pub const LISTED: usize = 1000;
/// At most so many notes are explained, far more than any map has: the data on each would exceed the memory that a file may cost.
pub const EXPLAINED: usize = 50_000;
