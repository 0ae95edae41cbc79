//! Derived tables, each declared once as a typed row: [`rows!`](crate::rows!) gives the structure, its schema and its columns.

use std::any::Any;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::marker::PhantomData;

use crate::{Column, ColumnSchema, Data, Schema, Sentinel, Source, Table, TableKind, Type};

/// A value that makes columns: a number one, a structure those of its members.
pub trait Columnar: 'static {
    /// How many columns.
    const COLUMNS: usize;

    /// Appends the schemas of the columns.
    fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>);

    /// One of the columns out of many rows. Rows without the value are marked as such.
    fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), index: usize) -> Column;
}

/// Where the value of a row is, if the row has it.
pub trait CellAccess<'g, A: 'g + ?Sized>: Fn(usize) -> Option<&'g A> {}

impl<'g, A: 'g + ?Sized, F: Fn(usize) -> Option<&'g A> + ?Sized> CellAccess<'g, A> for F {}

/// Hands on where a member is. There are hundreds of columns, each with a loop of its own: natively that is fast. In the page's
/// modules, where size counts for more, and in debug builds, where time to compile does, all columns of a type share one loop.
#[cfg(not(any(target_family = "wasm", debug_assertions)))]
pub fn erase<'g, A: 'g, G: CellAccess<'g, A>>(get: &G) -> &G {
    get
}

/// Hands on where a member is.
#[cfg(any(target_family = "wasm", debug_assertions))]
pub fn erase<'a, 'g, A: 'g, G: CellAccess<'g, A>>(
    get: &'a G,
) -> &'a (dyn Fn(usize) -> Option<&'g A> + 'a) {
    get
}

/// The description of a value as a member of another.
#[derive(Clone, Debug, Default)]
pub struct ColumnMeta {
    /// Names from the outermost in, joined by dots; empty for a value that is no member.
    pub path: String,
    /// Unit; empty if it has none.
    pub unit: &'static str,
    /// Its meaning.
    pub meaning: Cow<'static, str>,
    /// The meaning of a row without a value, e.g. `not known`; empty where each row has one, or where nothing more is to be said.
    pub null: &'static str,
    /// The value that stands for none, a colon, and what it says; empty if there is no such value.
    pub sentinel: &'static str,
    /// Version of the format that added it; empty if it was always there.
    pub since: &'static str,
}

impl ColumnMeta {
    /// The description of a value that is no member.
    pub fn new(unit: &'static str, meaning: impl Into<Cow<'static, str>>) -> Self {
        Self { unit, meaning: meaning.into(), ..Self::default() }
    }

    /// The description of a member of that name: without a unit of its own it has that of the whole, whose meaning stands in
    /// front of the member's.
    #[must_use]
    pub fn member(&self, name: &str, member: Self) -> Self {
        // Without the mark of names that are keywords of Rust.
        let name = name.strip_prefix("r#").unwrap_or(name);
        let Self { path, unit, meaning, .. } = self;
        if path.is_empty() {
            return Self { path: name.to_owned(), ..member };
        }
        Self {
            path: [path, ".", name].concat(),
            unit: if member.unit.is_empty() { unit } else { member.unit },
            meaning: [meaning, ": ", &member.meaning].concat().into(),
            ..member
        }
    }

    /// A column of that type; of a value that is no member, it is called `value`.
    pub fn column(self, kind: Type) -> ColumnSchema {
        let Self { path, unit, meaning, null, sentinel, since } = self;
        let name = if path.is_empty() { "value".to_owned() } else { path };
        let sentinel = Sentinel::parse(sentinel);
        ColumnSchema { null, sentinel, since, ..ColumnSchema::new(name, kind, unit, meaning) }
    }
}

/// The values of a column, marked where there is none.
pub fn collect<'g, A: 'g, T: Default>(
    rows: usize,
    get: &(impl CellAccess<'g, A> + ?Sized),
    value: impl Fn(&A) -> T,
) -> Column
where
    Vec<T>: Into<Column>,
{
    let mut is_partial = false;
    let mut value_of = |row| match get(row) {
        Some(there) => value(there),
        None => {
            is_partial = true;
            T::default()
        }
    };
    let values: Vec<T> = (0..rows).map(&mut value_of).collect();
    let validity = is_partial.then(|| (0..rows).map(|row| u8::from(get(row).is_some())).collect());
    Column { validity, ..values.into() }
}

/// A member of a row, as [`rows!`](crate::rows!) declares it: a table of these takes less room in the page's modules than code.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// Its name, its unit and its meaning, a line each, and then what few have: `?` and [`ColumnMeta::null`], `=` and [`ColumnMeta::sentinel`], `+` and
    /// [`ColumnMeta::since`]. One text takes less room than six.
    pub lines: &'static str,
    /// Appends the columns of the member's type.
    pub schema: fn(ColumnMeta, &mut Vec<ColumnSchema>),
}

