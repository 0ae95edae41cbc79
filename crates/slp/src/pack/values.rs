//! The values in rows, which are big-endian.

use super::rows::Row;

/// Where a row begins.
#[inline]
pub(super) fn at_row(rows: &[Row], row: u32) -> usize {
    rows.get(row as usize).map_or(0, |row| row.at as usize)
}

/// The value of a field.
#[inline]
pub(super) fn load<const WIDTH: usize>(bytes: &[u8], at: usize, offset: usize) -> u32 {
    let Some(bytes) = bytes.get(at.wrapping_add(offset)..).and_then(<[u8]>::first_chunk::<WIDTH>)
    else {
        return 0;
    };
    bytes.iter().fold(0, |value, byte| value << 8 | u32::from(*byte))
}

/// Puts the value of a field.
#[inline]
pub(super) fn store<const WIDTH: usize>(bytes: &mut [u8], at: usize, offset: usize, value: u32) {
    let place = bytes.get_mut(at.wrapping_add(offset)..).and_then(<[u8]>::first_chunk_mut::<WIDTH>);
    if let Some(place) = place {
        let [a, b, c, d] = value.to_be_bytes();
        match WIDTH {
            1 => place.copy_from_slice(&[d]),
            2 => place.copy_from_slice(&[c, d]),
            _ => place.copy_from_slice(&[a, b, c, d]),
        }
    }
}
