//! The id of a note: scoring type, place, colour and direction, packed into the digits of one number.

/// The direction of a note that may be cut from any side.
pub const ANY_DIRECTION: i32 = 8;

/// How the arrow of each direction from 0 to 7 is turned, in degrees counter-clockwise from a cut downwards. [`ANY_DIRECTION`] has none.
pub const ARROW_DEGREES: [i32; 8] = [180, 0, -90, 90, -135, 135, -45, 45];

/// The parts of a `noteID`.
///
/// Ids of maps that use the Mapping Extensions mod overflow into each other's digits; for those [`is_extended`](Self::is_extended) is set and only the map has the parts for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoteId {
    /// The number in the file.
    pub raw: i32,
    /// The game's scoring type + 2, 0 to 12; 0 where none was recorded (before 1.20).
    pub scoring_type: u8,
    /// 0 to 3 from the left.
    pub line: i32,
    /// 0 to 2 from below.
    pub layer: i32,
    /// 0 left (red), 1 right (blue); a bomb has none.
    pub color: Option<u8>,
    /// Direction of the cut: 0 up, 1 down, 2 left, 3 right, 4 up-left, 5 up-right, 6 down-left, 7 down-right, 8 any.
    pub direction: i32,
    /// Whether the digits overflow.
    pub is_extended: bool,
}

/// The first id whose digits can only be read the way of Mapping Extensions: scoring type 12 ends at 129,999.
const FIRST_EXTENDED: i32 = 130_000;

impl NoteId {
    /// Takes an id apart. `bomb`: the event says that it was a bomb.
    pub fn new(raw: i32, bomb: bool) -> Self {
        let is_extended = raw >= FIRST_EXTENDED || raw <= -1_000;
        let digits = if bomb && !is_extended { bomb_digits(raw) } else { raw };
        let (scoring, line, layer, rest) = if is_extended {
            (digits / 10_000_000, digits / 1_000_000 % 10, digits / 100_000 % 10, digits % 100_000)
        } else {
            (digits / 10_000, digits / 1_000 % 10, digits / 100 % 10, digits % 100)
        };
        let tens = rest / 10 % 10;
        let color = (!bomb).then_some(u8::from(tens == 1));
        let direction =
            if is_extended { rest.saturating_sub(tens.saturating_mul(10)) } else { rest % 10 };
        let scoring_type = match u8::try_from(scoring) {
            // Ignore and NoScore are for bombs; a note that says so was recorded wrongly and counts as Default.
            Ok(1 | 2) if !bomb => 0,
            Ok(scoring @ 0..=12) => scoring,
            _ => 0,
        };
        Self { raw, scoring_type, line, layer, color, direction, is_extended }
    }

    /// Packs the parts of an ordinary note.
    #[allow(clippy::arithmetic_side_effects, reason = "the parts are small by their types")]
    pub const fn pack(scoring_type: u8, line: u8, layer: u8, color: u8, direction: u8) -> i32 {
        scoring_type as i32 * 10_000
            + line as i32 * 1_000
            + layer as i32 * 100
            + color as i32 * 10
            + direction as i32
    }
}

/// Bombs have no colour and no direction. PC mods add −1 × 10 + 9, which borrows from the layer; Quest mods write
/// colour 3. Both are brought to the form with colour 3 and direction 8.
const fn bomb_digits(raw: i32) -> i32 {
    if raw.rem_euclid(100) == 99 {
        raw.wrapping_add(39)
    } else if raw.rem_euclid(10) == 9 {
        raw.wrapping_sub(1)
    } else {
        raw
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(raw: i32, bomb: bool, parts: (u8, i32, i32, Option<u8>, i32)) {
        let id = NoteId::new(raw, bomb);
        assert_eq!((id.scoring_type, id.line, id.layer, id.color, id.direction), parts, "id {raw}");
    }

    #[test]
    fn every_digit_has_its_place() {
        check(32_118, false, (3, 2, 1, Some(1), 8));
        check(1_201, false, (0, 1, 2, Some(0), 1));
        check(123_017, false, (12, 3, 0, Some(1), 7));
        check(102_100, false, (10, 2, 1, Some(0), 0));
        assert_eq!(NoteId::pack(3, 2, 1, 1, 8), 32_118);
    }

    #[test]
    fn notes_that_claim_a_bombs_scoring_type_are_default() {
        check(21_112, false, (0, 1, 1, Some(1), 2));
    }

    #[test]
    fn bombs_of_pc_and_quest_are_the_same_bomb() {
        check(21_099, true, (2, 1, 1, None, 8));
        check(21_139, true, (2, 1, 1, None, 8));
        check(21_138, true, (2, 1, 1, None, 8));
        check(-1, true, (0, 0, 0, None, 8));
    }

    #[test]
    fn overflowing_ids_are_marked() {
        assert!(NoteId::new(31_250_018, false).is_extended);
        assert!(NoteId::new(i32::MIN, true).is_extended);
        assert!(NoteId::new(i32::MAX, false).is_extended);
        assert!(!NoteId::new(129_999, false).is_extended);
    }
}
