//! Rows as a game gives them: bytes of a fixed width, and the texts that belong to them.

use ghostreel_reel::{Table, TableColumn};
use ghostreel_timeline::{Column, Data, Type};

/// A row that is filled in column by column and can be used again, so that no memory is asked for.
///
/// ```
/// use ghostreel_recorder::Row;
///
/// let mut row = Row::default();
/// row.f64(0.5).text("goal").absent_u32();
/// row.clear();
/// ```
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub(crate) fixed: Vec<u8>,
    pub(crate) present: Vec<u8>,
    pub(crate) texts: Vec<u8>,
    columns: usize,
    has_absent: bool,
}

macro_rules! values {
    ($($name:ident $absent:ident $number:ty,)*) => {
        impl Row {$(
            #[doc = concat!("The next column, which is `", stringify!($number), "`.")]
            pub fn $name(&mut self, value: $number) -> &mut Self {
                self.column(&value.to_le_bytes(), true)
            }

            #[doc = concat!("The next column, which is `", stringify!($number), "`, has no value.")]
            pub fn $absent(&mut self) -> &mut Self {
                self.column(&<$number>::default().to_le_bytes(), false)
            }
        )*}
    };
}

values! {
    f32 absent_f32 f32,
    f64 absent_f64 f64,
    i8 absent_i8 i8,
    i16 absent_i16 i16,
    i32 absent_i32 i32,
    i64 absent_i64 i64,
    u8 absent_u8 u8,
    u16 absent_u16 u16,
    u32 absent_u32 u32,
    u64 absent_u64 u64,
}

impl Row {
    /// Begins the next row.
    pub fn clear(&mut self) -> &mut Self {
        self.fixed.clear();
        self.present.clear();
        self.texts.clear();
        (self.columns, self.has_absent) = (0, false);
        self
    }

    /// The next column, which is `bool`.
    pub fn bool(&mut self, value: bool) -> &mut Self {
        self.column(&[value.into()], true)
    }

    /// The next column, which is `bool`, has no value.
    pub fn absent_bool(&mut self) -> &mut Self {
        self.column(&[0], false)
    }

    /// The next column, which is `dict`: a text.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.texts.extend_from_slice(text.as_bytes());
        self.column(&u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes(), true)
    }

    /// The next column, which is `dict`, has no text.
    pub fn absent_text(&mut self) -> &mut Self {
        self.column(&[0; 4], false)
    }

    /// The columns that are there; `None` if all are.
    pub(crate) fn presence(&self) -> Option<&[u8]> {
        self.has_absent.then_some(&self.present)
    }

    fn column(&mut self, bytes: &[u8], is_there: bool) -> &mut Self {
        self.fixed.extend_from_slice(bytes);
        if self.columns.is_multiple_of(8) {
            self.present.push(0);
        }
        if let Some(last) = self.present.last_mut() {
            *last |= u8::from(is_there) << (self.columns % 8);
        }
        self.columns += 1;
        self.has_absent |= !is_there;
        self
    }
}

/// The layout of a table's rows.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    types: Vec<Type>,
    /// Bytes of a row without its texts.
    width: usize,
    /// Where the time is in a row, and its type.
    time: Option<(usize, Type)>,
    /// Where the lengths of texts are in a row.
    texts: Vec<usize>,
}

