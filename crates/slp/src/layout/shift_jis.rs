//! Names in Shift-JIS (Windows-31J), as the game keeps them.

use std::borrow::Cow;

/// The text up to the first NUL, with full-width letters and signs as ordinary ones.
pub(crate) fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (text, _) =
        encoding_rs::SHIFT_JIS.decode_without_bom_handling(bytes.get(..end).unwrap_or_default());
    half_width(text)
}

fn half_width(text: Cow<'_, str>) -> String {
    const OFFSET: u32 = 0xfee0;
    text.chars()
        .map(|c| match c {
            '\u{ff01}'..='\u{ff5e}' => {
                char::from_u32(u32::from(c).wrapping_sub(OFFSET)).unwrap_or(c)
            }
            '\u{3000}' => ' ',
            '\u{2019}' => '\'',
            '\u{201d}' => '"',
            _ => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_becomes_half_width_and_nul_ends() {
        assert_eq!(text(b"ABCD\x81\x94123\0junk"), "ABCD#123");
        assert_eq!(text(b"\x82\x60\x82\x61\x81\x40\x81\x7c"), "AB -");
        assert_eq!(text(b"\x83\x4a\x83\x8b"), "カル");
    }
}
