//! A column: one contiguous buffer of one type.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Type {
    /// IEEE 754 single.
    F32,
    /// IEEE 754 double.
    F64,
    /// Signed 8-bit integer.
    I8,
    /// Signed 16-bit integer.
    I16,
    /// Signed 32-bit integer.
    I32,
    /// Signed 64-bit integer.
    I64,
    /// Unsigned 8-bit integer.
    U8,
    /// Unsigned 16-bit integer.
    U16,
    /// Unsigned 32-bit integer.
    U32,
    /// Unsigned 64-bit integer.
    U64,
    /// One byte a value: 0 or 1.
    Bool,
    /// `u32` codes into a list of texts.
    Dict,
}

impl Type {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::F32,
        Self::F64,
        Self::I8,
        Self::I16,
        Self::I32,
        Self::I64,
        Self::U8,
        Self::U16,
        Self::U32,
        Self::U64,
        Self::Bool,
        Self::Dict,
    ];

    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::Bool => "bool",
            Self::Dict => "dict",
        }
    }
}

/// The values of a column.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "named as in `Type`")]
pub enum Data {
    F32(Vec<f32>),
    F64(Vec<f64>),
    I8(Vec<i8>),
    I16(Vec<i16>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    /// 0 or 1.
    Bool(Vec<u8>),
    /// Codes into `values`.
    Dict {
        codes: Vec<u32>,
        values: Vec<String>,
    },
}

/// Values of one type, one for each row, and optionally which of them are there.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The values.
    pub data: Data,
    /// One byte a row, 0 where the value is absent; `None` where all are there.
    pub validity: Option<Vec<u8>>,
}

macro_rules! each_type {
    ($($variant:ident($number:ty) $as:ident,)*) => {
        $(
            impl From<Vec<$number>> for Column {
                fn from(values: Vec<$number>) -> Self {
                    Data::$variant(values).into()
                }
            }

            impl Column {
                #[doc = concat!("The values if they are `", stringify!($number), "`.")]
                pub fn $as(&self) -> Option<&[$number]> {
                    match &self.data {
                        Data::$variant(values) => Some(values),
                        _ => None,
                    }
                }
            }
        )*

        impl Column {
            /// The values as one little-endian buffer: what Arrow and JavaScript's typed arrays hold.
            /// For a dictionary column, its codes.
            pub fn bytes(&self) -> Cow<'_, [u8]> {
                match &self.data {
                    $(Data::$variant(values) => little_endian(values, <$number>::to_le_bytes),)*
                    Data::Bool(values) => Cow::Borrowed(values),
                    Data::Dict { codes, .. } => little_endian(codes, u32::to_le_bytes),
                }
            }

            /// Number of rows.
            pub fn len(&self) -> usize {
                match &self.data {
                    $(Data::$variant(values) => values.len(),)*
                    Data::Bool(values) => values.len(),
                    Data::Dict { codes, .. } => codes.len(),
                }
            }

            /// The values of some rows, in that order. Rows beyond the column are left out; a dictionary stays as it is.
            #[must_use]
            pub fn select(&self, rows: &[usize]) -> Self {
                fn of<T: Copy>(values: &[T], rows: &[usize]) -> Vec<T> {
                    rows.iter().filter_map(|&row| values.get(row).copied()).collect()
                }
                let data = match &self.data {
                    $(Data::$variant(values) => Data::$variant(of(values, rows)),)*
                    Data::Bool(values) => Data::Bool(of(values, rows)),
                    Data::Dict { codes, values } => {
                        Data::Dict { codes: of(codes, rows), values: values.clone() }
                    }
                };
                Self { data, validity: self.validity.as_ref().map(|valid| of(valid, rows)) }
            }

            /// A column of that type in which no row has a value.
            pub fn absent(kind: Type, rows: usize) -> Self {
                let data = match kind {
                    $(Type::$variant => Data::$variant(vec![Default::default(); rows]),)*
                    Type::Bool => Data::Bool(vec![0; rows]),
                    Type::Dict => Data::Dict { codes: vec![0; rows], values: vec![String::new()] },
                };
                Self { data, validity: Some(vec![0; rows]) }
            }

            /// The type of the values.
            pub const fn kind(&self) -> Type {
                match &self.data {
                    $(Data::$variant(_) => Type::$variant,)*
                    Data::Bool(_) => Type::Bool,
                    Data::Dict { .. } => Type::Dict,
                }
            }
        }
    };
}

