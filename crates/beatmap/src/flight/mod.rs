//! Where everything is that comes towards the player, and how it is turned, from its appearance until it is cut or has passed.
//!
//! Here alone stands how the game moves notes, bombs, walls and arcs. The checks of cuts ask it about the frames of a replay, and so does the page about
//! each picture. Axes are the game's: X to the right, Y up, Z ahead, in metres; times are seconds of the song. `docs/verification.md` says how exactly real
//! files show it, and of parts that no real file shows.

mod arc;
mod grid;
mod height;
mod kind;
mod lane;
mod neighbours;
mod note;
mod pace;
mod recorded;
mod rows;
mod sight;
mod wall;

pub use arc::{ArcFlight, ArcFlightEnd};
pub use ghostreel_space::{Rotation, Vector};
pub(crate) use grid::cells;
pub use grid::{Point, arrow_degrees, has_arrow, is_of_game, place};
pub use height::{COMES_IN_S, Heights};
pub use kind::Kind;
pub use lane::lane;
pub use neighbours::{Around, Neighbours};
pub use note::{Heads, NoteFlight, Turning};
pub use pace::{PacesFrom, PlayedPace, PlayedPaces};
pub use recorded::Recorded;
pub use rows::{ArcFlightRow, FlightRow, PaceRow, WallFlightRow};
pub use sight::{PlacedNote, PlacedPoint, PlacedWall, Sight};
pub use wall::WallFlight;
