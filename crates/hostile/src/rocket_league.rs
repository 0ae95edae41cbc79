//! Rocket League.

pub(crate) const CASES: &[(&str, fn(usize) -> Vec<u8>)] = &[];
