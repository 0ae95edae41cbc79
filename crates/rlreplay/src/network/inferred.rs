//! Inferences beyond the tables of layouts and classes.

use crate::attributes::AttributeType;

/// A layout or a class that the tables do not have, or have wrong, inferred from the network stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inference {
    /// The inference.
    pub kind: InferenceKind,
    /// Where the stream first needs it, in bits from the start of the stream.
    pub position: usize,
}

/// The content of an [`Inference`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InferenceKind {
    /// The layout of a property's values.
    Layout {
        /// The property, by its place in [`Catalog::slots`](super::Catalog::slots).
        slot: u16,
        /// The layout that the table has, which does not fit.
        before: Option<AttributeType>,
        /// The layout that does.
        kind: AttributeType,
    },
    /// The class above an object or a class that the table does not have.
    Class {
        /// The object or the class.
        name: String,
        /// The class above it.
        parent: String,
    },
}
