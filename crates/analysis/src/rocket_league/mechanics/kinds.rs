//! The kinds of mechanics, each declared once: its name in JSON and as a moment's kind, its names for people, and how noteworthy it is.

use ghostreel_formats::timeline::MomentKind;
use serde::Serialize;

macro_rules! kinds {
    ($(
        $(#[$meaning:meta])*
        $kind:ident: $name:literal, $label:literal, $list:literal, $severity:literal $(, $unit:literal)?;
    )*) => {
        /// A mechanic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub enum MechanicKind {
            $($(#[$meaning])* #[serde(rename = $name)] $kind,)*
        }

        impl MechanicKind {
            /// All of them, in the order of lists.
            pub(crate) const ALL: [Self; Self::COUNT] = [$(Self::$kind),*];

            /// How many there are.
            pub(crate) const COUNT: usize = [$($name),*].len();

            /// Its name for people, of one.
            pub(crate) const fn label(self) -> &'static str {
                match self {
                    $(Self::$kind => $label,)*
                }
            }

            /// Its moments.
            pub(crate) const fn moment(self) -> MomentKind {
                match self {
                    $(Self::$kind => {
                        MomentKind::new($name, $list, "team", $severity, concat!($($unit)?))
                    })*
                }
            }
        }
    };
}

// Name, label, the heading of lists, severity, and the unit of the value where it has one.
kinds! {
    /// The wheels touch the ball in the air, and the car dodges once more.
    FlipReset: "flip-reset", "Flip reset", "Flip resets", 1;
    /// The player hits the ball again after it came back from the other team's back wall.
    DoubleTap: "double-tap", "Double tap", "Double taps", 1;
    /// Three touches or more of one flight.
    AirDribble: "air-dribble", "Air dribble", "Air dribbles", 1, "touches";
    /// The first touch of a flight from the ceiling.
    CeilingShot: "ceiling-shot", "Ceiling shot", "Ceiling shots", 1;
    /// The first touch of a flight from a wall.
    WallAerial: "wall-aerial", "Wall aerial", "Wall aerials", 0;
    /// A touch in the air that turns a team mate's ball to the other goal.
    Redirect: "redirect", "Redirect", "Redirects", 0;
    /// A dodge that throws a carried ball.
    Flick: "flick", "Flick", "Flicks", 0;
    /// A flick by a dodge backward with the nose down.
    MustyFlick: "musty-flick", "Musty flick", "Musty flicks", 1;
    /// A diagonal dodge forward whose turn about the nose is cancelled.
    SpeedFlip: "speed-flip", "Speed flip", "Speed flips", 0;
    /// A dodge backward that leaves the car upright and turned round.
    HalfFlip: "half-flip", "Half flip", "Half flips", 0;
    /// A dodge that begins just above the ground and ends on it.
    WaveDash: "wave-dash", "Wave dash", "Wave dashes", 0;
}
