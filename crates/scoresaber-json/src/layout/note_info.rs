//! `noteInfos`: place and kind of each note, four digits in a text.

/// The values in the text of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoteInfo {
    /// 0 to 3 from the left.
    pub line: u8,
    /// 0 to 2 from below.
    pub layer: u8,
    /// 0 up, 1 down, 2 left, 3 right, 4 up-left, 5 up-right, 6 down-left, 7 down-right, 8 any.
    pub direction: u8,
    /// 0 red, 1 blue, 3 bomb.
    pub kind: u8,
}

impl NoteInfo {
    /// The kind of a bomb.
    pub const BOMB: u8 = 3;

    /// Takes a text apart. `None` unless it is four digits: numbers of more than one digit run into each other.
    pub fn new(text: &str) -> Option<Self> {
        let digit = |byte: u8| byte.is_ascii_digit().then(|| byte.saturating_sub(b'0'));
        match *text.as_bytes() {
            [line, layer, direction, kind] => Some(Self {
                line: digit(line)?,
                layer: digit(layer)?,
                direction: digit(direction)?,
                kind: digit(kind)?,
            }),
            _ => None,
        }
    }
}

/// The text of a note: its parts, one after the other.
impl std::fmt::Display for NoteInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}{}{}", self.line, self.layer, self.direction, self.kind)
    }
}

/// The texts of all notes, one after the other: there can be millions of empty ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteInfos {
    text: String,
    /// Where each ends in `text`.
    ends: Vec<u32>,
}

impl NoteInfos {
    /// Their number.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text at an index, counted from 0; `None` after the last.
    pub fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        self.text.get(start.unwrap_or(0) as usize..end as usize)
    }

    /// All texts.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// Appends a text; `false` if all of them would be longer than 4 GiB.
    pub fn push(&mut self, text: &str) -> bool {
        let end = self.text.len().saturating_add(text.len());
        let Ok(end) = u32::try_from(end) else { return false };
        self.text.push_str(text);
        self.ends.push(end);
        true
    }
}

impl<T: AsRef<str>> FromIterator<T> for NoteInfos {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> Self {
        let mut infos = Self::default();
        for text in texts {
            infos.push(text.as_ref());
        }
        infos
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_digits_are_four_parts() {
        let info = NoteInfo { line: 2, layer: 0, direction: 8, kind: 1 };
        assert_eq!(NoteInfo::new("2081"), Some(info));
        assert_eq!(info.to_string(), "2081");
        for odd in ["", "208", "20811", "-1081", "2x81", "1500081"] {
            assert_eq!(NoteInfo::new(odd), None, "{odd}");
        }
    }

    #[test]
    fn texts_stay_apart() {
        let texts = ["2081", "", "é", "1500081"];
        let infos: NoteInfos = texts.into_iter().collect();
        assert_eq!(infos.iter().collect::<Vec<_>>(), texts);
        assert_eq!((infos.len(), infos.get(4)), (4, None));
    }
}
