//! The schemas of a file's tables: columns exist as far as its events reach. Files of one version share them.

use std::sync::{Arc, Mutex, PoisonError};

use ghostreel_core::record::{self, Leaf};
use ghostreel_core::{Field, Record};
use ghostreel_timeline::{ColumnSchema, Schema, TableKind, Type, leaf_columns};

use crate::layout::{
    FountainPlatform, FrameBookend, FrameStart, ItemUpdate, PayloadSizes, PostFrame, PreFrame,
    StadiumTransformation, WhispyBlow, command,
};

/// Columns of the table that name the row and are in every event: they are given once, in front.
const KEYS: [&str; 4] = ["command", "frame", "player_index", "is_follower"];

/// A table's schema and the leaves that its columns are gathered from.
#[derive(Clone, Debug)]
pub(crate) struct TableSchema {
    pub(crate) schema: Schema,
    /// The groups of columns after the keys, in order; one for all tables but `frames`, which has two.
    pub(crate) leaves: Vec<Vec<Leaf>>,
}

/// The schemas of all tables of a file.
#[derive(Clone, Debug)]
pub(crate) struct Schemas {
    pub(crate) frames: TableSchema,
    pub(crate) items: TableSchema,
    pub(crate) frame_starts: TableSchema,
    pub(crate) bookends: TableSchema,
    pub(crate) fod_platforms: TableSchema,
    pub(crate) whispy: TableSchema,
    pub(crate) stadium: TableSchema,
}

/// The sizes that the columns depend on, and whether they say which copy a row is.
type Key = ([Option<usize>; 8], bool);

/// The events that tables are made of.
const EVENTS: [u8; 8] = [
    command::PRE_FRAME,
    command::POST_FRAME,
    command::ITEM_UPDATE,
    command::FRAME_START,
    command::FRAME_BOOKEND,
    command::FOUNTAIN_PLATFORM,
    command::WHISPY_BLOW,
    command::STADIUM_TRANSFORMATION,
];

/// How many schemas are kept for the next file: Slippi has had fewer versions in which events got longer.
const KEPT: usize = 32;

/// The schemas of earlier files: putting the texts together takes as long as decoding a game of some seconds.
static KNOWN: Mutex<Vec<(Key, Arc<Schemas>)>> = Mutex::new(Vec::new());

impl Schemas {
    pub(crate) fn of(sizes: &PayloadSizes) -> Arc<Self> {
        Self::cached(sizes, false, Self::new)
    }

    /// As [`of`](Self::of), and after each table's columns those that say which copy a row is.
    pub(crate) fn with_rollbacks(sizes: &PayloadSizes) -> Arc<Self> {
        Self::cached(sizes, true, Self::new_with_rollbacks)
    }

