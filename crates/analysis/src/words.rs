//! Numbers as people read them.

use crate::sheet::in_groups;

/// Digits in groups of three: `1,234,567`.
pub(crate) fn grouped(number: impl std::fmt::Display) -> String {
    let text = number.to_string();
    let (sign, digits) = text.split_at(usize::from(text.starts_with('-')));
    sign.to_owned() + &in_groups(digits, ',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_in_groups_of_three() {
        let of = [0, 999, 1_000, 838_874, -1_234_567].map(grouped);
        assert_eq!(of, ["0", "999", "1,000", "838,874", "-1,234,567"]);
    }
}
