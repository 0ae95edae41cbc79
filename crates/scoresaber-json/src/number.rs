//! Numbers and their texts.

use std::io::Write as _;

use crate::limits;

/// The 32-bit float nearest to a number's text. `null` is how JSON writes NaN; writers that know no better write `NaN`
/// and `Infinity`. `None`: it is no number.
pub(crate) fn float(text: &[u8]) -> Option<f32> {
    match text {
        b"null" => Some(f32::NAN),
        // There is one NaN, so that it is the same again when it was written as `null`.
        _ => parse(text).map(|value: f32| if value.is_nan() { f32::NAN } else { value }),
    }
}

/// The whole number of a text; `5.0` and `1e2` are whole, too.
pub(crate) fn whole(text: &[u8]) -> Option<i32> {
    if let Some(plain) = parse::<i32>(text) {
        return Some(plain);
    }
    let value = parse::<f64>(text)?;
    let is_whole = value.fract() == 0.0 && value.abs() <= f64::from(i32::MAX);
    #[allow(clippy::cast_possible_truncation, reason = "it is whole and fits")]
    is_whole.then_some(value as i32)
}

fn parse<N: std::str::FromStr>(text: &[u8]) -> Option<N> {
    let text = text.get(..limits::NUMBER.min(text.len())).filter(|start| *start == text)?;
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// Appends the shortest text that gives the same float again, as JavaScript writes numbers: with an exponent from 10²¹
/// and below 10⁻⁶. JSON has no text for NaN, which becomes `null`, nor for infinity, for which a number too large does.
pub(crate) fn write_float(out: &mut Vec<u8>, value: f32) {
    let magnitude = value.abs();
    // Writing to a vector cannot fail.
    let _ = if value.is_nan() {
        write!(out, "null")
    } else if value.is_infinite() {
        write!(out, "{}1e999", if value < 0.0 { "-" } else { "" })
    } else if magnitude != 0.0 && !(1e-6..1e21).contains(&magnitude) {
        write!(out, "{value:e}")
    } else {
        write!(out, "{value}")
    };
}

/// Appends a whole number.
pub(crate) fn write_whole(out: &mut Vec<u8>, value: i32) {
    // Writing to a vector cannot fail.
    let _ = write!(out, "{value}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: f32) -> String {
        let mut out = Vec::new();
        write_float(&mut out, value);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn floats_come_back_from_their_texts() {
        let mut random = ghostreel_core::Random::new(1);
        for _ in 0..20_000 {
            let value = f32::from_le_bytes([0; 4].map(|_: u8| random.byte()));
            let again = float(written(value).as_bytes()).unwrap();
            assert!(again.to_bits() == value.to_bits() || (again.is_nan() && value.is_nan()));
        }
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.7, "1.7"),
            (1e-5, "0.00001"),
            (1e-7, "1e-7"),
            (1e21, "1e21"),
            (f32::NEG_INFINITY, "-1e999"),
            (f32::NAN, "null"),
        ] {
            assert_eq!(written(value), text);
            assert_eq!(float(text.as_bytes()).map(f32::to_bits), Some(value.to_bits()));
        }
        for (text, value) in [("1E-05", 1e-5), ("0.0", 0.0), ("0.10000000149011612", 0.1)] {
            assert_eq!(float(text.as_bytes()), Some(value));
        }
        assert_eq!(float(b"Infinity"), Some(f32::INFINITY));
        assert!(float(b"NaN").unwrap().is_nan());
        assert_eq!(float(b"1x"), None);
        assert_eq!(float(&[b'1'; 1_000_000]), None);
    }

    #[test]
    fn whole_numbers_may_be_written_as_floats() {
        for (text, value) in [
            ("-5", Some(-5)),
            ("115.0", Some(115)),
            ("1e2", Some(100)),
            ("0.5", None),
            ("99999999999", None),
            ("null", None),
            ("", None),
        ] {
            assert_eq!(whole(text.as_bytes()), value, "{text}");
        }
    }
}
