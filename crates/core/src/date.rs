//! Dates, in the forms that replays have them. An invalid date is `None`, never another one.

use chrono::{DateTime, NaiveDate};

/// The last second of the year 9999.
const LAST: i64 = 253_402_300_799;

/// Unix seconds that are a date: of the years 1970 to 9999.
pub fn of_seconds(seconds: i64) -> Option<i64> {
    (0..=LAST).contains(&seconds).then_some(seconds)
}

/// The Unix seconds of `2018-06-22T07:52:59Z`, also with fractions, with another zone, or without one, which is UTC then.
pub fn of_text(text: &str) -> Option<i64> {
    let parse = |text: &str| DateTime::parse_from_rfc3339(text).ok();
    let date = parse(text).or_else(|| parse(&format!("{text}Z")))?;
    of_seconds(date.timestamp())
}

/// The time on a clock whose zone is not known, as `2026-01-01T12:30:00`, of its numbers from the year to the second.
pub fn of_clock([year, month, day, hour, minute, second]: [u32; 6]) -> Option<String> {
    let year = i32::try_from(year).ok().filter(|year| (1970..=9999).contains(year))?;
    NaiveDate::from_ymd_opt(year, month, day)?.and_hms_opt(hour, minute, second)?;
    Some(format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"))
}

/// The sentence for a member of a file that is no date.
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
    fn an_invalid_date_is_none() {
        for none in ["yesterday", "", "2022-13-45T99:99:99Z", "2021-02-29T00:00:00Z", "2018-06-22"]
        {
            assert_eq!(of_text(none), None, "{none}");
        }
        assert_eq!([-1, LAST + 1, i64::MAX].map(of_seconds), [None; 3]);
        for none in [
            [2022, 13, 1, 0, 0, 0],
            [2021, 2, 29, 0, 0, 0],
            [2021, 1, 1, 24, 0, 0],
            [1, 1, 1, 0, 0, 0],
        ] {
            assert_eq!(of_clock(none), None, "{none:?}");
        }
        assert_eq!(of_clock([2024, 2, 29, 23, 5, 0]).as_deref(), Some("2024-02-29T23:05:00"));
        assert_eq!(of_seconds(LAST), of_text("9999-12-31T23:59:59Z"));
    }
}
