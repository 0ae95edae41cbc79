//! `dynamicHeight`: the player's height `h` from a time `a` on, where it is measured by itself.

use ghostreel_bsor::Height;

use super::{Bits, Findings};
use crate::cursor::{Cursor, Parsed, Place};
use crate::number;

/// Where both values stand: the height, and the time.
pub(crate) type HeightPlaces = [Place; 2];

/// Reads a height. Anything else is stepped over, and returns what it lacks.
pub(crate) fn read_height(
    cursor: &mut Cursor<'_>,
    findings: &mut Findings,
) -> Parsed<Result<(Height, HeightPlaces), &'static str>> {
    if cursor.peek()? != b'{' {
        cursor.skip()?;
        return Ok(Err("an object"));
    }
    let (mut height, mut time) = (None, None);
    cursor.members(|cursor, name| {
        let slot = match cursor.bytes(&name) {
            b"h" if height.is_none() => &mut height,
            b"a" if time.is_none() => &mut time,
            _ => return findings.skip_unknown(cursor, &name),
        };
        let place = findings.number(cursor)?;
        *slot = place.and_then(|place| Some((number::float(cursor.bytes(&place))?, place)));
        Ok(())
    })?;
    Ok(match (height, time) {
        (None, _) => Err("its height h"),
        (_, None) => Err("its time a"),
        (Some((height, at)), Some((time, time_at))) => Ok((Height { height, time }, [at, time_at])),
    })
}

/// Both values.
pub(crate) fn height_values(height: &Height) -> [Bits; 2] {
    [height.height.to_le_bytes(), height.time.to_le_bytes()]
}

/// Appends a height.
pub(crate) fn write_height(out: &mut Vec<u8>, height: &Height) {
    out.extend(b"{\"h\":");
    number::write_float(out, height.height);
    out.extend(b",\"a\":");
    number::write_float(out, height.time);
    out.push(b'}');
}
