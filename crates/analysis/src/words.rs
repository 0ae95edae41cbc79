//! Numbers as people read them.

/// Digits in groups of three: `1,234,567`.
pub(crate) fn grouped(number: impl std::fmt::Display) -> String {
    let text = number.to_string();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", &*text),
    };
    let mut grouped = sign.to_owned();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && digits.len().saturating_sub(place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
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
