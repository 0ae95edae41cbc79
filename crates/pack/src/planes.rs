//! Byte planes: the lowest bytes of all values, then the next, and so on. Residuals of predictions have few high bytes.

/// Appends the planes of values.
pub fn append(values: &[u32], planes: &mut Vec<u8>) {
    planes.reserve(values.len().saturating_mul(4));
    planes.extend(values.iter().map(|value| value.to_le_bytes()[0]));
    planes.extend(values.iter().map(|value| value.to_le_bytes()[1]));
    planes.extend(values.iter().map(|value| value.to_le_bytes()[2]));
    planes.extend(values.iter().map(|value| value.to_le_bytes()[3]));
}

/// Values from their planes, in order; none if the bytes are not four planes.
pub fn read(planes: &[u8]) -> impl ExactSizeIterator<Item = u32> + '_ {
    let count = planes.len() >> 2;
    let (lowest, rest) = planes.split_at(count);
    let (low, rest) = rest.split_at(count);
    let (high, highest) = rest.split_at(count);
    let pairs = lowest.iter().zip(low).zip(high.iter().zip(highest));
    pairs.map(|((a, b), (c, d))| u32::from_le_bytes([*a, *b, *c, *d]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn values_come_back(values: Vec<u32>) {
            let mut planes = Vec::new();
            super::append(&values, &mut planes);
            prop_assert_eq!(super::read(&planes).collect::<Vec<_>>(), values);
        }
    }
}
