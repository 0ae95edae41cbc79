//! Files of maps as editors and other tools write them, which is not quite JSON in UTF-8.

use crate::files::FileList;

/// A way in which files of maps deviate, and say the same all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deviation {
    /// Comments of both kinds, with brackets and commas in them.
    Comments,
    /// A comma after the last value of each list and object.
    LastCommas,
    /// `NaN`, infinities and `1e999` in a member that is not read.
    NoNumbers,
    /// UTF-8 with a byte order mark.
    ByteOrderMark,
    /// UTF-16, little end first, with a byte order mark.
    Utf16,
    /// UTF-16, big end first, without one.
    Utf16BigEndian,
}

impl Deviation {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Comments,
        Self::LastCommas,
        Self::NoNumbers,
        Self::ByteOrderMark,
        Self::Utf16,
        Self::Utf16BigEndian,
    ];

    /// A JSON text in that way. The text is an object that is not empty.
    pub fn of(self, json: &str) -> Vec<u8> {
        let marked = || std::iter::once('\u{feff}').chain(json.chars());
        let units = |character: char| character.encode_utf16(&mut [0; 2]).to_vec();
        match self {
            Self::Comments => {
                let inside = between(json, |_, next| match next {
                    ',' => "/* ],} \"*/",
                    ':' => " // {\"a\":[\n",
                    _ => "",
                });
                format!("// by hand\n{inside}/**/").into_bytes()
            }
            Self::LastCommas => {
                let is_open = |before: char| matches!(before, '{' | '[');
                let comma = |before: char, next: char| match next {
                    '}' | ']' if !is_open(before) => ", ",
                    _ => "",
                };
                between(json, comma).into_bytes()
            }
            Self::NoNumbers => {
                let member = r#"{"nobody":[NaN,Infinity,{"reads":-Infinity},1e999],"#;
                json.replacen('{', member, 1).into_bytes()
            }
            Self::ByteOrderMark => marked().collect::<String>().into_bytes(),
            Self::Utf16 => marked().flat_map(units).flat_map(u16::to_le_bytes).collect(),
            Self::Utf16BigEndian => json.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        }
    }

    /// All files of a map in that way.
    pub fn of_all(self, files: &FileList) -> FileList {
        let texts = files.iter().map(|(name, content)| (name, String::from_utf8_lossy(content)));
        texts.map(|(name, text)| (name.to_owned(), self.of(&text))).collect()
    }
}

/// The text with something before characters that are in no text of it.
fn between(json: &str, before: impl Fn(char, char) -> &'static str) -> String {
    let (mut is_inside, mut last) = (false, ' ');
    let mut all = String::new();
    for character in json.chars() {
        if !is_inside {
            all.push_str(before(last, character));
        }
        if character == '"' && last != '\\' {
            is_inside = !is_inside;
        }
        all.push(character);
        last = character;
    }
    all
}
