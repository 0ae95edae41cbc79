//! The curve through four frames.

use ghostreel_beatmap::flight::Vector;

/// The place at a time on the cubic curve through four places at four times; `None` where two of the times are one.
pub(super) fn at(time: f64, through: [(f64, Vector); 4]) -> Option<Vector> {
    let mut sum = Vector::new(0.0, 0.0, 0.0);
    for (index, (own, place)) in through.iter().enumerate() {
        let others = through.iter().enumerate().filter(|(other, _)| *other != index);
        let weight: f64 = others.map(|(_, (other, _))| (time - other) / (own - other)).product();
        if !weight.is_finite() {
            return None;
        }
        sum = sum.plus(place.times(weight));
    }
    Some(sum)
}
