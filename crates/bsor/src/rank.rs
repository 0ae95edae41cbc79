//! The letters that the game gives for an accuracy.

/// A letter, or three of them, for an accuracy; the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
#[allow(clippy::upper_case_acronyms, missing_docs, reason = "the game's own letters")]
pub enum Rank {
    E,
    D,
    C,
    B,
    A,
    S,
    SS,
    SSS,
}

impl Rank {
    /// All, by their numbers.
    pub const ALL: [Self; 8] =
        [Self::E, Self::D, Self::C, Self::B, Self::A, Self::S, Self::SS, Self::SSS];

    /// The best first, each with the least accuracy that it takes.
    const LEAST: [(Self, f64); 8] = [
        (Self::SSS, 1.0),
        (Self::SS, 0.9),
        (Self::S, 0.8),
        (Self::A, 0.65),
        (Self::B, 0.5),
        (Self::C, 0.35),
        (Self::D, 0.2),
        (Self::E, f64::NEG_INFINITY),
    ];

    /// The letter for an accuracy from 0 to 1.
    pub fn of(accuracy: f64) -> Self {
        Self::LEAST.iter().find(|(_, least)| accuracy >= *least).map_or(Self::E, |(rank, _)| *rank)
    }

    /// As the game shows it.
    pub const fn letters(self) -> &'static str {
        match self {
            Self::E => "E",
            Self::D => "D",
            Self::C => "C",
            Self::B => "B",
            Self::A => "A",
            Self::S => "S",
            Self::SS => "SS",
            Self::SSS => "SSS",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_listed_by_their_numbers() {
        assert!((0..).zip(Rank::ALL).all(|(number, rank)| rank as u8 == number));
    }

    #[test]
    fn each_letter_begins_at_its_accuracy() {
        for (accuracy, letters) in [
            (1.0, "SSS"),
            (0.999, "SS"),
            (0.9, "SS"),
            (0.8, "S"),
            (0.65, "A"),
            (0.5, "B"),
            (0.35, "C"),
            (0.2, "D"),
            (0.199, "E"),
            (f64::NAN, "E"),
        ] {
            assert_eq!(Rank::of(accuracy).letters(), letters, "{accuracy}");
        }
    }
}