impl Layout {
    /// `None` if a column is of an unknown type, or there is none.
    pub(crate) fn of(table: &Table) -> Option<Self> {
        let types: Vec<Type> =
            table.columns.iter().map(TableColumn::value_type).collect::<Option<_>>()?;
        let (mut width, mut time, mut texts) = (0, None, Vec::new());
        for (column, kind) in table.columns.iter().zip(&types) {
            if table.time.as_ref() == Some(&column.name) {
                time = Some((width, *kind));
            }
            if *kind == Type::Dict {
                texts.push(width);
            }
            width += length(*kind)?;
        }
        (width > 0).then_some(Self { types, width, time, texts })
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Bytes that say which columns of a row are there.
    pub(crate) fn presence_length(&self) -> usize {
        self.types.len().div_ceil(8)
    }

    /// The time of a row in seconds; `None` in a table outside time.
    pub(crate) fn time(&self, row: &[u8]) -> Option<f64> {
        let (at, kind) = self.time?;
        Some(match kind {
            Type::F32 => f32::from_le_bytes(bytes(row, at)).into(),
            Type::F64 => f64::from_le_bytes(bytes(row, at)),
            Type::I32 => i32::from_le_bytes(bytes(row, at)).into(),
            Type::U32 => u32::from_le_bytes(bytes(row, at)).into(),
            _ => return None,
        })
    }

    /// Bytes of the texts of some rows.
    pub(crate) fn text_length(&self, rows: &[u8]) -> u64 {
        if self.texts.is_empty() {
            return 0;
        }
        let of_row = |row| self.texts.iter().map(move |at| u64::from(text_length(row, *at)));
        rows.chunks_exact(self.width).flat_map(of_row).sum()
    }
}

/// Rows that came one by one, to be made columns.
#[derive(Debug)]
pub(crate) struct Gathered {
    layout: Layout,
    fixed: Vec<u8>,
    texts: Vec<u8>,
    /// The columns that are there in each row; empty while all are.
    present: Vec<u8>,
}

impl Gathered {
    pub(crate) fn new(layout: Layout) -> Self {
        Self { layout, fixed: Vec::new(), texts: Vec::new(), present: Vec::new() }
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Bytes that are held.
    pub(crate) fn length(&self) -> usize {
        self.fixed.len() + self.texts.len() + self.present.len()
    }

    /// Adds rows. `present` is empty if all columns are there.
    pub(crate) fn push(&mut self, rows: &[u8], present: &[u8], texts: &[u8]) {
        let each = self.layout.presence_length();
        let before = self.fixed.len() / self.layout.width;
        self.fixed.extend_from_slice(rows);
        self.texts.extend_from_slice(texts);
        if !present.is_empty() && self.present.is_empty() {
            self.present.resize(before * each, 0xff);
        }
        if !present.is_empty() {
            self.present.extend_from_slice(present);
        } else if !self.present.is_empty() {
            self.present.resize(self.fixed.len() / self.layout.width * each, 0xff);
        }
    }

    /// The columns. No rows are left.
    pub(crate) fn take(&mut self) -> Vec<Column> {
        let mut at = 0;
        let mut columns = Vec::with_capacity(self.layout.types.len());
        for (index, kind) in self.layout.types.iter().enumerate() {
            let data = self.data(*kind, at);
            columns.push(Column { data, validity: self.validity(index) });
            at += length(*kind).unwrap_or(0);
        }
        self.fixed.clear();
        self.texts.clear();
        self.present.clear();
        columns
    }

    fn data(&self, kind: Type, at: usize) -> Data {
        let rows = self.fixed.chunks_exact(self.layout.width);
        macro_rules! numbers {
            ($($variant:ident $number:ty,)*) => {
                match kind {
                    $(Type::$variant => Data::$variant(
                        rows.map(|row| <$number>::from_le_bytes(bytes(row, at))).collect(),
                    ),)*
                    Type::Dict => self.dict(at).data,
                    _ => Data::Bool(rows.map(|row| u8::from(bytes(row, at) != [0])).collect()),
                }
            };
        }
        numbers! {
            F32 f32, F64 f64, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64,
        }
    }

    /// The texts whose lengths are at a place in each row. Invalid UTF-8 gets replacement characters.
    fn dict(&self, at: usize) -> Column {
        let mut rest = self.texts.as_slice();
        let mut texts = Vec::new();
        for row in self.fixed.chunks_exact(self.layout.width) {
            for place in &self.layout.texts {
                let length = text_length(row, *place) as usize;
                let (text, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
                rest = after;
                if *place == at {
                    texts.push(String::from_utf8_lossy(text));
                }
            }
        }
        Column::dict(texts)
    }

    /// Whether a column is there in each row; `None` if it always is.
    fn validity(&self, column: usize) -> Option<Vec<u8>> {
        let rows = self.present.chunks_exact(self.layout.presence_length());
        let bit = |row: &[u8]| row.get(column / 8).map_or(1, |byte| byte >> (column % 8) & 1);
        let valid: Vec<u8> = rows.map(bit).collect();
        valid.contains(&0).then_some(valid)
    }
}

fn text_length(row: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes(row, at))
}

/// Zeros where a row ends too soon, which is checked before it is taken.
fn bytes<const N: usize>(row: &[u8], at: usize) -> [u8; N] {
    row.get(at..).and_then(|rest| rest.first_chunk()).copied().unwrap_or([0; N])
}

/// Bytes that a value takes up in a row; `None` for a type that is not known here.
fn length(kind: Type) -> Option<usize> {
    Some(match kind {
        Type::I8 | Type::U8 | Type::Bool => 1,
        Type::I16 | Type::U16 => 2,
        Type::F32 | Type::I32 | Type::U32 | Type::Dict => 4,
        Type::F64 | Type::I64 | Type::U64 => 8,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(columns: &[(&str, &str)]) -> Table {
        let column = |(name, kind): &(&str, &str)| TableColumn {
            name: (*name).to_owned(),
            kind: (*kind).to_owned(),
            ..TableColumn::default()
        };
        Table {
            time: Some("time".into()),
            columns: columns.iter().map(column).collect(),
            ..Table::default()
        }
    }

    #[test]
    fn rows_become_columns_with_texts_and_absent_values() {
        let table = table(&[("a", "dict"), ("time", "f32"), ("is", "bool"), ("b", "dict")]);
        let mut gathered = Gathered::new(Layout::of(&table).unwrap());
        let mut row = Row::default();
        row.text("x").f32(1.5).bool(true).text("zwei");
        gathered.push(&row.fixed, row.presence().unwrap_or(&[]), &row.texts);
        row.clear().absent_text().f32(2.5).absent_bool().text("");
        gathered.push(&row.fixed, row.presence().unwrap_or(&[]), &row.texts);
        row.clear().text("x").f32(3.5).bool(false).text("ü");
        gathered.push(&row.fixed, row.presence().unwrap_or(&[]), &row.texts);
        let layout = gathered.layout();
        assert_eq!((layout.time(&row.fixed), layout.text_length(&row.fixed)), (Some(3.5), 3));
        let valid = Some(vec![1, 0, 1]);
        let expected = [
            Column { validity: valid.clone(), ..Column::dict(["x", "", "x"]) },
            vec![1.5_f32, 2.5, 3.5].into(),
            Column { validity: valid, ..Column::bools([true, false, false]) },
            Column::dict(["zwei", "", "ü"]),
        ];
        assert_eq!(gathered.take(), expected);
        assert_eq!((gathered.length(), gathered.take()[1].len()), (0, 0));
    }
}