/// Appends the columns of a row's members.
pub fn describe_members(
    meta: &ColumnMeta,
    schema: &mut Vec<ColumnSchema>,
    members: &'static [Member],
) {
    for &Member { lines, schema: describe } in members {
        let mut lines = lines.split('\n');
        let [name, unit, meaning] = std::array::from_fn(|_| lines.next().unwrap_or_default());
        let mut member = ColumnMeta::new(unit, meaning);
        for line in lines {
            match line.split_at_checked(1) {
                Some(("?", null)) => member.null = null,
                Some(("=", sentinel)) => member.sentinel = sentinel,
                Some((_, since)) => member.since = since,
                None => {}
            }
        }
        describe(meta.member(name, member), schema);
    }
}

/// The rows that have the value; `None` if all do.
pub fn validity(rows: usize, has: &dyn Fn(usize) -> bool) -> Option<Vec<u8>> {
    let is_partial = (0..rows).any(|row| !has(row));
    is_partial.then(|| (0..rows).map(|row| u8::from(has(row))).collect())
}

macro_rules! numbers {
    ($($number:ty: $kind:ident,)*) => {$(
        impl Columnar for $number {
            const COLUMNS: usize = 1;

            fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
                schema.push(meta.column(Type::$kind));
            }
            fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), _: usize) -> Column {
                collect(rows, get, |value| *value)
            }
        }
    )*};
}

numbers! {
    f32: F32, f64: F64, i8: I8, i16: I16, i32: I32, i64: I64, u8: U8, u16: U16, u32: U32, u64: U64,
}

impl Columnar for bool {
    const COLUMNS: usize = 1;

    fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
        schema.push(meta.column(Type::Bool));
    }
    fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), _: usize) -> Column {
        let column = collect(rows, get, |value| u8::from(*value));
        match column.data {
            Data::U8(values) => Column { data: Data::Bool(values), ..column },
            _ => column,
        }
    }
}

/// A column of values that follow from rows, marked where there is none.
pub fn column_of<R, T: Default>(rows: &[R], value: impl Fn(&R) -> Option<T>) -> Column
where
    Vec<T>: Into<Column>,
{
    let mut is_partial = false;
    let mut value_of = |row| {
        let value = value(row);
        is_partial |= value.is_none();
        value.unwrap_or_default()
    };
    let values: Vec<T> = rows.iter().map(&mut value_of).collect();
    let validity =
        is_partial.then(|| rows.iter().map(|row| u8::from(value(row).is_some())).collect());
    Column { validity, ..values.into() }
}

/// A column of texts, with the rows that have one marked as valid.
pub fn texts<'g, A: 'g>(
    rows: usize,
    get: &(impl CellAccess<'g, A> + ?Sized),
    text: impl Fn(&A) -> &str,
) -> Column {
    let text = |row| get(row).map(&text).unwrap_or_default();
    let column = Column::dict((0..rows).map(text));
    Column { validity: validity(rows, &|row| get(row).is_some()), ..column }
}

macro_rules! texts {
    ($($text:ty,)*) => {$(
        impl Columnar for $text {
            const COLUMNS: usize = 1;

            fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
                schema.push(meta.column(Type::Dict));
            }

            fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), _: usize) -> Column {
                texts(rows, get, AsRef::<str>::as_ref)
            }
        }
    )*};
}

texts! { String, &'static str, }

/// Says of types that they make no columns.
#[macro_export]
macro_rules! no_columns {
    ($($type:ty,)*) => {$(
        impl $crate::Columnar for $type {
            const COLUMNS: usize = 0;

            fn schema(_: $crate::ColumnMeta, _: &mut Vec<$crate::ColumnSchema>) {}

            fn column<'g>(
                _: usize,
                _: &(impl $crate::CellAccess<'g, Self> + ?Sized),
                _: usize,
            ) -> $crate::Column {
                Vec::<u8>::new().into()
            }
        }
    )*};
}

no_columns! { (), }

/// Two values make the columns of both, one's after the other's.
impl<A: Columnar, B: Columnar> Columnar for (A, B) {
    const COLUMNS: usize = A::COLUMNS.saturating_add(B::COLUMNS);

    fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
        A::schema(meta.clone(), schema);
        B::schema(meta, schema);
    }

    fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), index: usize) -> Column {
        match index.checked_sub(A::COLUMNS) {
            None => A::column(rows, erase(&|row| Some(&get(row)?.0)), index),
            Some(index) => B::column(rows, erase(&|row| Some(&get(row)?.1)), index),
        }
    }
}

