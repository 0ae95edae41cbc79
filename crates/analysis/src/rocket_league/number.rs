//! Numbers as ballchasing shows them.

/// Cut off after the point.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "held to the range")]
pub(super) fn whole(number: f64) -> u32 {
    number.clamp(0.0, f64::from(u32::MAX)) as u32
}

/// A sum as ballchasing adds up distances: in singles.
#[allow(clippy::cast_possible_truncation, reason = "that is the point")]
pub(super) fn sum_of_singles(numbers: impl Iterator<Item = f64>) -> f64 {
    f64::from(numbers.fold(0.0_f32, |sum, number| sum + number as f32))
}

/// To two places. Nothing here is negative, but a difference may come out a hair below 0.
pub(super) fn hundredths(number: f64) -> f64 {
    positive((number * 100.0).round() / 100.0)
}

/// Not less than 0, nor 0 below 0.
fn positive(number: f64) -> f64 {
    if number > 0.0 { number } else { 0.0 }
}

/// To one place.
pub(super) fn tenths(number: f64) -> f64 {
    positive((number * 10.0).round() / 10.0)
}

/// A share of a whole; 0 of nothing.
pub(super) fn percent(part: f64, all: f64) -> f64 {
    if all > 0.0 { positive(part) * 100.0 / all } else { 0.0 }
}

/// Of times that are shown, each one's share of their sum.
pub(super) fn shares<const COUNT: usize>(times: [f64; COUNT]) -> [f64; COUNT] {
    let all = times.iter().sum();
    times.map(|time| percent(time, all))
}

/// The mean; 0 of nothing.
pub(super) fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (mut count, mut sum) = (0.0, 0.0);
    for number in numbers {
        count += 1.0;
        sum += number;
    }
    if count > 0.0 { sum / count } else { 0.0 }
}
