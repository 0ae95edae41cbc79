//! Which of two recordings that agree is the original.

use std::fmt::Display;

use serde::Serialize;

/// The facts of a recording, for deciding. `L`: how well it is proven, e.g. unmarked, signed, witnessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim<L> {
    /// How well it is proven.
    pub level: L,
    /// When it came here, in milliseconds since 1970-01-01T00:00:00Z.
    pub came: i64,
    /// When a server had what binds all of it, before it came here itself; `None` if none did. In milliseconds, too.
    pub bound: Option<i64>,
}

/// Which of two is the original, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// 0 the first, 1 the second; `None` if that is unknown.
    pub original: Option<usize>,
    /// Whether the other one was bound before the original came: somebody has to look at the two.
    pub is_disputed: bool,
    /// Why, in sentences that both owners may read.
    pub reasons: Vec<String>,
}

/// Which of two recordings that agree is the original: the one that came first. A later one never is, however well it
/// is proven: a signature says who signs, not who played. Where the later one was bound before the other came, it is disputed.
pub fn original<L: PartialEq + Display>(first: &Claim<L>, second: &Claim<L>) -> Decision {
    let is_first = first.came < second.came;
    let (earlier, later) = if is_first { (first, second) } else { (second, first) };
    let [earlier_name, later_name] =
        if is_first { ["first", "second"] } else { ["second", "first"] };
    if first.came == second.came {
        let reasons =
            vec!["Both came at the same time: which is the original is unknown.".to_owned()];
        return Decision { original: None, is_disputed: false, reasons };
    }
    let mut reasons = vec![format!("The {earlier_name} was here earlier.")];
    let is_before =
        |bound: i64| bound < earlier.came && earlier.bound.is_none_or(|own| bound < own);
    let is_disputed = later.bound.is_some_and(is_before);
    if is_disputed {
        reasons.push(format!(
            "But the {later_name} was witnessed before the {earlier_name} came: the operator of this server decides between them."
        ));
    } else if earlier.level != later.level {
        reasons.push(format!(
            "It does not matter that the {later_name} is {} and the {earlier_name} {}.",
            later.level, earlier.level
        ));
    }
    Decision { original: Some(usize::from(!is_first)), is_disputed, reasons }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two claims, each a level, when it came and when it was bound, the original, and whether that is disputed, in either order.
    #[track_caller]
    fn check(
        first: (&str, i64, Option<i64>),
        second: (&str, i64, Option<i64>),
        original_is: Option<usize>,
        is_disputed: bool,
    ) -> String {
        let claim = |(level, came, bound)| Claim { level, came, bound };
        let decision = original(&claim(first), &claim(second));
        assert_eq!((decision.original, decision.is_disputed), (original_is, is_disputed));
        let other = original(&claim(second), &claim(first));
        assert_eq!(other.original, original_is.map(|place| 1 - place), "it depends on the order");
        assert_eq!(other.is_disputed, is_disputed);
        decision.reasons.join(" ")
    }

    #[test]
    fn the_first_to_come_is_the_original() {
        let why = check(("unmarked", 1, None), ("unmarked", 2, None), Some(0), false);
        assert_eq!(why, "The first was here earlier.");
        check(("signed", 9, None), ("signed", 2, None), Some(1), false);
        let why = check(("unmarked", 5, None), ("unmarked", 5, None), None, false);
        assert_eq!(why, "Both came at the same time: which is the original is unknown.");
    }

    #[test]
    fn a_signature_that_comes_later_changes_nothing() {
        let why = check(("unmarked", 1, None), ("signed", 2, None), Some(0), false);
        assert_eq!(
            why,
            "The first was here earlier. It does not matter that the second is signed and the first unmarked."
        );
    }

    #[test]
    fn a_replay_bound_before_the_other_came_is_disputed_and_not_turned() {
        let why = check(("unmarked", 5, None), ("witnessed", 9, Some(3)), Some(0), true);
        assert!(why.ends_with("the operator of this server decides between them."), "{why}");
        check(("unmarked", 5, None), ("witnessed", 9, Some(6)), Some(0), false);
        // The earlier one was bound before that itself.
        check(("witnessed", 5, Some(2)), ("witnessed", 9, Some(3)), Some(0), false);
        check(("witnessed", 5, Some(4)), ("witnessed", 9, Some(3)), Some(0), true);
    }
}
