//! The edges of the six stages that tournaments are played on. Other stages have no middle worth holding.

use super::fighter::Post;

/// Fighters this far below the edge are below the stage. Those who stand on it are above by a hair, or below.
const MARGIN: f64 = 1.0;

/// A stage, as a line that one falls from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stage {
    /// Right edge; the left one is its mirror image.
    edge_x: f64,
    edge_y: f64,
}

/// The right edges, by the stages' numbers in Game Start.
pub(crate) const EDGES: [(u16, f64, f64); 6] = [
    (2, 63.3475, 0.62), // Fountain of Dreams
    (3, 87.75, 0.0),    // Pokémon Stadium
    (8, 56.0, -3.5),    // Yoshi's Story
    (28, 77.2713, 0.0), // Dream Land N64
    (31, 68.4, 0.0),    // Battlefield
    (32, 85.5657, 0.0), // Final Destination
];

impl Stage {
    /// The stage of a number in Game Start.
    pub(crate) fn new(id: u16) -> Option<Self> {
        let (_, edge_x, edge_y) = EDGES.into_iter().find(|(known, ..)| *known == id)?;
        Some(Self { edge_x, edge_y })
    }

    /// Whether a fighter is on the stage or above it.
    pub(crate) fn holds(&self, post: &Post) -> bool {
        post.x.abs() <= self.edge_x && post.y >= self.edge_y - MARGIN
    }
}
