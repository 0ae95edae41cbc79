//! Indices of rows of other tables, of teams and of frames: numbers that must not be mistaken for each other.

/// Declares numbers of a kind, each a type that makes a column of `i32`: `TeamNumber(i32);`. Those that are rows of a table, `NoteIndex: "notes";`,
/// know their place in a list of its rows.
///
/// ```
/// use ghostreel_timeline::numbers;
///
/// numbers! {
///     /// A row of the table `notes`, from 0.
///     NoteIndex: "notes";
/// }
/// assert_eq!(["a", "b"][NoteIndex::new(1).place()], "b");
/// ```
#[macro_export]
macro_rules! numbers {
    ($(#[$attribute:meta])* $name:ident($number:ty); $($rest:tt)*) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $number);

        $crate::numbers! { @column $name, |number: &$name| number.0 }
        $crate::numbers! { $($rest)* }
    };
    ($(#[$attribute:meta])* $name:ident: $table:literal; $($rest:tt)*) => {
        // One more than the row, so that an `Option` takes no more room.
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(::core::num::NonZeroU32);

        impl $name {
            #[doc = concat!("The row of `", $table, "` of that number, from 0.")]
            pub const fn new(row: u32) -> Self {
                match ::core::num::NonZeroU32::MIN.checked_add(row) {
                    Some(number) => Self(number),
                    None => Self(::core::num::NonZeroU32::MAX),
                }
            }

            #[doc = concat!("The row at a place of a list that has the rows of `", $table, "`.")]
            pub fn at(place: usize) -> Self {
                Self::new(u32::try_from(place).unwrap_or(u32::MAX))
            }

            /// The number of the row, from 0.
            pub const fn row(self) -> u32 {
                self.0.get().saturating_sub(1)
            }

            #[doc = concat!("The place in a list that has the rows of `", $table, "`.")]
            pub const fn place(self) -> usize {
                self.row() as usize
            }
        }

        /// The first row.
        impl Default for $name {
            fn default() -> Self {
                Self::new(0)
            }
        }

        $crate::numbers! { @column $name, |index: &$name| index.row() }
        $crate::numbers! { $($rest)* }
    };
    (@column $name:ident, $number:expr) => {
        impl $crate::Columnar for $name {
            const COLUMNS: usize = 1;

            fn schema(meta: $crate::ColumnMeta, schema: &mut Vec<$crate::ColumnSchema>) {
                schema.push(meta.column($crate::Type::I32));
            }

            fn column<'g>(
                rows: usize,
                get: &(impl $crate::CellAccess<'g, Self> + ?Sized),
                _: usize,
            ) -> $crate::Column {
                let number = $number;
                let number = |value: &Self| i32::try_from(number(value)).unwrap_or(i32::MAX);
                $crate::collect(rows, get, number)
            }
        }
    };
    () => {};
}

numbers! {
    /// A row of the table `players`, from 0. In Rocket League [`Meta::players`](crate::Meta::players) may list others, in another order.
    PlayerIndex: "players";
    /// A team, as the game numbers them.
    TeamNumber(i32);
    /// A frame, as the game numbers them: Melee's begin at -123, and 0 is where the timer starts. In Rocket League they begin at 0, and frames that are lost
    /// have numbers, too.
    FrameNumber(i32);
}

impl From<u32> for FrameNumber {
    fn from(number: u32) -> Self {
        Self(i32::try_from(number).unwrap_or(i32::MAX))
    }
}

impl serde::Serialize for PlayerIndex {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.row())
    }
}

impl serde::Serialize for TeamNumber {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(self.0)
    }
}

impl serde::Serialize for FrameNumber {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(self.0)
    }
}
