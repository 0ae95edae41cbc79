//! The timeline: named tables of typed columns over time, the one model that the player, statistics,
//! exports and queries read, in any game.
//!
//! A timeline is derived from a replay and disposable; no replay is ever written from it. It is also
//! lazy: making one costs almost nothing, and a column is computed when it is asked for.
//!
//! ```
//! use ghostreel_timeline::{Column, ColumnSchema, TableKind, Schema, Source, Table, Type};
//!
//! struct Ramp;
//! impl Source for Ramp {
//!     fn rows(&self) -> usize { 3 }
//!     fn column(&self, _: usize) -> Column { vec![0.0_f32, 0.5, 1.0].into() }
//! }
//! let schema = Schema {
//!     name: "frames".into(),
//!     kind: TableKind::States,
//!     time: Some("time"),
//!     meaning: "an example",
//!     columns: vec![ColumnSchema::new("time", Type::F32, "s", "song time")],
//! };
//! let table = Table::new(&schema, Ramp);
//! assert_eq!(table.column("time")?.as_f32(), Some(&[0.0, 0.5, 1.0][..]));
//! assert_eq!(table.column("fps").unwrap_err().to_string(), "table frames has no column fps");
//! # Ok::<(), ghostreel_timeline::ColumnError>(())
//! ```
#![deny(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation
)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::indexing_slicing))]

mod builder;
mod column;
mod indices;
mod meta;
mod moment;
mod records;
mod rows;
mod schema;
mod table;

pub use builder::ColumnBuilder;
pub use column::{Column, Data, Type};
pub use indices::{FrameNumber, PlayerIndex, TeamNumber};
pub use meta::{Detail, Map, Meta, Player};
pub use moment::{Moment, MomentKind};
pub use records::{gather, gather_at, gather_slices, leaf_columns, record_columns};
pub use rows::{
    CellAccess, ColumnMeta, Columnar, Member, collect, column_of, describe_members, erase, fill,
    row_column, row_columns, texts, validity,
};
pub use schema::{ColumnSchema, Schema, Sentinel, TableKind};
pub use table::{ColumnError, ReadColumns, Source, Table, TableRow, Timeline};
