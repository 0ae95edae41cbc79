//! The JSON that the game and its editors accept, as strict JSON: without comments and commas after the last value, and with a mark in place of
//! numbers that are none. Each byte stays where it is, so that places in the text are places in the file.

use std::borrow::Cow;

use crate::limits;

/// A text as a strict reader takes it.
#[derive(Debug)]
pub(super) struct Strict<'t> {
    pub(super) text: Cow<'t, [u8]>,
    /// Where the text goes beyond a limit, and which.
    pub(super) excess: Option<(usize, String)>,
}

/// Stands for `NaN`, `Infinity` and numbers that are beyond all: a text of three bytes, as the shortest of them has, that no map has.
pub(super) const NO_NUMBER: &str = "\u{7f}";
const NO_NUMBER_TEXT: &[u8] = b"\"\x7f\"";

/// Shorter numbers without an exponent have a value.
const DIGITS: usize = 300;

/// Makes a text strict, as far as the limits of depth and of single texts allow.
pub(super) fn strict(text: Cow<'_, [u8]>) -> Strict<'_> {
    let mut reader = Reader { text, at: 0, depth: 0, comma: None, is_endless: false };
    let excess = reader.read();
    Strict { text: reader.text, excess }
}

struct Reader<'t> {
    text: Cow<'t, [u8]>,
    at: usize,
    depth: usize,
    /// A comma after which nothing came yet.
    comma: Option<usize>,
    /// No comment ends any more: looked for once, not for each that begins.
    is_endless: bool,
}

impl Reader<'_> {
    /// Reads to the end, or to the first excess.
    fn read(&mut self) -> Option<(usize, String)> {
        while let Some(&byte) = self.text.get(self.at) {
            let start = self.at;
            self.at = start.saturating_add(1);
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => continue,
                b',' => {
                    self.comma = Some(start);
                    continue;
                }
                b'/' if self.comment(start) => continue,
                b'"' => {
                    if let Some(excess) = self.string(start) {
                        return Some(excess);
                    }
                }
                b'{' | b'[' => {
                    self.depth = self.depth.saturating_add(1);
                    if self.depth > limits::DEPTH {
                        let depth = limits::DEPTH;
                        return Some((
                            start,
                            format!("objects and lists are more than {depth} deep"),
                        ));
                    }
                }
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if let Some(comma) = self.comma {
                        self.put(comma, comma.saturating_add(1), b"");
                    }
                }
                b'-' | b'0'..=b'9' | b'N' | b'I' => self.number(start),
                _ => {}
            }
            self.comma = None;
        }
        None
    }

    /// Goes to the end of a text.
    fn string(&mut self, start: usize) -> Option<(usize, String)> {
        let most = limits::TEXT;
        let rest = self.text.get(self.at..).unwrap_or_default();
        let mut is_escaped = false;
        for (length, &byte) in rest.iter().enumerate() {
            let at = self.at.saturating_add(length);
            if at.saturating_sub(start) > most {
                return Some((at, format!("a text is longer than {most} bytes")));
            }
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => {
                    self.at = at.saturating_add(1);
                    return None;
                }
                _ => {}
            }
        }
        self.at = self.text.len();
        None
    }

    /// Takes a comment out, and returns whether there is one. One that never ends is none.
    fn comment(&mut self, start: usize) -> bool {
        let rest = self.text.get(start..).unwrap_or_default();
        let length = if rest.starts_with(b"//") {
            rest.iter().position(|byte| *byte == b'\n').or(Some(rest.len()))
        } else if rest.starts_with(b"/*") && !self.is_endless {
            let inside = rest.get(2..).unwrap_or_default();
            let end = inside.windows(2).position(|end| end == b"*/");
            self.is_endless = end.is_none();
            end.map(|at| at.saturating_add(4))
        } else {
            None
        };
        let Some(length) = length else { return false };
        self.at = start.saturating_add(length);
        self.put(start, self.at, b"");
        true
    }

    /// Goes to the end of a number, and marks an invalid one.
    fn number(&mut self, start: usize) {
        let rest = self.text.get(start..).unwrap_or_default();
        let names: [&[u8]; 3] = [b"NaN", b"Infinity", b"-Infinity"];
        let named = names.iter().find(|name| rest.starts_with(name)).map(|name| name.len());
        let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
        let digits = rest.iter().take_while(|byte| is_part(byte)).count();
        let is_beyond = || {
            let number = rest.get(..digits).unwrap_or_default();
            let may_be = digits > DIGITS || number.iter().any(|byte| matches!(byte, b'e' | b'E'));
            let value = || std::str::from_utf8(number).ok()?.parse::<f64>().ok();
            may_be && value().is_some_and(f64::is_infinite)
        };
        let (length, is_number) = match named {
            Some(length) => (length, false),
            None => (digits, digits < NO_NUMBER_TEXT.len() || !is_beyond()),
        };
        self.at = start.saturating_add(length.max(1));
        if !is_number {
            self.put(start, self.at, NO_NUMBER_TEXT);
        }
    }

    /// Puts other bytes there, with spaces after them.
    fn put(&mut self, from: usize, until: usize, bytes: &[u8]) {
        let Some(place) = self.text.to_mut().get_mut(from..until) else { return };
        let padded = bytes.iter().copied().chain(std::iter::repeat(b' '));
        place.iter_mut().zip(padded).for_each(|(old, new)| *old = new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, wanted: &str) {
        let Strict { text: found, excess } = strict(text.as_bytes().into());
        assert_eq!(std::str::from_utf8(&found).unwrap(), wanted);
        assert_eq!((found.len(), excess), (text.len(), None), "{text}");
        assert_eq!(matches!(found, Cow::Borrowed(_)), text == wanted, "{text}");
    }

    #[test]
    fn strict_json_stays_and_is_not_copied() {
        let texts = [
            r#"{"a":[1,-2.5e3,{"b":"c,]//NaN/*"}],"\"]":true}"#,
            r#"{"a":"\\","b":null}"#,
            "",
            "[1e308]",
        ];
        texts.iter().for_each(|text| check(text, text));
    }

    #[test]
    fn comments_and_last_commas_become_spaces() {
        check("[1,/* a, ] */2,]", "[1,          2 ]");
        check("{\"a\":1, // b\n}", "{\"a\":1      \n}");
        check("[1]//", "[1]  ");
        check("[[1,],{\"a\":2,\n},]", "[[1 ],{\"a\":2 \n} ]");
        // The reader says that these are damaged.
        check("[1,,2]", "[1,,2]");
        check("[1/*]", "[1/*]");
        let many = "/* ".repeat(200_000);
        check(&many, &many);
        check("[1/2]", "[1/2]");
    }

    #[test]
    fn numbers_that_are_none_are_marked() {
        check("[NaN,-Infinity,Infinity]", "[\"\u{7f}\",\"\u{7f}\"      ,\"\u{7f}\"     ]");
        check("[1e400,-1e999]", "[\"\u{7f}\"  ,\"\u{7f}\"   ]");
        check("[Nan,-,-Inf]", "[Nan,-,-Inf]");
        let long = "9".repeat(400);
        check(&format!("[{long}]"), &format!("[\"\u{7f}\"{}]", " ".repeat(397)));
    }
}
