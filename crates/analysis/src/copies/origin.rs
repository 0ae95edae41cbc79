//! Which of two recordings that agree is the original.

use std::fmt::Display;

use serde::Serialize;

/// What is known of a recording, for deciding. `L`: how well it is proven, the better the greater, e.g. unmarked, signed, witnessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim<L> {
    /// How well it is proven.
    pub level: L,
    /// When it was first seen here, or witnessed, in milliseconds since 1970-01-01T00:00:00Z.
    pub seen: i64,
}

/// Which of two is the original, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// 0 the first, 1 the second; `None` if nothing tells.
    pub original: Option<usize>,
    /// Why, in sentences that both owners may read.
    pub reasons: Vec<String>,
}

/// Which of two recordings that agree is the original: the better proven one, else the earlier. It depends on nothing else, so a better
/// proof that comes later turns an earlier decision.
pub fn original<L: Ord + Display>(first: &Claim<L>, second: &Claim<L>) -> Decision {
    let by_level = first.level.cmp(&second.level);
    let by_time = second.seen.cmp(&first.seen);
    let name = |is_first: bool| if is_first { "first" } else { "second" };
    let (order, reason) = if by_level.is_ne() {
        let (better, worse) = if by_level.is_gt() { (first, second) } else { (second, first) };
        let mut reason = format!(
            "The {} is {}, which is better proven than {}.",
            name(by_level.is_gt()),
            better.level,
            worse.level
        );
        if worse.seen < better.seen {
            reason.push_str(" That counts more than that the other was here earlier.");
        }
        (by_level, reason)
    } else {
        let both = format!("Both are {}", first.level);
        let reason = match by_time.is_eq() {
            true => format!(
                "{both} and were seen at the same time: nothing tells which is the original."
            ),
            false => format!("{both}, and the {} was here earlier.", name(by_time.is_gt())),
        };
        (by_time, reason)
    };
    let original = match order {
        std::cmp::Ordering::Greater => Some(0),
        std::cmp::Ordering::Less => Some(1),
        std::cmp::Ordering::Equal => None,
    };
    Decision { original, reasons: vec![reason] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Level {
        Unmarked,
        Signed,
        Witnessed,
    }

    impl Display for Level {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str(match self {
                Self::Unmarked => "unmarked",
                Self::Signed => "signed",
                Self::Witnessed => "witnessed",
            })
        }
    }

    fn check(first: (Level, i64), second: (Level, i64), original_is: Option<usize>, why: &str) {
        let claim = |(level, seen)| Claim { level, seen };
        let decision = original(&claim(first), &claim(second));
        assert_eq!(decision, Decision { original: original_is, reasons: vec![why.to_owned()] });
        let other = original(&claim(second), &claim(first)).original;
        assert_eq!(other, original_is.map(|place| 1 - place), "it depends on the order");
    }

    #[test]
    fn the_better_proven_is_the_original_else_the_earlier() {
        use Level::{Signed, Unmarked, Witnessed};
        check(
            (Unmarked, 1),
            (Unmarked, 2),
            Some(0),
            "Both are unmarked, and the first was here earlier.",
        );
        check(
            (Signed, 9),
            (Signed, 2),
            Some(1),
            "Both are signed, and the second was here earlier.",
        );
        check(
            (Signed, 1),
            (Witnessed, 0),
            Some(1),
            "The second is witnessed, which is better proven than signed.",
        );
        check(
            (Unmarked, 5),
            (Unmarked, 5),
            None,
            "Both are unmarked and were seen at the same time: nothing tells which is the original.",
        );
    }

    #[test]
    fn a_better_proof_that_comes_later_turns_the_decision() {
        let (early, late) = ((Level::Unmarked, 1), (Level::Signed, 2));
        check(
            (Level::Unmarked, 1),
            (Level::Unmarked, 2),
            Some(0),
            "Both are unmarked, and the first was here earlier.",
        );
        let why = "The second is signed, which is better proven than unmarked. \
                   That counts more than that the other was here earlier.";
        check(early, late, Some(1), why);
    }
}
