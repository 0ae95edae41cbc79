//! Names in Shift-JIS (Windows-31J), as the game keeps them.

/// The text up to the first NUL, with full-width letters and signs as ordinary ones; U+FFFD for invalid ones.
pub(crate) fn text(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut bytes = bytes.iter().copied().take_while(|&byte| byte != 0).peekable();
    while let Some(byte) = bytes.next() {
        let character = match byte {
            0x00..=0x80 => char::from(byte),
            // Half-width katakana.
            0xa1..=0xdf => char::from_u32(u32::from(byte).saturating_add(0xff61 - 0xa1))
                .unwrap_or(char::REPLACEMENT_CHARACTER),
            lead => match bytes.peek().and_then(|&trail| double_byte(lead, trail)) {
                Some(character) => {
                    bytes.next();
                    character
                }
                None => char::REPLACEMENT_CHARACTER,
            },
        };
        text.push(half_width(character));
    }
    text
}

/// The character of two bytes, by the index that Windows and the web use. The rows of bytes are folded in two, with
/// a hole at 0x7f.
fn double_byte(lead: u8, trail: u8) -> Option<char> {
    const USER_DEFINED: std::ops::Range<u16> = 8836..10716;
    let row = match lead {
        0x81..=0x9f => u16::from(lead).checked_sub(0x81)?,
        0xe0..=0xfc => u16::from(lead).checked_sub(0xc1)?,
        _ => return None,
    };
    let column = match trail {
        0x40..=0x7e => u16::from(trail).checked_sub(0x40)?,
        0x80..=0xfc => u16::from(trail).checked_sub(0x41)?,
        _ => return None,
    };
    let pointer = row.checked_mul(188)?.checked_add(column)?;
    if USER_DEFINED.contains(&pointer) {
        return char::from_u32(
            0xe000_u32.checked_add(u32::from(pointer.checked_sub(USER_DEFINED.start)?))?,
        );
    }
    common(pointer).or_else(|| rare(pointer))
}

/// Signs, digits, letters and kana: all that Melee's own keyboard has, and nearly all that names are made of.
fn common(pointer: u16) -> Option<char> {
    const ROW: u16 = 94;
    const SIGNS: &str = "\u{3000}、。，．・：；？！゛゜´｀¨＾￣＿ヽヾゝゞ〃仝々〆〇ー―‐／＼～∥｜…‥‘’“”（）〔〕［］｛｝〈〉《》「」『』【】＋－±×÷＝≠＜＞≦≧∞∴♂♀°′″℃￥＄￠￡％＃＆＊＠§☆★○●◎◇◆□■△▲▽▼※〒→←↑↓〓";
    let cell = pointer.checked_rem(ROW)?;
    let from = |first: u32, start: u16| {
        char::from_u32(first.checked_add(u32::from(cell.checked_sub(start)?))?)
    };
    match (pointer.checked_div(ROW)?, cell) {
        (0..=1, _) => SIGNS.chars().nth(usize::from(pointer)),
        (2, 15..=24) => from(0xff10, 15),
        (2, 32..=57) => from(0xff21, 32),
        (2, 64..=89) => from(0xff41, 64),
        (3, 0..=82) => from(0x3041, 0),
        (4, 0..=85) => from(0x30a1, 0),
        _ => None,
    }
}

/// Kanji and what else there is.
#[cfg(not(target_family = "wasm"))]
fn rare(pointer: u16) -> Option<char> {
    let code = encoding_index_japanese::jis0208::forward(pointer);
    char::from_u32(code).filter(|_| code < 0xffff)
}

/// The table of kanji would be a tenth of all that the page downloads, for the rare name with one: there, it shows
/// U+FFFD.
#[cfg(target_family = "wasm")]
fn rare(_: u16) -> Option<char> {
    None
}

fn half_width(character: char) -> char {
    const OFFSET: u32 = 0xfee0;
    match character {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(character).wrapping_sub(OFFSET)).unwrap_or(character)
        }
        '\u{3000}' => ' ',
        '\u{2019}' => '\'',
        '\u{201d}' => '"',
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_characters_are_those_of_the_index() {
        let rows = (0..5 * 94).filter(|pointer| common(*pointer).is_some());
        assert!(rows.clone().count() > 330);
        for pointer in rows {
            assert_eq!(common(pointer), rare(pointer), "pointer {pointer}");
        }
    }

    #[test]
    fn full_width_becomes_half_width_and_nul_ends() {
        assert_eq!(text(b"ABCD\x81\x94123\0junk"), "ABCD#123");
        assert_eq!(text(b"\x82\x60\x82\x61\x81\x40\x81\x7c"), "AB -");
        assert_eq!(text(b"\x83\x4a\x83\x8b"), "カル");
        assert_eq!(text(b"\xb6\xd9\x88\x9f\xfb\xfc"), "ｶﾙ亜髙");
        assert_eq!(text(b"a\xffb\x81"), "a\u{fffd}b\u{fffd}");
    }
}
