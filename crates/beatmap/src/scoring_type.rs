//! The rule by which a note is scored, which follows from arcs and chains.

use std::fmt;

use ghostreel_bsor::scoring::CutRule;

/// The rule by which a note is scored, as note ids of replays have it: the game's number + 2.
///
/// The effects of arcs and chains on a note's type add up step by step. The game does so from 1.40 on; before, one step replaced the
/// other, so [`accepts`](Self::accepts) takes more than one number for some.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScoringType(u8);

impl ScoringType {
    /// A note by itself.
    pub const NORMAL: Self = Self(3);
    /// A note where an arc ends.
    pub const ARC_TAIL: Self = Self(5);
    /// A link of a chain.
    pub const CHAIN_LINK: Self = Self(7);
    /// A link of a chain at whose head an arc begins.
    pub const CHAIN_LINK_ARC_HEAD: Self = Self(10);

    /// The type that arcs and chains give a note where an arc begins, where one ends, and where a chain begins.
    pub const fn of_note(arc_begins: bool, arc_ends: bool, chain_begins: bool) -> Self {
        Self(match (arc_begins, arc_ends, chain_begins) {
            (false, false, false) => 3,
            (true, false, false) => 4,
            (false, true, false) => 5,
            (false, false, true) => 6,
            (true, true, false) => 8,
            (false, true, true) => 9,
            (true, false, true) => 11,
            (true, true, true) => 12,
        })
    }

    /// The one that a note id has; `None` for numbers that no note has.
    pub const fn recorded(number: u8) -> Option<Self> {
        match number {
            3..=12 => Some(Self(number)),
            _ => None,
        }
    }

    /// Whether it is a link's, which is worth a fifth of a note.
    pub const fn is_link(self) -> bool {
        matches!(self.0, 7 | 10)
    }

    /// Whether it is that of the head of a chain.
    pub const fn is_chain_head(self) -> bool {
        matches!(self.0, 6 | 9 | 11 | 12)
    }

    /// Whether an arc begins at such a note.
    pub const fn begins_arc(self) -> bool {
        matches!(self.0, 4 | 8 | 10 | 11 | 12)
    }

    /// Whether an arc ends at such a note.
    pub const fn ends_arc(self) -> bool {
        matches!(self.0, 5 | 8 | 9 | 12)
    }

    /// The number in note ids.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The worth of a cut.
    pub const fn rule(self) -> CutRule {
        CutRule::of(self.0)
    }

    /// Whether any version of the game may have recorded such a note under that number. Before 1.20 there was none, 0.
    pub fn accepts(self, recorded: u8) -> bool {
        recorded == 0 || self.recorded_as().contains(&recorded)
    }

    /// The numbers that versions of the game recorded such a note under, that of the newest first.
    const fn recorded_as(self) -> &'static [u8] {
        match self.0 {
            4 => &[4],
            5 => &[5],
            6 => &[6],
            7 => &[7],
            8 => &[8, 4, 5],
            9 => &[9, 5, 6],
            10 => &[10, 7, 4],
            11 => &[11, 4, 6],
            12 => &[12, 9, 4, 5, 6],
            _ => &[3],
        }
    }

    /// The game's name for it.
    pub const fn name(self) -> &'static str {
        match self.0 {
            4 => "ArcHead",
            5 => "ArcTail",
            6 => "ChainHead",
            7 => "ChainLink",
            8 => "ArcHeadArcTail",
            9 => "ChainHeadArcTail",
            10 => "ChainLinkArcHead",
            11 => "ChainHeadArcHead",
            12 => "ChainHeadArcHeadArcTail",
            _ => "Normal",
        }
    }
}

impl fmt::Debug for ScoringType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_add_up() {
        let types = [
            (false, false, false, "Normal", 115),
            (true, false, false, "ArcHead", 115),
            (false, true, false, "ArcTail", 115),
            (true, true, false, "ArcHeadArcTail", 115),
            (false, false, true, "ChainHead", 85),
            (true, false, true, "ChainHeadArcHead", 115),
            (false, true, true, "ChainHeadArcTail", 115),
            (true, true, true, "ChainHeadArcHeadArcTail", 115),
        ];
        for (begins, ends, chain, name, most) in types {
            let scoring_type = ScoringType::of_note(begins, ends, chain);
            assert_eq!((scoring_type.name(), scoring_type.rule().max()), (name, most));
            let made_of =
                (scoring_type.begins_arc(), scoring_type.ends_arc(), scoring_type.is_chain_head());
            assert_eq!(made_of, (begins, ends, chain));
        }
        assert_eq!(ScoringType::CHAIN_LINK.rule().max(), 20);
        assert_eq!(ScoringType::CHAIN_LINK_ARC_HEAD.rule().max(), 20);
    }

    #[test]
    fn older_numbers_are_accepted() {
        for number in 3..=12 {
            let scoring_type = ScoringType(number);
            assert!(scoring_type.accepts(number) && scoring_type.accepts(0));
            assert_eq!(scoring_type.recorded_as()[0], number);
            assert!(!scoring_type.accepts(1) && !scoring_type.accepts(13));
        }
        let both = ScoringType::of_note(true, true, false);
        assert!(both.accepts(4) && both.accepts(5) && !both.accepts(3));
        assert!(!ScoringType::NORMAL.accepts(4));
    }
}
