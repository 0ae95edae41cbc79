//! Dates, in the forms that replays have them. What is no date is `None`, never another one.

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// The last second of the year 9999.
const LAST: i64 = 253_402_300_799;

/// Unix seconds that are a date: of the years 1970 to 9999.
pub fn of_seconds(seconds: i64) -> Option<i64> {
    (0..=LAST).contains(&seconds).then_some(seconds)
}

/// The Unix seconds of `2018-06-22T07:52:59Z`, also with fractions, with another zone, or without one, which is UTC then.
pub fn of_text(text: &str) -> Option<i64> {
    let parse = |text: &str| OffsetDateTime::parse(text, &Rfc3339).ok();
    let date = parse(text).or_else(|| parse(&format!("{text}Z")))?;
    of_seconds(date.unix_timestamp())
}

/// That a member of a file is no date, as a sentence.
pub fn message(member: &str, found: &str) -> String {
    const MOST: usize = 40;
    format!("{member} is no date: {:?}", found.chars().take(MOST).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_all_their_forms() {
        assert_eq!(of_text("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(of_text("2018-06-22T07:52:59Z"), Some(1_529_653_979));
        assert_eq!(of_text("2000-02-29T12:00:00.123Z"), Some(951_825_600));
        assert_eq!(of_text("2018-06-22T07:52:59"), Some(1_529_653_979));
        assert_eq!(of_text("2018-06-22T16:52:59+09:00"), Some(1_529_653_979));
        assert_eq!(of_text("2018-06-22T02:22:59.5-05:30"), Some(1_529_653_979));
    }

    #[test]
    fn what_is_no_date_is_none() {
        for none in ["yesterday", "", "2022-13-45T99:99:99Z", "2021-02-29T00:00:00Z", "2018-06-22"]
        {
            assert_eq!(of_text(none), None, "{none}");
        }
        assert_eq!([-1, LAST + 1, i64::MAX].map(of_seconds), [None; 3]);
        assert_eq!(of_seconds(LAST), of_text("9999-12-31T23:59:59Z"));
    }
}