    fn cached(
        sizes: &PayloadSizes,
        with_rollbacks: bool,
        new: fn(&PayloadSizes) -> Self,
    ) -> Arc<Self> {
        let key = (EVENTS.map(|code| sizes.event_size(code)), with_rollbacks);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, schemas)) = known.iter().find(|(other, _)| *other == key) {
            return Arc::clone(schemas);
        }
        let schemas = Arc::new(new(sizes));
        if known.len() < KEPT {
            known.push((key, Arc::clone(&schemas)));
        }
        schemas
    }

    fn new(sizes: &PayloadSizes) -> Self {
        let leaves = |fields, code| leaves(fields, sizes.event_size(code).unwrap_or(0));
        let pre = leaves(PreFrame::FIELDS, command::PRE_FRAME);
        let post = leaves(PostFrame::FIELDS, command::POST_FRAME);
        let mut frames = keys();
        frames.push(ColumnSchema::new("port", Type::U8, "", "Port, 0 to 3"));
        frames.push(ColumnSchema::new("follower", Type::Bool, "", "Nana"));
        frames.push(ColumnSchema::new(
            "stands",
            Type::Bool,
            "",
            "On the ground, and neither held, thrown, carried nor on a ledge; before 2.0 by its action state",
        ));
        frames.extend(prefixed("pre", &pre));
        frames.extend(prefixed("post", &post));
        let frames = Schema {
            name: "frames".into(),
            kind: TableKind::States,
            time: Some("time"),
            meaning: "a character in a frame: before the game used its inputs (pre) and after (post)",
            columns: frames,
        };
        let table_of = |name, kind, meaning, fields, code| {
            table_schema(name, kind, meaning, leaves(fields, code))
        };
        Self {
            frames: TableSchema { schema: frames, leaves: vec![pre, post] },
            items: table_of(
                "items",
                TableKind::States,
                "an item or projectile in a frame",
                ItemUpdate::FIELDS,
                command::ITEM_UPDATE,
            ),
            frame_starts: table_of(
                "frame_starts",
                TableKind::Events,
                "a frame began",
                FrameStart::FIELDS,
                command::FRAME_START,
            ),
            bookends: table_of(
                "bookends",
                TableKind::Events,
                "a frame was complete",
                FrameBookend::FIELDS,
                command::FRAME_BOOKEND,
            ),
            fod_platforms: table_of(
                "fod_platforms",
                TableKind::Steps,
                "a platform of Fountain of Dreams moved",
                FountainPlatform::FIELDS,
                command::FOUNTAIN_PLATFORM,
            ),
            whispy: table_of(
                "whispy",
                TableKind::Steps,
                "Whispy of Dream Land changed",
                WhispyBlow::FIELDS,
                command::WHISPY_BLOW,
            ),
            stadium: table_of(
                "stadium",
                TableKind::Steps,
                "Pokémon Stadium transforms",
                StadiumTransformation::FIELDS,
                command::STADIUM_TRANSFORMATION,
            ),
        }
    }

    fn new_with_rollbacks(sizes: &PayloadSizes) -> Self {
        let mut schemas = Self::new(sizes);
        for table in [
            &mut schemas.frames,
            &mut schemas.items,
            &mut schemas.frame_starts,
            &mut schemas.bookends,
            &mut schemas.fod_platforms,
            &mut schemas.whispy,
            &mut schemas.stadium,
        ] {
            table.schema.columns.extend(copy_columns());
        }
        schemas
    }
}

/// The columns that say which copy a row is, after those of the table itself.
pub(crate) fn copy_columns() -> [ColumnSchema; 2] {
    [
        ColumnSchema::new(
            "simulation",
            Type::U32,
            "",
            "How many times the frame had been computed before: 0 the first time",
        ),
        ColumnSchema::new("settled", Type::Bool, "", "1 for the copy that no rollback took back"),
    ]
}

fn table_schema(
    name: &'static str,
    kind: TableKind,
    meaning: &'static str,
    leaves: Vec<Leaf>,
) -> TableSchema {
    let columns = keys().into_iter().chain(leaf_columns(&leaves)).collect();
    let schema = Schema { name: name.into(), kind, time: Some("time"), meaning, columns };
    TableSchema { schema, leaves: vec![leaves] }
}

fn keys() -> Vec<ColumnSchema> {
    vec![
        ColumnSchema::new("frame", Type::I32, "frame", "Frame, from -123; the timer starts at 0"),
        ColumnSchema::new(
            "time",
            Type::F64,
            "s",
            "Frame / 60: seconds from the start of the timer",
        ),
    ]
}

/// The fields that events of `size` bytes reach, but for the keys.
fn leaves(fields: &'static [Field], size: usize) -> Vec<Leaf> {
    record::leaves(fields)
        .into_iter()
        .filter(|leaf| leaf.offset.saturating_add(leaf.kind.size()) <= size)
        .filter(|leaf| !KEYS.contains(&leaf.column.as_ref()))
        .collect()
}

fn prefixed(prefix: &str, leaves: &[Leaf]) -> impl Iterator<Item = ColumnSchema> {
    leaf_columns(leaves).into_iter().map(move |mut column| {
        column.name = format!("{prefix}.{}", column.name).into();
        column
    })
}