macro_rules! lists {
    ($($list:ident,)*) => {$(
        /// A list is of any length, and makes no columns.
        impl<A: 'static> Columnar for $list<A> {
            const COLUMNS: usize = 0;

            fn schema(_: ColumnMeta, _: &mut Vec<ColumnSchema>) {}

            fn column<'g>(_: usize, _: &(impl CellAccess<'g, Self> + ?Sized), _: usize) -> Column {
                Vec::<u8>::new().into()
            }
        }
    )*};
}

lists! { Vec, BTreeSet, }

impl<A: Columnar, const N: usize> Columnar for [A; N] {
    const COLUMNS: usize = N.saturating_mul(A::COLUMNS);

    fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
        for place in 0..N {
            A::schema(meta.member(&place.to_string(), ColumnMeta::default()), schema);
        }
    }

    fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), index: usize) -> Column {
        let (place, index) = (index.checked_div(A::COLUMNS), index.checked_rem(A::COLUMNS));
        let (place, index) = (place.unwrap_or_default(), index.unwrap_or_default());
        A::column(rows, erase(&|row| get(row)?.get(place)), index)
    }
}

impl<A: Columnar> Columnar for Option<A> {
    const COLUMNS: usize = A::COLUMNS;

    fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
        A::schema(meta, schema);
    }

    fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), index: usize) -> Column {
        A::column(rows, erase(&|row| get(row)?.as_ref()), index)
    }
}

/// The columns of a row, to be put after others or into a [`Schema`].
pub fn row_columns<R: Columnar>() -> Vec<ColumnSchema> {
    let mut columns = Vec::with_capacity(R::COLUMNS);
    R::schema(ColumnMeta::default(), &mut columns);
    columns
}

/// One of a row's columns.
#[inline]
pub fn row_column<R: Columnar>(rows: &[R], index: usize) -> Column {
    R::column(rows.len(), erase(&|row| rows.get(row)), index)
}

impl Schema {
    /// The schema of a table of such rows.
    pub fn of<R: Columnar>(
        name: &'static str,
        kind: TableKind,
        time: Option<&'static str>,
        meaning: &'static str,
    ) -> Self {
        Self { name: name.into(), kind, time, meaning, columns: row_columns::<R>() }
    }
}

/// Rows that are there.
struct Given<R, L> {
    rows: L,
    row: PhantomData<R>,
}

impl<R: Columnar + Clone, L: AsRef<[R]>> Source for Given<R, L> {
    fn rows(&self) -> usize {
        self.rows.as_ref().len()
    }

    fn column(&self, index: usize) -> Column {
        row_column(self.rows.as_ref(), index)
    }

    fn fill(&self, rows: &mut dyn Any) -> bool {
        fill(rows, || self.rows.as_ref().iter().cloned())
    }
}

/// Rows that are computed with the first column that is asked for.
struct Computed<R, F> {
    count: usize,
    rows: OnceCell<Vec<R>>,
    compute: F,
}

impl<R: Columnar + Clone, F: Fn() -> Vec<R>> Source for Computed<R, F> {
    fn rows(&self) -> usize {
        self.count
    }

    fn column(&self, index: usize) -> Column {
        row_column(self.rows.get_or_init(&self.compute), index)
    }

    fn fill(&self, rows: &mut dyn Any) -> bool {
        fill(rows, || self.rows.get_or_init(&self.compute).iter().cloned())
    }
}

/// Appends rows to a list if it is one of such rows. Returns whether it is: what [`Source::fill`] does with the rows that it has.
#[cfg(not(target_family = "wasm"))]
pub fn fill<R: 'static, I: Iterator<Item = R>>(
    list: &mut dyn Any,
    rows: impl FnOnce() -> I,
) -> bool {
    let Some(list) = list.downcast_mut::<Vec<R>>() else { return false };
    // Not `extend`: whoever decodes has the loops of that for itself.
    for row in rows() {
        list.push(row);
    }
    true
}