each_type! {
    F32(f32) as_f32,
    F64(f64) as_f64,
    I8(i8) as_i8,
    I16(i16) as_i16,
    I32(i32) as_i32,
    I64(i64) as_i64,
    U8(u8) as_u8,
    U16(u16) as_u16,
    U32(u32) as_u32,
    U64(u64) as_u64,
}

impl Column {
    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A column of yes and no.
    pub fn bools(values: impl IntoIterator<Item = bool>) -> Self {
        Data::Bool(values.into_iter().map(u8::from).collect()).into()
    }

    /// The bytes 0 and 1 of a boolean column.
    pub fn as_bool(&self) -> Option<&[u8]> {
        match &self.data {
            Data::Bool(values) => Some(values),
            _ => None,
        }
    }

    /// A dictionary column: each text is stored once, in the order of first appearance.
    pub fn dict<S: AsRef<str>>(texts: impl IntoIterator<Item = S>) -> Self {
        let mut dictionary = Dictionary::default();
        let codes = texts.into_iter().map(|text| dictionary.code(text.as_ref())).collect();
        Data::Dict { codes, values: dictionary.into_values() }.into()
    }

    /// The same for texts that many rows may share: those of equal keys are equal, and `text` is asked for one of them only.
    pub fn dict_shared<S: AsRef<str>>(
        rows: usize,
        key: impl Fn(usize) -> Option<usize>,
        text: impl Fn(usize) -> S,
    ) -> Self {
        let mut dictionary = Dictionary::default();
        // The codes by key. Keys are texts too: a map of numbers would be code of its own, which the page would fetch.
        let (mut keys, mut known) = (Dictionary::default(), Vec::new());
        let mut code = |row| {
            let Some(key) = key(row) else { return dictionary.code(text(row).as_ref()) };
            let place = keys.code(&key.to_string()) as usize;
            if let Some(code) = known.get(place) {
                return *code;
            }
            let code = dictionary.code(text(row).as_ref());
            known.push(code);
            code
        };
        let codes = (0..rows).map(&mut code).collect();
        Data::Dict { codes, values: dictionary.into_values() }.into()
    }

    /// The texts of a dictionary column.
    pub fn dict_values(&self) -> Option<&[String]> {
        match &self.data {
            Data::Dict { values, .. } => Some(values),
            _ => None,
        }
    }
}

/// The texts of a dictionary column with the place of each. Each is held once: there can be as many as rows.
#[derive(Debug, Default)]
pub(crate) struct Dictionary {
    codes: BTreeMap<String, u32>,
}

impl Dictionary {
    pub(crate) fn code(&mut self, text: &str) -> u32 {
        if let Some(code) = self.codes.get(text) {
            return *code;
        }
        let code = u32::try_from(self.codes.len()).unwrap_or(u32::MAX);
        self.codes.insert(text.to_owned(), code);
        code
    }

    pub(crate) fn into_values(self) -> Vec<String> {
        let mut values = vec![String::new(); self.codes.len()];
        for (text, code) in self.codes {
            if let Some(value) = values.get_mut(code as usize) {
                *value = text;
            }
        }
        values
    }
}

impl From<Data> for Column {
    fn from(data: Data) -> Self {
        Self { data, validity: None }
    }
}

/// The buffer itself where memory is little-endian already, which is everywhere that we know of.
fn little_endian<T: bytemuck::NoUninit, const N: usize>(
    values: &[T],
    to_le: fn(T) -> [u8; N],
) -> Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        Cow::Borrowed(bytemuck::cast_slice(values))
    } else {
        Cow::Owned(values.iter().flat_map(|&value| to_le(value)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_a_little_endian_buffer() {
        let column = Column::from(vec![1_i32, -2]);
        assert_eq!(*column.bytes(), [1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff]);
        assert_eq!((column.len(), column.kind()), (2, Type::I32));
        assert_eq!(column.as_f32(), None);
    }

    #[test]
    fn rows_are_selected_with_what_says_that_they_are_there() {
        let column = Column { validity: Some(vec![1, 0, 1]), ..Column::from(vec![1_i32, 0, 3]) };
        let selected = column.select(&[2, 1, 9]);
        assert_eq!(selected, Column { validity: Some(vec![1, 0]), ..Column::from(vec![3_i32, 0]) });
        let texts = Column::dict(["b", "a"]).select(&[1]);
        assert_eq!((texts.len(), texts.dict_values()), (1, Column::dict(["b", "a"]).dict_values()));
    }

    #[test]
    fn a_dictionary_stores_each_text_once() {
        let column = Column::dict(["b", "a", "b"]);
        assert_eq!(*column.bytes(), [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(column.dict_values().unwrap(), ["b", "a"]);
    }
}
