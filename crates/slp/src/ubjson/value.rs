//! Values that remember their markers.

/// An integer and the marker it was written with: `i` i8, `U` u8, `I` i16, `l` i32, `L` i64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    /// The marker.
    pub marker: u8,
    /// The value.
    pub value: i64,
}

/// A UBJSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum UbjsonValue {
    /// `Z`.
    Null,
    /// `T` and `F`.
    Bool(bool),
    /// `i`, `U`, `I`, `l`, `L`.
    Int(Int),
    /// `d`, by its bits.
    F32(u32),
    /// `D`, by its bits.
    F64(u64),
    /// `C`.
    Char(u8),
    /// `S`: the length as written, and bytes that should be UTF-8. `H`, numbers as text, are kept the same way.
    Text {
        /// `S` or `H`.
        marker: u8,
        /// The length as written.
        length: Int,
        /// The text.
        bytes: Vec<u8>,
    },
    /// `[` … `]`.
    Array(Vec<UbjsonValue>),
    /// `[$U#`: bytes of a known number.
    Bytes {
        /// The number as written.
        count: Int,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// `{` … `}`: keys with the length as written.
    Object(Vec<(Int, Vec<u8>, UbjsonValue)>),
}

impl UbjsonValue {
    /// The value of a key of an object.
    pub fn get(&self, key: &str) -> Option<&UbjsonValue> {
        match self {
            Self::Object(members) => members
                .iter()
                .find_map(|(_, name, value)| (name == key.as_bytes()).then_some(value)),
            _ => None,
        }
    }

    /// The text, with U+FFFD where it is not UTF-8; `None` for other values.
    pub fn as_text(&self) -> Option<String> {
        match self {
            Self::Text { bytes, .. } => Some(String::from_utf8_lossy(bytes).into_owned()),
            _ => None,
        }
    }

    /// The integer; `None` for other values.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(int) => Some(int.value),
            _ => None,
        }
    }
}
