//! The schemas of a replay's tables.

use ghostreel_timeline::Schema;

/// The schemas of a replay's tables.
#[derive(Clone, Debug)]
pub(crate) struct Schemas {
    /// Those of the tables of the match's events.
    pub(super) derived: Vec<Schema>,
    /// By property, those of the tables of its values.
    pub(super) properties: Vec<(usize, Schema)>,
}