impl<'a> Table<'a> {
    /// A table of rows. `schema` is that of [`Schema::of`] these rows.
    pub fn of<R: Columnar + Clone>(schema: &'a Schema, rows: impl AsRef<[R]> + 'a) -> Self {
        Table::new(schema, Given { rows, row: PhantomData })
    }

    /// A table of `count` rows that are computed with the first column that is asked for.
    pub fn computed<R: Columnar + Clone>(
        schema: &'a Schema,
        count: usize,
        compute: impl Fn() -> Vec<R> + 'a,
    ) -> Self {
        Table::new(schema, Computed { count, rows: OnceCell::new(), compute })
    }
}

/// The page's modules ask for no typed rows, and do without the code.
#[cfg(target_family = "wasm")]
pub fn fill<R: 'static, I: Iterator<Item = R>>(_: &mut dyn Any, _: impl FnOnce() -> I) -> bool {
    false
}

/// Declares rows of derived tables: `name: Type, "unit", "meaning";`, and after the meaning `null "…"` for the meaning of a row without a
/// value, and `since "…"` for the version of the format that added it. Rows that are written as they are read say with `none "…"` which value
/// of theirs stands for none.
///
/// A member is a number, a `bool`, a text, another row, whose columns get the member's name in front (`position.x`), an `Option` of
/// these, or an array of them, whose columns get their places (`cells.0`). A list (`Vec`) makes no columns.
///
/// ```
/// use ghostreel_timeline::{PlayerIndex, Schema, Table, TableKind, rows};
///
/// rows! {
///     /// A goal.
///     pub struct GoalRow {
///         time: f32, "s", "Time in the recording";
///         player: Option<PlayerIndex>, "", "The player who scored, a row of the table players", null "not known";
///     }
/// }
/// let schema = Schema::of::<GoalRow>("goals", TableKind::Events, Some("time"), "a goal");
/// let rows = [Some(PlayerIndex::new(3)), None].map(|player| GoalRow { time: 12.5, player });
/// let goals = Table::of(&schema, rows.to_vec());
/// let players = goals.column("player")?;
/// assert_eq!(players.as_i32(), Some(&[3, 0][..]));
/// assert_eq!(players.validity.as_deref(), Some(&[1, 0][..]));
/// assert_eq!(schema.columns[1].null, "not known");
/// assert_eq!(goals.typed_rows::<GoalRow>().unwrap(), rows);
/// # Ok::<(), ghostreel_timeline::ColumnError>(())
/// ```
#[macro_export]
macro_rules! rows {
    ($($(#[$attribute:meta])* $visibility:vis struct $name:ident $(<$generic:ident>)? {
        $(
            $(#[$member_attribute:meta])*
            $member:ident: $type:ty, $unit:literal, $meaning:literal
            $(, null $null:literal)? $(, none $sentinel:literal)? $(, since $since:literal)?;
        )*
    })*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Debug, Default, PartialEq)]
        $visibility struct $name $(<$generic>)? {
            $(
                #[doc = concat!(
                    $meaning $(, "; `None`: ", $null)? $(, " (", $sentinel, ")")? $(, ". *Added: ", $since, "*")?, ".",
                )]
                $(#[$member_attribute])*
                pub $member: $type,
            )*
        }

        impl $(<$generic: $crate::Columnar>)? $crate::Columnar for $name $(<$generic>)? {
            const COLUMNS: usize = 0_usize $(.saturating_add(<$type as $crate::Columnar>::COLUMNS))*;

            fn schema(meta: $crate::ColumnMeta, schema: &mut Vec<$crate::ColumnSchema>) {
                $crate::describe_members(&meta, schema, &[$($crate::Member {
                    lines: concat!(
                        stringify!($member), "\n", $unit, "\n", $meaning
                        $(, "\n?", $null)? $(, "\n=", $sentinel)? $(, "\n+", $since)?
                    ),
                    schema: <$type as $crate::Columnar>::schema,
                },)*]);
            }

            fn column<'g>(
                rows: usize,
                get: &(impl $crate::CellAccess<'g, Self> + ?Sized),
                index: usize,
            ) -> $crate::Column {
                $(let index = match index.checked_sub(<$type as $crate::Columnar>::COLUMNS) {
                    Some(index) => index,
                    None => return <$type as $crate::Columnar>::column(
                        rows,
                        $crate::erase(&|row| Some(&get(row)?.$member)),
                        index,
                    ),
                };)*
                let _ = index;
                Vec::<u8>::new().into()
            }
        }
    )*};
}
