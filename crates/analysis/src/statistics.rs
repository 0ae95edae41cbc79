//! Statistics that people read: each is a member of a row, declared with its label and its cell.

use crate::sheet::Cell;

/// The cell of a statistic, out of the row that declares it.
pub(crate) type CellOf<R> = fn(&R) -> Option<Cell>;

/// The cell of a value.
pub(crate) fn shown<T, C: Into<Option<Cell>>>(value: T, show: impl FnOnce(T) -> C) -> Option<Cell> {
    show(value).into()
}

/// Declares rows as [`rows!`](ghostreel_formats::timeline::rows) does. Members that people read go on after the meaning:
/// `=> NAME "Label" (cell) high`, where `cell` makes a [`Cell`] of the member's value, or with `{cell}` of the whole row. `part`, `high` and `low`
/// are those of [`Statistic`](crate::sheet::Statistic), which the constant `NAME` of the row holds. `with other` after the name makes it a
/// statistic of two, such as hands: of this member and of the other one.
macro_rules! statistics {
    ($($(#[$attribute:meta])* $visibility:vis struct $name:ident {
        $(
            $(#[$member_attribute:meta])*
            $member:ident: $type:ty, $unit:literal, $meaning:literal
            $(=> $statistic:ident $(with $other:ident)? $label:literal $cell:tt $($flag:ident)*)*;
        )*
    })*) => {
        ghostreel_formats::timeline::rows! {$(
            $(#[$attribute])*
            $visibility struct $name {
                $($(#[$member_attribute])* $member: $type, $unit, $meaning;)*
            }
        )*}

        $(impl $name {
            $($(crate::statistics::statistic! {
                $statistic $label $member [$($other)?] $cell [$($flag)*]
            })*)*
        })*
    };
}

/// One of [`statistics!`].
macro_rules! statistic {
    ($statistic:ident $label:literal $member:ident [] $cell:tt [$($flag:ident)*]) => {
        pub(crate) const $statistic: crate::sheet::Statistic<crate::statistics::CellOf<Self>> =
            crate::sheet::Statistic::new($label, crate::statistics::cell!($member $cell))$(.$flag())*;
    };
    ($statistic:ident $label:literal $member:ident [$other:ident] $cell:tt [$($flag:ident)*]) => {
        pub(crate) const $statistic: crate::sheet::Statistic<[crate::statistics::CellOf<Self>; 2]> =
            crate::sheet::Statistic::new(
                $label,
                [crate::statistics::cell!($member $cell), crate::statistics::cell!($other $cell)],
            )$(.$flag())*;
    };
}

/// The cell of one of [`statistics!`].
macro_rules! cell {
    ($member:ident ($cell:expr)) => {
        (|row: &Self| crate::statistics::shown(row.$member, $cell))
            as crate::statistics::CellOf<Self>
    };
    ($member:ident {$cell:expr}) => {
        (|row: &Self| crate::statistics::shown(row, $cell)) as crate::statistics::CellOf<Self>
    };
}

pub(crate) use {cell, statistic, statistics};
