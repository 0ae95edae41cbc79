//! The parts that a build may leave out. Code that is reached only if one of these constants is true is not in a build in which it is false.

/// Finding out layouts and classes that the tables do not have.
pub(crate) const INFERENCE: bool = cfg!(feature = "inference");
/// A table for each replicated property, in its own types.
pub(crate) const PROPERTY_TABLES: bool = cfg!(feature = "property-tables");
