//! The kinds of objects that jump.

use crate::target::{Origin, Target};

/// An object that jumps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// A note by itself.
    #[default]
    Note,
    /// The head of a chain.
    Head,
    /// A link of a chain. It does not turn aside.
    Link,
    /// A bomb. It does not turn.
    Bomb,
}

impl Kind {
    /// All, by their numbers.
    pub const ALL: [Self; 4] = [Self::Note, Self::Head, Self::Link, Self::Bomb];

    /// The kind of a target.
    pub fn of(target: &Target) -> Self {
        match target.origin {
            Origin::Link { .. } => Self::Link,
            Origin::Note(_) if target.scoring_type.is_chain_head() => Self::Head,
            Origin::Note(_) => Self::Note,
        }
    }
}
