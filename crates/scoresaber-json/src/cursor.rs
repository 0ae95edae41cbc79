//! JSON as a way through a slice: texts, numbers and the punctuation around them. Nothing is built and nothing recurses.

use std::ops::Range;

/// Where something stands, from the start of the cursor's bytes.
pub(crate) type Place = Range<usize>;

/// Why reading stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The bytes end here.
    End,
    /// The content at `at` is not the expected one.
    Odd { at: usize, expected: &'static str },
}

/// A value read, or why there is none.
pub(crate) type Parsed<T> = Result<T, Stop>;

/// A position in JSON. All reading skips white space first.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Bytes from the start of the slice.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// The bytes of a place.
    pub(crate) fn bytes(&self, place: &Place) -> &'a [u8] {
        self.bytes.get(place.clone()).unwrap_or_default()
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn advance(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes);
    }

    /// Stops because the next item is not the expected one.
    pub(crate) fn odd<T>(&self, expected: &'static str) -> Parsed<T> {
        Err(Stop::Odd { at: self.at, expected })
    }

    pub(crate) fn space(&mut self) {
        let rest = self.rest();
        let space = rest.iter().take_while(|byte| is_space(**byte)).count();
        self.advance(space);
    }

    /// The next byte after white space, left where it is.
    pub(crate) fn peek(&mut self) -> Parsed<u8> {
        self.space();
        self.rest().first().copied().ok_or(Stop::End)
    }

    /// Steps over the next byte after white space, which is to be `byte`.
    pub(crate) fn take(&mut self, byte: u8, expected: &'static str) -> Parsed<()> {
        if self.peek()? != byte {
            return self.odd(expected);
        }
        self.advance(1);
        Ok(())
    }

    /// Steps over one of these bytes, if it is the next, and says whether it was.
    pub(crate) fn takes(&mut self, byte: u8) -> Parsed<bool> {
        let is_next = self.peek()? == byte;
        self.advance(usize::from(is_next));
        Ok(is_next)
    }

    /// The place of a text's content, between its quotes.
    pub(crate) fn text(&mut self, expected: &'static str) -> Parsed<Place> {
        self.take(b'"', expected)?;
        let start = self.at;
        let mut is_escaped = false;
        for (index, &byte) in self.rest().iter().enumerate() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => {
                    let end = start.saturating_add(index);
                    self.at = end.saturating_add(1);
                    return Ok(start..end);
                }
                _ => {}
            }
        }
        Err(Stop::End)
    }

    /// The place of a number or a word; of anything else `None`, and it is stepped over.
    pub(crate) fn scalar(&mut self) -> Parsed<Option<Place>> {
        if matches!(self.peek()?, b'"' | b'[' | b'{') {
            return self.skip().map(|_| None);
        }
        let rest = self.rest();
        let length = rest.iter().take_while(|byte| is_of_scalar(**byte)).count();
        // Without a byte after it, a number may be longer than what is here.
        if length == rest.len() {
            return Err(Stop::End);
        }
        if length == 0 {
            return self.odd("a value");
        }
        let start = self.at;
        self.advance(length);
        Ok(Some(start..self.at))
    }

    /// Steps over a value of any kind. Only its brackets are counted and its texts stepped over: its meaning is
    /// another's business.
    pub(crate) fn skip(&mut self) -> Parsed<Place> {
        match self.peek()? {
            b'"' => {
                let content = self.text("a text")?;
                return Ok(content.start.saturating_sub(1)..self.at);
            }
            b'[' | b'{' => {}
            _ => return self.scalar().map(Option::unwrap_or_default),
        }
        let start = self.at;
        self.skip_brackets(0)?;
        Ok(start..self.at)
    }

    /// Steps over all that is left of the list that was begun, with its bracket.
    pub(crate) fn skip_rest_of_list(&mut self) -> Parsed<()> {
        self.skip_brackets(1)
    }

    fn skip_brackets(&mut self, mut depth: usize) -> Parsed<()> {
        let (mut is_text, mut is_escaped) = (false, false);
        for (index, &byte) in self.rest().iter().enumerate() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if is_text => is_escaped = true,
                b'"' => is_text = !is_text,
                _ if is_text => {}
                b'[' | b'{' => depth = depth.saturating_add(1),
                b']' | b'}' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.advance(index.saturating_add(1));
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
        Err(Stop::End)
    }

    /// Goes through the members of an object. `member` gets the name as it is written and reads the value.
    pub(crate) fn members(
        &mut self,
        mut member: impl FnMut(&mut Self, Place) -> Parsed<()>,
    ) -> Parsed<()> {
        self.take(b'{', "an object")?;
        if self.takes(b'}')? {
            return Ok(());
        }
        loop {
            let name = self.text("the name of a member")?;
            self.take(b':', "a colon")?;
            member(self, name)?;
            if !self.takes(b',')? {
                return self.take(b'}', "a comma or the end of the object");
            }
        }
    }

    /// Goes through the elements of a list.
    pub(crate) fn elements(
        &mut self,
        mut element: impl FnMut(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        self.take(b'[', "a list")?;
        if self.takes(b']')? {
            return Ok(());
        }
        loop {
            element(self)?;
            if !self.takes(b',')? {
                return self.take(b']', "a comma or the end of the list");
            }
        }
    }
}

pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

const fn is_of_scalar(byte: u8) -> bool {
    !is_space(byte) && !matches!(byte, b',' | b':' | b']' | b'}' | b'[' | b'{' | b'"')
}

/// The text that stands between quotes, without its escapes; U+FFFD where it is no text.
pub(crate) fn unescape(content: &[u8]) -> String {
    let text = String::from_utf8_lossy(content);
    if !text.contains('\\') {
        return text.into_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let escape = (character == '\\').then(|| rest.next()).flatten();
        if escape == Some('u') {
            let digits: String = rest.as_str().chars().take(4).collect();
            if let Ok(unit) = u16::from_str_radix(&digits, 16) {
                units.push(unit);
                rest.by_ref().take(4).for_each(drop);
                continue;
            }
        }
        // Two units can make one character, so they wait for each other.
        out.push_str(&String::from_utf16_lossy(&units));
        units.clear();
        out.push(match (character, escape) {
            ('\\', Some('b')) => '\u{8}',
            ('\\', Some('f')) => '\u{c}',
            ('\\', Some('n')) => '\n',
            ('\\', Some('r')) => '\r',
            ('\\', Some('t')) => '\t',
            (_, Some(other)) => other,
            (plain, None) => plain,
        });
    }
    out + &String::from_utf16_lossy(&units)
}

/// Appends a text with its quotes.
pub(crate) fn write_text(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    for character in text.chars() {
        match character {
            '"' => out.extend(b"\\\""),
            '\\' => out.extend(b"\\\\"),
            '\n' => out.extend(b"\\n"),
            '\r' => out.extend(b"\\r"),
            '\t' => out.extend(b"\\t"),
            control if control < ' ' => {
                out.extend(format!("\\u{:04x}", u32::from(control)).bytes());
            }
            plain => out.extend(plain.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_from_their_escapes() {
        for text in ["", "plain", "\"\\\n\r\t\u{1}é👻", "\\u0041"] {
            let mut written = Vec::new();
            write_text(&mut written, text);
            let mut cursor = Cursor::new(&written);
            let place = cursor.text("a text").unwrap();
            assert_eq!(unescape(cursor.bytes(&place)), text);
        }
        assert_eq!(unescape(br"\ud83d\udc7b \ud83d \u00e9\/"), "👻 \u{fffd} é/");
    }

    #[test]
    fn values_are_stepped_over_by_their_brackets() {
        for (json, length) in
            [("12 ", 2), ("[] ", 2), (r#""a]\"" "#, 6), (r#"{"a":[{"b":"}"}]},"#, 17)]
        {
            let mut cursor = Cursor::new(json.as_bytes());
            assert_eq!(cursor.skip(), Ok(0..length), "{json}");
        }
        for open in ["", " ", "12", "[", r#""a"#, r#"[{"]"#, r#"["\"]"#] {
            assert_eq!(Cursor::new(open.as_bytes()).skip(), Err(Stop::End), "{open}");
        }
        let deep = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
        assert_eq!(Cursor::new(deep.as_bytes()).skip(), Ok(0..2_000_000));
    }
}
