//! Moments as people and JSON write them.

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, SecondsFormat, Utc};

/// Milliseconds since 1970, by this machine's clock.
pub(crate) fn now() -> i64 {
    Utc::now().timestamp_millis()
}

/// Seconds since 1970 as RFC 3339; `None` if the year has no four digits.
pub(crate) fn from_seconds(seconds: i64) -> Option<String> {
    four_digits(DateTime::from_timestamp(seconds, 0)?, SecondsFormat::Secs)
}

/// Milliseconds since 1970 as RFC 3339; `None` if the year has no four digits.
pub(crate) fn from_millis(millis: i64) -> Option<String> {
    four_digits(DateTime::from_timestamp_millis(millis)?, SecondsFormat::Millis)
}

fn four_digits(moment: DateTime<Utc>, format: SecondsFormat) -> Option<String> {
    (0..=9999).contains(&moment.year()).then(|| moment.to_rfc3339_opts(format, true))
}

/// The first second of an RFC 3339 moment or of a day, in seconds since 1970.
pub(crate) fn first_second(text: &str) -> Option<i64> {
    parse(text, NaiveTime::MIN)
}

/// The last second of an RFC 3339 moment or of a day, in seconds since 1970.
pub(crate) fn last_second(text: &str) -> Option<i64> {
    parse(text, NaiveTime::from_hms_opt(23, 59, 59)?)
}

fn parse(text: &str, time_of_day: NaiveTime) -> Option<i64> {
    if let Ok(moment) = DateTime::parse_from_rfc3339(text) {
        return Some(moment.timestamp());
    }
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
    Some(day.and_time(time_of_day).and_utc().timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_and_days_are_read_and_written() {
        assert_eq!(from_seconds(1_677_526_799).as_deref(), Some("2023-02-27T19:39:59Z"));
        assert_eq!(from_millis(1_500).as_deref(), Some("1970-01-01T00:00:01.500Z"));
        assert_eq!(first_second("2023-02-27T20:39:59+01:00"), Some(1_677_526_799));
        assert_eq!(first_second("1970-01-02"), Some(86_400));
        assert_eq!(last_second("1970-01-01"), Some(86_399));
        for wrong in ["", "yesterday", "2023-02-30", "2023-02-27T19:39:59", "1e9"] {
            assert_eq!(first_second(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn claims_of_a_file_cannot_break_the_calendar() {
        for seconds in [i64::MIN, i64::MAX, -62_167_219_201, 253_402_300_800] {
            assert_eq!(from_seconds(seconds), None, "{seconds}");
            assert_eq!(from_millis(seconds.saturating_mul(1000)), None, "{seconds}");
        }
    }
}
